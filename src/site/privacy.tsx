import { privacy, type SiteFacts } from '@/texts/site';
import { tidy } from '@/texts/typography';
import styles from './privacy.module.css';
import shared from './shared.module.css';

export function Privacy({ facts }: { facts: SiteFacts }) {
  const { title, points, more } = privacy(facts);
  return (
    <section id="privacy" className={`${shared.section ?? ''} ${shared.container ?? ''}`}>
      <div className={styles.panel}>
        <h2 className={shared.title}>{title}</h2>
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point.title}>
              <h3>{tidy(point.title)}</h3>
              <p>{tidy(point.text)}</p>
            </li>
          ))}
        </ul>
        <a className={styles.more} href="/privacy">
          {more}
        </a>
      </div>
    </section>
  );
}
