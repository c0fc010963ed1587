import type { Metadata, Viewport } from 'next';
import { type ReactNode } from 'react';
import { askAheadScript } from '@/client/start/first-requests';
import { APP_PATH, isAppPath } from '@/contract/launch';
import { env } from '@/server/env';
import { PRODUCT_NAME } from '@/texts/product';
import '@/theme/base.css';
import { tokensCss } from '@/theme/css';
import { firstPaintScript } from '@/theme/first-paint';
import { fontFamily } from '@/theme/font-family';
import { fontClasses } from '@/theme/fonts';
import { schemes } from '@/theme/tokens';
import { pageNonce, pagePathname } from './nonce';

const backgrounds = { light: schemes.light.background, dark: schemes.dark.background };
const script = firstPaintScript(backgrounds, APP_PATH);
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
    { media: '(prefers-color-scheme: light)', color: backgrounds.light },
    { media: '(prefers-color-scheme: dark)', color: backgrounds.dark },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = await pageNonce();
  const pathname = await pagePathname();
  const askAhead = isAppPath(pathname) ? askAheadScript(pathname) : null;
  return (
    // The script below marks <html> before React sees it.
    <html lang="ru" className={fontClasses} suppressHydrationWarning>
      <head>
        {/*
         * Twice, and the one that comes to run first does the work: at a first start the module, which
         * does not wait for the stylesheets; later the other, which does not queue behind the app's code.
         */}
        {askAhead !== null && (
          <>
            <script
              type="module"
              async
              nonce={nonce}
              dangerouslySetInnerHTML={{ __html: askAhead }}
              suppressHydrationWarning
            />
            <script
              nonce={nonce}
              dangerouslySetInnerHTML={{ __html: askAhead }}
              suppressHydrationWarning
            />
          </>
        )}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: script }}
          suppressHydrationWarning
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
