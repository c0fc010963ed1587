import 'server-only';
import { inArray } from 'drizzle-orm';
import { tickedOf, ticksForHistory, withoutTicks } from '@/core/checklist';
import { counterOf } from '@/core/counter';
import { ageOn } from '@/core/recurrence';
import { afterSend, type Firing, leftUnanswered, overtakenBy } from '@/core/firing';
import {
  type Kind,
  type LedgerLine,
  type AnsweredClaim,
  type Settled,
  type Stray,
} from '../outbox/kind';
import { BROKEN, errorCodeOf } from '../outbox/ledger';
import { type BotApi, type Send, sendMessageVia } from '../telegram/send';
import { type Db } from '../platform/db/client';
import { isDataFault, safeFault } from '../platform/db/faults';
import { log } from '../platform/log';
import {
  type BrokenClaim,
  claimDue,
  type HeldClaim,
  nextClaimAt,
  type ReminderClaim,
} from './claim';
import { type OutgoingReminder, renderReminder } from './message';
import { type Brought } from '../platform/attachment';
import { type AppAddress } from '../telegram/message';
import { untickNotes } from './write/note-points';
import { bringOriginal } from '../telegram/original';
import { afterOurFault, PATIENCE, verdictOf } from '../outbox/verdict';
import { reminders } from '../platform/db/schema';
import { releaseLeases } from './write/delivery';
import {
  type Attempt,
  isTriedAgain,
  leaseOf,
  type RowWritten,
  writeAttempts,
} from './write/settle';

interface DueReminders {
  send: Send<OutgoingReminder>;
  /** Takes over the re-sends that quiet hours hold back, with their leases. */
  hold: (db: Db, held: readonly HeldClaim[]) => Promise<void>;
}

/** Reminders that are due: first sends and snoozes, then re-sends and what is told ahead. */
export const dueReminders = ({ send, hold }: DueReminders): Kind<ReminderClaim> => ({
  name: 'reminder',
  claim: async (db, { now, limit }) => {
    const { claims, broken, held } = await claimDue(db, { now, limit });
    for (const { id } of broken) {
      log.error({ reminderId: id }, 'a reminder cannot be read, and is put back');
    }
    const found = claims.length + broken.length + held.length;
    try {
      await hold(db, held);
      return { claims, found, settled: await putBackBroken(db, broken, now) };
    } catch (error) {
      // Their leases run out; the others are not to wait for that.
      log.warn({ fault: safeFault(error) }, 'what is not to be sent now could not be put back');
      return { claims, found };
    }
  },
  nextDueAt: nextClaimAt,
  release: releaseLeases,
  send: async (claim, signal) => {
    const { id, userId, text, typeName, firing, attachment, brought } = claim;
    const messageId = messageInChat(claim);
    if (messageId !== null) return { status: 'sent', messageId };
    const said = {
      ...{ text, ...ticksToShow(claim), typeName, counter: counterOf(claim), people: claim.people },
      age: ageOn(claim.rule, firing.occurrenceAt, claim.timeZone),
    };
    const reader = { timeZone: claim.userTimeZone, snoozes: claim.userSettings.snoozes };
    const reminder = { reminderId: id, ...said, ...reader, firing, attachment, brought };
    return send({ chatId: userId, ...reminder }, signal);
  },
  settle: settleReminders,
  settleUnwritable,
});

/** The firing's own message, where it is in the chat and only its settling is still to be done; null where it is not. */
function messageInChat({ firing, brought }: ReminderClaim): number | null {
  if (brought?.scheduledAt !== firing.scheduledAt.getTime()) return null;
  return brought.ownMessageId ?? null;
}

/** What is ticked is of the occurrence that waits: the message of another one shows its points open. */
function ticksToShow({ firing, openOccurrenceAt, rule, ticked, noteContent }: ReminderClaim) {
  const opened = openOccurrenceAt ?? firing.occurrenceAt;
  const isOfAnother = rule !== null && opened.getTime() !== firing.occurrenceAt.getTime();
  if (!isOfAnother) return { ticked, noteContent };
  return { ticked: null, noteContent: noteContent && withoutTicks(noteContent) };
}

