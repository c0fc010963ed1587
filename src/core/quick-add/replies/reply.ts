import { REMINDER_TEXT_MAX } from '../../limits';
import { type RecurrenceRule } from '../../recurrence';
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
import { partUntil, pauseUntil } from './pause-all';
import {
  DONE_SIGNS,
  isErrand,
  isUndone,
  LASTING_WORDS,
  PASSIVE,
  PAST_TENSE,
  PAUSE,
  QUOTED,
  REPLY_FILLERS,
  REWRITE,
  SENTENCES,
  THANKS_SIGNS,
  TIME_FILLERS,
} from './reply-words';
import { textsOf, tokenize } from '../tokens/tokens';
import { UNITS } from '../tokens/vocabulary';

/** What is known of the reminder that a reply is about. */
export interface Subject {
  text: string;
  rule: RecurrenceRule | null;
  /** The occurrence that a reply is about: the one that waits or is put off, else the next one. */
  dueAt: Date;
  /** When that one comes; null where it came and waits for an answer. */
  comesAt: Date | null;
  /** It counts how many are left. */
  counts?: boolean | undefined;
  /** It is sent again and again until it is answered. */
  floods?: boolean | undefined;
  /** What the note says that it stands on, whose points are its own where its text has none. */
  noteContent?: string | null | undefined;
}

/** What is said beside a moment: «…, предупреди за час», «…, настойчиво». */
export type SaidBeside = Pick<WhenSaid, 'preAlerts' | 'floodInterval'>;

/** What a reply to a message about a reminder asks for. */
export type Reply =
  | { act: 'done' | 'skip' | 'delete' | 'undo' | 'share' | 'leave' }
  | { act: 'resume' }
  /** Nothing of it comes until then; null: until it is resumed. */
  | { act: 'pause'; until: Date | null }
  /** Of a series only this occurrence. Lies ahead. `forAll`: of several people's, for everybody. */
  | { act: 'move'; to: Date; forAll?: true; beside?: SaidBeside }
  /** The whole reminder repeats like that from now on. */
  | { act: 'repeat'; when: QuickAddTime; beside?: SaidBeside }
  | { act: 'rewrite'; text: string }
  /** So many more are there (`add`), or so many in all. */
  | { act: 'refill'; count: number; add: boolean }
  /** How many are left is asked, or how many more there are is not said. */
  | { act: 'stock' }
  /** Another point, of the note that it stands on. */
  | { act: 'add-point'; point: string }
  /** These of its points, by their keys. */
  | { act: 'tick'; points: readonly string[] }
  /** Told ahead, so many minutes. */
  | { act: 'ahead'; minutes: readonly number[] }
  /** A moment that has passed, and what may have been meant. */
  | { act: 'past'; date: LocalDate; time: string | null; instead: Date[] }
  /** «завтра», said at night of what is to come: today's calendar day, or the one behind it. */
  | { act: 'either'; moments: readonly [Date, Date] }
  | { act: 'impossible'; phrase: string }
  | { act: 'unsupported'; phrase: string }
  /** «позже»: at another time, and it does not say when. */
  | { act: 'later'; forAll?: true }
  /** «не сделал»: later, or a «Готово» too many. */
  | { act: 'not-done' }
  /** «не надо», «отмена»: this once, or for ever. */
  | { act: 'call-off' }
  /** «отстань»: it waits on, and is not sent again. */
  | { act: 'quiet' }
  /** «включи флуд»: the app has a switch for that. */
  | { act: 'flood' }
  | { act: 'thanks' | 'show' }
  /** About something else, or not understood. */
  | { act: 'unclear' };
export const UNCLEAR: Reply = { act: 'unclear' };

/** Of no reminder: what a line says by itself. */
export const NOBODY: Subject = { text: '', rule: null, dueAt: new Date(0), comesAt: null };

export interface ReplyClock extends Clock {
  /** The bot has asked «Когда?»: a bare number is an hour. */
  asked?: boolean | undefined;
}

const REPLY_MAX = REMINDER_TEXT_MAX;
const HALF_DAY_MS = 12 * 3_600_000;
/** A bare hour whose morning has passed is this evening's if that is no further away. */
const TONIGHT_MS = 4 * 3_600_000;
/** Further ahead a date without its year may be one of this year that has passed. */
const YEAR_AHEAD_MS = 300 * DAY_MS;

/**
 * Reads a reply that is a sentence which is known, or says only when. Never throws, whatever is typed, and takes
 * nothing of a reply that is not understood as a whole: what else is meant is learned (`replyTo`).
 */
export function readReply(message: string, subject: Subject, clock: ReplyClock): Reply {
  const text = rewritten(message);
  if (text !== undefined) return { act: 'rewrite', text };
  if (message.length > REPLY_MAX) return UNCLEAR;
  const signs = readSigns(message);
  if (signs) return signs;
  const line = message.replace(/[\s.!]+$/, '');
  const ownLine = line.replace(FOR_ALL, '').trim();
  if (ownLine === line) return readLine(line, subject, clock);
  return ENDS_FOR_ALL.test(ownLine) ? { act: 'share' } : forAll(readLine(ownLine, subject, clock));
}

