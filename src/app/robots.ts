import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { env } from '@/server/platform/env';

/**
 * In-app routes carry noindex of their own, which a crawler has to be allowed to read; so does the calendar
 * feed, which Google Calendar fetches only where robots.txt lets it.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection(); // APP_URL belongs to the running server, not to the build.
  return {
    rules: { userAgent: '*', allow: ['/', '/api/calendar/'], disallow: '/api/' },
    sitemap: `${env().appUrl}/sitemap.xml`,
  };
}
