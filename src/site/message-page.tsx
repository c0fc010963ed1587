import { PRODUCT_NAME } from '@/texts/product';
import { errorPages } from '@/texts/error-pages';
import { tidy } from '@/texts/typography';
import { Logo } from './logo';
import styles from './message-page.module.css';
import shared from './shared.module.css';

interface MessagePageProps {
  /** Drawn large: «404». */
  sign: string;
  title: string;
  text: string;
  /** Offered beside the way home. */
  retry?: () => void;
}

/** A page that has only to say something and to show the way back. */
export function MessagePage({ sign, title, text, retry }: MessagePageProps) {
  return (
    <main id="content" className={`${shared.page ?? ''} ${styles.page ?? ''}`}>
      <a className={styles.brand} href="/">
        <Logo className={styles.logo} />
        {PRODUCT_NAME}
      </a>
      <div className={styles.message}>
        <p className={styles.sign} aria-hidden>
          {sign}
        </p>
        <h1 className={shared.title}>{title}</h1>
        <p className={shared.lead}>{tidy(text)}</p>
        <div className={styles.ways}>
          {retry && (
            <button type="button" className={shared.button} onClick={retry}>
              {errorPages.retry}
            </button>
          )}
          <a className={retry ? styles.quiet : shared.button} href="/">
            {errorPages.home}
          </a>
        </div>
      </div>
    </main>
  );
}
