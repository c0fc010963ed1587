import { PRODUCT_NAME } from '@/texts/product';
import { errorPages } from '@/texts/error-pages';
import { Logo } from './logo';

interface MessagePageProps {
  /** Drawn large: «404». */
  sign: string;
  title: string;
  text: string;
  /** Offered beside the way home. */
  retry?: () => void;
}

/**
 * A page that has only to say something and to show the way back. Its styles, site.css, are imported by
 * app/layout.tsx and global-error.tsx. The app loads it at its start, and so nothing of the site but the mark.
 */
export function MessagePage({ sign, title, text, retry }: MessagePageProps) {
  return (
    <main id="content" className="site message-page">
      <a className="brand" href="/">
        <Logo />
        {PRODUCT_NAME}
      </a>
      <div className="message">
        <p className="sign" aria-hidden>
          {sign}
        </p>
        <h1 className="title">{title}</h1>
        <p className="lead">{text}</p>
        <div className="ways">
          {retry && (
            <button type="button" className="button" onClick={retry}>
              {errorPages.retry}
            </button>
          )}
          <a className={retry ? 'link' : 'button'} href="/">
            {errorPages.home}
          </a>
        </div>
      </div>
    </main>
  );
}
