import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { type ReactNode } from 'react';
import { PRODUCT_NAME } from '@/texts/product';
import '@/theme/base.css';
import { tokensCss } from '@/theme/css';
import { firstPaint, SCHEME_KEY } from '@/theme/first-paint';
import { fontFamily } from '@/theme/font-family';
import { fontClasses } from '@/theme/fonts';
import { schemes } from '@/theme/tokens';

const backgrounds = { light: schemes.light.background, dark: schemes.dark.background };
const firstPaintScript = `(${firstPaint.toString()})(${JSON.stringify(SCHEME_KEY)},${JSON.stringify(backgrounds)})`;
const css = `:root{--font:${fontFamily}}${tokensCss}`;

export const metadata: Metadata = { title: PRODUCT_NAME };

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
  const nonce = (await headers()).get('x-nonce') ?? '';
  return (
    // The script below marks <html> before React sees it.
    <html lang="ru" className={fontClasses} suppressHydrationWarning>
      <head>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: firstPaintScript }}
          suppressHydrationWarning
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
