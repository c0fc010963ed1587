import 'server-only';
import { sendNoticeVia } from './admin/bot';
import { runTally } from './admin/tally';
import { findOffers } from './day/offers';
import { type OutgoingDay, runDayMessages } from './day/run';
import { db } from './db/client';
import { safeFault } from './db/faults';
import { databaseClock } from './delivery/clock';
import { type Delivery, runDelivery, type RunOptions } from './delivery/run';
import { type TickCounts } from './delivery/counts';
import { endPauses } from './delivery/pauses';
import { archiveUnanswered } from './delivery/unanswered';
import { env } from './env';
import { log } from './log';
import { type OutgoingNotice, runNotices } from './notices/run';
import { type Send } from './delivery/outgoing';
import { chatPace } from './telegram/chat-pace';
import { connectBotApi, countingInChats, retractVia } from './telegram/send';
import { sendReminderVia } from './telegram/send-reminder';
import { type OutgoingDigest, runQuietDigests } from './quiet/run';
import { sendDayVia } from './telegram/day-message';
import { sendDigestVia } from './telegram/quiet-digest';

/** A run may begin before the one before has settled its last messages. */
const noticeWindow = { unsettled: 0 };
interface Connected extends Delivery {
  sendNotice: Send<OutgoingNotice>;
  sendDigest: Send<OutgoingDigest>;
  sendDay: Send<OutgoingDay>;
}
let delivery: Connected | undefined;

/**
 * Delivery on this process's database and bot: the one place that ties it to Telegram. Beside the
 * reminders it archives what nobody answered, sends what there is of a notice, and counts for the
 * administrators; a fault of theirs is logged and costs no reminder anything.
 */
export async function deliver(options: RunOptions): Promise<TickCounts> {
  delivery ??= connected();
  const remindersDone = new AbortController();
  const reminders = runDelivery(delivery, options).finally(() => remindersDone.abort());
  await Promise.allSettled([
    reminders,
    workBesideReminders(delivery, options, remindersDone.signal),
  ]);
  return reminders;
}

/** The same where nobody waits for the counts; a fault is logged. */
export async function deliverBehindAnswer(options: RunOptions): Promise<void> {
  try {
    await deliver(options);
  } catch (error) {
    log.error({ fault: safeFault(error) }, 'a run of delivery failed');
  }
}

/**
 * Ends pauses, archives what nobody answered, counts, and sends notices, what quiet hours held back, agendas
 * and reviews until the reminders are done.
 * Never rejects.
 */
async function workBesideReminders(
  { db, sendNotice, sendDigest, sendDay, maxPerSecond }: NonNullable<typeof delivery>,
  { durationMs, stop }: RunOptions,
  remindersDone: AbortSignal,
): Promise<void> {
  try {
    const now = await databaseClock(db);
    await endPauses(db, now());
    await archiveUnanswered(db, now());
    await runTally(db, now());
    const run = {
      db,
      now,
      deadline: new Date(now().getTime() + durationMs),
      maxPerSecond,
      linger: remindersDone,
      ...(stop && { stop }),
    };
    await Promise.all([
      runNotices({ ...run, send: sendNotice, window: noticeWindow }),
      runQuietDigests({ ...run, send: sendDigest }),
      findOffers(db, now()).catch((error: unknown) => {
        log.warn(
          { fault: safeFault(error) },
          'nobody was looked for to offer messages about the day',
        );
      }),
      runDayMessages({ ...run, send: sendDay }),
    ]);
  } catch (error) {
    log.warn({ fault: safeFault(error) }, 'the work beside the reminders failed');
  }
}

function connected(): NonNullable<typeof delivery> {
  const { botToken, telegramApiRoot, maxPerSecond } = env();
  const api = countingInChats(
    connectBotApi({ token: botToken, apiRoot: telegramApiRoot }),
    chatPace(),
  );
  return {
    db: db(),
    send: sendReminderVia(api, env()),
    retract: retractVia(api),
    sendNotice: sendNoticeVia(api),
    sendDigest: sendDigestVia(api),
    sendDay: sendDayVia(api),
    maxPerSecond,
  };
}
