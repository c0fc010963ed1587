import { PRODUCT_NAME } from '@/texts/product';
import { footer } from '@/texts/site';
import styles from './footer.module.css';
import { Logo } from './logo';
import shared from './shared.module.css';

interface FooterProps {
  botUrl: string | undefined;
  contactEmail: string | undefined;
  minAge: number;
}

export function Footer({ botUrl, contactEmail, minAge }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={`${shared.container ?? ''} ${styles.columns ?? ''}`}>
        <div className={styles.about}>
          <span className={styles.brand}>
            <Logo className={styles.logo} />
            {PRODUCT_NAME}
          </span>
          <p>
            {footer.about} {footer.age(minAge)}
          </p>
        </div>
        <nav aria-label={footer.legal}>
          <h2>{footer.legal}</h2>
          <a href="/terms">{footer.terms}</a>
          <a href="/privacy">{footer.privacy}</a>
        </nav>
        {(botUrl !== undefined || contactEmail !== undefined) && (
          <div>
            <h2>{footer.contacts}</h2>
            {botUrl !== undefined && <a href={botUrl}>{footer.bot}</a>}
            {contactEmail !== undefined && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
          </div>
        )}
      </div>
    </footer>
  );
}
