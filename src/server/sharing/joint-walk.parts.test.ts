import fc from '@/testing/fast-check';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { nextOccurrence } from '@/core/recurrence';
import { type Account, findAccount } from '@/server/accounts/accounts';
import { holdNags } from '@/server/days/digest';
import { type Kind } from '@/server/outbox/kind';
import { runTick } from '@/server/outbox/tick';
import { type Db } from '@/server/platform/db/client';
import { jointMembers, joints, reminders, users } from '@/server/platform/db/schema';
import { AppError, orRefusal } from '@/server/platform/errors';
import {
  actByReply,
  type ReplyAct,
  rewriteByReply,
  takeBackLast,
} from '@/server/reminders/chat-acts';
import { dueReminders } from '@/server/reminders/due';
import { deleteReminder, restoreReminder } from '@/server/reminders/deletion';
import { updateReminder } from '@/server/reminders/reminders';
import { type ReminderRow } from '@/server/reminders/rows';
import { eraseAccount } from '@/server/retention/erase-account';
import { dueJointNews } from '@/server/sharing/news';
import { findShare, shareReminder } from '@/server/sharing/shares';
import { joinJoint } from '@/server/sharing/joining';
import { createReminder, createUser } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { runningClock } from '@/testing/outbox';

const { db } = testDatabase();

const DAY = 86_400_000;
const DAILY = { every: 1, unit: 'DAY' } as const;

/** Three people, of whom the first has a daily reminder that others may take part in. */
class World {
  constructor(readonly db: Db) {}

  readonly clock = fixedClock();
  people: Account[] = [];
  /** Who takes part by what was said to them; nobody else may hear a thing. */
  readonly within = new Set<number>();
  /** They have left, and then brought back what is theirs alone since: it rings, and no news comes. */
  readonly alone = new Set<number>();
  /** They go their own way for a while: paused, or told of the end. */
  readonly apart = new Set<number>();
  heard: { userId: number; allowed: boolean }[] = [];
  key = '';
  message = 0;

  async begin(rule: typeof DAILY | null): Promise<void> {
    for (let i = 0; i < 3; i += 1) this.people.push(await createUser(this.db));
    const owner = this.person(0);
    const dateTime = new Date(this.clock.now().getTime() + 3_600_000);
    const { id } = await createReminder(this.db, owner.id, { rule, dateTime });
    this.within.add(owner.id);
    await this.open(owner.id, id);
  }

  person(who: number): Account {
    const person = this.people[who];
    if (!person) throw new Error('nobody');
    return person;
  }

  async open(userId: number, reminderId: number): Promise<void> {
    const sharing = shareReminder(this.db, userId, reminderId, this.clock.now(), true);
    // Of what is over there is no link.
    const share = await orRefusal(sharing, 'invalid');
    this.key = share instanceof AppError ? '' : share.key;
  }

  /** The rows of those who take part, by their people. */
  async rows(): Promise<ReminderRow[]> {
    const ids = this.people.map(({ id }) => id);
    const found = await this.db
      .select({ row: reminders })
      .from(reminders)
      .innerJoin(jointMembers, eq(jointMembers.reminderId, reminders.id))
      .where(and(inArray(reminders.userId, ids), isNull(reminders.deletedAt)));
    return found.map(({ row }) => row);
  }

  async rowOf(who: number): Promise<ReminderRow | undefined> {
    const { id } = this.person(who);
    return (await this.rows()).find(({ userId }) => userId === id);
  }

  async ownerRow(): Promise<ReminderRow | undefined> {
    const owners = await this.db.select({ id: joints.ownerReminderId }).from(joints);
    return (await this.rows()).find(({ id }) => owners.some((owner) => owner.id === id));
  }

  /** The next moment comes, with all that is to be told. */
  async tick(): Promise<void> {
    const due = (await this.rows()).flatMap(({ nextFireAt }) => nextFireAt ?? []);
    const at = Math.max(this.clock.now().getTime(), Math.min(...due.map(Number))) + 1_000;
    if (Number.isFinite(at)) this.clock.set(new Date(at));
    const sendTo =
      (...allowed: Set<number>[]) =>
      ({ chatId }: { chatId: number }) => {
        this.heard.push({ userId: chatId, allowed: allowed.some((each) => each.has(chatId)) });
        return Promise.resolve({ status: 'sent' as const, messageId: (this.message += 1) });
      };
    const rings = dueReminders({ send: sendTo(this.within, this.alone), hold: holdNags });
    for (const kind of [rings, dueJointNews(sendTo(this.within))]) {
      await this.run(kind);
      this.clock.advance(5_000);
    }
  }

