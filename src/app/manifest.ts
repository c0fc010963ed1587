import type { MetadataRoute } from 'next';
import { PRODUCT_NAME } from '@/texts/product';
import { siteMeta } from '@/texts/site';
import { schemes } from '@/theme/tokens';

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: siteMeta.description,
    lang: 'ru',
    start_url: '/',
    display: 'browser',
    background_color: schemes.light.background,
    theme_color: schemes.light.primary,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      {
        src: '/icons/maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  };
}
