import { Day } from './day';
import { Page, type SiteSettings } from './page';
import { Application, Examples, Hero, Privacy, Questions, Start } from './sections';

/** The public page. Server-rendered, without a line of client code of its own. */
export function Landing(settings: SiteSettings) {
  const { botUrl, facts } = settings;
  return (
    <Page {...settings} sections>
      <main id="content">
        <Hero botUrl={botUrl} facts={facts} />
        <Examples />
        <Day facts={facts} />
        <Application />
        <Privacy facts={facts} />
        <Questions facts={facts} />
        <Start facts={facts} botUrl={botUrl} />
      </main>
    </Page>
  );
}
