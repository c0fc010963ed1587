import { appTexts } from '@/texts/app';
import { Alert } from '../ui/alert';
import styles from '../ui/banner.module.css';

/** Over the list: that nothing comes, and what to do. Drawn by the page itself as well (start/first-cards.ts). */
export function BlockedBanner() {
  return (
    <div className={styles.banner} data-blocked>
      <Alert severity="warning" role="status">
        {appTexts.reminders.blocked}
      </Alert>
    </div>
  );
}
