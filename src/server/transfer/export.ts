import 'server-only';
import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import { wireRule } from '@/contract/rule';
import { type FiringState } from '@/core/firing';
import { type Account } from '../accounts/accounts';
import { type Attachment, signAttachment } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { textBefore } from '../reminders/acts';
import { firingColumns } from '../reminders/columns';
import { historiesOf } from '../reminders/history';
import {
  calendarLinks,
  dayMessages,
  dayPlans,
  deliveries,
  drafts,
  earlyMessages,
  inlineDrafts,
  notes,
  notices,
  quietDigests,
  reminders,
  shares,
} from '../platform/db/schema';
import { settingsOf } from '../accounts/settings';

/** What stands in an export, and tells an import what it has before it. The number rises with the format. */
export const EXPORT_FORMAT = 'napomnyu-export-1';

/** Of one file at most: Telegram takes 50 MB of a bot. */
const FILE_MAX_BYTES = 45_000_000;
/** Rows read at a time: between two pages other requests have their turn. */
const PAGE = 200;
/** The latest entries of the delivery ledger; years of a flood would fill files that nobody reads. */
const LEDGER_MAX = 50_000;

/**
 * What is stored of a person, with names in place of our own ids: JSON files, each complete in itself,
 * made one after another. One file but for the fullest accounts. Left out is what serves the work alone:
 * numbers of messages, counters, codes of failed sends, turns of the chat, what the bot waits for as the
 * next answer, since when it can write again, the state that takes the latest act back but for its text,
 * the type of a shared reminder, and of the delivery ledger all but the latest `LEDGER_MAX` entries.
 */
export async function* exportAccount(
  db: Db,
  account: Account,
  now: Date,
  { fileMaxBytes = FILE_MAX_BYTES, botToken }: { fileMaxBytes?: number; botToken: string },
): AsyncGenerator<Buffer> {
  const { id, chatFreeAt, chatTailAt, chatSilentUntil, reachableSince, ...rest } = account;
  const { sendsSince, sends, sendsLast, ...known } = rest;
  const { expects, expectsReminderId, expectsUntil, settings, ...profile } = known;
  const { categoryId, ...own } = settingsOf(settings);
  const { categories, category: categoryOf } = await loadReference(db, account.id);
  const category = categoryOf(categoryId ?? 0)?.name ?? null;
  const [link] = await db.select().from(calendarLinks).where(eq(calendarLinks.userId, id));
  const head = {
    format: EXPORT_FORMAT,
    /** In the chat with which what is attached can be found again. */
    bot: botToken.split(':')[0],
    exportedAt: now,
    profile: { telegramId: id, ...profile, settings: { ...own, category } },
    /** The user's own ones, in their order. */
    categories: categories.flatMap(({ name, color }) =>
      color === undefined ? [] : { name, color },
    ),
    /** Its address is not stored. */
    calendarLinkCreatedAt: link?.createdAt ?? null,
  };
  let file = new ExportFile(head);
  for await (const { section, row } of storedRows(db, id, botToken)) {
    // Encoded row by row: all at once the largest file would hold everybody else up.
    const encoded = Buffer.from(JSON.stringify(row));
    if (file.rows > 0 && file.bytes + encoded.length > fileMaxBytes) {
      yield file.finished();
      file = new ExportFile(head);
    }
    file.add(section, encoded);
  }
  yield file.finished();
}

const SECTIONS = [
  'reminders',
  'notes',
  'drafts',
  'beforeTerms',
  'shared',
  'typed',
  'heldByQuietHours',
  'dayPlans',
  'dayMessages',
  'deliveries',
] as const;
type Section = (typeof SECTIONS)[number];

const BETWEEN = Buffer.from(',\n');

class ExportFile {
  readonly #sections = new Map<Section, Buffer[]>();
  rows = 0;
  bytes = 0;

  constructor(private readonly head: object) {}

