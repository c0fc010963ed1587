'use client';
import { MiniApp } from '@/client/start/entry';
import { lazyPart } from '@/client/ui/lazy-part';
import { type SiteSettings } from '@/site/landing';
import '@/theme/app.css';

const Nothing = () => null;

/**
 * For a launch that the server refuses: the app's code does not carry it. Without a connection it does
 * not come, and the app's own word on what to do has to stand without it.
 */
const PublicPage = lazyPart<SiteSettings>(() =>
  import('@/site/landing').then(
    ({ Landing }) => ({ default: Landing }),
    () => ({ default: Nothing }),
  ),
);

export function AppDocument({ settings }: { settings: SiteSettings }) {
  return <MiniApp publicPage={<PublicPage {...settings} />} />;
}