/**
 * The delivery's way to Telegram. What is attached comes first, and the reminder's own message, with all
 * its buttons, as a reply to it: so that message is the same with an attachment and without one.
 */
export function sendReminderVia(api: BotApi, address: AppAddress): Send<OutgoingReminder> {
  const send = sendMessageVia(api);
  return async (message, signal) => {
    const { chatId, attachment, firing, text } = message;
    // What is told ahead only says that something comes.
    if (!attachment || firing.kind === 'pre-alert') {
      return send({ chatId, message: renderReminder(message, address) }, signal);
    }
    const original = { chatId, attachment, known: text };
    const { brought, failure } = await bringOriginal(api, original, begun(message), signal);
    if (failure) return { ...failure, brought };
    const rendered = renderReminder({ ...message, brought }, address);
    const replyTo = brought.messageIds[0];
    return { ...(await send({ chatId, message: rendered, replyTo }, signal)), brought };
  };
}

/** Where this firing stands: a nag comes behind what has been brought, an attempt goes on from the last. */
function begun({ firing, brought }: OutgoingReminder): Brought {
  const scheduledAt = firing.scheduledAt.getTime();
  const isSame = brought?.scheduledAt === scheduledAt;
  if (brought && (isSame || firing.kind === 'nag')) return brought;
  return { scheduledAt, steps: 0, messageIds: [] };
}

interface Settlement extends Attempt {
  ledger: LedgerLine;
  claim: BrokenClaim & Partial<Pick<ReminderClaim, 'brought' | 'noteContent'>>;
  /** The message was sent, and counted, by an earlier claim. */
  isOfEarlierClaim?: boolean;
  replacedMessageId?: number | null;
}

/** It begins an occurrence whose points may stand in a note. */
const unticksNote = ({ row, claim: { noteContent = null } }: Settlement): boolean =>
  row.unanswered_at !== undefined && noteContent !== null;

/** A re-send takes the place of the copy before it. */
const replacesCopy = ({ kind }: Firing): boolean => kind === 'nag' || kind === 'snooze';

/** A refusal parks all reminders of its user: that is not this row's to say. */
const STATE_AFTER = {
  sent: 'scheduled',
  retry: 'scheduled',
  unreachable: null,
  rejected: 'failed',
  failed: 'failed',
} as const;

/** What a send makes of its reminder, and of what waited until it took its place; null where nobody can say. */
function rowAfter(claim: ReminderClaim, at: Date): Partial<RowWritten> | null {
  const { firing, noteContent } = claim;
  try {
    const next = afterSend(claim, firing, at);
    const left = leftUnanswered(claim, next, { answered: null, now: at });
    return {
      next,
      overtook: overtakenBy(firing, claim),
      ...(left && {
        unanswered_at: left.occurrenceAt,
        unanswered_since: left.cameAt,
        ticked: ticksForHistory(tickedOf(claim, noteContent)),
      }),
    };
  } catch {
    return null;
  }
}

function settlementOf(answered: AnsweredClaim<ReminderClaim>): Settlement {
  const { claim, result, at } = answered;
  const isSent = result.status === 'sent';
  const after = isSent ? rowAfter(claim, at) : null;
  if (isSent && after === null) return settlementWithoutState(answered);
  const verdict = verdictOf(result, at, claim.attempts, PATIENCE.reminder, Math.random());
  const outcome = verdict.over ?? 'retry';
  return {
    ...triedClaim(answered),
    row: {
      ...{ ...after, ...messageColumns(answered) },
      brought: result.brought ?? (claim.brought ? withoutOwn(claim.brought) : undefined),
      delivery_state: STATE_AFTER[outcome],
      not_before: endOfWait(answered, verdict.notBefore),
      attempts: isSent ? 0 : verdict.attempts,
      last_error: errorCodeOf(result),
    },
    ledger: { ...claim.firing, sentAt: at, outcome, isOurFault: result.status === 'fault' },
  };
}

