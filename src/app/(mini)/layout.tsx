import { type ReactNode } from 'react';
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
        {/* No Suspense around it: React streams a large boundary hidden, and only a script shows it. */}
        <Landing {...siteSettings()} />
      </div>
      <div data-face="app">
        <MiniApp nonce={await pageNonce()} />
      </div>
      {children}
    </>
  );
}