  add(section: Section, row: Buffer): void {
    const rows = this.#sections.get(section) ?? [];
    if (rows.length > 0) rows.push(BETWEEN);
    rows.push(row);
    this.#sections.set(section, rows);
    this.rows += 1;
    this.bytes += row.length + BETWEEN.length;
  }

  finished(): Buffer {
    const head = JSON.stringify(this.head, null, 2).replace(/\n\}$/, '');
    const sections = SECTIONS.flatMap((section) => [
      Buffer.from(`,\n"${section}": [\n`),
      ...(this.#sections.get(section) ?? []),
      Buffer.from('\n]'),
    ]);
    return Buffer.concat([Buffer.from(head), ...sections, Buffer.from('\n}\n')]);
  }
}

/** Where a reminder is in its life, as an export says it. */
function exportedState(row: FiringState) {
  const { rule, level, ...state } = firingColumns(row);
  const pausedWithAll = row.pausedFrom !== null && row.pausedWithAll;
  return { ...state, ...wireRule(rule), pausedWithAll };
}

async function* storedRows(
  db: Db,
  userId: number,
  botToken: string,
): AsyncGenerator<{ section: Section; row: object }> {
  const reference = await loadReference(db, userId);
  const category = (id: number) => reference.category(id)?.name ?? null;
  const type = (id: number) => reference.type(id)?.name ?? null;
  const attached = ({ attachment }: { attachment: Attachment | null }) => ({
    attachment,
    ...(attachment && { attachmentSignature: signAttachment(attachment, userId, botToken) }),
  });
  type Table = typeof reminders | typeof notes | typeof drafts | typeof deliveries;
  const after = (table: Table, id: number) => and(eq(table.userId, userId), gt(table.id, id));

  for await (const row of paged(async (id) => {
    const rows = await db
      .select()
      .from(reminders)
      .where(after(reminders, id))
      .orderBy(asc(reminders.id))
      .limit(PAGE);
    const ids = rows.map((each) => each.id);
    const histories = await historiesOf(db, userId, ids);
    return rows.map((each) => ({ ...each, history: histories.get(each.id) ?? [] }));
  })) {
    yield {
      section: 'reminders',
      row: {
        text: row.text,
        /** Kept so that the latest change of it can be taken back. */
        textBefore: textBefore(row),
        ...attached(row),
        type: type(row.typeId),
        category: category(row.categoryId),
        ...exportedState(row),
        paused: row.pausedFrom !== null,
        deliveryState: row.deliveryState,
        /** The note that it reminds of, by its number in this export. */
        note: row.noteId,
        /** What became of each occurrence. */
        history: row.history,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
        deletedAt: row.deletedAt,
      },
    };
  }
  for await (const row of paged((id) =>
    db.select().from(notes).where(after(notes, id)).orderBy(asc(notes.id)).limit(PAGE),
  )) {
    const { id, title, content, dateTime, updatedAt, deletedAt } = row;
    yield {
      section: 'notes',
      row: {
        ...{ id, title, content, ...attached(row), category: category(row.categoryId), dateTime },
        ...{ pinned: row.pinned, createdAt: row.createdAt, updatedAt, deletedAt },
      },
    };
  }
  for await (const { payload, attachment, state, createdAt } of paged((id) =>
    db.select().from(drafts).where(after(drafts, id)).orderBy(asc(drafts.id)).limit(PAGE),
  )) {
    const { typeId, categoryId, ...rest } = payload;
    yield {
      section: 'drafts',
      row: {
        ...rest,
        attachment,
        type: type(typeId),
        category: category(categoryId),
        state,
        createdAt,
      },
    };
  }
  for (const { text, attachment, forwarded, sentAt, receivedAt } of await db
    .select()
    .from(earlyMessages)
    .where(eq(earlyMessages.userId, userId))
    .orderBy(asc(earlyMessages.messageId))) {
    const row = { text, attachment, forwarded, sentAt, receivedAt };
    yield { section: 'beforeTerms', row };
  }
  for (const { text, firstWallTime, timeZone, rule, createdAt } of await db
    .select()
    .from(shares)
    .where(eq(shares.userId, userId))
    .orderBy(asc(shares.createdAt))) {
    const row = { text, firstWallTime, timeZone, ...wireRule(rule), createdAt };
    yield { section: 'shared', row };
  }
  for (const { payload, createdAt } of await db
    .select()
    .from(inlineDrafts)
    .where(eq(inlineDrafts.userId, userId))
    .orderBy(asc(inlineDrafts.createdAt))) {
    const { typeId, categoryId, ...rest } = payload;
    const row = { ...rest, type: type(typeId), category: category(categoryId), createdAt };
    yield { section: 'typed', row };
  }
  yield* toldTogether(db, userId);
  const [beyond] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.userId, userId))
    .orderBy(desc(deliveries.id))
    .offset(LEDGER_MAX)
    .limit(1);
  for await (const { kind, occurrenceAt, scheduledAt, sentAt, outcome } of paged(
    (id) =>
      db
        .select()
        .from(deliveries)
        .where(after(deliveries, id))
        .orderBy(asc(deliveries.id))
        .limit(PAGE),
    beyond?.id,
  )) {
    yield { section: 'deliveries', row: { kind, occurrenceAt, scheduledAt, sentAt, outcome } };
  }
}

