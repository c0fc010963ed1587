import 'server-only';
import { asc, eq } from 'drizzle-orm';
import { wireRule } from '@/contract/rule';
import { type Account } from './accounts';
import { type Db } from './db/client';
import { loadReference } from './db/reference';
import { deliveries, drafts, notes, reminders } from './db/schema';

/** Everything that is stored of a person, with names in place of our own ids, ready to be JSON. */
export async function exportAccount(db: Db, account: Account, now: Date): Promise<object> {
  const [reference, ofReminders, ofNotes, ofDrafts, ofDeliveries] = await Promise.all([
    loadReference(db),
    db.select().from(reminders).where(eq(reminders.userId, account.id)).orderBy(asc(reminders.id)),
    db.select().from(notes).where(eq(notes.userId, account.id)).orderBy(asc(notes.id)),
    db.select().from(drafts).where(eq(drafts.userId, account.id)).orderBy(asc(drafts.id)),
    db
      .select()
      .from(deliveries)
      .where(eq(deliveries.userId, account.id))
      .orderBy(asc(deliveries.id)),
  ]);
  const category = (id: number) => reference.category(id)?.name ?? null;
  const type = (id: number) => reference.type(id)?.name ?? null;
  const { id, chatFreeAt, chatTailAt, chatSilentUntil, reachableSince, expects, ...profile } =
    account;
  return {
    exportedAt: now,
    profile: { telegramId: id, ...profile },
    reminders: ofReminders.map((row) => ({
      text: row.text,
      type: type(row.typeId),
      category: category(row.categoryId),
      dateTime: row.dateTime,
      firstWallTime: row.firstWallTime,
      timeZone: row.timeZone,
      ...wireRule(row.rule),
      floodInterval: row.floodInterval,
      completed: row.completed,
      snoozedUntil: row.snoozedUntil,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      deletedAt: row.deletedAt,
    })),
    notes: ofNotes.map((row) => ({
      title: row.title,
      content: row.content,
      category: category(row.categoryId),
      dateTime: row.dateTime,
      updatedAt: row.updatedAt,
      deletedAt: row.deletedAt,
    })),
    drafts: ofDrafts.map(({ payload: { typeId, categoryId, ...payload }, state, createdAt }) => ({
      ...payload,
      type: type(typeId),
      category: category(categoryId),
      state,
      createdAt,
    })),
    deliveries: ofDeliveries.map(({ kind, occurrenceAt, scheduledAt, sentAt, outcome }) => ({
      kind,
      occurrenceAt,
      scheduledAt,
      sentAt,
      outcome,
    })),
  };
}
