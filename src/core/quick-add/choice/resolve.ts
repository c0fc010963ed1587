import { MINUTE_MS } from '../../calendar';
import { NIGHT_ENDS } from '../../day-parts';
import {
  exactWallTime,
  instantToWallTime,
  type LocalDate,
  localDateAt,
  wallTimeToInstant,
} from '../../time-zone';
import { addDays, addMonths, minuteOfDay } from '../readers/date-arithmetic';
import { type Choice } from './choose';
import { type Clock, type Resolved } from './result';
import { type DatePhrase, type Duration } from '../readers/phrase';
import {
  HOUR,
  NOON,
  DAY,
  type Hints,
  AS_ON_CLOCK,
  clockFace,
  type Moment,
  instantOf,
  momentAt,
  readings,
  LATE,
} from './hours';
import { resolveRule } from './series';

/** When a line means. */

const SECOND_MS = 1_000;

/**
 * `now` plus a duration: minutes as they pass, to the second, and never fewer than were asked for; dates
 * on the calendar, to the nearest minute.
 */
function momentAfter(duration: Duration, { now, timeZone }: Clock): Moment {
  const dated = duration.days + duration.months > 0;
  const wall = instantToWallTime(now, timeZone);
  const date = addDays(addMonths(wall.slice(0, 10), duration.months), duration.days);
  const from = dated ? wallTimeToInstant(`${date}${wall.slice(10)}`, timeZone) : now;
  const exact =
    from.getTime() + (dated ? duration.minutes : Math.max(duration.minutes, 1)) * MINUTE_MS;
  const at = dated
    ? Math.round(exact / MINUTE_MS) * MINUTE_MS
    : Math.ceil(exact / SECOND_MS) * SECOND_MS;
  return { ...momentAt(new Date(at), timeZone), span: true };
}

/** Hour that is as often an evening's as a morning's. */
const EITHER_HOUR = 7;

/** A bare hour whose morning has passed is tonight's if that is no further away. */
const TONIGHT_WITHIN = 4 * HOUR;

/** A time without a date, or of «сегодня»: today where it lies ahead, else tomorrow. */
function nearestMoment(minutes: readonly number[], choice: Choice, hints: Hints): Moment {
  const { now, timeZone } = hints;
  const today = localDateAt(now, timeZone);
  const [best = 0] = minutes;
  const ahead = minutes.filter((each) => instantOf(today, each, timeZone) > now);
  const first = ahead[0];
  const guessed = choice.time !== undefined && first !== best;
  const allowed =
    first !== undefined &&
    (!guessed ||
      choice.date !== undefined ||
      (!hints.early && choice.time?.named === EITHER_HOUR) ||
      (!hints.early &&
        instantOf(today, first, timeZone).getTime() - now.getTime() <= TONIGHT_WITHIN * MINUTE_MS));
  if (first !== undefined && allowed) return momentAt(instantOf(today, first, timeZone), timeZone);
  const night = choice.time?.period === 'night' || (choice.part?.period === 'night' && best < NOON);
  // «в 4 утра» at eleven in the evening is tomorrow's: nobody means the morning that is long over.
  const nextMorning = best < NOON && minuteOfDay(instantToWallTime(now, timeZone)) >= LATE;
  const moved = !night && !nextMorning;
  return momentAt(instantOf(addDays(today, 1), best, timeZone), timeZone, moved);
}

const once = (moment: Moment): Resolved => ({ kind: 'when', when: { ...moment, rule: null } });

/** The day on which a time of a date comes: «в ночь на субботу в 23:30» is Friday's. */
const dayOfTime = ({ date, night }: DatePhrase, minute: number): LocalDate =>
  night && minute >= NOON ? addDays(date, -1) : date;

/**
 * The moment of what comes once; `minutes` are what its time may mean, best first. Undefined where nothing
 * says when.
 */