  private async run(kind: Kind): Promise<void> {
    const now = this.clock.now();
    await runTick({
      ...{
        db: this.db,
        kinds: [kind],
        now: runningClock(now),
        horizonMs: 0,
        maxPerSecond: Infinity,
      },
      ...{ retract: () => Promise.resolve(), deadline: new Date(now.getTime() + 600_000) },
    });
  }
}

/** What comes first of a row, or waits: wherever somebody has put it off to. */
const pending = ({ openOccurrenceAt: open, dateTime, rule }: ReminderRow): number =>
  rule === null ? 0 : Math.min(Number(open ?? dateTime), Number(dateTime));

const ACTS = [
  'tick',
  'done',
  'skip',
  'undo',
  'snooze',
  'rewrite',
  'plan',
  'pause',
  'join',
  'form',
  'form',
  'form',
] as const;
const LEAVING = ['leave', 'end', 'erase'] as const;
const step = fc.record({
  act: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...ACTS) },
    { weight: 1, arbitrary: fc.constantFrom(...LEAVING) },
  ),
  who: fc.nat(2),
  how: fc.constantFrom('once', 'once', 'twice', 'both', 'crash'),
  /** What is changed in the form, which has the reminder's own minute or a later one. */
  form: fc.record({
    changed: fc.constantFrom('text', 'flood'),
    minutesLater: fc.constantFrom(0, 0, 7),
  }),
});
const rule = fc.constantFrom(DAILY, DAILY, null);
type Step = Parameters<Parameters<typeof step.map>[0]>[0];

/** The process dies before it is committed. */
async function crashed({ db }: World, work: (tx: Db) => Promise<unknown>): Promise<void> {
  const fault = new Error('the process has died');
  const dying = db.transaction(async (tx) => {
    await work(tx);
    throw fault;
  });
  await expect(dying).rejects.toBe(fault);
}

