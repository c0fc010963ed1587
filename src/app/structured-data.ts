import { questions, type SiteFacts, siteMeta } from '@/texts/site';
import { PRODUCT_NAME } from '@/texts/product';

/**
 * The landing for search engines, as JSON-LD to stand inside a script element: `<` is escaped, so
 * that nothing in it can close the element.
 */
export function structuredData(appUrl: string, facts: SiteFacts): string {
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
