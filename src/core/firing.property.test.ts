import fc from 'fast-check';
import { endlessRule, occurrencesAround } from '@/testing/recurrence-oracle';
import { zone, zonedInstant } from '@/testing/temporal-oracle';
import {
  acknowledge,
  afterSend,
  dueFiring,
  type Firing,
  type FiringState,
  type Plan,
  planFiring,
  replanFiring,
  snooze,
  SNOOZE_CHOICES,
  snoozeUntil,
} from './firing';
import { FLOOD_INTERVALS, FLOOD_RESENDS_MAX } from './limits';
import { firstOccurrence, nextOccurrence, scheduleAt } from './recurrence';
import { localDateAt } from './time-zone';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

/** Time passes: mostly a little, sometimes months of a service that was down. */
const pause = fc.oneof(
  fc.integer({ min: 0, max: 90 * SECOND }),
  fc.integer({ min: 0, max: 90 * MINUTE }),
  fc.integer({ min: 0, max: 3 * DAY }),
  fc.integer({ min: 0, max: 400 * DAY }),
);
const floodInterval = fc.option(fc.constantFrom(...FLOOD_INTERVALS));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('tick'),
      sending: fc.integer({ max: 5 * MINUTE, min: 0 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('lostAnswer') }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('onTime'), sends: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('acknowledge') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('snooze'),
      choice: fc.constantFrom(...SNOOZE_CHOICES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('editText') }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('editTime'), ahead: pause, floodInterval, zone }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('clockBack') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const plans: fc.Arbitrary<{ plan: Plan; zone: string }> = fc
  .record({
    moment: zonedInstant,
    rule: fc.option(endlessRule, { freq: 4 }),
    untilDays: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
    floodInterval,
  })
  .map(({ moment: { zone, epochMs }, rule, untilDays, floodInterval }) => {
    const dateTime = new Date(epochMs);
    const until =
      untilDays === null ? {} : { until: localDateAt(new Date(epochMs + untilDays * DAY), zone) };
    return { zone, plan: { dateTime, rule: rule && { ...rule, ...until }, floodInterval } };
  })
  // The form refuses a series that ends before it begins.
  .filter(({ plan, zone }) => firstOccurrence(scheduleAt(plan.dateTime, plan.rule, zone)) !== null);

/** A reminder with its history, and the promises that must hold after whatever happens to it. */
class Life {
  now: Date;
  state: FiringState;
  /** Nags since the last first send, snooze, «Готово» or edit. */
  nags = 0;
  /** The occurrence that Temporal has already confirmed. */
  private confirmed: Date | null = null;

  constructor(plan: Plan, zone: string) {
    this.now = new Date(plan.dateTime.getTime() - MINUTE);
    this.state = planFiring(plan, zone);
    this.check();
  }

  wait(ms: number) {
    this.now = new Date(this.now.getTime() + ms);
  }

  /** Occurrences of the schedule as Temporal gives them, around an instant. */
  around(instant: Date) {
    return occurrencesAround(this.state, instant, 5);
  }

  take(state: FiringState) {
    const { firstWallTime, timeZone, rule } = this.state;
    // Nothing but an edit touches a series' anchor, zone and rule.
    if (rule) expect(state).toMatchObject({ firstWallTime, timeZone, rule });
    expect([state.timeZone, state.rule]).toEqual([timeZone, rule]);
    this.state = state;
    this.check();
  }

