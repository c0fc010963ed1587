import { type Cursor } from '../tokens/cursor';
import { pattern } from '../tokens/outline';
import { AMOUNT_OF_RULE, countsMany, type Preposition, readClock, readPreposition } from './clock';
import {
  type ClockTime,
  type DayPart,
  type Found,
  type Scene,
  type Slot,
  type Span,
} from './phrase';
import {
  countsNoun,
  DAY_PART_NOUNS,
  DAY_PARTS,
  isInfinitive,
  MONTHS,
  NOT_DAY_PART_AFTER,
  type Period,
  PERIODS,
} from '../tokens/vocabulary';

const HOUR = 60;

/**
 * A part of the day. `hours` in the order of preference: where one has passed today, the next one counts.
 * Without them the hours count that the user has set for that part of the day.
 */
export const dayPart = (period: Period, hours?: readonly number[]): DayPart => ({
  period,
  minutes: hours?.map((hour) => hour * HOUR),
});

const WEIGHTS: Record<Preposition, number> = { at: 6, near: 6, none: 5, until: 4, by: 4, from: 4 };

/** A time of day: «в 9», «к 18», «21:30», «в половине восьмого», «без пяти семь», «с 10 до 11». */
export function readTime(c: Cursor, scene: Scene): Found | undefined {
  const limits = /^(?:до|после|не)$/.test(c.text);
  const preposition = readPreposition(c);
  const time = readClock(c, preposition, scene);
  if (time === undefined) return undefined;
  if (time === 'impossible') return { kind: 'impossible' };
  const latin = c.word('am', 'pm') ? c.peek(-1)?.text : undefined;
  if (latin !== undefined) {
    const hour = (time.hour % 12) + (latin === 'pm' ? 12 : 0);
    return { kind: 'time', time: { ...time, hour, literal: true, period: null }, weight: 6 };
  }
  // «в 15:00 часов»
  if (time.literal) c.word('ч', 'часов');
  let period = c.lookup(PERIODS) ?? null;
  c.word('ровно');
  // «с 10 до 11», «в 9-10 утра», «в 9 или 10»
  const ending = c.attempt((): ClockTime | undefined => {
    const either = preposition !== 'from' && c.word('или');
    const to = preposition === 'from' ? c.word('до', 'по') : either || c.mark('-');
    const end = to ? readClock(c, 'at', scene) : undefined;
    if (end === undefined || end === 'impossible') return undefined;
    const half = c.lookup(PERIODS) ?? null;
    // «с 7 до 8 вечера», unlike «с 9 до 6 вечера»
    if (preposition !== 'from' || time.hour < end.hour) period ??= half;
    return { ...end, period: half, unsure: either };
  });
  return {
    kind: 'time',
    time: { ...time, period, unsure: time.unsure || ending?.unsure },
    end: ending,
    limit: limits ? (scene.atStart ? 'opening' : 'within') : undefined,
    weight: time.unsure ? WEIGHTS.from : WEIGHTS[preposition],
    keep: ending !== undefined,
  };
}

/** Phrases for a part of the day; those with hours of their own name them. Of two that fit the first counts. */
const PHRASE_PARTS: readonly (readonly [phrases: RegExp, part: DayPart])[] = [
  [
    pattern('(?:рано|ранним) утром|с утра пораньше|утром пораньше|с самого утра'),
    dayPart('morning', [7, 8, 9]),
  ],
  [pattern('поздн(?:о|им) вечером'), dayPart('evening', [22, 23])],
  [pattern('поздней ночью|ближе к ночи'), dayPart('night')],
  [pattern('с утр(?:а|ечка)|(?:ближе )?к утру'), dayPart('morning')],
  [pattern('в №1 половине дня'), dayPart('morning', [10, 11])],
  [pattern('до обеда'), dayPart('day', [11, 12])],
  [pattern('в обеденный перерыв|в обед|(?:ближе )?к обеду'), dayPart('day', [13, 14])],
  [pattern('во №2 половине дня|после обеда'), dayPart('day', [15, 16, 17])],
  [pattern('(?:(?:ближе )?к|под) вечеру?'), dayPart('evening')],
  [pattern('после работы'), dayPart('evening', [19, 20, 21])],
  [pattern('перед сном'), dayPart('night', [22, 23, 24])],
];
const WORK_TIME = pattern('в рабоч(?:ее время|ие часы)');
/** Office hours that may still lie ahead today, best first. */
const WORK_HOURS = [10, 11, 12, 13, 14, 15, 16, 17];

