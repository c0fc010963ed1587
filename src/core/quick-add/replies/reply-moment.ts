import { instantToWallTime, type LocalDate, localDateAt, wallTimeToInstant } from '../../time-zone';
import { DAY_MS, daysAfter, parseLocalDate } from '../../calendar';
import { isEitherDay } from '../choice/hours';
import { type Clock, type QuickAddTime } from '../choice/result';
import {
  type Asked,
  NOTHING_KNOWN,
  parseAnswer,
  type QuickAddAnswer,
  type WhenSaid,
} from './answer';
import { partUntil } from './pause-all';
import { type Reply, type ReplyClock, type SaidBeside, type Subject } from './reply';
import { LASTING_WORDS, REPLY_FILLERS, TIME_FILLERS } from './reply-words';
import { tokenize } from '../tokens/tokens';
import { UNITS } from '../tokens/vocabulary';

/** A reply that says when, and nothing else: «через час», «завтра в 9», «на час позже», «по вторникам». */

const HALF_DAY_MS = 12 * 3_600_000;
/** A bare hour whose morning has passed is this evening's if that is no further away. */
const TONIGHT_MS = 4 * 3_600_000;
/** Further ahead a date without its year may be one of this year that has passed. */
const YEAR_AHEAD_MS = 300 * DAY_MS;

const WAY = '(?<way>(?:по)?позже|позднее|(?:по)?раньше)';
/** «завтра на час позже», «на час позже», «раньше на полчаса» */
const SHIFTS = [
  new RegExp(`^(?<day>(?:во? )?(?:эт\\S+ )?\\S+) на (?<span>\\S.*) ${WAY}$`),
  new RegExp(`^(?:сегодня )?(?:на )?(?<span>.+?) ${WAY}$`),
  new RegExp(`^${WAY} на (?<span>.+)$`),
];
function shiftsIn(typed: string): Partial<Record<'day' | 'span' | 'way', string>>[] {
  // «минут на двадцать»
  const said = typed.replace(/(минут\S*|час\S*) на /, 'на $1 ');
  return SHIFTS.flatMap((each) => {
    const found = each.exec(said)?.groups;
    return found ? [found] : [];
  });
}

const FLOODS = /^(?:\S+ )?(?:режим )?флуд\S*(?: кажд\S+ .+)?$/iu;
const PUTS_OFF =
  /^(?:(?:отлож|перенес|сдвин|передвин|подвин|перестав)\S*|потом|(?:чуть )?(?:по)?позже|не сейчас)[\s,]+(?=\S)/;

/** «перенеси на 5 часов»: an hour of the day, or so much later. */
export const isHourOrSpan = (line: string): boolean =>
  /(?<!\p{L})(?:перен|перестав)\p{L}*\s(?:[^,.!?;]+\s)?на\s(?:[56]|пять|шесть)\sчасов(?!\p{L})(?!.*(?:поз|впер[её]д|раньше|назад|утра|вечера|дня))/iu.test(
    line,
  );

/** The message with its words folded, without those that are left out. */
function withoutWords(message: string, isLeftOut: (word: string) => boolean): string {
  let result = '';
  let from = 0;
  for (const { kind, text, start, end } of tokenize(message)) {
    if (kind !== 'word') continue;
    result += message.slice(from, start) + (isLeftOut(text) ? '' : text);
    from = end;
  }
  return (result + message.slice(from)).replace(/\s+/g, ' ').trim();
}

/** A reply that says when and nothing else. */
export function readMoment(line: string, subject: Subject, clock: ReplyClock): Reply | undefined {
  if (FLOODS.test(line)) return { act: 'flood' };
  if (isHourOrSpan(line)) return { act: 'later' };
  const lasting =
    subject.rule !== null && tokenize(line).some(({ text }) => LASTING_WORDS.has(text));
  const plain = withoutWords(
    line,
    (word) => TIME_FILLERS.has(word) || (REPLY_FILLERS.has(word) && word !== 'я'),
  ).replace(/^[\s,+]+|[\s,]+$/g, '');
  const postponing = plain.replace(PUTS_OFF, '');
  for (const { day, span = '', way = '' } of [...shiftsIn(postponing), ...shiftsIn(plain)]) {
    if (day !== undefined && !isOwnDay(day, subject, clock)) continue;
    return (way.endsWith('раньше') ? readEarlier : readLater)(span, subject, clock);
  }
  for (const candidate of candidatesOf(postponing, clock.asked ?? false)) {
    const read = parseAnswer(candidate, askedOf(subject, clock, lasting), clock);
    if (read.outcome === 'other' || read.outcome === 'unclear') continue;
    return replyOf(read, candidate, subject, clock);
  }
  return undefined;
}

/** «завтра», «в эту среду»: when it comes anyway. */
function isOwnDay(day: string, subject: Subject, clock: ReplyClock): boolean {
  const moment = readMoment(day, subject, clock);
  return moment?.act === 'move' && moment.to.getTime() === subject.comesAt?.getTime();
}