/** When the next try comes: no wait holds up what comes whatever becomes of this send, such as what a message tells of ahead. */
function endOfWait({ claim, at }: AnsweredClaim<ReminderClaim>, notBefore: Date | null) {
  const next = rowAfter(claim, at)?.next;
  const comes = claim.firing.kind === 'pre-alert' ? next?.nextFireAt : next?.dateTime;
  return comes && notBefore && at < comes && comes < notBefore ? comes : notBefore;
}

const withoutOwn = ({ ownMessageId: _, ...brought }: Brought): Brought => brought;

/**
 * What remains to be written where the next state cannot be: the row keeps the state in which it is due, so that
 * settling is tried again, by the ladder of what is our fault.
 */
function settlementWithoutState(answered: AnsweredClaim<ReminderClaim>): Settlement {
  const { claim, result, at } = answered;
  const { notBefore, attempts } = afterOurFault(at, claim.attempts);
  const isSent = result.status === 'sent';
  const attempt = triedClaim(answered);
  const columns = messageColumns(answered);
  const before = result.brought ?? claim.brought ?? { steps: 0, messageIds: [] };
  const scheduledAt = claim.firing.scheduledAt.getTime();
  const brought = { ...before, scheduledAt, ownMessageId: columns.message_id };
  return {
    ...attempt,
    row: {
      ...columns,
      brought: isSent ? brought : result.brought,
      delivery_state: null,
      not_before: endOfWait(answered, notBefore),
      attempts,
      last_error: BROKEN,
    },
    ledger: {
      ...claim.firing,
      sentAt: at,
      outcome: isSent && !attempt.isOfEarlierClaim ? 'sent' : 'retry',
      isOurFault: true,
    },
  };
}

function triedClaim(answered: AnsweredClaim<ReminderClaim>) {
  const { claim, earlierTry } = answered;
  const isOfEarlierClaim = messageInChat(claim) !== null;
  return {
    ...{ claim, earlierTry, isOfEarlierClaim, needsNoLine: isOfEarlierClaim },
    replacedMessageId: isOfEarlierClaim ? null : replacedMessage(answered),
  };
}

function messageColumns({ claim, result }: AnsweredClaim<ReminderClaim>) {
  const messageId = result.status === 'sent' ? result.messageId : null;
  // A message ahead belongs to no open occurrence: what waits keeps its own.
  const liveMessageId = claim.firing.kind === 'pre-alert' ? null : messageId;
  return { message_id: messageId, live_message_id: liveMessageId };
}

/** An earlier occurrence's message stays in the chat; an earlier copy of this one does not. */
const replacedMessage = ({ claim, result }: AnsweredClaim<ReminderClaim>): number | null =>
  result.status === 'sent' && replacesCopy(claim.firing) ? claim.liveMessageId : null;

/** Puts rows back that cannot be read, for longer each time. */
async function putBackBroken(db: Db, broken: readonly BrokenClaim[], at: Date) {
  if (broken.length === 0) return {};
  const group = broken.map((claim): Settlement => {
    const { notBefore, attempts } = afterOurFault(at, claim.attempts);
    return {
      claim,
      row: {
        delivery_state: 'scheduled',
        not_before: notBefore,
        attempts,
        last_error: BROKEN,
      },
      ledger: {
        ...{ kind: 'first', occurrenceAt: at, scheduledAt: at, sentAt: at, outcome: 'retry' },
        isOurFault: true,
      },
    };
  });
  await write(db, group);
  return { lines: group.map(({ ledger }) => ledger) };
}

/**
 * Writes what a group of attempts came to. Where the lease is gone somebody else has changed, deleted or
 * claimed the row, and that stands: the message is a stray.
 */
