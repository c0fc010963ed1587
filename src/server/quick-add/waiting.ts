import 'server-only';
import { eq, type SQL } from 'drizzle-orm';
import { type DraftPayload, type WaitingDraft } from '@/contract/draft';
import { type Reminder } from '@/contract/reminder';
import { ruleOfWire, withRule } from '@/contract/rule';
import { excerpt } from '@/core/cut';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { withTime } from '@/core/quick-add';
import { instantToWallTime } from '@/core/time-zone';
import { describeDate, describeRule } from '@/texts/schedule';
import { validationTexts } from '@/texts/validation';
import { settingsOf } from '../accounts/settings';
import {
  changeDraft,
  createDraft,
  type DraftRow,
  dropDrafts,
  findDraft,
  keptUntil,
  reminderOfDraft,
  waitingDrafts,
} from '../drafts/drafts';
import { drafts } from '../platform/db/schema';
import { env } from '../platform/env';
import { AppError, found } from '../platform/errors';
import { messageIsOutdated } from '../telegram/outdated';
import { readReminder } from '../reminders/present';
import { type Within } from '../reminders/upcoming';
import { type MemberTurn } from '../telegram/turn';
import { cardOf, rememberSaved } from './card';
import { createFromDraft, knownOf, stateOf, whileLocked, withoutMoment } from './draft';
import { sayAnswer } from './beginning';
import { quickTimes, withQuickTime } from './quick-times';

/*
 * Drafts that wait for a moment, away from their cards: in the app, and in the chat's list. What is done
 * there is what a button of the card does.
 */

type One = Within & { id: number };

/** As it asks by now: a moment, or a day, that has passed is none; a series asks about its next day. */
function askedNow(payload: DraftPayload, within: Within): DraftPayload {
  const { now, account } = within;
  const { timeZone } = account;
  const asked = payload.dateTime === null ? payload : withoutMoment(payload);
  const { date, rule } = knownOf(payload, timeZone);
  const isOnItsDay = rule === null || asked.date !== null;
  if (isOnItsDay && quickTimes(asked, within).length > 0) return asked;
  const { dayParts } = settingsOf(account.settings);
  const latest =
    DAY_PART_NAMES.map((part) => dayParts[part])
      .toSorted()
      .at(-1) ?? '';
  const next = rule && date ? withTime({ date, rule }, latest, { now, timeZone }) : null;
  return next
    ? { ...asked, date: next.wallTime.slice(0, 10) }
    : withoutMoment(date === null ? asked : withRule(asked, null));
}

/**
 * What waits for a moment, as the app lists it: `day` is what is known of it («Завтра», perhaps with a rule), `times` are the
 * quick times to press.
 */
export async function listWaiting(within: Within, only?: SQL): Promise<WaitingDraft[]> {
  const { db, now, account } = within;
  const wallNow = instantToWallTime(now, account.timeZone);
  const rows = await waitingDrafts(db, account.id, now, only);
  return rows.map(({ id, payload }) => {
    const asked = askedNow(payload, within);
    const rule = ruleOfWire(asked);
    // A rule without its hour: a description never says that of the start.
    const often = rule && asked.date && describeRule(rule, `${asked.date}T00:00`);
    return {
      id,
      text: excerpt(payload.text, REMINDER_TEXT_MAX),
      day: asked.date && [describeDate(wallNow, asked.date), often ?? []].flat().join(' · '),
      times: payload.text.length > REMINDER_TEXT_MAX ? [] : quickTimes(asked, within),
    };
  });
}

/** Changes one that is there as `whileLocked` does, and has its card in the chat brought up to date. */
const changeOne = <T>(
  one: One,
  change: (within: One, row: DraftRow | undefined) => Promise<T>,
): Promise<T> =>
  whileLocked(one, async (within) => {
    cardIsOutdated(within);
    return change(within, await findDraft(within.db, one.account.id, one.id, one.now));
  });

