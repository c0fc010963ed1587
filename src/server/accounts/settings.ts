import 'server-only';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type Named } from '@/contract/category';
import { ownSettings, type SettingsInput, type WireSettings } from '@/contract/settings';
import { type DayParts } from '@/core/day-parts';
import { lastCategoryOf } from '@/core/lists';
import { type QuickAddContext } from '@/core/quick-add';
import { quietUntil } from '@/core/quiet-hours';
import { type Settings, USUAL_SETTINGS } from '@/core/settings';
import { changedSettings } from '@/core/settings-rules';
import { isTimeZone } from '@/core/time-zone';
import { validationTexts } from '@/texts/validation';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { loadReference, type Reference } from '../platform/db/reference';
import { noticeRecipients, quietDigests, reminders, users } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { type MemberTurn } from '../telegram/turn';
import { type Account } from './accounts';
import { planDayMessages } from './day-plans';
import { chooseTimeZone, followBrowserTimeZone } from './zone';

/**
 * Reads the column `users.settings`: a setting has its usual value where the column holds none, or one that nobody
 * knows.
 */
export function settingsOf(stored: unknown): Settings {
  const settings: object = Object.assign({}, USUAL_SETTINGS, stored);
  const read = ownSettings.safeParse(settings);
  if (read.success) return read.data;
  const unknown = new Set(read.error.issues.map(({ path: [name] }) => name));
  const known = Object.entries(settings).filter(([name]) => !unknown.has(name));
  return ownSettings.parse({ ...USUAL_SETTINGS, ...Object.fromEntries(known) });
}

/** Until when a person's quiet hours last; null where it is not quiet. */
export const quietEndOf = (
  { timeZone, settings }: Pick<Account, 'timeZone' | 'settings'>,
  now: Date,
): Date | null => quietUntil(settingsOf(settings).quietHours, now, timeZone);

/** With what a person's words are read: the moment, their clocks, and what «вечером» means to them. */
export const clockOf = (
  { timeZone, settings }: Pick<Account, 'timeZone' | 'settings'>,
  now: Date,
): { now: Date; timeZone: string; dayParts: DayParts } => ({
  now,
  timeZone,
  dayParts: settingsOf(settings).dayParts,
});

/** `clockOf` with categories and types; first the category of what names none: the user's own, else `last`. */
export function readingContext(
  account: Pick<Account, 'timeZone' | 'settings'>,
  { types, categories }: Pick<Reference, 'types' | 'categories'>,
  now: Date,
  last: number | null = null,
): QuickAddContext {
  const categoryId = settingsOf(account.settings).categoryId ?? last;
  const isUsual = ({ id }: Named) => id === categoryId;
  const others = categories.filter((each) => !isUsual(each));
  return {
    ...clockOf(account, now),
    types,
    categories: [...categories.filter(isUsual), ...others],
  };
}

/** `readingContext` of whoever has just written. */
export const readingOf = async ({
  db,
  account,
  now,
}: Pick<MemberTurn, 'db' | 'account' | 'now'>): Promise<QuickAddContext> =>
  readingContext(
    account,
    await loadReference(db, account.id),
    now,
    await lastCategory(db, account.id, now),
  );

/** As the app suggests it: of what follows something new within the hour. */
async function lastCategory(db: Db, userId: number, now: Date): Promise<number | null> {
  const rows = await db
    .select({ id: reminders.id, categoryId: reminders.categoryId, createdAt: reminders.createdAt })
    .from(reminders)
    .where(livingOf(reminders, userId))
    .orderBy(desc(reminders.createdAt), desc(reminders.id))
    .limit(1);
  const made = rows.map(({ id, categoryId, createdAt }) => {
    return { id, category: { id: categoryId }, createdAt: createdAt.toISOString() };
  });
  return lastCategoryOf(made, now);
}

export function wireSettings(
  account: Pick<Account, 'settings' | 'timeZone' | 'timeZoneManual'>,
): WireSettings {
  const { snoozes, ...own } = settingsOf(account.settings);
  const { timeZone, timeZoneManual: timeZoneChosen } = account;
  return { ...own, snoozes: [...snoozes], timeZone, timeZoneChosen };
}

/** What quiet hours hold back comes as the new ones say: now, unless it is quiet by them. */
async function lookAtHeldAnew(tx: Db, userId: number, now: Date): Promise<void> {
  await tx.update(quietDigests).set({ dueAt: now }).where(eq(quietDigests.userId, userId));
  const noticesOfUser = eq(noticeRecipients.userId, userId);
  const areFree = isNull(noticeRecipients.leaseToken);
  await tx.update(noticeRecipients).set({ dueAt: now }).where(and(noticesOfUser, areFree));
}

/**
 * Changes what the input names and answers all. `invalid` names every fault, `not-found` means that the account is
 * gone. Two changes at once take turns.
 */
export async function saveSettings(
  db: Db,
  userId: number,
  { timeZone, ...draft }: SettingsInput,
  now: Date,
): Promise<WireSettings> {
  return db.transaction(async (tx) => {
    const owned = eq(users.id, userId);
    const [account] = await tx.select().from(users).where(owned).for('no key update');
    if (!account) throw new AppError('not-found');
    // Behind the lock: a category that is deleted meanwhile is not chosen.
    const { categories } = await loadReference(tx, userId);
    const changed = changedSettings(
      settingsOf(account.settings),
      draft,
      categories.map(({ id }) => id),
    );
    const unknownZone = typeof timeZone === 'string' && !isTimeZone(timeZone);
    if (!changed.ok || unknownZone) {
      throw new AppError('invalid', {
        errors: [
          ...(unknownZone ? [{ field: 'timeZone', message: validationTexts.timeZone }] : []),
          ...(changed.ok ? [] : changed.errors),
        ],
      });
    }
    await lookAtHeldAnew(tx, userId, now);
    if (timeZone === null) await followBrowserTimeZone(tx, userId);
    else if (timeZone !== undefined) await chooseTimeZone(tx, userId, timeZone, now);
    await planDayMessages(
      tx,
      { userId, timeZone: timeZone ?? account.timeZone },
      changed.value,
      now,
    );
    const [saved = account] = await tx
      .update(users)
      // Settings that only a newer release knows outlive a change by this one.
      .set({ settings: { ...account.settings, ...changed.value } })
      .where(owned)
      .returning();
    return wireSettings(saved);
  });
}