async function play(world: World, { act, who, how, form }: Step): Promise<void> {
  // A plan of another minute is another plan.
  world.clock.advance(60_000);
  const { db } = world;
  const now = world.clock.now();
  const person = world.person(who);
  if (act === 'tick') return world.tick();
  if (act === 'join') return join(world, who, how);
  const row = await world.rowOf(who);
  if (!row) return;
  const owner = await world.ownerRow();
  const isOwner = owner?.id === row.id;
  const target = { userId: person.id, reminderId: row.id, now };

  if (act === 'leave' || act === 'end') {
    const leaves = act === 'leave';
    if (!isOwner && !leaves) return;
    if (how === 'crash')
      return crashed(world, (tx) => deleteReminder(tx, person.id, row.id, now, { leaves }));
    const before = await world.rows();
    await deleteReminder(db, person.id, row.id, now, { leaves });
    if (!leaves) {
      expect(await world.rows()).toEqual([]);
      if (how === 'once') return;
      await restoreReminder(db, person.id, row.id, now);
      return world.open(person.id, row.id);
    }
    world.within.delete(person.id);
    const rest = await world.rows();
    expect(rest).toHaveLength(before.length - 1);
    const heir = await world.ownerRow();
    if (heir && isOwner) await world.open(heir.userId, heir.id);
    if (how === 'once') return;
    if (how === 'both') await world.tick();
    await restoreReminder(db, person.id, row.id, world.clock.now());
    if (heir && world.apart.has(heir.userId)) world.apart.add(person.id);
    ((await world.rowOf(who)) ? world.within : world.alone).add(person.id);
    return;
  }
  if (act === 'erase') {
    if (how === 'crash') return crashed(world, (tx) => eraseAccount(tx, person.id));
    const before = await world.rows();
    await eraseAccount(db, person.id);
    world.within.delete(person.id);
    // Somebody else comes in their place, who has agreed to nothing.
    world.people[who] = await createUser(db);
    expect(await world.rows()).toHaveLength(before.length - 1);
    const heir = await world.ownerRow();
    if (before.length > 1) expect(heir).toBeDefined();
    if (heir && isOwner) await world.open(heir.userId, heir.id);
    return;
  }
  if (act === 'undo') {
    if (how === 'crash') return crashed(world, (tx) => takeBackLast(tx, target));
    await takeBackLast(db, target);
    const after = await world.rowOf(who);
    const passedMeanwhile = row.snoozedUntil !== null && pending(row) <= Number(now);
    // What was put off ahead of its time has passed for them, and does not ring: they go on with the next one.
    if (after && passedMeanwhile && pending(after) > pending(row)) world.apart.add(person.id);
    return;
  }
  if (act === 'rewrite') {
    const text = `Полить ${String(world.message)} ${now.toISOString()}`;
    if (how === 'crash' && isOwner) return crashed(world, (tx) => rewriteByReply(tx, target, text));
    const said = await orRefusal(rewriteByReply(db, target, text), 'invalid');
    expect(said instanceof AppError).toBe(!isOwner);
    return;
  }
  if (act === 'form') return save(world, { row, isOwner, who, how, form });
  world.message += 1;
  const press = { ...target, messageId: world.message, occurrenceAt: null };
  if (act === 'done' || act === 'skip') {
    const occurrenceAt = new Date(pending(row));
    const answer = (tx: Db, userId = person.id, reminderId = row.id) =>
      actByReply(tx, { ...press, userId, reminderId, occurrenceAt }, act);
    if (how === 'crash') return crashed(world, answer);
    const apart = world.apart.has(person.id);
    const others = (await world.rows()).filter(({ userId }) => !world.apart.has(userId));
    const all = how === 'both' && !apart ? others : [row];
    const said = await Promise.all(all.map((each) => answer(db, each.userId, each.id)));
    if (how === 'twice') await answer(db);
    if (apart) return;
    if (row.rule === null) {
      const acted = said.filter((each) => each?.result === 'acted');
      // What was skipped may still be done, and nothing more.
      const isOver =
        act === 'skip' ? row.completed : row.completed && row.openOccurrenceAt === null;
      expect(acted).toHaveLength(isOver ? 0 : 1);
      expect((await world.rows()).every(({ completed }) => completed)).toBe(true);
      return;
    }
    // Of all who answer at once exactly one counts.
    expect(said.filter((each) => each?.result === 'acted')).toHaveLength(1);
    // Somebody who went their own way may have answered the one behind it already.
    const next = row.openOccurrenceAt ? row.dateTime : nextOccurrence(row, occurrenceAt);
    for (const each of (await world.rows()).filter(({ userId }) => !world.apart.has(userId))) {
      expect(pending(each)).toBe(Number(next));
    }
    return;
  }
  // Only its owner begins anew what is over.
  if (row.completed && !isOwner) return;
  const acts: Record<'snooze' | 'plan' | 'pause', ReplyAct> = {
    snooze: new Date(now.getTime() + 3_600_000),
    plan: {
      dateTime: new Date(now.getTime() + DAY / 2),
      rule: row.rule && DAILY,
      floodInterval: null,
    },
    pause: { pauseUntil: new Date(now.getTime() + 3 * DAY) },
  };
  const work = (tx: Db) => actByReply(tx, press, acts[act]);
  if (how === 'crash' && (act !== 'plan' || isOwner)) return crashed(world, work);
  const said = await orRefusal(work(db), 'invalid');
  if (how === 'twice') await orRefusal(work(db), 'invalid');
  if (act === 'plan') expect(said instanceof AppError).toBe(!isOwner);
  if (act === 'pause') world.apart.add(person.id);
  // The owner's plan brings everybody together again.
  if (act === 'plan' && isOwner) world.apart.clear();
}

interface Save extends Pick<Step, 'who' | 'how' | 'form'> {
  row: ReminderRow;
  isOwner: boolean;
}

