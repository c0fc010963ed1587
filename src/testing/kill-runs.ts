import { type RunningSimulator } from '@/dev/simulator/server';
import { type Db } from '@/server/platform/db/client';
import { cronRuns } from '@/server/platform/db/schema';
import { type DeliveryInstance, startInstance } from './delivery-instance';
import {
  arrivalsAt,
  audit,
  inParts,
  seedDue,
  seedPulse,
  settled,
  startOutboxServer,
} from './due-reminders';
import { watchOnTime } from './on-time';
import { randomMoment, until } from './until';

interface KillOptions {
  db: Db;
  databaseUrl: string;
  instances: number;
  /** A kill each: how many reminders fall due around it, at moments half a second apart. */
  rounds: readonly (readonly number[])[];
  /** Whether each one killed is followed by a new one. */
  replaced: boolean;
  /** Each answer of Telegram takes up to this long. */
  answerMs: number;
  maxPerSecond: number;
  /** People who get other messages than the reminders of the rounds. */
  beside?: {
    people: ReadonlySet<number>;
    /** Makes their messages of the round of this number, from 0, due at its first moment. */
    fallDue: (round: number, at: Date) => Promise<unknown>;
    /** Whether all of them are out. */
    areServed: () => Promise<boolean>;
  };
}

/** A round is known this long before its first moment. */
const AHEAD_MS = 3_000;
/** What is due at one moment is under way for about this long where windows are full. */
const MOMENTS_APART_MS = 500;
/** With the start of a new instance, on a slow machine. */
const ROUND_TAKES_MS = 10_000;
/** The leases of the last one killed have to run out first. */
const SETTLED_WITHIN_MS = 60_000;

interface Running {
  instance: DeliveryInstance;
  /** An outbox of its own tells its messages from those of others. */
  telegram: RunningSimulator;
}

/**
 * Kills instances that share one database with kill -9, one after the other, each at a random moment
 * while reminders fall due, until all that was due is settled; then compares what was due with what
 * arrived.
 */
export async function killAtRandom(options: KillOptions) {
  const { db, rounds, replaced, answerMs, beside } = options;
  const outboxes: RunningSimulator[] = [];
  const victims: RunningSimulator[] = [];
  // First moments of the rounds, and the kills, in epoch milliseconds.
  const roundsAt: number[] = [];
  const killedAt: number[] = [];
  const seeded = await seedPulse(db, rounds.length * ROUND_TAKES_MS);
  const start = async (): Promise<Running> => {
    const telegram = await startOutboxServer();
    outboxes.push(telegram);
    if (answerMs > 0) telegram.simulator.fault({ kind: 'slow', ms: answerMs });
    const instance = await startInstance({ ...options, telegram: telegram.origin });
    return { instance, telegram };
  };
  /** Each instance enters its first tick into the database. */
  const allTicking = () => until(async () => (await db.$count(cronRuns)) >= outboxes.length);
  const running = await Promise.all(Array.from({ length: options.instances }, start));
  const onTime = watchOnTime();
  let due = seeded;
  let upSince = Infinity;
  try {
    await allTicking();
    upSince = Date.now();
    for (const [nth, round] of rounds.entries()) {
      const begin = Date.now() + AHEAD_MS;
      roundsAt.push(begin);
      await beside?.fallDue(nth, new Date(begin));
      seeded.push(...(await seedDue(db, inParts(new Date(begin), round, MOMENTS_APART_MS))));
      await randomMoment(begin, begin + round.length * MOMENTS_APART_MS);
      const [victim] = running.splice(Math.floor(Math.random() * running.length), 1);
      if (!victim) throw new Error('nobody is left to kill');
      killedAt.push(Date.now());
      victims.push(victim.telegram);
      await victim.instance.kill();
      if (!replaced) continue;
      running.push(await start());
      await allTicking();
    }
    due = await settled(db, seeded, SETTLED_WITHIN_MS);
    if (beside) await until(beside.areServed, SETTLED_WITHIN_MS);
  } finally {
    await Promise.all(running.map(({ instance }) => instance.stop()));
  }
  const found = audit(
    due,
    outboxes.map((each) => arrivalsAt(each, beside?.people)),
  );
  await Promise.all(outboxes.map((each) => each.stop()));
  const repeatedOf = (each: RunningSimulator) => found.repeated[outboxes.indexOf(each)] ?? 0;
  const others = outboxes.filter((each) => !victims.includes(each));
  return {
    ...found,
    due,
    /** When all instances were up. */
    upSince,
    roundsAt,
    killedAt,
    onTimeMs: onTime.limitMs(),
    /** One of each instance, and of them those of the killed ones. */
    outboxes,
    victims,
    /** Of each kill, how many messages of the killed process were sent again. */
    repeatedPerKill: victims.map(repeatedOf),
    /** Messages that were repeated although the instance that sent them was never killed. */
    repeatedByOthers: others.map(repeatedOf).reduce((sum, each) => sum + each, 0),
  };
}
