import 'server-only';
import { Registry } from 'prom-client';
import { type Db } from '../db/client';
import { databaseRegistry } from './database';
import { processRegistry } from './process';

/** Everything there is to scrape, in Prometheus' text format. */
export async function readMetrics({
  db,
  now,
}: {
  db: Db;
  now: Date;
}): Promise<{ text: string; contentType: string }> {
  const merged = Registry.merge([processRegistry(), await databaseRegistry(db, now)]);
  return { text: await merged.metrics(), contentType: merged.contentType };
}
