import type { Metadata } from 'next';
import { env } from '@/server/platform/env';
import { siteMeta } from '@/texts/site';
import { pageNonce } from '../nonce';
import { pageMetadata } from '../page-metadata';
import { siteSettings } from '../site-settings';
import { structuredData } from '../structured-data';

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
