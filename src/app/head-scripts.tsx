'use client';
import { askAheadScript } from '@/client/start/first-requests';
import { APP_PATH, isAppPath } from '@/contract/launch';
import { firstPaintScript } from '@/theme/first-paint';
import { pageBackgrounds } from '@/theme/tokens';

/**
 * The scripts that stand in the document itself. What a server component puts there is sent twice, in the
 * document and in the data from which React builds it again; of this component only the props are. In the
 * browser they are empty: React leaves what the server has drawn, and runs no script that it draws itself.
 */
export function HeadScripts({ pathname, nonce }: { pathname: string; nonce: string }) {
  const onServer = typeof window === 'undefined';
  const askAhead = onServer && isAppPath(pathname) ? askAheadScript(pathname) : '';
  const firstPaint = onServer ? firstPaintScript(pageBackgrounds, APP_PATH) : '';
  const text = (content: string) => ({
    nonce,
    dangerouslySetInnerHTML: { __html: content },
    suppressHydrationWarning: true,
  });
  return (
    <>
      {/*
       * Twice, and the one that comes to run first does the work: at a first start the module, which
       * does not wait for the stylesheets; later the other, which does not queue behind the app's code.
       */}
      {isAppPath(pathname) && (
        <>
          <script type="module" async {...text(askAhead)} />
          <script {...text(askAhead)} />
        </>
      )}
      <script {...text(firstPaint)} />
    </>
  );
}
