import { type ReactNode } from 'react';
import { Landing } from '@/site/landing';
import { siteSettings } from '../site-settings';

/**
 * The public page, at `/` and at the addresses that the mini app's screens show. With launch data the
 * script in the head goes on to the app's own document, before anything of this is painted.
 */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Landing {...siteSettings()} />
      {children}
    </>
  );
}
