import 'server-only';
import { sendNoticeVia } from './admin/bot';
import { runTally } from './admin/tally';
import { dueDigests, holdNags, sendDigestVia } from './days/digest';
import { sendDayVia } from './days/bot';
import { dueDayEdits, dueDays } from './days/tell';
import { dueNotices } from './notices/due';
import { runDelivery, type RunOptions } from './outbox/run';
import { type Delivery } from './outbox/tick';
import { databaseClock } from './outbox/clock';
import { type TickCounts } from './outbox/counts';
import { SendWindow } from './outbox/kind';
import { Breaker } from './outbox/queue';
import { db, type Db } from './platform/db/client';
import { safeFault } from './platform/db/faults';
import { env } from './platform/env';
import { log } from './platform/log';
import { processState } from './platform/process-state';
import { dueJointNews } from './sharing/news';
import { dueReminders, sendReminderVia } from './reminders/due';
import { archiveUnanswered, endPauses } from './reminders/write/upkeep';
import { chatPace } from './telegram/chat-pace';
import { ownBot, retractVia, sendMessageVia } from './telegram/send';

type RunOwn = (options: RunOptions) => Promise<TickCounts>;
/** A whole run, since a run of another copy of our modules would not know the errors of what it sends by. */
const deliveryState = processState<{ run?: RunOwn }>('delivery', () => ({}));

/**
 * Delivery on this process's database and bot: the one place that says which kinds of messages there are,
 * and in which order. Beside it runs what keeps reminders in order; a fault of that costs no message
 * anything, and is logged only where the run itself has none: with the database away both have the same.
 */
export async function deliver(options: RunOptions): Promise<TickCounts> {
  deliveryState.run ??= ownDelivery();
  const run = deliveryState.run(options);
  const [, beside] = await Promise.allSettled([run, upkeep(db())]);
  const counts = await run;
  if (beside.status === 'rejected') {
    log.warn({ fault: safeFault(beside.reason) }, 'the work beside delivery failed');
  }
  return counts;
}

/** `deliver` where nobody waits for the counts; a fault is logged. */
export async function deliverBehindAnswer(options: RunOptions): Promise<void> {
  try {
    await deliver(options);
  } catch (error) {
    log.error({ fault: safeFault(error) }, 'a run of delivery failed');
  }
}

/** Ends pauses, archives what nobody answered and counts for the administrators. */
async function upkeep(db: Db): Promise<void> {
  const now = (await databaseClock(db))();
  await endPauses(db, now);
  await archiveUnanswered(db, now);
  await runTally(db, now);
}

/** Delivery with this process's database and bot. Earlier kinds are asked first what is due. */
function ownDelivery(): RunOwn {
  const { maxPerSecond } = env();
  const api = ownBot();
  const sendDay = sendDayVia(api);
  const delivery: Delivery = {
    db: db(),
    kinds: [
      dueReminders({ send: sendReminderVia(api, env()), hold: holdNags }),
      dueDigests(sendDigestVia(api)),
      dueDays(sendDay),
      dueDayEdits(sendDay),
      dueJointNews(sendMessageVia(api)),
      dueNotices(db(), sendNoticeVia(api)),
    ],
    retract: retractVia(api),
    maxPerSecond,
    window: new SendWindow(),
    breaker: new Breaker(),
    chats: chatPace,
  };
  return (options) => runDelivery(delivery, options);
}