/** «через час для всех»; «удали для всех» and the like are shown with what can be done for all. */
const FOR_ALL = /(?:^|\s)(?:для|у)\s+всех(?=[\s,.!]|$)/iu;
const ENDS_FOR_ALL = /^(?:закон|заверш)\S*(?: (?:это|его))?$/iu;
function forAll(read: Reply): Reply {
  if (read.act === 'move' || read.act === 'later') return { ...read, forAll: true };
  if (read.act === 'delete' || read.act === 'call-off') return { act: 'share' };
  return ['done', 'skip'].includes(read.act) ? read : UNCLEAR;
}

const rewritten = (message: string): string | undefined =>
  REWRITE.map((pattern) => pattern.exec(message)?.[1])
    .find((found) => found !== undefined)
    ?.trim()
    .replace(QUOTED, '$1');

function readSigns(message: string): Reply | undefined {
  if (/[\p{L}\p{N}]/u.test(message)) return undefined;
  const signs = Array.from(message.replace(/[\s\uFE0F\u{1F3FB}-\u{1F3FF}.!]/gu, ''));
  if (signs.length === 0) return undefined;
  if (signs.every((sign) => sign === '?')) return { act: 'show' };
  if (!signs.every((sign) => DONE_SIGNS.has(sign) || THANKS_SIGNS.has(sign))) return UNCLEAR;
  return { act: signs.some((sign) => DONE_SIGNS.has(sign)) ? 'done' : 'thanks' };
}

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

function readLine(line: string, subject: Subject, clock: ReplyClock): Reply {
  const words = textsOf(line);
  const telling = words.filter((word) => !REPLY_FILLERS.has(word)).join(' ');
  const whole = words.join(' ');
  const [act] = SENTENCES.find(([, said]) => said.test(telling) || said.test(whole)) ?? [];
  if (act) return { act };
  const paused = PAUSE.exec(telling);
  if (paused) return pauseUntil(paused[1] ?? paused[2], clock);
  return readDeed(words, subject) ?? readMoment(line, subject, clock) ?? UNCLEAR;
}

/**
 * «выпил таблетку», «уже оплачено», «не дозвонился»: a verb of what was done, beside it nothing but words of the
 * reminder. A verb that ends no errand has to be the reminder's own: «вышивала» is done where it says «вышивать».
 */
function readDeed(words: readonly string[], { text }: Subject): Reply | undefined {
  const own = textsOf(text).filter((word) => word.length >= 4);
  const isOwn = (word: string) => own.some((each) => each.slice(0, 4) === word.slice(0, 4));
  const isSilent = (word: string) => word.length <= 2 || REPLY_FILLERS.has(word) || word === 'еще';
  // «стоматолог» ends like «помог»: a word of the reminder as it stands there tells of nothing done.
  const isVerb = (word: string) =>
    (PAST_TENSE.test(word) || PASSIVE.test(word)) && !own.includes(word);
  const [verb, ...more] = new Set(words.filter(isVerb));
  if (verb === undefined || more.length > 0 || isUndone(verb)) return undefined;
  const isItsDeed = isErrand(verb) || isOwn(verb);
  const isAll = words.every((word) => word === verb || isOwn(word) || isSilent(word));
  if (!isItsDeed || !isAll) return undefined;
  return { act: words.includes('не') ? 'not-done' : 'done' };
}

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

/** A reply that says when and nothing else. */
function readMoment(line: string, subject: Subject, clock: ReplyClock): Reply | undefined {
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
  const { now, timeZone } = clock;
  switch (read.outcome) {
    case 'called-off':
      return { act: 'call-off' };
    case 'impossible':
    case 'unsupported':
      return { act: read.outcome, phrase: read.phrase };
    case 'past':
      return pastOf(read, subject, clock);
    case 'when': {
      const { when } = read;
      const { date, time, part } = read.said;
      if (!('dateTime' in when)) return { act: 'later' };
      const beside = besideOf(read.said);
      if (when.rule) return { ...repeatOf(said, when, subject, clock), ...beside };
      const wall = when.wallTime;
      const onlyPart = part !== undefined && time === undefined && date?.sort !== 'today';
      const today = localDateAt(now, timeZone);
      if (when.movedToTomorrow && !onlyPart) {
        return pastOf({ date: today, time: wall.slice(11, 16) }, subject, clock);
      }
      const ownHalf = bareHourNear(read.said, when, subject, clock);
      if (ownHalf) return { act: 'move', to: ownHalf, ...beside };
      const nightHour = bareNight(said, when, clock);
      if (nightHour) return { act: 'move', to: nightHour, ...beside };
      const morning = bareMorning(read.said, when, now);
      if (morning !== undefined) return pastOf({ date: today, time: morning }, subject, clock);
      // «завтра» at one in the night, whose hour has passed today: of the day behind it is asked when.
      const hasHour = time !== undefined || part !== undefined;
      const isLaterTomorrow = date?.sort === 'relative' && date.laterDay === wall.slice(0, 10);
      if (isLaterTomorrow && !hasHour) return { act: 'later' };
      const passed = passedThisYear(read.said, when, clock);
      if (passed) return pastOf({ date: passed, time: wall.slice(11, 16) }, subject, clock);
      const nextDay = wallTimeToInstant(
        `${daysAfter(wall.slice(0, 10), 1)}T${wall.slice(11)}`,
        timeZone,
      );
      return isEitherDay(read.said, wall)
        ? { act: 'either', moments: [when.dateTime, nextDay] }
        : { act: 'move', to: when.dateTime, ...beside };
    }
  }
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