/** «утром», «рано утром», «в обед», «после работы», after a date also «на вечер». */
export function readPart(c: Cursor, scene: Scene): Found | undefined {
  const phrase = PHRASE_PARTS.find(([words]) => c.match(words));
  if (phrase) return { kind: 'part', part: phrase[1] };
  if (c.match(WORK_TIME)) {
    return { kind: 'part', part: dayPart('day', WORK_HOURS), hours: [9 * HOUR, 18 * HOUR] };
  }
  if (NOT_DAY_PART_AFTER.has(scene.before)) return undefined;
  const noun = scene.afterDate && c.word('на');
  const period = c.lookup(noun ? DAY_PART_NOUNS : DAY_PARTS);
  return period ? { kind: 'part', part: dayPart(period) } : undefined;
}

const SLOTS_MAX = 12;
/** «до 9 и 21» is no list. */
const BOUNDS = /^(?:до|после|около|не|со?)$/;

/** One time of a list; behind the first the preposition may be missing: «в 8, 14 и 20». */
export function readSlot(c: Cursor, scene: Scene, first: boolean): Slot | undefined {
  const part = c.attempt(() => readPart(c, scene));
  if (part?.kind === 'part') {
    const time = c.attempt(() => {
      // «ближе к вечеру, в 17» is one; «утром, 14:00 и вечером» are three.
      const apart = c.mark(',');
      const exact = readListed(c, scene);
      return exact && (!apart || withinPart(part.part, exact)) ? exact : undefined;
    });
    return { part: part.part, time };
  }
  if (first) {
    const bounded = BOUNDS.test(c.text);
    const read = readTime(c, scene);
    return read?.kind === 'time' && !read.keep && !bounded ? { time: read.time } : undefined;
  }
  const time = readListed(c, scene);
  return time && { time };
}

/** A clock time behind «и», a comma or a part of the day. */
function readListed(c: Cursor, scene: Scene): ClockTime | undefined {
  const start = c.at;
  const preposition = readPreposition(c);
  const placed = preposition === 'at' || preposition === 'near';
  if (!placed && preposition !== 'none') return undefined;
  // «15.12 врач в 10, 16.12 стрижка в 18»
  const month = c.peek(1)?.text === '.' && c.peek(2)?.glued ? c.peek(2)?.value : undefined;
  if (!placed && month !== undefined) return undefined;
  const time = readClock(c, 'at', { ...scene, before: '', afterDate: true });
  if (time === undefined || time === 'impossible') return undefined;
  const period = c.lookup(PERIODS) ?? null;
  const bare = !placed && !period && c.at === start + 1;
  const lasts = c.peek()?.kind === 'number' && AMOUNT_OF_RULE.test(c.peek(1)?.text ?? '');
  const day = MONTHS.has(c.text) || (c.countsNext && !lasts);
  const counted = bare && !c.startsText && countsNoun(time.hour, c.peek(), true);
  if (day || (counted && countsMany(time.hour, c))) return undefined;
  // «каждый день в 8 и 20 сироп» is two hours, «в 8 и 22 звонка» may be one of so many.
  const mayBeFew = /[ая]$/.test(c.text);
  const unsure = counted && (mayBeFew || !scene.afterDate || time.hour <= 9);
  return { ...time, period, unsure: time.unsure || unsure };
}

/** Whether «вечером» can go with the time: not with «в 9 утра» or «в 10:00» of another part. */
export function withinPart({ period }: DayPart, time: ClockTime): boolean {
  if (time.period) return time.period === period;
  const { hour } = time;
  const spoken: Record<Period, boolean> = {
    morning: hour <= 11,
    day: hour <= 6 || (hour >= 11 && hour <= 17),
    evening: hour <= 12 || hour >= 16,
    night: hour <= 6 || (hour >= 9 && hour <= 12) || hour >= 21,
  };
  return spoken[period];
}

/** «в 9 и 21», «в 8, 14 и 20», «утром и вечером», «утром в 8 и вечером в 10». */
export function readTimes(c: Cursor, scene: Scene): Found | undefined {
  const from = c.at;
  const acts = c.former.some(({ text }) => isInfinitive(text));
  const first = readSlot(c, scene, true);
  if (!first) return undefined;
  const slots: (Slot & Span)[] = [{ ...first, from, to: c.at }];
  while (slots.length < SLOTS_MAX) {
    const next = c.attempt(() => {
      const comma = c.mark(',');
      const and = c.word('и');
      const from = c.at;
      // «утром днём и вечером»
      const listed = comma || and || (slots.at(-1)?.part !== undefined && DAY_PARTS.has(c.text));
      const placed = c.peek()?.kind === 'word';
      const slot = listed ? readSlot(c, scene, false) : undefined;
      // «нарезать салаты в 18, в 19 накрыть стол»: an act with an hour of its own
      const apart = acts && placed && isInfinitive(c.text);
      return apart ? undefined : slot && { ...slot, from, to: c.at };
    });
    if (!next) break;
    slots.push(next);
  }
  return slots.length > 1 ? { kind: 'times', slots, weight: WEIGHTS.at } : undefined;
}
