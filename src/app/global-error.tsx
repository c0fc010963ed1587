'use client';
import { MessagePage } from '@/site/message-page';
import { errorPages } from '@/texts/error-pages';
import '@/theme/base.css';
import '@/site/site.css';
import { schemeVariables } from '@/theme/css';

/** Stands in for the whole document when the root layout has failed, and with it the nonce for styles. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="ru" style={schemeVariables('light')}>
      <head>
        <title>{errorPages.failed.title}</title>
      </head>
      <body>
        <MessagePage sign="Ой" {...errorPages.failed} retry={reset} />
      </body>
    </html>
  );
}
