import fc from '@/testing/fast-check';
import { anyRule, occurrencesAround } from '@/testing/recurrence-oracle';
import { plainAt, zone, zonedInstant } from '@/testing/temporal-oracle';
import { type SnoozePreset } from '@/texts/presets';
import {
  afterSend,
  dueFiring,
  finish,
  type Firing,
  type FiringState,
  heldNag,
  pause,
  pauseWithAll,
  type Plan,
  planFiring,
  postpone,
  putOff,
  replanFiring,
  restoredFiring,
  resume,
  resumeWithAll,
  skip,
} from './firing';
import { FLOOD_INTERVALS, FLOOD_RESENDS_MAX } from './limits';
import { snoozeUntil } from './presets';
import { firstOccurrence, nextOccurrence, scheduleAt } from './recurrence';
import { localDateAt } from './time-zone';

/** A press under a message, which is about what is open alone. */
const acknowledge = (state: FiringState, now: Date) =>
  state.openOccurrenceAt === null ? state : finish(state, now);
const snooze = (state: FiringState, until: Date, now: Date) =>
  state.openOccurrenceAt === null ? state : putOff(state, until, now);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

/** Time passes: mostly a little, sometimes months of a service that was down. */
const passing = fc.oneof(
  fc.integer({ min: 0, max: 90 * SECOND }),
  fc.integer({ min: 0, max: 90 * MINUTE }),
  fc.integer({ min: 0, max: 3 * DAY }),
  fc.integer({ min: 0, max: 400 * DAY }),
);
/** Those on offer and their like: what is offered may change. */
const snoozePreset = fc.constantFrom<SnoozePreset>('10m', '45m', '1h', '3h', 'evening', 'tomorrow');
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
      choice: snoozePreset,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('finish') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('skip') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('putOff'), ahead: passing }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('pause'), ahead: fc.option(passing, { freq: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('resume') }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('pauseAll'), ahead: fc.option(passing, { freq: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('resumeAll') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('editText') }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('editTime'), ahead: passing, floodInterval, zone }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('comeBack') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('clockBack') }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const plans: fc.Arbitrary<{ plan: Plan; zone: string }> = fc
  .record({
    moment: zonedInstant,
    rule: fc.option(anyRule, { freq: 4 }),
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

/** Jest's expect() would take nine tenths of the time. */
function promise(kept: boolean, words: string): void {
  if (!kept) throw new Error(`broken: ${words}`);
}
const same = (a: Date | null | undefined, b: Date | null | undefined) =>
  a?.getTime() === b?.getTime();

/** A reminder with its history, and the promises that must hold after whatever happens to it. */
class Life {
  now: Date;
  state: FiringState;
  /** Nags since the last first send, snooze, «Готово» or edit. */
  nags = 0;

  constructor(plan: Plan, zone: string) {
    this.now = new Date(plan.dateTime.getTime() - MINUTE);
    this.state = planFiring(plan, zone, this.now);
    this.checkNew();
  }

  wait(ms: number) {
    this.now = new Date(this.now.getTime() + ms);
  }

  /** Occurrences of the schedule around an instant, as Temporal gives them. */
  around(instant: Date) {
    return occurrencesAround(this.state, instant, 5);
  }

  act(step: Step) {
    switch (step.act) {
      case 'tick': {
        this.send(step.sending);
        break;
      }
      case 'lostAnswer': {
        this.send(0, false);
        break;
      }
      case 'onTime':
        for (let i = 0; i < step.sends; i += 1) this.sendOnTime();
        break;
      case 'acknowledge': {
        this.acknowledge();
        break;
      }
      case 'snooze': {
        this.snooze(snoozeUntil(step.choice, this.now, this.state.timeZone));
        break;
      }
      case 'finish': {
        this.finish();
        break;
      }
      case 'skip': {
        this.skip();
        break;
      }
      case 'putOff': {
        this.putOff(new Date(this.now.getTime() + step.ahead));
        break;
      }
      case 'pause': {
        this.pause(step.ahead === null ? null : new Date(this.now.getTime() + step.ahead));
        break;
      }
      case 'resume': {
        this.resume();
        break;
      }
      case 'pauseAll': {
        this.pauseAll(step.ahead === null ? null : new Date(this.now.getTime() + step.ahead));
        break;
      }
      case 'resumeAll': {
        this.resumeAll();
        break;
      }
      case 'editText': {
        this.editText();
        break;
      }
      case 'editTime': {
        this.editTime(new Date(this.now.getTime() + step.ahead), step);
        break;
      }
      case 'comeBack': {
        this.comeBack();
        break;
      }
      case 'clockBack': {
        this.wait(-60 * MINUTE);
        break;
      }
    }
  }

  take(state: FiringState) {
    const { firstWallTime, timeZone, rule } = this.state;
    promise(
      state.timeZone === timeZone && state.rule === rule,
      'only an edit changes zone or rule',
    );
    promise(
      !rule || rule.afterDone === true || state.firstWallTime === firstWallTime,
      'only an edit moves a series, unless it counts from «Готово»',
    );
    this.state = state;
    this.check();
  }

  check() {
    const { state } = this;
    const { nextFireAt, completed, dateTime, rule } = state;
    const { openOccurrenceAt, waitingSince, snoozedUntil, nagCount, doneAt } = state;
    const { pausedFrom, pausedUntil } = state;
    const endless = pausedFrom !== null && pausedUntil === null;
    promise(!endless || nextFireAt === null, 'what is paused without an end does not come');
    promise(
      pausedUntil === null || nextFireAt === null || nextFireAt >= pausedUntil,
      'nothing comes before its pause ends',
    );
    promise(pausedFrom === null || !completed, 'the archive has no pauses');
    const waits = openOccurrenceAt !== null && snoozedUntil === null && !completed;
    promise((waitingSince !== null) === waits, 'what came and was not answered waits');
    promise(nextFireAt !== null || completed || waits || endless, 'what is current comes or waits');
    promise(nextFireAt === null || !completed, 'completed means that nothing is to come');
    promise(
      doneAt === null || (completed && openOccurrenceAt === null),
      'only what is completed is done, and done is not unanswered',
    );
    if (nextFireAt) {
      const justBefore = new Date(nextFireAt.getTime() - 1);
      promise(
        dueFiring(state, nextFireAt) !== null,
        'delivery never looks in vain, or it would spin',
      );
      promise(dueFiring(state, justBefore) === null, 'nothing is sent early');
      promise(
        openOccurrenceAt !== null || same(nextFireAt, dateTime),
        'dateTime is what comes next',
      );
    } else promise(dueFiring(state, new Date(8e15)) === null, 'what only waits stays silent');
    const fellIntoPause =
      pausedUntil !== null && snoozedUntil !== null && snoozedUntil < pausedUntil;
    promise(
      !snoozedUntil || endless || fellIntoPause || same(nextFireAt, snoozedUntil),
      'a snooze tells when it comes again',
    );
    promise(nagCount <= FLOOD_RESENDS_MAX, 'flood has a cap');
    promise(openOccurrenceAt !== null || (nagCount === 0 && !snoozedUntil), 'closed means closed');
    if (!rule) promise(same(firstOccurrence(state), dateTime), 'a one-shot is where its anchor is');
    else
      promise(!completed || !nextOccurrence(state, dateTime), 'a series completes at its end only');
  }

  checkNew() {
    const { dateTime, openOccurrenceAt, rule } = this.state;
    this.nags = 0;
    this.check();
    promise(openOccurrenceAt === null, 'an edit ends flood and snooze');
    promise(
      !rule || this.around(dateTime).some((known) => same(known, dateTime)),
      'dateTime is an occurrence',
    );
  }

  /** A send that Telegram takes `sending` later; the state is stored only if its answer arrives. */
  send(sending: number, answered = true) {
    const before = this.state;
    const firing = dueFiring(before, this.now);
    const isDue = before.nextFireAt !== null && before.nextFireAt <= this.now;
    promise((firing !== null) === isDue, 'something is due exactly from nextFireAt on');
    if (!firing) return;
    this.checkFiring(before, firing);
    if (!answered) return;
    const claimedAt = this.now;
    this.wait(sending);
    const after = afterSend(before, firing, this.now);
    this.nags = firing.kind === 'nag' ? this.nags + 1 : 0;
    promise(this.nags === after.nagCount, 'each re-send counts');
    promise(same(after.openOccurrenceAt, firing.occurrenceAt), 'what was sent is open');
    promise(!after.completed && after.waitingSince !== null, 'sent is not done');
    promise(
      firing.kind !== 'nag' || same(after.waitingSince, before.waitingSince),
      'a re-send changes nothing in how long it waits',
    );
    this.checkNothingLost(before, after, firing, claimedAt);
    this.take(after);
  }

  checkFiring(
    state: FiringState,
    { kind, occurrenceAt, scheduledAt, late, nagNumber, last }: Firing,
  ) {
    const delay = this.now.getTime() - scheduledAt.getTime();
    promise(delay >= 0, 'nothing is sent early');
    promise(late === (kind !== 'nag' && delay > MINUTE), 'late says so, and nothing else does');
    promise(nagNumber === (kind === 'nag' ? this.nags + 1 : 0), 'nags are counted');
    promise(last === (nagNumber === FLOOD_RESENDS_MAX), 'the last re-send says so');
    promise(kind !== 'nag' || state.floodInterval !== null, 'only flood nags');
    if (kind === 'first') promise(occurrenceAt >= state.dateTime, 'no occurrence comes twice');
    else promise(same(occurrenceAt, state.openOccurrenceAt), 'only what is open is sent again');
  }

  /** An occurrence is passed over only where a later one had fallen due before the send began. */
  checkNothingLost(
    before: FiringState,
    after: FiringState,
    { kind, occurrenceAt }: Firing,
    claimedAt: Date,
  ) {
    if (kind !== 'first') promise(same(after.dateTime, before.dateTime), 'a re-send skips nothing');
    else if (before.rule) {
      const known = this.around(occurrenceAt);
      const next = known.find((instant) => instant > occurrenceAt);
      promise(same(after.dateTime, next ?? occurrenceAt), 'after an occurrence comes the next one');
      promise(occurrenceAt <= claimedAt && !(next && next <= claimedAt), 'the latest one is sent');
    }
  }

  sendOnTime() {
    const { nextFireAt } = this.state;
    if (nextFireAt === null) return;
    if (nextFireAt > this.now) this.now = nextFireAt;
    this.send(0);
    const { nextFireAt: then, dateTime, openOccurrenceAt } = this.state;
    promise(!then || then > this.now, 'nothing stays due behind a send');
    promise(dateTime > this.now || same(openOccurrenceAt, dateTime), 'what has passed was sent');
  }

  acknowledge() {
    const { openOccurrenceAt, dateTime, rule } = this.state;
    const done = acknowledge(this.state, this.now);
    promise(acknowledge(done, this.now) === done, 'a double press changes nothing');
    if (openOccurrenceAt === null) {
      promise(done === this.state, 'a stale press changes nothing');
      return;
    }
    this.nags = 0;
    this.take(done);
    const another = rule !== null && !same(dateTime, openOccurrenceAt);
    promise(done.openOccurrenceAt === null, '«Готово» closes');
    if (rule?.afterDone) {
      this.checkRound(this.now);
      return;
    }
    promise(done.completed === !another, '«Готово» completes what has no other occurrence');
    const paused = done.pausedFrom !== null;
    promise(!done.completed || !paused, 'what is done is not paused');
    promise(
      done.completed || paused || same(done.nextFireAt, dateTime),
      'only the next occurrence comes',
    );
    promise(!done.completed || same(done.doneAt, this.now), 'it is known when it was done');
  }

  /** What is paused, with nothing open, goes on before an act about what comes next. */
  awake() {
    if (this.state.openOccurrenceAt === null) this.resume();
    return this.state;
  }

  finish() {
    const paused = finish(this.state, this.now);
    const before = this.awake();
    if (before.openOccurrenceAt !== null) {
      this.acknowledge();
      return;
    }
    const done = finish(before, this.now);
    promise(same(done.nextFireAt, paused.nextFireAt), 'what is done early goes on');
    if (before.completed) {
      promise(done === before, 'what is done stays as it is');
      return;
    }
    this.take(done);
    this.checkPassedOver(before);
    promise(!done.completed || same(done.doneAt, this.now), 'it is known when it was done');
  }

  skip() {
    const before = this.awake();
    const skipped = skip(before, this.now);
    if (before.completed) {
      promise(skipped === before, 'the archive has nothing to skip');
      return;
    }
    const { openOccurrenceAt, dateTime } = before;
    this.nags = 0;
    this.take(skipped);
    promise(skipped.doneAt === null, 'skipped is not done');
    if (openOccurrenceAt === null || before.rule?.afterDone) this.checkPassedOver(before);
    else promise(same(skipped.dateTime, dateTime), 'what waits is skipped, not what comes');
  }

  /** What counts from «Готово» comes on the day that lies its interval behind, at its time of day. */
  checkRound(from: Date) {
    const { completed, dateTime, nextFireAt, pausedFrom, rule, firstWallTime, timeZone } =
      this.state;
    if (completed) {
      promise(rule?.until !== undefined, 'a round follows unless the rule has ended');
      return;
    }
    promise(dateTime > from, 'the next round lies ahead');
    promise(
      same(nextFireAt, pausedFrom === null ? dateTime : null),
      'the next round comes, unless it is paused',
    );
    const unit = { DAY: 'days', WEEK: 'weeks', MONTH: 'months', YEAR: 'years' } as const;
    if (!rule || pausedFrom !== null) return;
    const day = plainAt(from.getTime(), timeZone).toPlainDate();
    const counted = day.add({ [unit[rule.unit]]: rule.every }).toString();
    promise(firstWallTime.slice(0, 10) >= counted, 'the next round counts from now');
  }

  /** With nothing open the next occurrence is dropped, and no other. */
  checkPassedOver({ dateTime, rule }: FiringState) {
    if (rule?.afterDone) {
      this.checkRound(this.now);
      return;
    }
    const next = rule && this.around(dateTime).find((instant) => instant > dateTime);
    promise(this.state.completed === !next, 'only what has no other occurrence is completed');
    promise(!next || same(this.state.nextFireAt, next), 'the occurrence after the next one comes');
  }

  putOff(until: Date) {
    this.resume();
    const before = this.state;
    const put = putOff(before, until, this.now);
    const { openOccurrenceAt, completed, dateTime, rule } = before;
    if ((completed && openOccurrenceAt === null) || until <= this.now) {
      promise(put === before, 'nothing is put off into the past or out of the archive');
      return;
    }
    this.nags = 0;
    this.take(put);
    const another = rule !== null && !same(put.dateTime, put.openOccurrenceAt);
    promise(
      same(put.nextFireAt, another && put.dateTime < until ? put.dateTime : until),
      'it comes when it was put off to, or with the next occurrence',
    );
    const own = openOccurrenceAt ?? dateTime;
    promise(!rule || same(put.openOccurrenceAt, own), 'of a series one occurrence moves');
  }

  snooze(until: Date) {
    const unpaused = snooze(this.state, until, this.now);
    promise(unpaused === this.state || unpaused.pausedFrom === null, 'put off is not paused');
    this.resume();
    const { openOccurrenceAt, dateTime, rule } = this.state;
    const snoozed = snooze(this.state, until, this.now);
    promise(until > this.now, 'a snooze button means the future');
    if (openOccurrenceAt === null) {
      promise(snoozed === this.state, 'a stale press changes nothing');
      return;
    }
    this.nags = 0;
    this.take(snoozed);
    const overtaken = rule !== null && !same(dateTime, openOccurrenceAt) && dateTime < until;
    promise(
      same(snoozed.nextFireAt, overtaken ? dateTime : until),
      'it comes when it was put off to',
    );
    promise(same(snoozed.dateTime, rule ? dateTime : until), 'a one-shot moves, a series stays');
    promise(snoozed.nagCount === 0, 'a snooze counts nags anew');
  }

  pause(until: Date | null) {
    const before = this.state;
    const paused = pause(before, until, this.now);
    if (before.completed || (until !== null && until <= this.now)) {
      promise(paused === before, 'the archive, and a pause that has passed, change nothing');
      return;
    }
    const { openOccurrenceAt, rule, dateTime } = resume(before, this.now);
    this.nags = 0;
    this.take(paused);
    const again = paused.snoozedUntil !== null && same(paused.openOccurrenceAt, paused.dateTime);
    promise(
      openOccurrenceAt === null ||
        rule === null ||
        again ||
        same(paused.openOccurrenceAt, openOccurrenceAt),
      'what is open of a series stays open, unless its last occurrence comes again',
    );
    if (until !== null && !same(openOccurrenceAt, dateTime) && rule !== null) {
      const own = this.around(until).find((each) => each >= until && each >= dateTime);
      const comesAt = paused.snoozedUntil ?? paused.nextFireAt;
      promise(!own || same(own, paused.dateTime), 'a series goes on behind its pause');
      promise(comesAt !== null, 'what is paused until a date comes');
    }
    this.nags = paused.nagCount;
  }

  resume() {
    const before = this.state;
    const resumed = resume(before, this.now);
    promise(resume(resumed, this.now) === resumed, 'a double press changes nothing');
    if (before.pausedFrom === null) {
      promise(resumed === before, 'only what is paused goes on');
      return;
    }
    const over = before.pausedUntil !== null && before.pausedUntil <= this.now;
    this.take(resumed);
    const { nextFireAt, rule } = resumed;
    promise(
      over || nextFireAt === null || nextFireAt > this.now,
      'what was kept back does not ring',
    );
    const missed = rule && !over && nextOccurrence(resumed, this.now);
    promise(!missed || nextFireAt !== null || resumed.completed, 'a series goes on');
    this.nags = resumed.nagCount;
  }

  pauseAll(until: Date | null) {
    const before = this.state;
    const { rule, pausedFrom, pausedUntil, pausedWithAll } = before;
    const resting = pauseWithAll(before, until, this.now);
    promise(pauseWithAll(resting, until, this.now) === resting, 'a double press changes nothing');
    promise(rule !== null || resting === before, 'a one-shot rings whatever is paused');
    const alone = pausedFrom !== null && (pausedUntil === null || pausedUntil > this.now);
    promise(
      !alone || pausedWithAll || resting === before,
      'what is paused by itself stays as it is',
    );
    if (resting === before) return;
    this.take(resting);
    promise(resting.pausedWithAll && same(resting.pausedUntil, until), 'it is paused with all');
    const again = resumeWithAll(resting, this.now);
    promise(again.pausedFrom === null, 'and resumed with all');
    this.nags = resting.nagCount;
  }

  resumeAll() {
    const before = this.state;
    promise(before.pausedFrom !== null || !before.pausedWithAll, 'only a pause is marked');
    if (before.pausedWithAll) this.resume();
    else promise(resumeWithAll(before, this.now) === before, 'another pause goes on');
  }

  /** It was away while the time before this step passed, and comes back now as it had been. */
  comeBack() {
    const before = this.state;
    const restored = restoredFiring(before, this.now);
    const past = new Date(this.now.getTime() - MINUTE);
    const missed = before.nextFireAt !== null && before.nextFireAt <= past;
    promise(missed || restored === before, 'what missed nothing comes back as it was');
    this.take(restored);
    const { nextFireAt, openOccurrenceAt, dateTime } = restored;
    promise(nextFireAt === null || nextFireAt > past, 'no moment rings that passed meanwhile');
    promise(
      openOccurrenceAt !== null || before.openOccurrenceAt === null,
      'what was open stays open',
    );
    promise(
      openOccurrenceAt === null || before.openOccurrenceAt !== null || nextFireAt === null,
      'what was missed waits only where nothing else is to come',
    );
    promise(restored.completed === before.completed, 'coming back completes nothing');
    promise(dateTime >= before.dateTime, 'a restored series goes on');
  }

  /** The form gives back the minute of the next occurrence, whatever zone its user is in now. */
  editText() {
    const { dateTime, rule, floodInterval, firstWallTime, timeZone, completed } = this.state;
    if (completed || dateTime < this.now) return;
    const minute = new Date(Math.floor(dateTime.getTime() / MINUTE) * MINUTE);
    const { pausedFrom, pausedUntil, nextFireAt } = this.state;
    this.state = replanFiring(
      this.state,
      { dateTime: minute, rule, floodInterval },
      'Asia/Tokyo',
      this.now,
    );
    if (pausedUntil !== null && dateTime < pausedUntil) {
      this.check();
      promise(same(this.state.nextFireAt, nextFireAt), 'the last one still comes behind its pause');
    } else this.checkNew();
    promise(same(this.state.pausedFrom, pausedFrom), 'an edit of the text keeps a pause');
    promise(
      this.state.firstWallTime === firstWallTime && this.state.timeZone === timeZone,
      'an edit of the text keeps the anchor',
    );
    promise(
      pausedFrom !== null || same(this.state.nextFireAt, dateTime),
      'an edit of the text keeps the time',
    );
  }

  editTime(dateTime: Date, to: { floodInterval: number | null; zone: string }) {
    const rule = this.state.rule && { ...this.state.rule, until: undefined };
    const { floodInterval } = to;
    const { pausedUntil } = this.state;
    this.state = replanFiring(this.state, { dateTime, rule, floodInterval }, to.zone, this.now);
    // What counts from «Готово» and falls into a pause comes behind it, as in editText().
    if (pausedUntil !== null && dateTime < pausedUntil) this.check();
    else this.checkNew();
    promise(!this.state.completed, 'an edited reminder is current again');
  }
}

test('through any sequence of ticks, presses, edits and outages no occurrence is lost and no promise broken', () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(fc.tuple(passing, step), { maxLength: 14 }),
      ({ plan, zone }, steps) => {
        const life = new Life(plan, zone);
        for (const [ms, step] of steps) {
          life.wait(ms);
          life.act(step);
        }
      },
    ),
    { numRuns: 600 },
  );
});

