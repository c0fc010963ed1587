import { type ReactNode } from 'react';

/** The mini app's document. Whoever opens it without Telegram and without scripts is led to the site. */
export default function AppLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="0;url=/" />
      </noscript>
      {children}
    </>
  );
}
