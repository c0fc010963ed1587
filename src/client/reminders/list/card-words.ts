import { type Reminder } from '@/contract/reminder';
import { ALL } from '@/core/limits';
import { groupAt, type placeOf } from '@/core/lists';
import { describeAge } from '@/texts/age';
import { capital } from '@/texts/plural';
import { rowTexts as texts } from '@/texts/reminder-row';
import { withoutRemark } from '@/texts/workdays';
import { type CardClock } from '../../ui/card-time';

const { card: words } = texts;

/** Until when all series are paused; null where they are not. */
export function pausedWithAllLine(
  rows: readonly Pick<Reminder, 'pausedWithAll' | 'pausedUntil'>[],
  clock: CardClock,
): string | null {
  const paused = rows.find(({ pausedWithAll }) => pausedWithAll);
  if (!paused) return null;
  const { pausedUntil } = paused;
  return pausedUntil === null
    ? words.allPaused
    : `${words.allPausedUntil} ${clock.end(pausedUntil)}`;
}

/**
 * What stands over the rows of a place, and the day that it names; null where the rows say their own. In several
 * columns only what waits has a heading.
 */
export function headingAt(
  { rank, at }: ReturnType<typeof placeOf>,
  clock: CardClock,
  inColumns: boolean,
) {
  const group = groupAt({ rank, at }, clock.daysAhead);
  if (inColumns && group !== 'waiting') return { group, heading: '', day: null };
  if (!['today', 'tomorrow', 'week'].includes(group)) {
    return { group, heading: texts.groups[group], day: null };
  }
  // What is late of the days before stands under today.
  const { day } = clock.inDigits(group === 'today' ? new Date(clock.now).toISOString() : at);
  return {
    group,
    heading: `${group === 'week' ? clock.weekday(at) : texts.groups[group]}, ${day}`,
    day,
  };
}

/**
 * What a card says, whether React draws it (card.tsx) or the prelude (prelude/cards.ts). `day`: what the
 * heading above names, which is not said again.
 */
export function faceOf(row: Reminder, clock: CardClock, day: string | null) {
  const { completed, text, dateTime, waitingSince, snoozedUntil, pausedUntil, doneAt } = row;
  // Of a series the occurrence that waits or was put off; the next one follows it.
  const about = (!completed && row.repeat && (waitingSince ?? snoozedUntil)) || dateTime;
  const comes = clock.inDigits(about);

  let standing: string | null = null;
  if (completed) standing = doneAt ? words.done : words.unanswered;
  else if (row.state === 'paused') {
    standing = pausedUntil ? `${words.pausedUntil} ${clock.date(pausedUntil).full}` : words.paused;
  } else if (snoozedUntil) standing = words.snoozed;

  const bornIn = row.repeatUnit === 'YEAR' ? row.birthYear : undefined;
  const { timeZone } = row;
  const yearOf = (iso: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(new Date(iso)));
  const age = bornIn === undefined ? 0 : yearOf(about) - bornIn;
  const flood = row.flood ? row.floodInterval : null;
  return {
    text,
    words: withBoxes(text),
    type: row.type?.name || texts.unknownType,
    day: comes.day === day ? null : comes.day,
    hour: comes.hour,
    full: comes.full,
    iso: about,
    standing,
    people: row.people === undefined ? null : words.people(row.people),
    counter: row.counter && !completed ? texts.left(row.counter.left) : null,
    ...repetitionOf(row),
    age: age > 0 ? capital(describeAge(text, age)) : null,
    // It has no words: there, or not.
    picture: row.thumbnail ? '' : null,
    attached: row.attachmentText ? `${words.attached} ${row.attachmentText}` : null,
    ahead: !completed && row.preAlertsText ? texts.toldAhead(row.preAlertsText) : null,
    flood: flood === null ? null : texts.floodEvery(flood),
    trouble: troubleOf(row),
    category: row.category.name === ALL ? null : row.category.name || null,
    color: row.category.color ?? null,
    finish: completed ? null : `${words.finish}: ${text}`,
  };
}

/** Why it has not come. Who cannot be reached is told so of what was to come by now, not of what lies ahead. */
function troubleOf({ completed, state, overdue }: Reminder): string | null {
  if (completed) return null;
  if (state === 'failed') return texts.trouble.failed;
  return state === 'unreachable' && overdue ? texts.trouble.unreachable : null;
}

/** The points of a text each with a box, one behind the other, so that a card has more of them than the first. */
const withBoxes = (text: string): string =>
  text.replace(/^\s*- (?=\S)/gm, '☐ ').replace(/^([☐☑].*)\n(?=[☐☑])/gm, '$1  ');

/** How it repeats («Каждый день», «2 нед.», «пн, ср»), and what the icon beside it means. */
function repetitionOf(row: Reminder): { repeat: string | null; repeatTip: string | null } {
  const { repeatEvery: every, repeatUnit: unit, repeatWeekdays: days, repeatText } = row;
  const isSeries = every !== null && unit !== null && repeatText !== undefined;
  if (!isSeries) return { repeat: null, repeatTip: null };
  const interval = texts.repeatEvery(every, unit);
  const rule = capital(withoutRemark(repeatText));
  // Where a rule is more than an interval, the interval alone would tell something else.
  if (row.repeatTimes ?? row.repeatEveryMinutes ?? row.repeatMonthDays ?? row.repeatAfterDone) {
    return { repeat: rule, repeatTip: rule };
  }
  let repeat = rule;
  if (!(row.repeatMonthly ?? row.repeatUntil ?? row.repeatCount)) {
    if (!days) repeat = every === 1 ? texts.each[unit] : texts.interval(every, unit);
    else if (every === 1 && days.length <= WEEKDAYS_NAMED) {
      repeat = days.map((day) => texts.weekdays[day - 1]?.short).join(', ');
    }
  }
  return { repeat, repeatTip: interval };
}
/** Of more the words say it better: «По будням». */
const WEEKDAYS_NAMED = 4;