  check() {
    const { state } = this;
    const { nextFireAt, completed, openOccurrenceAt, dateTime, snoozedUntil, rule } = state;
    // Whatever is not completed will come, and what is completed will not.
    expect(completed).toBe(nextFireAt === null);
    // A look at the due time always finds something to send: delivery cannot spin on a row.
    if (nextFireAt) {
      expect(dueFiring(state, nextFireAt)).not.toBeNull();
      expect(dueFiring(state, new Date(nextFireAt.getTime() - 1))).toBeNull();
      expect(nextFireAt.getTime()).toBeLessThanOrEqual(
        Math.max(dateTime.getTime(), openOccurrenceAt ? Infinity : 0),
      );
    } else expect(dueFiring(state, new Date(8e15))).toBeNull();
    if (snoozedUntil) expect(nextFireAt).toEqual(snoozedUntil);
    expect(state.nagCount).toBeLessThanOrEqual(FLOOD_RESENDS_MAX);
    if (openOccurrenceAt === null) expect([state.nagCount, snoozedUntil]).toEqual([0, null]);
    if (!rule) expect(firstOccurrence(state)).toEqual(dateTime);
    else if (dateTime !== this.confirmed) {
      expect(this.around(dateTime)).toContainEqual(dateTime);
      this.confirmed = dateTime;
    }
    if (rule && completed) expect(nextOccurrence(state, dateTime)).toBeNull();
  }

  /** A send that Telegram takes `sending` later; the state is stored only if its answer arrives. */
  send(sending: number, answered = true) {
    const before = this.state;
    const firing = dueFiring(before, this.now);
    expect(firing !== null).toBe(before.nextFireAt !== null && before.nextFireAt <= this.now);
    if (!firing) return;
    this.checkFiring(before, firing);
    // A second claim at the same moment sees the same firing.
    expect(dueFiring(before, this.now)).toEqual(firing);
    const sentAt = new Date(this.now.getTime() + sending);
    const after = afterSend(before, firing, sentAt);
    if (!answered) return;
    this.wait(sending);
    this.nags = firing.kind === 'nag' ? this.nags + 1 : 0;
    expect(this.nags).toBe(after.nagCount);
    this.checkNothingLost(before, after, firing);
    this.confirmed = after.dateTime;
    this.take(after);
    expect(after.openOccurrenceAt).toEqual(firing.occurrenceAt);
  }

  checkFiring(state: FiringState, firing: Firing) {
    const { kind, occurrenceAt, scheduledAt, late, nagNumber, last } = firing;
    expect(scheduledAt.getTime()).toBeLessThanOrEqual(this.now.getTime());
    expect(late).toBe(kind !== 'nag' && this.now.getTime() - scheduledAt.getTime() > MINUTE);
    expect(last).toBe(nagNumber === FLOOD_RESENDS_MAX);
    expect(nagNumber).toBe(kind === 'nag' ? this.nags + 1 : 0);
    if (kind === 'nag') expect(state.floodInterval).not.toBeNull();
    if (kind !== 'first') expect(occurrenceAt).toEqual(state.openOccurrenceAt);
    else expect(occurrenceAt.getTime()).toBeGreaterThanOrEqual(state.dateTime.getTime());
  }

  /** Occurrences are passed over only when a later one had fallen due before the send. */
  checkNothingLost(before: FiringState, after: FiringState, { kind, occurrenceAt }: Firing) {
    if (kind !== 'first') {
      expect(after.dateTime).toEqual(before.dateTime);
      return;
    }
    if (!before.rule) return;
    const next = this.around(occurrenceAt).find((instant) => instant > occurrenceAt);
    if (occurrenceAt > before.dateTime && next) {
      expect(next.getTime()).toBeGreaterThan(this.now.getTime() - 5 * MINUTE);
    }
    expect(after.dateTime).toEqual(next ?? occurrenceAt);
  }

  act(step: Step) {
    switch (step.act) {
      case 'tick':
        this.send(step.sending);
        break;
      case 'lostAnswer':
        this.send(0, false);
        break;
      case 'onTime':
        for (let i = 0; i < step.sends; i += 1) this.sendOnTime();
        break;
      case 'acknowledge':
        this.acknowledge();
        break;
      case 'snooze':
        this.snooze(snoozeUntil(step.choice, this.now, this.state.timeZone));
        break;
      case 'editText':
        this.editText();
        break;
      case 'editTime': {
        const dateTime = new Date(this.now.getTime() + step.ahead);
        const { rule: old } = this.state;
        const rule = old && { ...old, until: undefined };
        const edit = { dateTime, rule, floodInterval: step.floodInterval };
        this.state = replanFiring(this.state, edit, step.zone);
        this.nags = 0;
        expect(this.state.openOccurrenceAt).toBeNull();
        this.check();
        break;
      }
      case 'clockBack':
        this.wait(-3_600_000);
        break;
    }
  }