/** What comes as one message about several reminders: what quiet hours hold, and the messages of the day. */
async function* toldTogether(
  db: Db,
  userId: number,
): AsyncGenerator<{ section: Section; row: object }> {
  /** Reminders by their texts; one that is gone for good has none. */
  const textsOf = async (ids: readonly number[]): Promise<Map<number, string>> => {
    const rows = await db
      .select({ id: reminders.id, text: reminders.text })
      .from(reminders)
      .where(and(eq(reminders.userId, userId), inArray(reminders.id, [...ids])));
    return new Map(rows.map(({ id, text }) => [id, text]));
  };
  for (const { items, dueAt } of await db
    .select()
    .from(quietDigests)
    .where(eq(quietDigests.userId, userId))) {
    const texts = await textsOf(
      items.flatMap((each) => (each.kind === 'nag' ? [each.reminderId] : [])),
    );
    const ids = items.flatMap((each) => (each.kind === 'notice' ? [each.noticeId] : []));
    const told = await db.select().from(notices).where(inArray(notices.id, ids));
    for (const item of items) {
      const row =
        item.kind === 'nag'
          ? { text: texts.get(item.reminderId) ?? null, occurrenceAt: item.occurrenceAt }
          : { text: told.find(({ id }) => id === item.noticeId)?.text ?? null };
      yield { section: 'heldByQuietHours', row: { kind: item.kind, ...row, dueAt } };
    }
  }
  for (const { kind, state, dueAt, toldDay } of await db
    .select()
    .from(dayPlans)
    .where(eq(dayPlans.userId, userId))
    .orderBy(asc(dayPlans.kind))) {
    yield { section: 'dayPlans', row: { kind, state, dueAt, toldDay } };
  }
  for (const { kind, day, items, sentAt, liveUntil } of await db
    .select()
    .from(dayMessages)
    .where(eq(dayMessages.userId, userId))
    .orderBy(asc(dayMessages.sentAt))) {
    const texts = await textsOf(items.map(({ reminderId }) => reminderId));
    const lines = items.map(({ reminderId, occurrenceAt }) => ({
      text: texts.get(reminderId) ?? null,
      occurrenceAt,
    }));
    yield { section: 'dayMessages', row: { kind, day, lines, sentAt, liveUntil } };
  }
}

/** All rows, page by page, from behind an id on. */
async function* paged<R extends { id: number }>(
  read: (after: number) => PromiseLike<R[]>,
  after = 0,
): AsyncGenerator<R> {
  for (let last = after; ;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? last;
  }
}
