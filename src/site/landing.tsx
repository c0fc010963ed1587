import { type SiteFacts } from '@/texts/site';
import { Application } from './application';
import { Day } from './day';
import { Examples } from './examples';
import { Footer } from './footer';
import { Header } from './header';
import { Hero } from './hero';
import { Privacy } from './privacy';
import { Questions } from './questions';
import shared from './shared.module.css';
import { Start } from './start';

/** What the public pages show of this installation. */
export interface SiteSettings {
  /** Where «Открыть в Telegram» leads; without it the page says that the bot is not open yet. */
  botUrl: string | undefined;
  contactEmail: string | undefined;
  facts: SiteFacts;
}

/** The public page. Server-rendered, without a line of client code of its own. */
export function Landing({ botUrl, contactEmail, facts }: SiteSettings) {
  return (
    <div className={shared.page}>
      <Header botUrl={botUrl} sections />
      <main id="content">
        <Hero botUrl={botUrl} facts={facts} />
        <Examples />
        <Day facts={facts} />
        <Application />
        <Privacy facts={facts} />
        <Questions facts={facts} />
        <Start facts={facts} botUrl={botUrl} />
      </main>
      <Footer botUrl={botUrl} contactEmail={contactEmail} minAge={facts.minAge} />
    </div>
  );
}
