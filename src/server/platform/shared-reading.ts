import 'server-only';
import { type Db } from './db/client';

/** The latest reading of each database, and until when it is good, in milliseconds of `performance`. */
export type SharedReadings<T> = WeakMap<Db, { reading: Promise<T>; until: number }>;

/**
 * One reading for all who ask: however many do, one is under way, and what it has read is good for so many
 * milliseconds. One that fails is forgotten.
 */
export function sharedReading<T>(
  readings: SharedReadings<T>,
  db: Db,
  goodForMs: number,
  read: () => Promise<T>,
): Promise<T> {
  const latest = readings.get(db);
  if (latest && performance.now() < latest.until) return latest.reading;
  const begun = { reading: read(), until: Infinity };
  readings.set(db, begun);
  begun.reading.then(
    () => (begun.until = performance.now() + goodForMs),
    () => readings.delete(db),
  );
  return begun.reading;
}
