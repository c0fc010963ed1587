import 'server-only';
import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { wireRule } from '@/contract/rule';
import { type FiringState } from '@/core/firing';
import { instantToWallTime, isTimeZone } from '@/core/time-zone';
import { describeRule } from '@/texts/schedule';
import { tableTexts } from '@/texts/table';
import { type Account } from '../accounts/accounts';
import { type Attachment, signAttachment, withoutPeople } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { paged } from '../platform/db/paged';
import { loadReference, type Reference } from '../platform/db/reference';
import { storedActs } from '../reminders/write/last-act';
import { firingColumns } from '../reminders/write/columns';
import { historiesOf } from '../reminders/history';
import {
  calendarLinks,
  dayMessages,
  dayPlans,
  deliveries,
  drafts,
  earlyMessages,
  guestCalls,
  inlineDrafts,
  jointMembers,
  joints,
  notes,
  notices,
  quietDigests,
  refusedPeople,
  reminders,
  shares,
  users,
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
 * next answer, Telegram ids of others, since when it can write again, the state that takes the latest act back but for its text,
 * the type of a shared reminder, calls from other chats of which nothing was shared, and of the delivery ledger all but the latest `LEDGER_MAX` entries.
 */
export async function* exportAccount(
  db: Db,
  account: Account,
  now: Date,
  { fileMaxBytes = FILE_MAX_BYTES, botToken }: { fileMaxBytes?: number; botToken: string },
): AsyncGenerator<Buffer> {
  const { id, chatFreeAt, chatSilentUntil, reachableSince, ...known } = account;
  const { expects, expectsReminderId, expectsUntil, settings, ...profile } = known;
  const { categoryId, ...own } = settingsOf(settings);
  const reference = await loadReference(db, account.id);
  const category = reference.category(categoryId ?? 0)?.name ?? null;
  const [link] = await db.select().from(calendarLinks).where(eq(calendarLinks.userId, id));
  const head = {
    format: EXPORT_FORMAT,
    /** In the chat with which what is attached can be found again. */
    bot: botToken.split(':')[0],
    exportedAt: now,
    profile: { telegramId: id, ...profile, settings: { ...own, category } },
    /** The user's own ones, in their order. */
    categories: reference.categories.flatMap(({ name, color }) =>
      color === undefined ? [] : { name, color },
    ),
    /** Its address is not stored. */
    calendarLinkCreatedAt: link?.createdAt ?? null,
  };
  const sections = sectionsOf(db, id, reference, botToken);
  const noRows = () => new Map(Object.keys(sections).map((name): [string, Buffer[]] => [name, []]));
  let written = noRows();
  let bytes = 0;
  for (const [section, rows] of Object.entries(sections)) {
    for await (const row of rows()) {
      // Encoded row by row: all at once the largest file would hold everybody else up.
      const encoded = Buffer.from(JSON.stringify(row));
      if (bytes > 0 && bytes + encoded.length > fileMaxBytes) {
        yield fileOf(head, written);
        written = noRows();
        bytes = 0;
      }
      written.get(section)?.push(encoded);
      bytes += encoded.length + BETWEEN.length;
    }
  }
  yield fileOf(head, written);
}

const BETWEEN = Buffer.from(',\n');

function fileOf(head: object, sections: ReadonlyMap<string, readonly Buffer[]>): Buffer {
  const beginning = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  const written = [...sections].flatMap(([section, rows]) => [
    Buffer.from(`,\n"${section}": [\n`),
    ...rows.flatMap((row, at) => (at > 0 ? [BETWEEN, row] : row)),
    Buffer.from('\n]'),
  ]);
  return Buffer.concat([Buffer.from(beginning), ...written, Buffer.from('\n}\n')]);
}

function exportedState(row: FiringState) {
  const { rule, ...state } = firingColumns(row);
  const pausedWithAll = row.pausedFrom !== null && row.pausedWithAll;
  return { ...state, ...wireRule(rule), pausedWithAll };
}

/** A page of somebody's reminders, those behind an id; `which` leaves some of them. */
function pageOfReminders(db: Db, userId: number, after: number, which?: SQL) {
  const { id, userId: owner } = reminders;
  const theirs = and(eq(owner, userId), gt(id, after), which);
  return db.select().from(reminders).where(theirs).orderBy(asc(id)).limit(PAGE);
}

const notesOf = (db: Db, userId: number, which?: SQL) =>
  paged(PAGE, (after) => {
    const theirs = and(eq(notes.userId, userId), gt(notes.id, after), which);
    return db.select().from(notes).where(theirs).orderBy(asc(notes.id)).limit(PAGE);
  });

/** Whatever is stored of a person, section by section in the order of the file. */
function sectionsOf(
  db: Db,
  userId: number,
  reference: Reference,
  botToken: string,
): Record<string, () => AsyncIterable<object>> {
  const named = ({ typeId, categoryId }: { typeId: number; categoryId: number }) => ({
    type: reference.type(typeId)?.name ?? null,
    category: reference.category(categoryId)?.name ?? null,
  });
  const attached = (row: { attachment: Attachment | null }) => {
    const attachment = withoutPeople(row.attachment);
    const signature = attachment && signAttachment(attachment, userId, botToken);
    return { attachment, ...(signature !== null && { attachmentSignature: signature }) };
  };
  /** Reminders by their texts; one that is gone for good has none. */
  const textsOf = async (ids: readonly number[]): Promise<Map<number, string>> => {
    const rows = await db
      .select({ id: reminders.id, text: reminders.text })
      .from(reminders)
      .where(and(eq(reminders.userId, userId), inArray(reminders.id, [...ids])));
    return new Map(rows.map(({ id, text }) => [id, text]));
  };
  return {
    async *reminders() {
      const rows = paged(PAGE, async (after) => {
        const page = await pageOfReminders(db, userId, after);
        const ids = page.map((each) => each.id);
        const histories = await historiesOf(db, userId, ids);
        const acts = await storedActs(db, ids);
        return page.map((each) => ({
          ...each,
          history: histories.get(each.id) ?? [],
          textBefore: acts.get(each.id)?.before.text ?? null,
        }));
      });
      for await (const row of rows) {
        yield {
          text: row.text,
          /** Kept so that the latest change of it can be taken back. */
          textBefore: row.textBefore,
          ...attached(row),
          ...named(row),
          ...exportedState(row),
          /** So many are left of what it counts, and from how many on it says so. */
          ...{ counterLeft: row.counterLeft, counterLow: row.counterLow },
          ticked: row.ticked,
          paused: row.pausedFrom !== null,
          deliveryState: row.deliveryState,
          /** The note that it reminds of, by its number in this export. */
          note: row.noteId,
          history: row.history,
          ...{ createdAt: row.createdAt, updatedAt: row.updatedAt, deletedAt: row.deletedAt },
        };
      }
    },
    async *notes() {
      for await (const row of notesOf(db, userId)) {
        const { id, title, content, dateTime, pinned, createdAt, updatedAt, deletedAt } = row;
        const { category } = named({ ...row, typeId: 0 });
        yield {
          ...{ id, title, content, ...attached(row), category, dateTime },
          ...{ pinned, createdAt, updatedAt, deletedAt },
        };
      }
    },
    async *drafts() {
      for (const { payload, attachment, state, createdAt } of await db
        .select()
        .from(drafts)
        .where(eq(drafts.userId, userId))
        .orderBy(asc(drafts.id))) {
        const { typeId, categoryId, ...rest } = payload;
        const kept = withoutPeople(attachment);
        yield { ...rest, attachment: kept, ...named(payload), state, createdAt };
      }
    },
    async *beforeTerms() {
      const { text, attachment, forwarded, sentAt, receivedAt } = earlyMessages;
      for (const row of await db
        .select({ text, attachment, forwarded, sentAt, receivedAt })
        .from(earlyMessages)
        .where(eq(earlyMessages.userId, userId))
        .orderBy(asc(earlyMessages.messageId))) {
        yield { ...row, attachment: withoutPeople(row.attachment) };
      }
    },
    async *shared() {
      const { text, firstWallTime, timeZone, rule, createdAt } = shares;
      for (const { rule: own, createdAt: at, ...row } of await db
        .select({ text, firstWallTime, timeZone, rule, createdAt })
        .from(shares)
        .where(eq(shares.userId, userId))
        .orderBy(asc(createdAt))) {
        yield { ...row, ...wireRule(own), createdAt: at };
      }
    },
    async *together() {
      const { joinedAt } = jointMembers;
      const isOwner = eq(joints.ownerReminderId, reminders.id);
      yield* await db
        .select({ text: reminders.text, joinedAt, owner: sql<boolean>`${isOwner}` })
        .from(jointMembers)
        .innerJoin(joints, eq(joints.id, jointMembers.jointId))
        .innerJoin(reminders, eq(reminders.id, jointMembers.reminderId))
        .where(and(eq(jointMembers.userId, userId), isNull(reminders.deletedAt)))
        .orderBy(asc(joinedAt));
    },
    async *refused() {
      const { refusedAt, complainedAt } = refusedPeople;
      yield* await db
        .select({ name: users.firstName, refusedAt, complainedAt })
        .from(refusedPeople)
        .innerJoin(users, eq(users.id, refusedPeople.refusedId))
        .where(eq(refusedPeople.userId, userId))
        .orderBy(asc(refusedAt));
    },
    async *typed() {
      for (const { payload, createdAt } of await db
        .select()
        .from(inlineDrafts)
        .where(eq(inlineDrafts.userId, userId))
        .orderBy(asc(inlineDrafts.createdAt))) {
        const { typeId, categoryId, ...rest } = payload;
        yield { ...rest, ...named(payload), createdAt };
      }
    },
    async *calledElsewhere() {
      for (const { shared, createdAt } of await db
        .select()
        .from(guestCalls)
        .where(eq(guestCalls.userId, userId))
        .orderBy(asc(guestCalls.createdAt))) {
        if (!shared) continue;
        const { text, schedule, origin } = shared;
        const { rule, ...first } = schedule;
        yield { text, ...first, ...wireRule(rule), chat: origin?.chat ?? null, createdAt };
      }
    },
    async *heldByQuietHours() {
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
          yield { kind: item.kind, ...row, dueAt };
        }
      }
    },
    async *dayPlans() {
      const { kind, state, dueAt, toldDay } = dayPlans;
      yield* await db
        .select({ kind, state, dueAt, toldDay })
        .from(dayPlans)
        .where(eq(dayPlans.userId, userId))
        .orderBy(asc(kind));
    },
    async *dayMessages() {
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
        yield { kind, day, lines, sentAt, liveUntil };
      }
    },
    async *deliveries() {
      const [beyond] = await db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(eq(deliveries.userId, userId))
        .orderBy(desc(deliveries.id))
        .offset(LEDGER_MAX)
        .limit(1);
      const { id, kind, occurrenceAt, scheduledAt, sentAt, outcome } = deliveries;
      const page = (after: number) =>
        db
          .select({ id, kind, occurrenceAt, scheduledAt, sentAt, outcome })
          .from(deliveries)
          .where(and(eq(deliveries.userId, userId), gt(id, after)))
          .orderBy(asc(id))
          .limit(PAGE);
      for await (const { id: _, ...row } of paged(PAGE, page, beyond?.id)) yield row;
    },
  };
}

