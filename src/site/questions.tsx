import { questions, type SiteFacts } from '@/texts/site';
import { tidy } from '@/texts/typography';
import styles from './questions.module.css';
import shared from './shared.module.css';

export function Questions({ facts }: { facts: SiteFacts }) {
  const { title, items } = questions(facts);
  return (
    <section
      id="questions"
      className={`${shared.section ?? ''} ${shared.container ?? ''} ${styles.split ?? ''}`}
    >
      <h2 className={shared.title}>{title}</h2>
      <div>
        {items.map((item, at) => (
          <details key={item.q} className={styles.item} open={at === 0}>
            <summary>{tidy(item.q)}</summary>
            <p>{tidy(item.a)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
