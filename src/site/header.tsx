import { PRODUCT_NAME } from '@/texts/product';
import { schemeToggle, siteNav } from '@/texts/site';
import styles from './header.module.css';
import { icons } from './icons';
import { Logo } from './logo';
import shared from './shared.module.css';

/** Works by the script of first-paint.ts and is hidden where that did not run. */
function SchemeToggle() {
  return (
    <button type="button" className={styles.toggle} data-scheme-toggle>
      <span className={styles.toDark}>
        {icons.moon}
        <span className={shared.hidden}>{schemeToggle.toDark}</span>
      </span>
      <span className={styles.toLight}>
        {icons.sun}
        <span className={shared.hidden}>{schemeToggle.toLight}</span>
      </span>
    </button>
  );
}

/** Head of every public page; `sections` also links to the landing's parts. */
export function Header({ botUrl, sections }: { botUrl: string | undefined; sections: boolean }) {
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        {siteNav.skip}
      </a>
      <div className={`${shared.container ?? ''} ${styles.row ?? ''}`}>
        <a className={styles.brand} href="/">
          <Logo className={styles.logo} />
          {PRODUCT_NAME}
        </a>
        {sections && (
          <nav className={styles.nav} aria-label={siteNav.label}>
            {siteNav.links.map((link) => (
              <a key={link.href} href={link.href}>
                {link.text}
              </a>
            ))}
          </nav>
        )}
        <div className={styles.end}>
          <SchemeToggle />
          {botUrl !== undefined && (
            <a className={styles.open} href={botUrl}>
              {siteNav.open}
            </a>
          )}
        </div>
      </div>
    </header>
  );
}
