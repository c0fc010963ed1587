import { daysAfter } from '../../calendar';
import { instantToWallTime, type LocalDate, localDateAt } from '../../time-zone';
import { weekdayOf } from '../readers/date-arithmetic';
import { type ReplyClock, type Subject } from '../replies/reply';
import { MONTHS, WEEKDAYS } from '../tokens/vocabulary';

/** «не 13, а 14», «нет, 15»: one part of a moment is put right. */

const WEEKLY = 'понедельникам вторникам средам четвергам пятницам субботам воскресеньям'.split(' ');
/** «не 13, а 14», «не эту среду, а следующую»: what stands first and second is put right. */
const PUT_RIGHT =
  /(?:^|\s)не\s+(?:(?:в|во|на)\s+)?(?<before>(?:эт\p{L}+\s)?[\p{L}\d]+?)(?:-?го)?,?(?:\s+а|(?<=,))\s+(?:(?:в|во|на)\s+)?(?<after>следующ\p{L}+|[\p{L}\d]+?)(?:-?го)?[\s.!]*$/u;

/** «нет, 15» */
const BARE = /^(?:(?:ой|нет|не|точнее|вернее|тьфу|блин|упс|стоп)[\s,]+)+(\d{1,2})[\s.!]*$/iu;

/** Of its hour, day, weekday or month another one, as a moment near its own; `always`: each time. */
export function otherNumber(
  line: string,
  { comesAt, rule }: Pick<Subject, 'comesAt' | 'rule'>,
  { timeZone, now }: ReplyClock,
  always = false,
): string | undefined {
  const [, bare] = BARE.exec(line) ?? [];
  const { before = '', after = bare ?? '' } = PUT_RIGHT.exec(line.toLowerCase())?.groups ?? {};
  if (after === '' || comesAt === null) return undefined;
  const own = instantToWallTime(comesAt, timeZone);
  const date = own.slice(0, 10);
  const weekday = weekdayOf(date);
  if (bare !== undefined) {
    // Of its hour and its day the one that is near.
    const awayFrom = (at: number) => Math.abs(Number(own.slice(at, at + 2)) - Number(bare));
    const nearer = awayFrom(8) - awayFrom(11);
    return nearer === 0 ? undefined : nearer > 0 ? `в ${bare}:00` : `${bare} числа`;
  }
  if (/^\d+$/.test(before + after)) {
    if (Number(own.slice(11, 13)) === Number(before)) return `в ${after}:${own.slice(14, 16)}`;
    return Number(own.slice(8, 10)) === Number(before) ? `${after} числа` : undefined;
  }
  const word = before.replace(/^эт\S+\s/, '');
  if (after.startsWith('следующ'))
    return WEEKDAYS.get(word) === weekday ? dated(daysAfter(date, 7)) : undefined;
  if (MONTHS.get(before) === Number(own.slice(5, 7)) && MONTHS.has(after))
    return `${Number(own.slice(8, 10))} ${after}`;
  const day = WEEKDAYS.get(after);
  if (WEEKDAYS.get(before) !== weekday || day === undefined) return undefined;
  if (always && rule?.unit === 'WEEK') return `по ${WEEKLY[day - 1]}`;
  const near = daysAfter(date, day - weekday);
  return dated(near > localDateAt(now, timeZone) ? near : daysAfter(near, 7));
}
const dated = (date: LocalDate): string => date.split('-').toReversed().join('.');