function resolveOnce(
  choice: Choice,
  minutes: readonly number[],
  hints: Hints,
): Resolved | undefined {
  const { now, timeZone } = hints;
  const today = localDateAt(now, timeZone);
  const [best] = minutes;
  // «в пятницу в 19» on a Friday: rather today's, where that lies ahead.
  const ahead = best !== undefined && instantOf(today, best, timeZone) > now;
  const date = choice.date?.orToday && ahead ? { ...choice.date, date: today } : choice.date;
  if (date === undefined || (date.sort === 'today' && best !== undefined)) {
    if (best === undefined) return undefined;
    // «сегодня в 9 утра», «сегодня в 11:00» mean no other day.
    const exact = choice.time?.period === 'morning' || (choice.time?.literal && best >= HOUR);
    if (date && !ahead && exact) {
      return { kind: 'past', date: date.date, time: clockFace(best) };
    }
    return once(nearestMoment(minutes, choice, hints));
  }
  if (best === undefined) {
    return date.date < today
      ? { kind: 'past', date: date.date, time: null }
      : { kind: 'when', when: { date: date.date, rule: null } };
  }
  const { laterDay, ...said } = date;
  const mayBe = date.date === today && laterDay === undefined ? minutes : [best];
  const instantAt = (minute: number): Date => instantOf(dayOfTime(date, minute), minute, timeZone);
  // «завтра в час ночи» that is said at half past one is of the next night.
  const isTomorrow = laterDay !== undefined && date.sort === 'relative';
  const nextNight = isTomorrow && best < DAY && clockFace(best) < NIGHT_ENDS;
  const minute = nextNight ? undefined : mayBe.find((each) => instantAt(each) > now);
  if (minute !== undefined) return once(momentAt(instantAt(minute), timeZone));
  if (laterDay === undefined) {
    const passed = exactWallTime(instantAt(best), timeZone);
    return { kind: 'past', date: passed.slice(0, 10), time: passed.slice(11, 16) };
  }
  // Nothing of the day that is meant first lies ahead: the later one is taken.
  return resolveOnce({ ...choice, date: { ...said, date: laterDay } }, minutes, hints);
}

/** When a line means, or undefined where it does not say. Moments always lie ahead of `now`. */
export function resolve(choice: Choice, said: Hints): Resolved | undefined {
  // Of a day that is over no better half is looked for: its hour is as it was said.
  const { date } = choice;
  const isOver = date && !date.anyYear && date.date < localDateAt(said.now, said.timeZone);
  const { timeZone } = said;
  const hints = isOver ? { ...said, ...AS_ON_CLOCK } : said;
  const own = { ...hints, timeZone: choice.timeZone ?? timeZone };
  if (choice.offset) {
    const moment = momentAfter(choice.offset, hints);
    const started = { ...choice, date: undefined };
    if (!choice.rule) return once(moment);
    return resolveRule(choice.rule, started, minuteOfDay(moment.wallTime), hints);
  }
  const minutes = readings(choice.time, choice.part, hints);
  if (choice.rule?.everyMinutes !== undefined && minutes.length === 0) {
    // «каждые 4 часа»: the first comes that much after now.
    const now = instantToWallTime(said.now, timeZone);
    minutes.push((minuteOfDay(now) + choice.rule.everyMinutes) % DAY);
  }
  const resolved = choice.rule
    ? resolveRule(choice.rule, choice, minutes[0], own)
    : resolveOnce(choice, minutes, own);
  if (resolved?.kind !== 'when' || own.timeZone === timeZone) return resolved;
  const { when } = resolved;
  if (!('dateTime' in when)) return resolved;
  const moment = momentAt(when.dateTime, timeZone, when.movedToTomorrow);
  const sameDay = moment.wallTime.slice(0, 10) === when.wallTime.slice(0, 10);
  if (when.rule && !sameDay) return { kind: 'refused', because: 'zone' };
  return { kind: 'when', when: { ...moment, rule: when.rule } };
}