test('whatever happened before, a reminder that nobody touches any more falls silent or goes on forever', () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(fc.tuple(passing, step), { maxLength: 6 }),
      ({ plan, zone }, steps) => {
        const life = new Life(plan, zone);
        for (const [ms, step] of steps) {
          life.wait(ms);
          life.act(step);
        }
        const { dateTime, rule } = life.state;
        // One pending first send or snooze with its nags, then the next occurrence with its own.
        life.act({ act: 'onTime', sends: 2 * (FLOOD_RESENDS_MAX + 1) });
        const silent = life.state.nextFireAt === null;
        if (rule === null) promise(silent, 'a one-shot falls silent in the end');
        else promise(silent || life.state.dateTime > dateTime, 'a series goes on');
      },
    ),
    { numRuns: 300 },
  );
});

test('what lies ahead is moved from its own time, whenever that is asked for', () => {
  fc.assert(
    fc.property(
      plans.filter(({ plan }) => plan.rule === null),
      snoozePreset,
      fc.integer({ min: 1, max: 400 * DAY }),
      zone,
      ({ plan, zone: own }, choice, ahead, userZone) => {
        const state = planFiring(plan, own, plan.dateTime);
        const now = new Date(plan.dateTime.getTime() - ahead);
        const moved = postpone(state, choice, now, userZone);
        const by = moved.dateTime.getTime() - plan.dateTime.getTime();
        promise(same(moved.nextFireAt, moved.dateTime), 'it comes when it says');
        promise(moved.openOccurrenceAt === null && !moved.completed, 'nothing is open yet');
        promise(by > 0 && by <= 26 * 60 * MINUTE, 'later, by a day and a clock change at most');
        if (choice === '10m') promise(by === 10 * MINUTE, 'ten minutes');
        if (choice === '1h') promise(by === 60 * MINUTE, 'an hour');
        const again = postpone(state, choice, new Date(now.getTime() - DAY), userZone);
        promise(same(again.dateTime, moved.dateTime), 'now does not matter');
      },
    ),
  );
});