/** The ways in which a reply may say when: «10 минут» and «на час» are spans from now. */
function candidatesOf(plain: string, asked: boolean): string[] {
  const [, until] = /^до (.+)$/.exec(plain) ?? [];
  if (until !== undefined) return [partUntil(until)];
  const span = plain.replace(/^на /, '');
  const isSpan = tokenize(span).some(({ text }) => UNITS.has(text)) || span.startsWith('полчас');
  const begins = /^(?:в|во|к|ко|через|с|со|по|кажд\S*|раз|минут|часов|час\S* через)\s/.test(span);
  // A bare number is neither an hour nor a span for sure.
  if (/^\d+$/.test(plain)) return asked ? [plain] : [];
  const isRough = /^(?:минут\S*|час\S*) \S+$/.test(span);
  return isRough || (isSpan && !begins) ? [`через ${span}`, plain] : [plain];
}

/** What the reminder says of when: a reply that names only the day keeps its time. */
function askedOf({ text, rule, dueAt, comesAt }: Subject, clock: Clock, lasting: boolean): Asked {
  const { now, timeZone } = clock;
  const own = instantToWallTime(comesAt ?? dueAt, timeZone);
  const ahead = comesAt !== null && own.slice(0, 10) > localDateAt(now, timeZone);
  return {
    text,
    date: ahead ? own.slice(0, 10) : null,
    time: own.slice(11, 16),
    rule: lasting ? rule : null,
  };
}

function replyOf(
  read: Exclude<QuickAddAnswer, { outcome: 'other' | 'unclear' }>,
  said: string,
  subject: Subject,
  clock: Clock,
): Reply {
  switch (read.outcome) {
    case 'called-off':
      return { act: 'call-off' };
    case 'impossible':
    case 'unsupported':
      return { act: read.outcome, phrase: read.phrase };
    case 'past':
      return pastOf(read, subject, clock);
    case 'when':
      return replyWhen(read, said, subject, clock);
  }
}

/** A moment that is understood: the reminder moves there or repeats like that, or it is asked what was meant. */
function replyWhen(
  read: Extract<QuickAddAnswer, { outcome: 'when' }>,
  typed: string,
  subject: Subject,
  clock: Clock,
): Reply {
  const { when, said } = read;
  const { date, time, part } = said;
  if (!('dateTime' in when)) return { act: 'later' };
  const beside = besideOf(said);
  if (when.rule) return { ...repeatOf(typed, when, subject, clock), ...beside };
  const clockTime = when.wallTime.slice(11, 16);
  const today = localDateAt(clock.now, clock.timeZone);
  const isOnlyPart = part !== undefined && time === undefined && date?.sort !== 'today';
  if (when.movedToTomorrow && !isOnlyPart) {
    return pastOf({ date: today, time: clockTime }, subject, clock);
  }
  const nearer = bareHourNear(said, when, subject, clock) ?? bareNight(typed, when, clock);
  if (nearer) return { act: 'move', to: nearer, ...beside };
  const morning = bareMorning(said, when, clock.now);
  if (morning !== undefined) return pastOf({ date: today, time: morning }, subject, clock);
  // «завтра» at one in the night, whose hour has passed today: of the day behind it is asked when.
  const hasHour = time !== undefined || part !== undefined;
  const ownDay = when.wallTime.slice(0, 10);
  const isLaterTomorrow = date?.sort === 'relative' && date.laterDay === ownDay;
  if (isLaterTomorrow && !hasHour) return { act: 'later' };
  const passed = passedThisYear(said, when, clock);
  if (passed) return pastOf({ date: passed, time: clockTime }, subject, clock);
  if (!isEitherDay(said, when.wallTime)) return { act: 'move', to: when.dateTime, ...beside };
  const nextDay = `${daysAfter(ownDay, 1)}T${clockTime}`;
  return { act: 'either', moments: [when.dateTime, wallTimeToInstant(nextDay, clock.timeZone)] };
}

const besideOf = ({ preAlerts, floodInterval }: WhenSaid): { beside?: SaidBeside } =>
  preAlerts.length > 0 || floodInterval !== null ? { beside: { preAlerts, floodInterval } } : {};

/** A bare hour so near to the reminder's own time is of the same half of the day. */
const NEAR_OWN_TIME_MS = 2 * 3_600_000;
/** «нет, в половине девятого» of what comes at half past seven in the evening. */
function bareHourNear(
  { date, time, part }: WhenSaid,
  { dateTime, wallTime }: QuickAddTime,
  { comesAt }: Subject,
  { now, timeZone }: Clock,
): Date | undefined {
  const isBare = time !== undefined && !time.literal && !time.period;
  if (!isBare || date || part || comesAt === null) return undefined;
  const hour = Number(wallTime.slice(11, 13));
  const otherHour = String((hour + 12) % 24).padStart(2, '0');
  const otherHalf = wallTimeToInstant(
    `${wallTime.slice(0, 11)}${otherHour}${wallTime.slice(13)}`,
    timeZone,
  );
  const isNear = (moment: Date) =>
    Math.abs(moment.getTime() - comesAt.getTime()) <= NEAR_OWN_TIME_MS;
  return isNear(otherHalf) && !isNear(dateTime) && otherHalf > now ? otherHalf : undefined;
}

