import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { TERMS_VERSION } from '@/core/limits';
import { env } from '@/server/platform/env';

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection(); // As in robots.ts.
  const { appUrl } = env();
  return [
    { url: `${appUrl}/` },
    { url: `${appUrl}/terms`, lastModified: TERMS_VERSION },
    { url: `${appUrl}/privacy`, lastModified: TERMS_VERSION },
    { url: `${appUrl}/status` },
  ];
}