export const settleReminders = (
  db: Db,
  answered: readonly AnsweredClaim<ReminderClaim>[],
): Promise<Settled> => settleGroup(db, answered.map(settlementOf));

/**
 * Settles what PostgreSQL refuses, without the state that would follow: a message that is in the chat stands in the
 * ledger and with its row, and is not sent again.
 */
async function settleUnwritable(db: Db, answered: AnsweredClaim<ReminderClaim>): Promise<Settled> {
  const settlement = settlementWithoutState(answered);
  try {
    return await settleGroup(db, [settlement]);
  } catch (error) {
    if (!isDataFault(error)) throw error;
    // Then it is the line of the ledger that is refused.
    return settleGroup(db, [{ ...settlement, needsNoLine: true }]);
  }
}

async function settleGroup(db: Db, group: readonly Settlement[]): Promise<Settled> {
  const lost = await write(db, group);
  const lostClaims = lost.map(({ claim }) => claim);
  const replaced = group.flatMap(({ claim, replacedMessageId }) =>
    replacedMessageId && !lostClaims.includes(claim)
      ? [{ chatId: claim.userId, messageId: replacedMessageId, ...UNCOUNTED }]
      : [],
  );
  const strays = lost.length > 0 ? await strayMessages(db, lost).catch(() => []) : [];
  const counted = group.filter(({ isOfEarlierClaim, ledger }) => {
    return isOfEarlierClaim !== true || ledger.isOurFault;
  });
  return { lines: counted.map(({ ledger }) => ledger), strays: [...strays, ...replaced] };
}

/** Writes a group of attempts; answers those that found their lease gone. */
async function write(db: Db, group: readonly Settlement[]): Promise<Settlement[]> {
  const unticking = group.filter(unticksNote);
  const isAgain = group.some(isTriedAgain);
  const writeIn = async (tx: Db) => {
    const { id } = reminders;
    const ids = group.map(({ claim }) => claim.id);
    // Whatever an earlier try is still writing comes to its end first.
    if (isAgain) {
      await tx.select({ id }).from(reminders).where(inArray(id, ids)).orderBy(id).for('update');
    }
    const settled = await writeAttempts(tx, group);
    const beganAnew = unticking.filter(({ claim }) => settled.get(leaseOf(claim)));
    const latest = Math.max(...group.map(({ ledger }) => ledger.sentAt.getTime()));
    const begun = beganAnew.map(({ claim }) => claim.id);
    await untickNotes(tx, begun, new Date(latest));
    return group.filter(({ claim }) => !settled.has(leaseOf(claim)));
  };
  return isAgain || unticking.length > 0 ? db.transaction(writeIn) : writeIn(db);
}

const UNCOUNTED = { isUncounted: true } as const;

/**
 * Of messages whose lease was lost, those that no longer belong in the chat, attachments among them. One
 * whose button was pressed before it was settled has been adopted by its reminder and stays.
 */
async function strayMessages(db: Db, lost: readonly Settlement[]): Promise<Stray[]> {
  const ids = lost.map(({ claim }) => claim.id);
  const { id, liveMessageId: messageId } = reminders;
  const live = await db.select({ id, messageId }).from(reminders).where(inArray(id, ids));
  const adopted = new Map(live.map((row) => [row.id, row.messageId]));
  return lost
    .filter(({ claim, row: { message_id } }) => {
      return !message_id || adopted.get(claim.id) !== message_id;
    })
    .flatMap(({ claim, row, isOfEarlierClaim }): Stray[] => {
      const { userId: chatId } = claim;
      // Earlier attempts may have brought more.
      const before = claim.brought?.messageIds ?? [];
      const attached = row.brought?.messageIds.filter((each) => !before.includes(each)) ?? [];
      const own = row.message_id
        ? [{ chatId, messageId: row.message_id, ...(isOfEarlierClaim && UNCOUNTED) }]
        : [];
      return [...attached.map((each) => ({ chatId, messageId: each, ...UNCOUNTED })), ...own];
    });
}
