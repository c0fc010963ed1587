import type { Metadata } from 'next';
import { env } from '@/server/platform/env';
import { PRODUCT_NAME } from '@/texts/product';
import { questions, type SiteFacts, siteMeta } from '@/texts/site';
import { pageNonce } from '../nonce';
import { pageMetadata } from '../page-metadata';
import { siteSettings } from '../site-settings';

export const metadata: Metadata = {
  ...pageMetadata({ path: '/', title: siteMeta.title, description: siteMeta.description }),
  title: { absolute: siteMeta.title },
};

/** The layout draws the page; this adds what search engines read. */
export default async function HomePage() {
  return (
    <script
      type="application/ld+json"
      nonce={await pageNonce()}
      dangerouslySetInnerHTML={{ __html: structuredData(env().appUrl, siteSettings().facts) }}
      suppressHydrationWarning
    />
  );
}

/**
 * The landing for search engines, as JSON-LD to stand inside a script element: `<` is escaped, so
 * that nothing in it can close the element.
 */
function structuredData(appUrl: string, facts: SiteFacts): string {
  const graph = [
    {
      '@type': 'WebApplication',
      name: PRODUCT_NAME,
      url: appUrl,
      description: siteMeta.description,
      inLanguage: 'ru',
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Telegram',
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'RUB' },
    },
    {
      '@type': 'FAQPage',
      mainEntity: questions(facts).items.map((item) => ({
        '@type': 'Question',
        name: item.q,
        acceptedAnswer: { '@type': 'Answer', text: item.a },
      })),
    },
  ];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  );
}
