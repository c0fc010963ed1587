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
  dropDrafts,
  findDraft,
  keptUntil,
  reminderOfDraft,
  waitingDrafts,
} from '../drafts/drafts';
import { withPersonLocked } from '../platform/db/locks';
import { drafts } from '../platform/db/schema';
import { env } from '../platform/env';
import { AppError, found } from '../platform/errors';
import { messageIsOutdated } from '../telegram/outdated';
import { readReminder } from '../reminders/present';
import { type Within } from '../reminders/upcoming';
import { rememberMessage } from '../telegram/chat-messages';
import { type MemberTurn } from '../telegram/turn';
import { cardOf } from './card';
import { createFromDraft, knownOf, stateOf, withoutMoment } from './draft';
import { sayHeard } from './beginning';
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

/** A quick time makes the reminder, once. Throws as `createReminder`, and then the draft waits as before. */
export async function pressWaiting(one: One, press: string): Promise<Reminder> {
  const { db, now, account, id } = one;
  const stored = await withPersonLocked(db, account.id, async (tx) => {
    const within = { ...one, db: tx };
    cardIsOutdated(within);
    const row = found(await findDraft(tx, account.id, id, now));
    const made = await reminderOfDraft(tx, row);
    if (made !== undefined) return { ...row, reminderId: made };
    const [waits] = await waitingDrafts(tx, account.id, now, eq(drafts.id, id));
    const payload = withQuickTime(askedNow(found(waits).payload, within), press.split(':'), within);
    if (payload === undefined) throw new AppError('invalid');
    if (payload === null) throw new AppError('invalid', { message: validationTexts.time.past });
    const answer = { payload, state: 'ready', expiresAt: keptUntil(now) } as const;
    return createFromDraft(within, await changeDraft(tx, row, answer));
  });
  const { notification } = await readReminder(db, account, stored.reminderId ?? 0);
  await cardIsAbout(one, stored.messageId, notification.id);
  return notification;
}

/** A reply to the card is one to its reminder from now on. */
async function cardIsAbout(one: One, messageId: number | null, reminderId: number): Promise<void> {
  const { db, now, account } = one;
  if (messageId === null) return;
  await rememberMessage(db, { userId: account.id, messageId, reminderId, now });
}

/** The form has made a reminder of it: whatever had become of it, its card asks nothing any more and is that reminder's. */
export async function storedByForm(one: One, reminderId: number): Promise<void> {
  const { db, now, account, id } = one;
  const row = await withPersonLocked(db, account.id, async (tx) => {
    cardIsOutdated({ ...one, db: tx });
    const draft = await findDraft(tx, account.id, id, now);
    if (!draft || draft.state === 'noted' || draft.state === 'held') return undefined;
    const stored = { state: 'saved', reminderId, expiresAt: keptUntil(now) } as const;
    const changed = await changeDraft(tx, draft, stored);
    // One that was stored already may stand in a message of several, which is about no one of them.
    return draft.state === 'saved' ? undefined : changed;
  });
  if (row) await cardIsAbout(one, row.messageId, reminderId);
}

/** «Отмена» of its card. What does not wait any more stays as it is. */
export const dropWaiting = ({ db, now, account, id }: One): Promise<void> =>
  withPersonLocked(db, account.id, async (tx) => {
    cardIsOutdated({ db: tx, account, id });
    const row = found(await findDraft(tx, account.id, id, now));
    const [waits] = await waitingDrafts(tx, account.id, now, eq(drafts.id, id));
    if (waits) await changeDraft(tx, row, { state: 'cancelled', expiresAt: keptUntil(now) });
  });

/** Takes the same back. */
export const restoreWaiting = (one: One): Promise<WaitingDraft> =>
  withPersonLocked(one.db, one.account.id, async (tx) => {
    cardIsOutdated({ ...one, db: tx });
    const row = found(await findDraft(tx, one.account.id, one.id, one.now));
    if (row.state === 'cancelled') {
      await changeDraft(tx, row, { state: stateOf(row.payload) });
    }
    const [waits] = await listWaiting({ ...one, db: tx }, eq(drafts.id, one.id));
    return found(waits);
  });

/** Has the card in the chat brought up to date, once the transaction is committed. */
export function cardIsOutdated({ db, account, id }: Pick<One, 'db' | 'account' | 'id'>): void {
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
  const { db, now, account } = turn;
  const asked = await withPersonLocked(db, account.id, async (tx) => {
    const before = await findDraft(tx, account.id, id, now);
    const [waits] = await waitingDrafts(tx, account.id, now, eq(drafts.id, id));
    if (!before || !waits) return undefined;
    const payload = askedNow(before.payload, { ...turn, db: tx });
    const { sourceMessageId, attachment } = before;
    const draft = { payload, state: 'asking' as const, sourceMessageId, attachment };
    await dropDrafts(tx, [before]);
    return { row: await createDraft(tx, account.id, draft, now), strip: [before.messageId] };
  });
  if (!asked) return false;
  await sayHeard(turn, { settled: [{ row: asked.row }], strip: asked.strip });
  return true;
}
