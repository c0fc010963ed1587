import { application } from '@/texts/site';
import { tidy } from '@/texts/typography';
import { AppPhone } from './app-phone';
import styles from './application.module.css';
import shared from './shared.module.css';

/** The mini app. */
export function Application() {
  return (
    <section className={styles.band}>
      <div className={`${shared.container ?? ''} ${shared.section ?? ''} ${styles.split ?? ''}`}>
        <div className={styles.stage}>
          <AppPhone />
        </div>
        <div>
          <h2 className={shared.title}>{tidy(application.title)}</h2>
          <p className={shared.lead}>{tidy(application.lead)}</p>
          <dl className={styles.points}>
            {application.points.map((point) => (
              <div key={point.title}>
                <dt>{point.title}</dt>
                <dd>{tidy(point.text)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