async function save(world: World, { row, isOwner, who, how, form }: Save): Promise<void> {
  const { db } = world;
  const now = world.clock.now();
  const account = await findAccount(db, row.userId);
  const { typeId, categoryId, timeZone } = row;
  const dateTime = new Date(row.dateTime.getTime() + form.minutesLater * 60_000);
  // The form takes no time that has passed.
  if (!account || dateTime <= now) return;
  world.message += 1;
  const isNewText = form.changed === 'text';
  const flood = isNewText
    ? { flood: row.floodInterval !== null, floodInterval: row.floodInterval ?? undefined }
    : { flood: row.floodInterval === null, floodInterval: 5 };
  const text = isNewText ? `Полить ${String(world.message)} ${now.toISOString()}` : row.text;
  const repeat = row.rule
    ? ({ repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const)
    : { repeat: false };
  const at = { dateTime: dateTime.toISOString(), timeZone, ...repeat };
  const input = { typeId, categoryId, text, ...at, ...flood };
  const version = row.version;
  const work = (tx: Db) => updateReminder(tx, account, row.id, input, { now, version });
  const isForAll = isNewText || form.minutesLater > 0 || row.completed;
  if (how === 'crash' && (isOwner || !isForAll)) return crashed(world, work);
  const said = await orRefusal(work(db), 'invalid');
  expect(said instanceof AppError).toBe(isForAll && !isOwner);
  const after = await world.rowOf(who);
  // An edit may end what its person has put off, or has heard ahead of its time; the others still hear theirs.
  const isAhead = row.snoozedUntil !== null || pending(row) > Number(now);
  const endsOwn = isAhead && after && pending(after) > pending(row);
  const untold = (await world.rows()).some(
    (each) => each.id !== row.id && pending(each) === pending(row),
  );
  if (endsOwn && untold) world.apart.add(row.userId);
  // A new minute brings everybody together again, as does what begins anew.
  if (isOwner && (form.minutesLater > 0 || row.completed)) world.apart.clear();
  if (isOwner && row.completed) {
    const all = await world.rows();
    expect(all.every(({ completed, nextFireAt }) => !completed && nextFireAt !== null)).toBe(true);
  }
}

async function join(world: World, who: number, how: Step['how']): Promise<void> {
  const { db } = world;
  const now = world.clock.now();
  const person = world.person(who);
  const [share, account] = [await findShare(db, world.key), await findAccount(db, person.id)];
  if (!share || !account) return;
  const owner = await world.ownerRow();
  if (how === 'crash') return crashed(world, (tx) => joinJoint(tx, account, share, now));
  const times = how === 'both' || how === 'twice' ? 2 : 1;
  const joined = await Promise.all(
    Array.from({ length: times }, () => joinJoint(db, account, share, now)),
  );
  const there = joined.filter(({ result }) => result === 'joined' || result === 'there');
  if (there.length === 0) return;
  if (joined.some(({ result }) => result === 'joined')) {
    world.apart.delete(person.id);
    if (owner && world.apart.has(owner.userId)) world.apart.add(person.id);
  }
  world.within.add(person.id);
}

async function check(world: World): Promise<void> {
  const rows = await world.rows();
  const views = rows.map(({ text, typeId, firstWallTime, timeZone, rule, completed }) =>
    // A one-shot may be put off by each for themselves.
    JSON.stringify([text, typeId, rule && [firstWallTime, timeZone, rule], completed]),
  );
  expect(new Set(views).size).toBeLessThanOrEqual(1);
  // An undo brings a pause back, too.
  for (const { userId, pausedFrom } of rows) if (pausedFrom !== null) world.apart.add(userId);
  const near = rows.filter(({ userId }) => !world.apart.has(userId));
  expect(new Set(near.map(pending)).size).toBeLessThanOrEqual(1);
  // One row each, and of nobody who has not agreed.
  const theirs = rows.map(({ userId }) => userId);
  expect(new Set(theirs).size).toBe(theirs.length);
  expect(theirs.every((userId) => world.within.has(userId))).toBe(true);
  expect(world.heard.filter(({ allowed }) => !allowed)).toEqual([]);
}

test('whatever three people do, their views agree, one «Готово» counts, and nobody hears a thing unasked', async () => {
  const walk = fc.asyncProperty(
    rule,
    fc.array(step, { maxLength: 16 }),
    async (ruleOfTheirs, steps) => {
      const world = new World(db);
      await world.begin(ruleOfTheirs);
      try {
        await join(world, 1, 'once');
        for (const each of steps) {
          await play(world, each);
          await check(world);
        }
      } finally {
        const ids = world.people.map(({ id }) => id);
        await db.delete(users).where(inArray(users.id, ids));
      }
    },
  );
  await fc.assert(walk, { numRuns: 120 });
}, 900_000);
