import { appTexts } from '@/texts/app';
import styles from './loading.module.css';

/** The startup spinner. Plain CSS: it is on the page before any script has run. */
export function Loading() {
  return (
    <main className={styles['loading']}>
      <span className={styles['spinner']} aria-hidden="true" />
      {/* No h1: public pages carry this hidden, and search engines would read it. */}
      <div role="status">
        <span role="heading" aria-level={1}>
          {appTexts.startup.loading}
        </span>
      </div>
    </main>
  );
}
