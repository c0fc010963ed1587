import { jsonb, smallint, timestamp, uuid } from 'drizzle-orm/pg-core';
import { type Attachment } from '../../attachment';

/** An instant. Every column of this kind is `timestamptz` with milliseconds. */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => instant('created_at').notNull().defaultNow();
/** The message that comes back with the row; see platform/attachment. Read by its schema there. */
export const attachment = () => jsonb('attachment').$type<Attachment>();
/** Who has the row in hand, until when, and how often it was tried. */
export const lease = () => ({
  leaseToken: uuid('lease_token'),
  leaseUntil: instant('lease_until'),
  attempts: smallint('attempts').notNull().default(0),
});
