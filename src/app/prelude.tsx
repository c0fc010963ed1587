'use client';
import appPrelude from '@/client/prelude/app?run';
import atOnce from '@/client/prelude/at-once?run';
import pagePrelude from '@/client/prelude/page?run';
import { isAppPath } from '@/contract/launch';

/**
 * The prelude: the scripts that stand in the document itself. What a server component puts there is sent twice, in the
 * document and in the data from which React builds it again; of this component only the props are. In the
 * browser they are empty (run-as-text.mjs): React leaves what the server has drawn, and runs no script that it draws itself.
 */
export function Prelude({ pathname, nonce }: { pathname: string; nonce: string }) {
  const text = (script: string) => ({
    nonce,
    dangerouslySetInnerHTML: { __html: script },
    suppressHydrationWarning: true,
  });
  return (
    <>
      {/*
       * At a first start the module comes to run first, which does not wait for the stylesheets; later the
       * other one, which runs the text of the element before it, and does not queue behind the app's code. Their order counts.
       */}
      {isAppPath(pathname) && (
        <>
          <script type="module" async {...text(appPrelude)} />
          <script {...text(atOnce)} />
        </>
      )}
      <script {...text(pagePrelude)} />
    </>
  );
}