/** What it says, where it waits still. */
async function waitsStill({ db, now, account, id }: One) {
  const [waits] = await waitingDrafts(db, account.id, now, eq(drafts.id, id));
  return waits?.payload;
}

/** A quick time makes the reminder, once. Throws as `createReminder`, and then the draft waits as before. */
export async function pressWaiting(one: One, press: string): Promise<Reminder> {
  const { db, now, account } = one;
  const stored = await changeOne(one, async (within, there) => {
    const row = found(there);
    const made = await reminderOfDraft(within.db, row);
    if (made !== undefined) return { ...row, reminderId: made };
    const asked = askedNow(found(await waitsStill(within)), within);
    const payload = withQuickTime(asked, press.split(':'), within);
    if (payload === undefined) throw new AppError('invalid');
    if (payload === null) throw new AppError('invalid', { message: validationTexts.time.past });
    const answer = { payload, state: 'ready', expiresAt: keptUntil(now) } as const;
    return createFromDraft(within, await changeDraft(within.db, row, answer));
  });
  const { notification } = await readReminder(db, account, stored.reminderId ?? 0);
  await rememberSaved(one, stored, stored.messageId);
  return notification;
}

/** The form has made a reminder of it: whatever had become of it, its card asks nothing any more and is that reminder's. */
export async function storedByForm(one: One, reminderId: number): Promise<void> {
  const row = await changeOne(one, async ({ db, now }, draft) => {
    if (!draft || draft.state === 'noted' || draft.state === 'held') return undefined;
    const stored = { state: 'saved', reminderId, expiresAt: keptUntil(now) } as const;
    const changed = await changeDraft(db, draft, stored);
    // One that was stored already may stand in a message of several, which is about no one of them.
    return draft.state === 'saved' ? undefined : changed;
  });
  if (row) await rememberSaved(one, row, row.messageId);
}

/** «Отмена» of its card. What does not wait any more stays as it is. */
export const dropWaiting = (one: One): Promise<void> =>
  changeOne(one, async (within, there) => {
    const row = found(there);
    const cancelled = { state: 'cancelled', expiresAt: keptUntil(within.now) } as const;
    if (await waitsStill(within)) await changeDraft(within.db, row, cancelled);
  });

/** Takes the same back. */
export const restoreWaiting = (one: One): Promise<WaitingDraft> =>
  changeOne(one, async (within, there) => {
    const row = found(there);
    if (row.state === 'cancelled') {
      await changeDraft(within.db, row, { state: stateOf(row.payload) });
    }
    const [waits] = await listWaiting(within, eq(drafts.id, one.id));
    return found(waits);
  });

/** Has the card in the chat brought up to date, once the transaction is committed. */
function cardIsOutdated({ db, account, id }: One): void {
  if (account.unreachableSince) return;
  messageIsOutdated(db, {
    userId: account.id,
    cardNow: async (processDb, now) => {
      const row = await findDraft(processDb, account.id, id, now);
      if (!row?.messageId) return null;
      const message = await cardOf({ db: processDb, now, account, settings: env() }, { row });
      return { messageId: row.messageId, message };
    },
  });
}

/**
 * Shows a waiting draft's card again, as the newest: what is written next may answer it. Answers whether
 * it still waits.
 */
export async function askAgain(turn: MemberTurn, id: number): Promise<boolean> {
  const { now, account } = turn;
  const asked = await whileLocked({ ...turn, id }, async (within) => {
    const { db } = within;
    const before = await findDraft(db, account.id, id, now);
    if (!before || !(await waitsStill(within))) return undefined;
    const payload = askedNow(before.payload, within);
    const { sourceMessageId, attachment } = before;
    const draft = { payload, state: 'asking' as const, sourceMessageId, attachment };
    await dropDrafts(db, [before]);
    const row = await createDraft(db, account.id, draft, now);
    return { cards: [{ row }], strip: [before.messageId] };
  });
  if (!asked) return false;
  await sayAnswer(turn, asked);
  return true;
}
