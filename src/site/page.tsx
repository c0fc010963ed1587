import { type ReactNode } from 'react';
import { PRODUCT_NAME } from '@/texts/product';
import { footer, schemeToggle, type SiteFacts, siteNav } from '@/texts/site';
import { Icon } from './icons';
import { Logo } from './logo';
import styles from './page.module.css';

export interface SiteSettings {
  /** Where «Открыть в Telegram» leads; without it the page says that the bot is not open yet. */
  botUrl: string | undefined;
  contactEmail: string | undefined;
  facts: SiteFacts;
}

interface PageProps extends SiteSettings {
  /** Also links to the landing's parts. */
  sections?: boolean;
  children: ReactNode;
}

/** A public page: its head, its foot, and `children` with `id="content"` between them. */
export function Page({ sections = false, botUrl, contactEmail, facts, children }: PageProps) {
  return (
    <div className="site">
      <header>
        <a className={styles.skip} href="#content">
          {siteNav.skip}
        </a>
        <div className={styles.header}>
          <a className="brand" href="/">
            <Logo />
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
            {/* Works by the prelude (client/prelude/page.ts) and is hidden where that did not run. */}
            <button type="button" className={styles.toggle} data-scheme-toggle>
              <span>
                <Icon name="moon" />
                <span className="hidden">{schemeToggle.toDark}</span>
              </span>
              <span>
                <Icon name="sun" />
                <span className="hidden">{schemeToggle.toLight}</span>
              </span>
            </button>
            {botUrl !== undefined && (
              <a className={styles.open} href={botUrl}>
                {siteNav.open}
              </a>
            )}
          </div>
        </div>
      </header>
      {children}
      <footer className={styles.footer}>
        <div className={styles.columns}>
          <div>
            <span className="brand">
              <Logo />
              {PRODUCT_NAME}
            </span>
            <p>
              {footer.about} {footer.age(facts.minAge)}
            </p>
          </div>
          <nav aria-label={footer.legal}>
            <h2>{footer.legal}</h2>
            <a href="/terms">{footer.terms}</a>
            <a href="/privacy">{footer.privacy}</a>
            <a href="/status">{footer.status}</a>
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
    </div>
  );
}