test('what is due is put off from now', () => {
  fc.assert(
    fc.property(
      plans.filter(({ plan }) => plan.rule === null),
      snoozePreset,
      fc.integer({ min: 0, max: 3 * DAY }),
      zone,
      ({ plan, zone: own }, choice, late, userZone) => {
        const now = new Date(plan.dateTime.getTime() + late);
        const put = postpone(planFiring(plan, own, plan.dateTime), choice, now, userZone);
        promise(same(put.snoozedUntil, snoozeUntil(choice, now, userZone)), 'from now');
      },
    ),
  );
});

test('of a series only the next occurrence is moved, and the one behind it comes in its turn', () => {
  fc.assert(
    fc.property(
      plans.filter(({ plan }) => plan.rule !== null),
      snoozePreset,
      fc.integer({ min: 1, max: 3 * DAY }),
      ({ plan, zone: own }, choice, ahead) => {
        const state = planFiring(plan, own, plan.dateTime);
        const now = new Date(state.dateTime.getTime() - ahead);
        const moved = postpone(state, choice, now, own);
        const next = nextOccurrence(state, state.dateTime);
        promise(same(moved.openOccurrenceAt, state.dateTime), 'the next one is moved');
        promise(same(moved.dateTime, next ?? state.dateTime), 'and the one behind it is not');
        promise(!next || (moved.nextFireAt ?? next) <= next, 'nor held up');
      },
    ),
    {
      examples: [
        // Begins in the second pass of an overlap; its first time of day stands in both.
        [
          {
            zone: 'Australia/Lord_Howe',
            plan: {
              dateTime: new Date('2054-04-04T15:00:00.000Z'),
              rule: {
                ...{ every: 1, unit: 'DAY', everyMinutes: 50, count: 1 },
                window: { from: '00:00', to: '01:45' },
              },
              floodInterval: null,
            },
          },
          '10m',
          1,
        ],
      ],
    },
  );
});