  sendOnTime() {
    const { nextFireAt } = this.state;
    if (nextFireAt === null) return;
    if (nextFireAt > this.now) this.now = nextFireAt;
    this.send(0);
    const { nextFireAt: then, dateTime, openOccurrenceAt } = this.state;
    // Nothing stays due behind a send, and only an occurrence that is open can lie in the past.
    if (then) expect(then.getTime()).toBeGreaterThan(this.now.getTime());
    if (dateTime <= this.now) expect(openOccurrenceAt).toEqual(dateTime);
  }

  acknowledge() {
    const { openOccurrenceAt, dateTime, rule } = this.state;
    const done = acknowledge(this.state, this.now);
    if (openOccurrenceAt === null) expect(done).toBe(this.state);
    else {
      this.nags = 0;
      this.take(done);
      expect(done.openOccurrenceAt).toBeNull();
      // Only the next occurrence is still to come.
      if (!done.completed) expect(done.nextFireAt).toEqual(dateTime);
      expect(done.completed).toBe(!rule || dateTime.getTime() === openOccurrenceAt.getTime());
    }
    expect(acknowledge(done, this.now)).toBe(done);
  }

  snooze(until: Date) {
    const { openOccurrenceAt, dateTime, rule } = this.state;
    const snoozed = snooze(this.state, until, this.now);
    expect(until.getTime()).toBeGreaterThan(this.now.getTime());
    if (openOccurrenceAt === null) {
      expect(snoozed).toBe(this.state);
      return;
    }
    this.nags = 0;
    this.take(snoozed);
    const followed = rule !== null && dateTime.getTime() !== openOccurrenceAt.getTime();
    const comesAt = followed && dateTime < until ? dateTime : until;
    expect(snoozed).toMatchObject({ completed: false, nextFireAt: comesAt, nagCount: 0 });
    expect(snoozed.dateTime).toEqual(rule ? dateTime : until);
  }

  editText() {
    const { dateTime, rule, floodInterval, firstWallTime, timeZone, completed } = this.state;
    if (completed || dateTime < this.now) return;
    // The form knows whole minutes only.
    const minute = new Date(Math.floor(dateTime.getTime() / MINUTE) * MINUTE);
    this.state = replanFiring(this.state, { dateTime: minute, rule, floodInterval }, 'Asia/Tokyo');
    this.nags = 0;
    expect(this.state).toMatchObject({ firstWallTime, timeZone, dateTime, nextFireAt: dateTime });
    this.check();
  }
}

test('through any sequence of ticks, presses, edits and outages no occurrence is lost and no promise broken', () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(fc.tuple(pause, step), { maxLength: 14 }),
      ({ plan, zone }, steps) => {
        const life = new Life(plan, zone);
        for (const [ms, step] of steps) {
          life.wait(ms);
          life.act(step);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('whatever happened before, a reminder that nobody touches any more falls silent or goes on forever', () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(fc.tuple(pause, step), { maxLength: 6 }),
      ({ plan, zone }, steps) => {
        const life = new Life(plan, zone);
        for (const [ms, step] of steps) {
          life.wait(ms);
          life.act(step);
        }
        const occurrence = life.state.dateTime;
        // One pending first send or snooze with its nags, then the next occurrence with its own.
        life.act({ act: 'onTime', sends: 2 * (FLOOD_RESENDS_MAX + 1) });
        if (life.state.rule && !life.state.completed) {
          expect(life.state.dateTime.getTime()).toBeGreaterThan(occurrence.getTime());
        } else if (!life.state.rule) expect(life.state.completed).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});
