import type { Metadata } from 'next';
import { PRODUCT_NAME } from '@/texts/product';

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
    },
    twitter: { card: 'summary_large_image' },
  };
}
