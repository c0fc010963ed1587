import {
  adjoins,
  all,
  type DatePhrase,
  type DayPart,
  type Duration,
  heaviest,
  type Line,
  type Of,
  type Phrase,
  type Repetition,
} from '../readers/phrase';
import { HABITS, isInfinitive } from '../tokens/vocabulary';

/** One rule that says what two phrases say, or undefined where they do not go together. */
function merged(a: Repetition, b: Repetition): Repetition | undefined {
  if (a.afterDone || b.afterDone) return undefined;
  const [coarse, fine] = a.unit === 'DAY' && a.every === 1 ? [b, a] : [a, b];
  const everyMinutes = a.everyMinutes ?? b.everyMinutes;
  if (a.everyMinutes !== undefined && b.everyMinutes !== undefined) return undefined;
  if (
    fine.unit === 'DAY' &&
    fine.every === 1 &&
    coarse.unit !== 'MONTH' &&
    coarse.unit !== 'YEAR'
  ) {
    return { ...coarse, ...(everyMinutes !== undefined && { everyMinutes }) };
  }
  if (a.unit !== b.unit || a.unit === 'DAY') return undefined;
  if (a.every > 1 && b.every > 1 && a.every !== b.every) return undefined;
  const weekdays = [...new Set([...(a.weekdays ?? []), ...(b.weekdays ?? [])])].sort();
  const { monthly, weekday, week } = a.monthly ? a : b;
  return {
    every: Math.max(a.every, b.every),
    unit: a.unit,
    ...(weekdays.length > 0 && { weekdays }),
    ...(monthly && { monthly, weekday, week }),
  };
}

/** «через час отменить ежемесячную подписку»: what has a day or a rule besides is only called so. */
const onlyNames = ({ names }: Of<'repeat'>, phrases: readonly Phrase[]): boolean =>
  names !== undefined &&
  phrases.some(
    (each) =>
      each.kind === 'in' ||
      (each.kind === 'repeat' && each.names === undefined) ||
      (each.kind === 'date' && each.sort !== 'month-day'),
  );

interface ChosenRule {
  rule?: Repetition;
  part?: DayPart | undefined;
  date?: DatePhrase | undefined;
  lasting?: Duration | undefined;
}

/** All that says how it repeats: «каждые две недели … по средам», «каждый месяц … в последний день». */
export function chooseRule(phrases: readonly Phrase[], used: Set<Phrase>): ChosenRule {
  // «3 раза в день» needs its three times.
  const times = heaviest(all(phrases, 'times'))?.slots.length;
  const repeats = all(phrases, 'repeat').filter(
    (repeat) =>
      (repeat.perDay === undefined || repeat.perDay === times) && !onlyNames(repeat, phrases),
  );
  const first = heaviest(repeats);
  const lasting = heaviest(
    all(phrases, 'lasting').filter(({ daily }) => first !== undefined || daily),
  );
  if (lasting) used.add(lasting);
  if (!first) {
    return lasting ? { rule: { every: 1, unit: 'DAY' }, lasting: lasting.duration } : {};
  }
  used.add(first);
  let { rule, part, date } = first;
  if (first.once && repeats.length === 1) {
    date = first.once;
    rule = { every: 1, unit: 'DAY' };
  }
  for (const other of repeats) {
    const both = other === first ? undefined : merged(rule, other.rule);
    if (!both || (other.date && date)) continue;
    used.add(other);
    rule = both;
    part ??= other.part;
    date ??= other.date;
  }
  const [select] = all(phrases, 'select');
  if (select && rule.unit === 'MONTH' && !rule.monthly) {
    used.add(select);
    rule = { ...rule, ...select.select };
  }
  return { rule, part, date, lasting: lasting?.duration };
}

/** «каждый день, кроме выходных»: the rule without the weekdays that are left out, where it can be said so. */
export function withoutDays(
  rule: Repetition | undefined,
  phrases: readonly Phrase[],
  used: Set<Phrase>,
): Repetition | undefined {
  const excepts = all(phrases, 'except');
  const isDaily = rule?.unit === 'DAY' && rule.every === 1 && !rule.afterDone;
  const weekdays = isDaily ? [1, 2, 3, 4, 5, 6, 7] : rule?.weekdays;
  const leftOut = new Set(excepts.flatMap((except) => except.weekdays));
  const rest = weekdays?.filter((weekday) => !leftOut.has(weekday)) ?? [];
  if (!rule || leftOut.size === 0 || rest.length === 0) return rule;
  for (const except of excepts) used.add(except);
  return { ...rule, unit: 'WEEK', weekdays: rest };
}

/** «кроме выходных в 7 …», «… в 20 кроме субботы»: every day but these; «проверить всё кроме пятницы» is of another thing. */
export const everyDayBut = ({ phrases, tokens }: Line): Repetition | undefined => {
  const hours = [...all(phrases, 'time'), ...all(phrases, 'times'), ...all(phrases, 'part')];
  const isBesideHour = all(phrases, 'except').some((except) =>
    hours.some((hour) => adjoins(except, hour, tokens)),
  );
  return isBesideHour ? { every: 1, unit: 'DAY' } : undefined;
};

/** «с 1 по 5 декабря», «с 1 декабря по 5 января» */
export const isRange = (start: Of<'start'>, { phrases, tokens }: Line): boolean =>
  start.date.until !== undefined ||
  all(phrases, 'until').some(
    ({ from }) =>
      from >= start.to && tokens.slice(start.to, from).every(({ text }) => /^[и,-]$/.test(text)),
  );

/** «с 1 по 5 декабря в 18», «с 1 по 5 декабря пить таблетки»: what is done day by day. */
export function dayByDay(said: DatePhrase | undefined, line: Line): Repetition | undefined {
  const { phrases, tokens } = line;
  const ranged = said
    ? said.until !== undefined
    : all(phrases, 'start').some((start) => isRange(start, line));
  const timed = all(phrases, 'time').some(({ end }) => !end) || all(phrases, 'part').length > 0;
  const acts = tokens.some(({ text }) => isInfinitive(text));
  const goesOn = !acts && tokens.some(({ text }) => GOES_ON.test(text));
  const daily = ranged && !goesOn && (timed || tokens.some(({ text }) => HABITS.has(text)));
  return daily ? { every: 1, unit: 'DAY' } : undefined;
}

/** What lasts as a whole: «с 1 по 10 декабря отпуск». */
const GOES_ON = /^(?:отпуск|командировк|каникул|больничн|сесси|ярмарк|выставк|поездк|ремонт)/;
