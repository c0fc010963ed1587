import fc from '@/testing/fast-check';
import { eq, sql } from 'drizzle-orm';
import {
  afterSend,
  answerableOccurrence,
  answeredByOther,
  dueFiring,
  finish,
  type FiringState,
  heldNag,
  inZone,
  joinedFiring,
  openedAhead,
  pause,
  pauseWithAll,
  planFiring,
  putOff,
  quiet,
  replanFiring,
  restoredFiring,
  resume,
  resumeWithAll,
  skip,
} from '@/core/firing';
import { FLOOD_INTERVALS } from '@/core/limits';
import { firstOccurrence, scheduleAt } from '@/core/recurrence';
import {
  categoryId,
  createNote,
  createReminder,
  createUser,
  draftPayload,
  typeId,
} from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { anyRule } from '@/testing/recurrence-oracle';
import { zone, zonedInstant } from '@/testing/temporal-oracle';
import { codeOf } from '../../platform/db/faults';
import { drafts, notes, reminders, users } from '../../platform/db/schema';
import { firingColumns } from './columns';

const { db } = testDatabase();
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const CHECK_VIOLATION = '23514';

type Act = (state: FiringState, now: Date) => FiringState;

const sent: Act = (state, now) => {
  const at = state.nextFireAt && state.nextFireAt > now ? state.nextFireAt : now;
  const firing = dueFiring(state, at);
  return firing ? afterSend(state, firing, at) : state;
};

const answeredElsewhere =
  (act: 'done' | 'skip'): Act =>
  (state, now) => {
    const occurrenceAt = answerableOccurrence(state);
    return occurrenceAt ? answeredByOther(state, { act, occurrenceAt }, now) : state;
  };

const ahead = fc.integer({ min: 1, max: 60 * DAY });
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom<Act>(sent, finish, skip, quiet, resume, resumeWithAll, restoredFiring),
  fc.constant(sent),
  fc.constantFrom(answeredElsewhere('done'), answeredElsewhere('skip')),
  fc.constant<Act>((state, now) => openedAhead(state, now)),
  ahead.map(
    (ms): Act =>
      (state, now) =>
        putOff(state, new Date(+now + ms), now),
  ),
  ahead.map(
    (ms): Act =>
      (state, now) =>
        heldNag(state, new Date(+now + ms)),
  ),
  fc.option(ahead).map((ms): Act => {
    return (state, now) => pause(state, ms === null ? null : new Date(+now + ms), now);
  }),
  fc.option(ahead).map((ms): Act => {
    return (state, now) => pauseWithAll(state, ms === null ? null : new Date(+now + ms), now);
  }),
  zone.map(
    (name): Act =>
      (state, now) =>
        inZone(state, name, now),
  ),
  fc.tuple(ahead, zone).map(([ms, name]): Act => {
    const { rule, floodInterval, preAlerts } = { rule: null, floodInterval: 5, preAlerts: [60] };
    return (state, now) =>
      replanFiring(
        state,
        { dateTime: new Date(+now + ms), rule, floodInterval, preAlerts },
        name,
        now,
      );
  }),
  fc.constant<Act>((state, now) => joinedFiring(state, state, now) ?? state),
);

const lives = fc
  .record({
    moment: zonedInstant,
    rule: fc.option(anyRule, { freq: 4 }),
    floodInterval: fc.option(fc.constantFrom(...FLOOD_INTERVALS)),
    acts: fc.array(fc.tuple(anAct, fc.integer({ min: 0, max: 3 * DAY })), { maxLength: 12 }),
  })
  .filter(({ moment: { epochMs, zone: name }, rule }) => {
    return firstOccurrence(scheduleAt(new Date(epochMs), rule, name)) !== null;
  })
  .map(({ moment: { epochMs, zone: name }, rule, floodInterval, acts }) => {
    let now = new Date(epochMs - MINUTE);
    // Drizzle takes no object without a prototype, as fast-check makes them.
    const own = rule && { ...rule };
    const plan = { dateTime: new Date(epochMs), rule: own, floodInterval, preAlerts: [1_440, 10] };
    const states = [planFiring(plan, name, now)];
    for (const [act, passed] of acts) {
      now = new Date(+now + passed);
      const last = states.at(-1);
      if (last) states.push(act(last, now));
    }
    return states;
  });

test('whatever core makes of a reminder, its row takes', async () => {
  const { id: userId } = await createUser(db);
  const ids = {
    userId,
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Личное'),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(lives, { minLength: 20, maxLength: 20 }), async (several) => {
      const rows = several.flat().map((state) => ({ ...ids, text: 'x', ...firingColumns(state) }));
      await db.insert(reminders).values(rows);
    }),
    { numRuns: 10 },
  );
}, 60_000);

const set = async (columns: string) => {
  const { id } = await createReminder(db, (await createUser(db)).id);
  const change = db.execute(sql`update reminders set ${sql.raw(columns)} where id = ${id}`);
  return change.then(
    () => undefined,
    (error: unknown) => codeOf(error),
  );
};

test.each([
  'completed = true',
  'completed = true, next_fire_at = null, paused_from = now()',
  'completed = true, next_fire_at = null, snoozed_until = now(), open_occurrence_at = now()',
  'done_at = now()',
  'done_at = now(), completed = true, next_fire_at = null, open_occurrence_at = now()',
  'snoozed_until = now()',
  'waiting_since = now()',
  'open_occurrence_at = now()',
  'open_occurrence_at = now(), snoozed_until = now(), waiting_since = now()',
  'paused_until = now()',
  'lease_token = gen_random_uuid()',
  'lease_until = now()',
])('what no rule writes is refused: %s', async (columns) => {
  expect(await set(columns)).toBe(CHECK_VIOLATION);
});

test.each([
  'completed = true, next_fire_at = null',
  'completed = true, next_fire_at = null, open_occurrence_at = now()',
  'open_occurrence_at = now(), waiting_since = now()',
  'open_occurrence_at = now(), snoozed_until = now()',
  'paused_from = now(), paused_until = now()',
  'lease_token = gen_random_uuid(), lease_until = now()',
])('what they write is taken: %s', async (columns) => {
  expect(await set(columns)).toBeUndefined();
});

test('what refers to a reminder or a note goes with it or forgets it, and never comes to mean another', async () => {
  const person = await createUser(db);
  const note = await createNote(db, person.id);
  const about = await createReminder(db, person.id, { noteId: note.id });
  const gone = await createReminder(db, person.id);
  await db.update(users).set({ expectsReminderId: gone.id }).where(eq(users.id, person.id));
  const ofPerson = { userId: person.id, payload: draftPayload(), expiresAt: new Date() };
  const held = { ...ofPerson, state: 'held' } as const;
  await db.insert(drafts).values([{ ...held, reminderId: gone.id }, held]);

  await db.delete(notes).where(eq(notes.id, note.id));
  await db.delete(reminders).where(eq(reminders.id, gone.id));

  const own = eq(reminders.userId, person.id);
  expect(await db.select().from(reminders).where(own)).toMatchObject([
    { id: about.id, noteId: null },
  ]);
  // By null the other one means any reminder, and always has.
  const left = await db.select().from(drafts).where(eq(drafts.userId, person.id));
  expect(left.map(({ reminderId }) => reminderId)).toEqual([null]);
  const [account] = await db.select().from(users).where(eq(users.id, person.id));
  expect(account?.expectsReminderId).toBeNull();
});
