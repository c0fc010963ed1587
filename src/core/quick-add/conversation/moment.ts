import { instantToWallTime } from '../../time-zone';
import { scan } from '../readers/scan';
import { hintsOf, minutesSinceEve } from '../choice/hours';
import { readReply } from '../replies/read-reply';
import { NOBODY, type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { isHourOrSpan } from '../replies/reply-moment';
import { type Token, tokenize } from '../tokens/tokens';
import { UNITS } from '../tokens/vocabulary';
import { withoutName } from './names';
import { otherNumber } from './other-number';

/** When, in a line of which only the words of time are read. */

const OPENS_MOMENT = /^(?:через|на|в|во|к|ко|до|с|со|около|по|еще|примерно)$/;
const SHIFTS = /^(?:по)?(?:позже|раньше|позднее)$/;

const phrasesOf = (tokens: readonly Token[], { now, timeZone }: ReplyClock) =>
  scan(tokens, instantToWallTime(now, timeZone)).phrases;

/** Which tokens speak of time, with the prepositions before them. */
export function timedTokens(tokens: readonly Token[], clock: ReplyClock): boolean[] {
  const timed = tokens.map(({ text, kind }, at) => {
    const before = tokens[at - 1]?.text ?? '';
    const behind = tokens[at + 1]?.text ?? '';
    // «день рождения» is no time, «на день позже» is.
    const mayBeUnit = text !== 'день' || SHIFTS.test(behind);
    const isUnit = UNITS.has(text) && text.length > 2 && mayBeUnit;
    const isPart = /^(?:полчаса|полтор[аы])$/.test(text);
    const isCounted = kind === 'number' && (OPENS_MOMENT.test(before) || UNITS.has(behind));
    return isUnit || isPart || isCounted;
  });
  for (const { from, to, kind, keep } of phrasesOf(tokens, clock)) {
    if (!keep && kind !== 'zone' && kind !== 'flood') timed.fill(true, from, to);
  }
  for (const [at, { text }] of [...tokens.entries()].toReversed()) {
    if (OPENS_MOMENT.test(text) && timed[at + 1]) timed[at] = true;
    if (SHIFTS.test(text) && (timed[at - 1] || timed[at + 1])) timed[at] = true;
  }
  return timed;
}

/** «завтра», «через 5 минут»: a moment, and no word that corrects another one, as «нет» and «позже» do. */
export function saysOnlyWhen(line: string, clock: ReplyClock): boolean {
  const tokens = tokenize(line);
  const timed = timedTokens(tokens, clock);
  const isOfMoment = ({ text }: Token, at: number) =>
    timed[at] === true ? !SHIFTS.test(text) : /^[аи]$/.test(text) || !/[\p{L}\p{N}]/u.test(text);
  return timed.includes(true) && tokens.every(isOfMoment);
}

/** «ещё раз напомни через полчаса»: of what has rung, and of nothing else. */
export const asksAgain = (line: string, clock: ReplyClock): boolean =>
  /(?<!\p{L})(?:ещё|еще|снова|опять|повтори(?:те)?)(?!\p{L})/iu.test(line) &&
  saysOnlyWhen(line.replace(AGAIN, ' '), clock) &&
  minutesAhead(line, NOBODY, clock).length === 0;
const AGAIN =
  /(?<!\p{L})(?:(?:напомни|повтори|скажи)(?:те)?|\p{L}*[^аеиоуыэюя]ни(?:те)?|мне|меня|нам|пожалуйста|про это|об этом|ещё|еще|раз|снова|опять)(?!\p{L})/giu;

const DAY =
  '(?:сегодня|завтра|послезавтра|понедельник|вторник|сред[уаы]|четверг|пятниц[уаы]|суббот[уаы]|воскресень[ея])';
const HOUR =
  '(?:\\d|час(?!т)|пол(?:день|ночь|овин)|один|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать)';
/** What says when: «в 15», «в эту среду», «завтра», «утром». */
const THEN = `(?:(?:(?:в|во|на|к|с|со)\\s)?(?:(?:эт|следующ)\\p{L}+|${DAY}|${HOUR})|утр|дн[её]м|вечер|ноч(?:ь|и))`;
/** «не в эту среду, а в субботу» */
const NOT_THEN = new RegExp(`(^|\\s)не(?=\\s+${THEN})\\s+[^,]{1,24}?,?\\s+а\\s+(?=${THEN})`, 'giu');
/** «вместо 6», «а не в 5», «с завтра на послезавтра», «сегодня не успею, завтра в 10»: what is no longer meant. */
const NO_LONGER = [
  new RegExp(
    `(^|\\s)(?:сегодня|\\d{1,2}\\sчисла)\\s+(?:уже\\s|никак\\s|точно\\s)?не\\s[^\\s,.]+[,.]*(?=\\s.*(?:через|${DAY}))`,
    'giu',
  ),
  NOT_THEN,
  new RegExp(`(^|\\s)вместо\\s+(?=${THEN})\\S+`, 'giu'),
  new RegExp(`(^|\\s)а\\s+не\\s+(?=${THEN})[^,.]{1,24}(?=$|[,.])`, 'giu'),
  new RegExp(
    `(^|\\s)со?\\s+(?:\\d\\S*|${DAY}|понедельника|вторника|четверга|утра|вечера)\\s+(?=на\\s+${THEN})`,
    'giu',
  ),
];

/** Without what NO_LONGER names. */
const withoutOldTime = (line: string): string =>
  NO_LONGER.reduce((said, gone) => said.replace(gone, '$1'), line);

/** With a span it counts from the reminder's own time. */
export const PUTS_OFF =
  /(?<!\p{L})(?:перен|отлож|сдвин|передвин|подвин|перестав|перекин|переброс|отодвин|(?:перепиши|переложи)(?:те)?(?!\p{L}))/iu;
const NOW_THEN = new RegExp(`(?<!\\p{L})теперь\\s+${THEN}`, 'iu');
/** «на час позже», «на пару дней раньше»: than it would come. */
const BY_SO_MUCH =
  /(?<!\p{L})на\s+(?:[^\s,]+\s+){0,2}?(?:час|минут|полчас|д(?:ень|ня|ней)|сут|недел)\p{L}*\s+(?:по)?(?:позже|раньше|позднее)(?!\p{L})/iu;
/** «теперь в 18», «не в 15, а в 16», «отложи на час», «на час позже»: the time of what is there changes. */
export const changesTime = (line: string): boolean =>
  [PUTS_OFF, NOW_THEN, BY_SO_MUCH].some((pattern) => pattern.test(line)) ||
  withoutOldTime(line) !== line;
/** «теперь не в 12»: what is meant instead it does not say. */
export const deniesTime = (line: string): boolean => STILL_DENIED.test(withoutOldTime(line));
const STILL_DENIED = new RegExp(`(?<!\\p{L})не\\s+${THEN}`, 'iu');
const BY_A_SPAN =
  /(?<!\p{L})((?:отлож|перенес|сдвин|передвин|подвин)\p{L}*\s+(?:ещ[её]\s+|для\s+всех\s+)?на\s+(?:[^\s,]+\s+){0,2}?(?:час\p{L}*|минут\p{L}*|полчас\p{L}*|д(?:ень|ен[её]к|ня|ней)|сутки|недел\p{L}+|месяц\p{L}*))(?=\s*(?:$|[,.;!]|пожалуйста))/iu;

/** «отложи на час» of what lies ahead is an hour later than it would come. */
const fromOwnTime = (said: string, { comesAt }: Subject): string =>
  comesAt === null ? said : said.replace(BY_A_SPAN, '$1 позже');

/** «пятничные», «четверговых»: the first group is a short name of the day. */
export const OF_WEEKDAY =
  /(?<!\p{L})(понед|вторн|четверг|пятн|субб|воскрес)\p{L}*[нв][ыи][ех](?!\p{L})/iu;

const IS_MOMENT: readonly Reply['act'][] = ['move', 'either', 'past', 'repeat', 'impossible'];

/** «нет, через 3» of what was to come in two hours. */
function withUnit(line: string, { comesAt }: Subject, { now }: ReplyClock): string {
  const hours = comesAt === null ? 0 : (comesAt.getTime() - now.getTime()) / 3_600_000;
  return line.replace(/(через [а-яё\d]+)(?=[\s,.!]*$| (?:имела?|хотела?) )/iu, (said) => {
    const { text, value } = tokenize(said).at(-1) ?? { text: '', value: NaN };
    if (UNITS.has(text) || /полчаса|недел|месяц|год/.test(said)) return said;
    const isFew = value < 5 || text.startsWith('полтор');
    const unit = hours < (isFew ? 0.5 : 1) ? 'минут' : hours < 24 ? 'часов' : 'дней';
    return `${said} ${unit}`;
  });
}

/** What the words of time come to, of several moments the last; `lasting`: each time from now on. */
export function momentIn(
  typed: string,
  subject: Subject,
  clock: ReplyClock,
  lasting = false,
): Reply | undefined {
  if (isHourOrSpan(typed)) return { act: 'later' };
  const other = otherNumber(typed, subject, clock, lasting);
  const corrected = other === undefined ? undefined : readReply(other, subject, clock);
  if (corrected && IS_MOMENT.includes(corrected.act)) return corrected;
  const plain = withoutOldTime(typed);
  const line = withUnit(plain, subject, clock);
  const left = withoutName(line, subject.text);
  const own = fromOwnTime(lasting ? `теперь ${left}` : left, subject);
  const said = left === line ? undefined : readReply(own, subject, clock);
  if (said && IS_MOMENT.includes(said.act) && said.act !== 'impossible') return said;
  const phrases = timePhrases(line, clock);
  const order = PUTS_OFF.test(line) ? 'отложи ' : '';
  const read = (phrase: string): Reply | undefined => {
    // «на завтра, часиков на 11»
    const otherwise = phrase.replace(/(?:час\S+ )?на (?=\d|завтра)/g, 'в ');
    for (const each of new Set([phrase, otherwise])) {
      const whole = fromOwnTime(order + each, subject);
      const reply = readReply(lasting ? `теперь ${whole}` : whole, subject, clock);
      if (IS_MOMENT.includes(reply.act)) return reply;
    }
    return undefined;
  };
  const whole = phrases.length > 0 ? read(phrases.join(' ')) : undefined;
  if (whole && whole.act !== 'impossible') return whole;
  if (phrases.length < 2) return whole;
  const each = phrases.flatMap((phrase) => read(phrase) ?? []);
  return each.findLast(({ act }) => act === 'move' || act === 'repeat') ?? each.at(-1) ?? whole;
}

/** The stretches of a line that speak of time. */
function timePhrases(line: string, clock: ReplyClock): string[] {
  const tokens = tokenize(line);
  const timed = timedTokens(tokens, clock);
  const phrases: string[] = [];
  for (let from = 0, to = 0; from < tokens.length; from = to) {
    to = from + 1;
    if (!timed[from]) continue;
    while (timed[to]) to += 1;
    // «в следующие месяцы»: how many, nothing says.
    if (to === from + 1 && UNITS.has(tokens[from]?.text ?? '')) continue;
    phrases.push(line.slice(tokens[from]?.start, tokens[to - 1]?.end));
  }
  return phrases;
}

/** «за час до педиатра»; «за час до 20:00» says a moment. */
const BEFORE_WHAT = /(?<!\p{L})до\s+(?!\d)(.*)/iu;
/** «до врача напомни», of «Врач»: a name, the order and moments; «до врача не есть» is another task. */
function namesNothingElse(line: string, name: string, clock: ReplyClock): boolean {
  const tokens = tokenize(withoutName(line, name));
  const timed = timedTokens(tokens, clock);
  return tokens.every(
    ({ text }, at) => timed[at] === true || !/\p{L}/u.test(text) || SAID_BESIDE.test(text),
  );
}
const SAID_BESIDE =
  /^(?:напомни|предупреди|скажи|пни)(?:те)?$|^(?:тоже|также|еще|и|мне|нам|пожалуйста|о|об|про|ней|нем|нее|него|них|этого|того|этом|это|начала)$/;

/** «напомни за день», «и накануне вечером»: minutes before it. */
export function minutesAhead(
  line: string,
  { comesAt, text }: Pick<Subject, 'comesAt' | 'text'>,
  clock: ReplyClock,
): readonly number[] {
  const [ahead] = /(?<!\p{L})(?:за\s|\S+\sнакануне|накануне).*/iu.exec(line) ?? [];
  const [, anchor] = BEFORE_WHAT.exec(ahead ?? '') ?? [];
  if (anchor !== undefined && !namesNothingElse(anchor, text, clock)) return [];
  // «за час до педиатра» says no more than «за час».
  const said = ahead?.replace(BEFORE_WHAT, ' $1');
  const phrases = said === undefined ? [] : phrasesOf(tokenize(`напомни ${said}`), clock);
  return phrases.flatMap((phrase) => {
    if (phrase.kind !== 'ahead') return [];
    if (!phrase.eve || !comesAt) return phrase.minutes;
    const wall = instantToWallTime(comesAt, clock.timeZone);
    return [...phrase.minutes, minutesSinceEve(phrase.eve, wall, hintsOf([], clock))];
  });
}