/** Quoted, and no formula for spreadsheets: https://owasp.org/www-community/attacks/CSV_Injection */
export const cell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/**
 * A person's reminders by date, then their notes, for spreadsheets as Excel in Russian expects them. Made
 * page by page: all rows at once would hold everybody else up.
 */
export async function tableOf(db: Db, account: Account): Promise<Buffer> {
  const reference = await loadReference(db, account.id);
  const category = (id: number) => reference.category(id)?.name ?? '';
  const lineOf = (cells: readonly string[]) => cells.map(cell).join(';');
  const momentCells = (at: Date, timeZone: string) => [
    ...instantToWallTime(at, timeZone).slice(0, 'YYYY-MM-DDTHH:mm'.length).split('T'),
    timeZone,
  ];
  const ofReminders: { dateTime: Date; line: string }[] = [];
  const rows = paged(PAGE, (after) =>
    pageOfReminders(db, account.id, after, isNull(reminders.deletedAt)),
  );
  for await (const row of rows) {
    const { text, rule, completed, doneAt, dateTime } = row;
    // One broken row must not hide the others.
    const timeZone = isTimeZone(row.timeZone) ? row.timeZone : account.timeZone;
    const line = lineOf([
      ...[tableTexts.reminder, text, '', ...momentCells(dateTime, timeZone)],
      rule ? describeRule(rule, row.firstWallTime) : '',
      ...[category(row.categoryId), reference.type(row.typeId)?.name ?? ''],
      tableTexts.state(completed, doneAt !== null),
    ]);
    ofReminders.push({ dateTime, line });
  }
  const lines = ofReminders
    .toSorted((a, b) => a.dateTime.getTime() - b.dateTime.getTime())
    .map(({ line }) => line);
  const ofNotes = notesOf(db, account.id, isNull(notes.deletedAt));
  for await (const { title, content, categoryId, dateTime } of ofNotes) {
    const cells = [title, content, ...momentCells(dateTime, account.timeZone)];
    lines.push(lineOf([tableTexts.note, ...cells, '', category(categoryId), '', '']));
  }
  return Buffer.from(`\uFEFF${[lineOf(tableTexts.columns), ...lines].join('\r\n')}\r\n`);
}
