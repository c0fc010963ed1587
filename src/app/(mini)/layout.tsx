import { Activity, type ReactNode } from 'react';
import MiniApp from '@/client/entry';
import { Landing } from '@/site/landing';
import { pageNonce } from '../nonce';
import { siteSettings } from '../site-settings';

/**
 * Both faces of `/`, `/notes`, `/profile` and `/admin`: the server cannot know which one is wanted,
 * because Telegram hands its launch data over in the URL's hash. base.css shows the right one.
 */
export default async function FacesLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <div data-face="public">
        {/*
         * A boundary that React hydrates last, so that the app need not wait for a page that nobody
         * sees. Not Suspense: React streams a large one hidden, and only a script shows it.
         */}
        <Activity>
          <Landing {...siteSettings()} />
        </Activity>
      </div>
      <div data-face="app">
        <MiniApp nonce={await pageNonce()} />
      </div>
      {children}
    </>
  );
}
