'use client';
import { MiniApp } from '@/client/start/entry';
import { lazyPart } from '@/client/ui/lazy-part';
import { type SiteSettings } from '@/site/landing';

/** For a launch that the server refuses: the app's code does not carry it. */
const PublicPage = lazyPart(async () => ({ default: (await import('@/site/landing')).Landing }));

export function AppDocument({ settings }: { settings: SiteSettings }) {
  return <MiniApp publicPage={<PublicPage {...settings} />} />;
}