/** «позже, в 2» at half past one in the night: the hour that comes next. */
function bareNight(
  said: string,
  { dateTime }: QuickAddTime,
  { now, timeZone }: Clock,
): Date | undefined {
  const before = new Date(dateTime.getTime() - HALF_DAY_MS);
  const isNight = Number(instantToWallTime(now, timeZone).slice(11, 13)) < NIGHT_HOURS;
  return isNight && before > now && /^(?:в|во|на|к|ко|до)? ?(?:\d|1[0-2])$/.test(said)
    ? before
    : undefined;
}
const NIGHT_HOURS = 6;

/**
 * `HH:mm` of the morning that a bare hour names («сегодня в 9» at half past two), where that has passed
 * and the evening is not near: either may be meant.
 */
function bareMorning(
  { time, part }: WhenSaid,
  { dateTime, wallTime }: QuickAddTime,
  now: Date,
): string | undefined {
  const hour = Number(wallTime.slice(11, 13)) - 12;
  const minute = wallTime.slice(13, 16);
  const isBare = time?.hour === hour && !time.literal && !time.period && !part;
  if (hour < 7 || !isBare || dateTime.getTime() - now.getTime() <= TONIGHT_MS) return undefined;
  const morning = new Date(dateTime.getTime() - HALF_DAY_MS);
  return morning <= now ? `${String(hour).padStart(2, '0')}${minute}` : undefined;
}

/** The day of this year that a date without its year may name, where next year's was read because it has passed. */
function passedThisYear(
  { date }: WhenSaid,
  { dateTime, wallTime }: QuickAddTime,
  { now, timeZone }: Clock,
): LocalDate | undefined {
  const isYearAhead = dateTime.getTime() - now.getTime() > YEAR_AHEAD_MS;
  if (!date?.anyYear || !isYearAhead) return undefined;
  const today = localDateAt(now, timeZone);
  const thisYear = `${today.slice(0, 4)}${wallTime.slice(4, 10)}`;
  const isNextYears = Number(wallTime.slice(0, 4)) === Number(today.slice(0, 4)) + 1;
  // 29 February is no date of most years.
  return isNextYears && parseLocalDate(thisYear) !== null && thisYear < today
    ? thisYear
    : undefined;
}

/** «каждый месяц» keeps the day and the time that the reminder has. */
function repeatOf(said: string, when: QuickAddTime, subject: Subject, clock: Clock): Reply {
  const own = instantToWallTime(subject.comesAt ?? subject.dueAt, clock.timeZone);
  // «по вторникам»: from the next Tuesday on, this week's too.
  const date = when.rule?.weekdays ? null : own.slice(0, 10);
  const asked = { text: subject.text, date, time: own.slice(11, 16), rule: null };
  const anchored = parseAnswer(said, asked, clock);
  const better = anchored.outcome === 'when' && 'dateTime' in anchored.when ? anchored.when : when;
  return { act: 'repeat', when: better.rule ? better : when };
}

/**
 * Nothing is moved to a moment that has passed: the reply asks, and offers tonight's hour of today and the same
 * tomorrow.
 */
function pastOf(
  { date, time }: { date: LocalDate; time: string | null },
  { dueAt }: Subject,
  { now, timeZone }: Clock,
): Reply {
  const today = localDateAt(now, timeZone);
  const clockTime = time ?? instantToWallTime(dueAt, timeZone).slice(11, 16);
  const at = (day: LocalDate) => wallTimeToInstant(`${day}T${clockTime}`, timeZone);
  const tonight = new Date(at(today).getTime() + HALF_DAY_MS);
  const later =
    date === today && Number(clockTime.slice(0, 2)) < 12 && time !== null && tonight > now
      ? [tonight]
      : [];
  return { act: 'past', date, time, instead: [...later, at(daysAfter(today, 1))] };
}

/** «на час позже»: from the reminder's own time where that lies ahead, else from now. */
function readLater(
  span: string,
  { comesAt }: Subject,
  { now, timeZone }: Clock,
): Reply | undefined {
  const from = comesAt !== null && comesAt > now ? comesAt : now;
  const time = instantToWallTime(from, timeZone).slice(11, 16);
  const asked = { ...NOTHING_KNOWN, time };
  const read = parseAnswer(`через ${span}`, asked, { now: from, timeZone });
  return read.outcome === 'when' && 'dateTime' in read.when
    ? { act: 'move', to: read.when.dateTime }
    : undefined;
}

/** «на час раньше»: than it would come. */
function readEarlier(span: string, subject: Subject, clock: Clock): Reply | undefined {
  const { comesAt } = subject;
  const later = comesAt && readLater(span, subject, clock);
  if (!later || later.act !== 'move') return undefined;
  const to = new Date(2 * comesAt.getTime() - later.to.getTime());
  return to > clock.now ? { act: 'move', to } : { act: 'later' };
}
