import { type Page } from '@playwright/test';

/** Lets the page have those scripts only which the app's document at `url` names: with <script>. */
export async function onlyNamedScripts(page: Page, url: string): Promise<void> {
  const document = await (await fetch(`${url}/app`)).text();
  const named = new Set(
    [...document.matchAll(/<script [^>]*>/gi)]
      .map(([tag]) => tag)
      .filter((tag) => !/nomodule/i.test(tag))
      .flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  await page.route('**/_next/static/**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    await (named.has(pathname) ? route.continue() : route.abort());
  });
}
