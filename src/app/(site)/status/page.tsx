import type { Metadata } from 'next';
import { connection } from 'next/server';
import { readSharedStatus } from '@/server/outbox/status';
import { db } from '@/server/platform/db/client';
import { StatusPage } from '@/site/status-page';
import { statusTexts } from '@/texts/status';
import { pageMetadata } from '../../page-metadata';
import { siteSettings } from '../../site-settings';

export const metadata: Metadata = pageMetadata({ path: '/status', ...statusTexts });

export default async function Status() {
  await connection();
  const status = await readSharedStatus(db());
  return <StatusPage {...siteSettings()} status={status} now={new Date()} />;
}
