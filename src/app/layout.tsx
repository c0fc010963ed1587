import type { Metadata, Viewport } from 'next';
import { type ReactNode } from 'react';
import { env } from '@/server/env';
import { PRODUCT_NAME } from '@/texts/product';
import '@/theme/base.css';
import '@/site/message-page.css';
import { fontClasses } from '@/theme/fonts';
import { pageBackgrounds } from '@/theme/tokens';
import { HeadContent } from './head-content';
import { pageNonce, pagePathname } from './nonce';

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().appUrl),
    title: { default: PRODUCT_NAME, template: `%s — ${PRODUCT_NAME}` },
    applicationName: PRODUCT_NAME,
    formatDetection: { telephone: false, date: false, address: false, email: false },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: pageBackgrounds.light },
    { media: '(prefers-color-scheme: dark)', color: pageBackgrounds.dark },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    // A script in the head marks <html> before React sees it.
    <html lang="ru" className={fontClasses} suppressHydrationWarning>
      <head>
        <HeadContent pathname={await pagePathname()} nonce={await pageNonce()} />
      </head>
      <body>{children}</body>
    </html>
  );
}
