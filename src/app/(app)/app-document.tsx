'use client';
import { MiniApp } from '@/client/start/entry';
import { optionalPart } from '@/client/ui/lazy-part';
import { type SiteSettings } from '@/site/page';
import '@/theme/app.css';

/**
 * For a launch that the server refuses: the app's code does not carry it. Without a connection it does
 * not come, and the app's own word on what to do has to stand without it.
 */
const PublicPage = optionalPart<SiteSettings>(() =>
  import('@/site/landing').then(({ Landing }) => ({ default: Landing })),
);

export function AppDocument({ settings }: { settings: SiteSettings }) {
  return <MiniApp publicPage={<PublicPage {...settings} />} />;
}
