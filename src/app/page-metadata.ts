import type { Metadata } from 'next';
import { PRODUCT_NAME } from '@/texts/product';
import { siteMeta } from '@/texts/site';

/** opengraph-image.tsx: named here, because a page's own openGraph replaces the layout's. */
const images = [{ url: '/opengraph-image', width: 1200, height: 630, alt: siteMeta.title }];

/** Metadata of a public page; the root layout resolves `path` against APP_URL. */
export function pageMetadata(page: { path: string; title: string; description: string }): Metadata {
  return {
    title: page.title,
    description: page.description,
    alternates: { canonical: page.path },
    openGraph: {
      type: 'website',
      locale: 'ru_RU',
      siteName: PRODUCT_NAME,
      url: page.path,
      title: page.title,
      description: page.description,
      images,
    },
    twitter: { card: 'summary_large_image' },
  };
}
