import type { Metadata, Viewport } from 'next';
import { type ReactNode } from 'react';
import { env } from '@/server/platform/env';
import { PRODUCT_NAME } from '@/texts/product';
import '@/theme/base.css';
import '@/site/site.css';
import { tokensCss } from '@/theme/css';
import { fontFamily, pageBackgrounds } from '@/theme/tokens';
import { isAppPath } from '@/contract/launch';
import { Prelude } from './prelude';
import { pageNonce, pagePathname } from './nonce';

const css = `:root{--font:${fontFamily}}${tokensCss}`;

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
  const nonce = await pageNonce();
  const pathname = await pagePathname();
  return (
    // A script in the head marks <html> before React sees it.
    // Bot and help call the app's buttons by their own words.
    <html lang="ru" translate={isAppPath(pathname) ? 'no' : undefined} suppressHydrationWarning>
      <head>
        <Prelude pathname={pathname} nonce={nonce} />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
      </head>
      <body>{children}</body>
    </html>
  );
}
