import { isNotNull } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { type Attachment } from '../../attachment';

/** A whole number beyond 32 bits: ids of Telegram and of our own rows. */
export const bigNumber = (name: string) => bigint(name, { mode: 'number' });
/** The id of a row that the database numbers. */
export const rowId = () => bigserial('id', { mode: 'number' }).primaryKey();
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
/** Columns of whatever a user writes. */
export const written = () => ({
  /** Rises with every change by the user, in the app or in the chat; a send does not change it. */
  version: integer('version').notNull().default(1),
  /** By these a repeated create is known as the same create; see platform/create-once. */
  createKey: text('create_key'),
  /** A hash of what was asked for; null where nobody repeats it. */
  createPrint: text('create_print'),
  createdAt: createdAt(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
});
/** An index of those rows alone that have something in the column. */
export const indexWhereSet = (name: string, column: ExtraConfigColumn) =>
  index(name).on(column).where(isNotNull(column));
