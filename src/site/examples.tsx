import { examples } from '@/texts/site';
import { tidy } from '@/texts/typography';
import styles from './examples.module.css';
import shared from './shared.module.css';

/** What a person writes, beside what the bot makes of it. */
export function Examples() {
  return (
    <section id="examples" className={`${shared.section ?? ''} ${styles.band ?? ''}`}>
      <div className={shared.container}>
        <h2 className={shared.title}>{examples.title}</h2>
        <p className={shared.lead}>{tidy(examples.lead)}</p>
        <p className={styles.moment}>{examples.moment}</p>
        <dl className={styles.rows}>
          {examples.rows.map((row) => (
            <div key={row.said} className={styles.row}>
              <dt>
                <span className={shared.hidden}>{examples.said}: </span>
                <q>{row.said}</q>
              </dt>
              <dd>
                <span className={shared.hidden}>{examples.understood}: </span>
                <b>{row.time}</b>{' '}
                <span>
                  {row.what} <small>{row.day}</small>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
