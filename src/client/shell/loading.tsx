import { appTexts } from '@/texts/app';
import styles from './loading.module.css';

/** The startup spinner. Plain CSS: it is on the page before any script has run. */
export function Loading() {
  return (
    <div className={styles['loading']} role="status">
      <span className={styles['spinner']} aria-hidden="true" />
      {appTexts.startup.loading}
    </div>
  );
}
