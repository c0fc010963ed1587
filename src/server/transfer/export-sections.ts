import 'server-only';
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { wireRule } from '@/contract/rule';
import { type FiringState } from '@/core/firing';
import { type Attachment, signAttachment, withoutPeople } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { paged } from '../platform/db/paged';
import { type Reference } from '../platform/db/reference';
import {
  dayMessages,
  dayPlans,
  deliveries,
  drafts,
  earlyMessages,
  guestCalls,
  inlineDrafts,
  jointMembers,
  joints,
  quietDigests,
  refusedPeople,
  reminders,
  shares,
  users,
} from '../platform/db/schema';
import { historiesOf } from '../reminders/history';
import { firingColumns } from '../reminders/write/columns';
import { storedActs } from '../reminders/write/last-act';
import { reminderPage, ROWS_PER_PAGE, storedNotes } from './stored-pages';

/** The latest entries of the delivery ledger; years of a flood would fill files that nobody reads. */
const LEDGER_MAX = 50_000;

/** Whose rows are read, and what gives names to the ids in them and signs what is attached to them. */
interface ExportSource {
  db: Db;
  userId: number;
  reference: Reference;
  botToken: string;
}
type ExportRows = AsyncGenerator<object>;

/** Whatever is stored of a person: by its name each section of the file, in its order; nothing is read before. */
export const sections: Record<string, (source: ExportSource) => ExportRows> = {
  reminders: reminderRows,
  notes: noteRows,
  drafts: draftRows,
  beforeTerms: earlyMessageRows,
  shared: shareRows,
  together: jointRows,
  refused: refusedPeopleRows,
  typed: inlineDraftRows,
  calledElsewhere: guestCallRows,
  heldByQuietHours: quietDigestRows,
  dayPlans: dayPlanRows,
  dayMessages: dayMessageRows,
  deliveries: deliveryRows,
};

/** Names in place of our own ids, which mean nothing elsewhere. */
const namesOf = ({ reference }: ExportSource, row: { typeId: number; categoryId: number }) => ({
  type: reference.type(row.typeId)?.name ?? null,
  category: reference.category(row.categoryId)?.name ?? null,
});

/** The attachment, and the signature by which an import knows that it was this account's. */
function attachedTo({ userId, botToken }: ExportSource, row: { attachment: Attachment | null }) {
  const attachment = withoutPeople(row.attachment);
  if (!attachment) return { attachment };
  const attachmentSignature = signAttachment(attachment, userId, botToken);
  return { attachment, attachmentSignature };
}

/** The texts of reminders by their ids; a reminder that is gone for good has none. */
async function textsOf(
  { db, userId }: ExportSource,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: reminders.id, text: reminders.text })
    .from(reminders)
    .where(and(eq(reminders.userId, userId), inArray(reminders.id, [...ids])));
  return new Map(rows.map(({ id, text }) => [id, text]));
}

async function* reminderRows(source: ExportSource): ExportRows {
  const { db, userId } = source;
  const rows = paged(ROWS_PER_PAGE, async (after) => {
    const page = await reminderPage(db, userId, after);
    const ids = page.map((row) => row.id);
    const histories = await historiesOf(db, userId, ids);
    const acts = await storedActs(db, ids);
    return page.map((row) => ({
      ...row,
      history: histories.get(row.id) ?? [],
      textBefore: acts.get(row.id)?.before.text ?? null,
    }));
  });
  for await (const row of rows) {
    yield {
      text: row.text,
      /** Kept so that the latest change of it can be taken back. */
      textBefore: row.textBefore,
      ...attachedTo(source, row),
      ...namesOf(source, row),
      ...exportedState(row),
      /** So many are left of what it counts, and from how many on it says so. */
      counterLeft: row.counterLeft,
      counterLow: row.counterLow,
      ticked: row.ticked,
      paused: row.pausedFrom !== null,
      deliveryState: row.deliveryState,
      /** The note that it reminds of, by its number in this export. */
      note: row.noteId,
      history: row.history,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      deletedAt: row.deletedAt,
    };
  }
}

function exportedState(row: FiringState) {
  const { rule, ...state } = firingColumns(row);
  const pausedWithAll = row.pausedFrom !== null && row.pausedWithAll;
  return { ...state, ...wireRule(rule), pausedWithAll };
}

async function* noteRows(source: ExportSource): ExportRows {
  for await (const note of storedNotes(source.db, source.userId)) {
    yield {
      id: note.id,
      title: note.title,
      content: note.content,
      ...attachedTo(source, note),
      category: source.reference.category(note.categoryId)?.name ?? null,
      dateTime: note.dateTime,
      pinned: note.pinned,
      createdAt: note.createdAt,
      updatedAt: note.updatedAt,
      deletedAt: note.deletedAt,
    };
  }
}

async function* draftRows(source: ExportSource): ExportRows {
  const rows = await source.db
    .select()
    .from(drafts)
    .where(eq(drafts.userId, source.userId))
    .orderBy(asc(drafts.id));
  for (const { payload, state, createdAt, ...row } of rows) {
    const { typeId, categoryId, ...content } = payload;
    const attachment = withoutPeople(row.attachment);
    yield { ...content, attachment, ...namesOf(source, payload), state, createdAt };
  }
}