test('nothing comes in a pause, and one message at most for all that fell into it', () => {
  fc.assert(
    fc.property(
      plans,
      fc.integer({ min: 0, max: 40 * DAY }),
      fc.integer({ min: 1, max: 60 * DAY }),
      ({ plan, zone: own }, lived, length) => {
        let state = planFiring({ ...plan, floodInterval: null }, own, plan.dateTime);
        const now = new Date(plan.dateTime.getTime() - MINUTE + lived);
        for (let at = state.nextFireAt; at !== null && at <= now; at = state.nextFireAt) {
          const firing = dueFiring(state, now);
          if (firing) state = afterSend(state, firing, now);
        }
        const until = new Date(now.getTime() + length);
        const paused = pause(state, until, now);
        promise(dueFiring(paused, new Date(until.getTime() - 1)) === null, 'nothing comes in it');
        const late = new Date(until.getTime() + DAY);
        const first = dueFiring(paused, late);
        if (first) {
          const then = afterSend(paused, first, late).nextFireAt;
          promise(then === null || then > late, 'one message, no burst');
        }
      },
    ),
  );
});

test('whatever is held of a flood, occurrences and what is told ahead of them come at their times', () => {
  const start = new Date('2026-11-20T09:00:00Z');
  const minutes = fc.integer({ min: 1, max: 1_500 });
  fc.assert(
    fc.property(
      fc.constantFrom(...FLOOD_INTERVALS),
      fc.uniqueArray(minutes, { maxLength: 5 }),
      fc.tuple(minutes, minutes),
      (floodInterval, preAlerts, [from, length]) => {
        const quietFrom = new Date(start.getTime() + from * MINUTE);
        const quietTo = new Date(quietFrom.getTime() + length * MINUTE);
        const end = new Date(start.getTime() + 3 * DAY);
        const rule = { every: 1, unit: 'DAY' as const };
        const plan = { dateTime: start, rule, floodInterval, preAlerts };
        const rung = (holds: boolean) => {
          const came: string[] = [];
          let state = planFiring(plan, 'Europe/Moscow', start);
          for (let at = state.nextFireAt; at !== null && at <= end; at = state.nextFireAt) {
            const firing = dueFiring(state, at);
            if (!firing) break;
            const nags = firing.kind === 'nag';
            if (!nags) came.push(`${firing.kind} ${firing.scheduledAt.toISOString()}`);
            const held = holds && nags && at >= quietFrom && at < quietTo;
            state = held ? heldNag(state, quietTo) : afterSend(state, firing, at);
          }
          return came;
        };
        expect(rung(true)).toEqual(rung(false));
      },
    ),
    { numRuns: 50 },
  );
});