/** Messages that came before their sender had accepted the terms. */
async function* earlyMessageRows({ db, userId }: ExportSource): ExportRows {
  const { text, attachment, forwarded, sentAt, receivedAt } = earlyMessages;
  const rows = await db
    .select({ text, attachment, forwarded, sentAt, receivedAt })
    .from(earlyMessages)
    .where(eq(earlyMessages.userId, userId))
    .orderBy(asc(earlyMessages.messageId));
  for (const row of rows) yield { ...row, attachment: withoutPeople(row.attachment) };
}

async function* shareRows({ db, userId }: ExportSource): ExportRows {
  const rows = await db
    .select()
    .from(shares)
    .where(eq(shares.userId, userId))
    .orderBy(asc(shares.createdAt));
  for (const { text, firstWallTime, timeZone, rule, createdAt } of rows) {
    yield { text, firstWallTime, timeZone, ...wireRule(rule), createdAt };
  }
}

async function* jointRows({ db, userId }: ExportSource): ExportRows {
  const { joinedAt } = jointMembers;
  const isOwner = eq(joints.ownerReminderId, reminders.id);
  yield* await db
    .select({ text: reminders.text, joinedAt, owner: sql<boolean>`${isOwner}` })
    .from(jointMembers)
    .innerJoin(joints, eq(joints.id, jointMembers.jointId))
    .innerJoin(reminders, eq(reminders.id, jointMembers.reminderId))
    .where(and(eq(jointMembers.userId, userId), isNull(reminders.deletedAt)))
    .orderBy(asc(joinedAt));
}

async function* refusedPeopleRows({ db, userId }: ExportSource): ExportRows {
  const { refusedAt, complainedAt } = refusedPeople;
  yield* await db
    .select({ name: users.firstName, refusedAt, complainedAt })
    .from(refusedPeople)
    .innerJoin(users, eq(users.id, refusedPeople.refusedId))
    .where(eq(refusedPeople.userId, userId))
    .orderBy(asc(refusedAt));
}

/** Drafts that were typed behind the bot's name in other chats. */
async function* inlineDraftRows(source: ExportSource): ExportRows {
  const rows = await source.db
    .select()
    .from(inlineDrafts)
    .where(eq(inlineDrafts.userId, source.userId))
    .orderBy(asc(inlineDrafts.createdAt));
  for (const { payload, createdAt } of rows) {
    const { typeId, categoryId, ...content } = payload;
    yield { ...content, ...namesOf(source, payload), createdAt };
  }
}

/** Calls from other chats, as far as something was shared there. */
async function* guestCallRows({ db, userId }: ExportSource): ExportRows {
  const rows = await db
    .select()
    .from(guestCalls)
    .where(eq(guestCalls.userId, userId))
    .orderBy(asc(guestCalls.createdAt));
  for (const { shared, createdAt } of rows) {
    if (!shared) continue;
    const { rule, ...schedule } = shared.schedule;
    const chat = shared.origin?.chat ?? null;
    yield { text: shared.text, ...schedule, ...wireRule(rule), chat, createdAt };
  }
}

async function* quietDigestRows(source: ExportSource): ExportRows {
  const { db, userId } = source;
  const rows = await db.select().from(quietDigests).where(eq(quietDigests.userId, userId));
  for (const { items, dueAt } of rows) {
    const ids = items.map(({ reminderId }) => reminderId);
    const texts = await textsOf(source, ids);
    for (const { kind, reminderId, occurrenceAt } of items) {
      yield { kind, text: texts.get(reminderId) ?? null, occurrenceAt, dueAt };
    }
  }
}

async function* dayPlanRows({ db, userId }: ExportSource): ExportRows {
  const { kind, state, dueAt, toldDay } = dayPlans;
  yield* await db
    .select({ kind, state, dueAt, toldDay })
    .from(dayPlans)
    .where(eq(dayPlans.userId, userId))
    .orderBy(asc(kind));
}

async function* dayMessageRows(source: ExportSource): ExportRows {
  const rows = await source.db
    .select()
    .from(dayMessages)
    .where(eq(dayMessages.userId, source.userId))
    .orderBy(asc(dayMessages.sentAt));
  for (const { kind, day, items, sentAt, liveUntil } of rows) {
    const reminderTexts = await textsOf(
      source,
      items.map(({ reminderId }) => reminderId),
    );
    const lines = items.map(({ reminderId, occurrenceAt }) => ({
      text: reminderTexts.get(reminderId) ?? null,
      occurrenceAt,
    }));
    yield { kind, day, lines, sentAt, liveUntil };
  }
}

async function* deliveryRows({ db, userId }: ExportSource): ExportRows {
  const { id, kind, occurrenceAt, scheduledAt, sentAt, outcome } = deliveries;
  const [newestLeftOut] = await db
    .select({ id })
    .from(deliveries)
    .where(eq(deliveries.userId, userId))
    .orderBy(desc(id))
    .offset(LEDGER_MAX)
    .limit(1);
  const readPage = (after: number) =>
    db
      .select({ id, kind, occurrenceAt, scheduledAt, sentAt, outcome })
      .from(deliveries)
      .where(and(eq(deliveries.userId, userId), gt(id, after)))
      .orderBy(asc(id))
      .limit(ROWS_PER_PAGE);
  const lines = paged(ROWS_PER_PAGE, readPage, newestLeftOut?.id);
  for await (const { id: _, ...line } of lines) yield line;
}
