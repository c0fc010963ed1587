import { DAY_MS, daysAfter } from '../../calendar';
import { pauseUntil } from '../replies/pause-all';
import { localDateAt, type LocalDate } from '../../time-zone';
import {
  addMonths,
  dayOf,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  weekdayOf,
} from '../readers/date-arithmetic';
import { folded } from '../../search';
import { anyOf } from '../tokens/word-table';
import { type Clock } from '../choice/result';
import { NOTHING_KNOWN, parseAnswer } from '../replies/answer';
import { asksBack } from '../messages/not-reminders';
import { PAST_TENSE } from '../replies/reply-words';
import { tokenize } from '../tokens/tokens';
import { isInfinitive, MONTHS } from '../tokens/vocabulary';
import { type Known } from './named';
import { likeness, mentions, type NamedWord, namingOf, namingWords } from './names';

/** What a line asks about the person's reminders. */
export type Question =
  /** What comes on these days. */
  | { asks: 'days'; from: LocalDate; days: number }
  /** When it comes, whether it is there. `found` may be empty. */
  | { asks: 'reminder'; name: string; found: readonly Known[] }
  | { asks: 'find'; words: string }
  /** What comes first. */
  | { asks: 'next' };

const LINE_MAX = 120;
/** A list of days has two digits for how many. */
const RANGE_MAX = 99;
const START =
  '(?:(?:а|и|ну|я|блин|ой|слушай|забыла?|не помню|не знаю|хочу узнать|интересно|покажи(?:те)?(?=,? (?:где|когда|во сколько))|доброе утро|добрый день|добрый вечер|скажи|подскажи(?:те)?|скажите|напомни|бот|пожалуйста|привет)[\\s,]+)*';
const OF_MINE =
  '(?:(?:у меня|у нас|мне|нам|там|же|мой|моя|мое|мои|это|будет|назначен[аоы]?|записан[аоы]?|стоит|стоят|начинается|начало|я|буду|иду|еду|следующ\\S+|ближайш\\S+|сегодня|завтра|что-? ?то|что-? ?нибудь|напоминание)\\s+)*';
const WHEN = new RegExp(
  `^${START}(?:к[оа]гда|во сколько|в котором часу|на сколько|на когда|на какое (?:время|число)|какого числа|(?:в|на) какой день|(?:через )?сколько (?:(?:дней|времени|часов|минут|недель|еще|осталось|остается) )+до|в какое время)\\s+${OF_MINE}(.+)$`,
);
const THERE = new RegExp(
  `^${START}(?:(?:у меня |у нас )?(?:есть|записан[аоы]?|стоит)(?: ли)?|(?:я )?(?:записывала?|записала?|ставила?|поставила?|создавала?|добавляла?|добавила?)(?: ли)?(?: я)?|(?:ты )?(?:помнишь|напомнишь|не забудешь|записано|стоит)(?: ли)?)\\s+${OF_MINE}(?:(?:напомина\\S+|запис\\S+|про|о|об|на счет|насчет)\\s+)*(.+)$`,
);
const FIND = new RegExp(
  `^${START}(?:найди(?:те)?|поищи(?:те)?|отыщи|ищи|поиск|где(?: у меня)?(?: запись| заметка| напоминание)?)\\s+(?:(?:мне|мои|все|всё|там|что|было|у меня|есть|с|напомина\\S+|заметк\\S+|запис\\S+|где|про|о|об|насчет)\\s+)*(.+?)(?: (?:был[аои]?|там|есть))*$`,
);

/** «техосмотр я записывал?», «стоматолог во сколько» */
const BEHIND =
  /^(?:а |и |ну )?(.+?) (?:(?:у меня|мне|там) )?(?:когда|во сколько|на сколько|на когда|(?:на )?как(?:ого числа|ое число)|(?:в|на) какой день|(?:напоминание )?(?:есть|стоит)|(?:я )?(?:записывала?|записала?|ставила?|поставила?|добавляла?))(?:,? (?:у меня|я|вообще|же|там|будет|стоит|стоят|не помню|забыла?))*(?: [а-я]+(?:ть|ти|чь|[аяе]н[аоы]?|[уюая]т)(?:ся)?)?$/;
/** «какие замеры на неделе», «я про квитанции тебе говорила»: only of what is there. */
const OF_THOSE = [
  new RegExp(`^${START}(?:как(?:ие|ой|ая|ое)|сколько|что за)\\s+${OF_MINE}([^,.!)]+)$`),
  /^(?:я|мы) (?=.*(?:говори|писа|проси|рассказыва)л[аи]?(?: |$))(?:.* )?(?:про|об?|насчет) (.+)$/,
];
/** «а про ипотеку?» */
const ABOUT = /^(?:а |и )(?:что )?(?:там )?(?:про|насчет|с) (.+)$/;
/** «что у меня есть про акты» */
const WHAT_ABOUT =
  /^(?:а |и )?(?:что|какие) (?:у меня |там |мои )?(?:есть |записано |стоит |напоминания )?(?:там )?(?:про|насчет|по поводу|со?) (.+)$/;

/** A question about days has one of these, and beside its days nothing but words of these two sets. */
const HEADS = anyOf(
  'расскажи планам плану кто что какое свободны свободно заняты занято загружен загружена загружены чем чего че ничего нету какие какая какой сколько список расписание план планы планов дела дел дело задачи задач покажи показать ' +
    'скажи напоминания напоминаний события событий занят занята свободен свободна есть',
);
const FILLERS = anyOf(
  'подскажи подскажите скажите а и ну я мы день нет нету по там точно записано осталось остается буду у меня нас мне нам там мои мое мой на в во за будет еще есть ли я же все всё вообще пожалуйста запланировано всего ' +
    'много что-то чем-то что-нибудь чего-нибудь намечено намечается нужно надо делать стоит предстоит интересного важного нибудь то хоть бот из дел планов',
);

/** «какое ближайшее напоминание», «что у меня дальше» */
const NEXT = /^(?:ближайш(?:ее|ая|ий)|следующ(?:ее|ая|ий)|дальше)$/;
const PLAIN: ReadonlySet<string> = new Set([
  ...HEADS,
  ...FILLERS,
  'напоминание',
  'событие',
  'задача',
]);

/** The days that words of a calendar mean: `[first day, how many]`. */
function daysOf(words: string, clock: Clock): [LocalDate, number] | null {
  const { now, timeZone } = clock;
  const today = localDateAt(now, timeZone);
  const weekday = weekdayOf(today) - 1;
  const next = /^(?:следующ\S+|будущ\S+) /.test(words) ? 7 : 0;
  const month = MONTHS.get(words) ?? 0;
  if (month > 0) {
    const ahead = (month - monthOf(today) + 12) % 12;
    const first = addMonths(firstOfMonth(today), ahead);
    return [first, dayOf(lastOfMonth(first))];
  }
  const plain = words.replace(/^(?:эт\S+|ближайш\S+|следующ\S+|будущ\S+|текущ\S+|всю|весь) /, '');
  if (/^(?:выходн\S+|уик-?энд)(?: субботу воскресенье)?$/.test(plain)) {
    // On a Sunday «в субботу и воскресенье» are the next ones.
    const ahead = next > 0 || (weekday === 6 && plain.includes('субботу'));
    const from = ahead ? 12 - weekday : Math.max(5 - weekday, 0);
    return [daysAfter(today, from), ahead ? 2 : 7 - Math.max(5, weekday)];
  }
  if (/^недел\S+$/.test(plain)) {
    return next === 0 ? [today, 7 - weekday] : [daysAfter(today, 7 - weekday), 7];
  }
  if (/^до /.test(plain)) {
    const end = pauseUntil(plain, clock);
    if (end.act !== 'pause' || end.until === null) return null;
    const day = (date: LocalDate) => Date.parse(`${date}T00:00Z`) / DAY_MS;
    const days = day(localDateAt(end.until, timeZone)) - day(today);
    return days > 0 && days <= RANGE_MAX ? [today, days] : null;
  }
  const day = /^\d{1,2}$/.test(plain)
    ? `${plain} числа`
    : words.replace(/ ?(?:утром|днем|вечером|ночью)$/, '') || 'сегодня';
  const read = parseAnswer(`${day} в 12:00`, NOTHING_KNOWN, clock);
  if (read.outcome === 'past') return [read.date, 1];
  if (read.outcome !== 'when' || read.when.rule) return null;
  const { when } = read;
  return [day === 'сегодня' ? today : 'date' in when ? when.date : when.wallTime.slice(0, 10), 1];
}

/** «сегодня и завтра», «в четверг и пятницу»: one day behind the other. */
function bothDays(words: string, clock: Clock): [LocalDate, number] | null {
  const all = words.split(' ');
  for (const at of all.slice(1).keys()) {
    const first = daysOf(all.slice(0, at + 1).join(' '), clock);
    const next = daysOf(all.slice(at + 1).join(' '), clock);
    if (first && next && daysAfter(first[0], first[1]) === next[0])
      return [first[0], first[1] + next[1]];
  }
  return null;
}

const GREETING =
  /^(?:доброе утро|добр(?:ый|ого|ой) (?:день|дня|вечер|вечера|ночи)|привет|здравствуй(?:те)?)[\s,!.]+/;

function readDays(line: string, named: readonly Known[], clock: Clock): Question | undefined {
  const words = tokenize(
    line.replace(GREETING, '').replace(/(\d)-?(?:го|е)(?!\p{L})/u, '$1 числа'),
  ).flatMap(({ kind, text, ordinal, value }) =>
    kind === 'mark' ? [] : [ordinal ? String(value) : text],
  );
  if (
    words.some((word) => NEXT.test(word)) &&
    words.every((word) => NEXT.test(word) || PLAIN.has(word))
  )
    return { asks: 'next' };
  if (!words.some((word) => HEADS.has(word))) return undefined;
  const left = words.filter((word) => !HEADS.has(word) && !FILLERS.has(word));
  // «сколько у меня встреч на этой неделе»
  const things = left.filter((word) => named.some(({ text }) => mentions(word, text)));
  const of = left.filter((word) => !things.includes(word)).join(' ');
  const days = of === '' ? null : (daysOf(of, clock) ?? bothDays(of, clock));
  if (!days) return undefined;
  const [from, count] = days;
  const found = named.filter(({ text, comesAt }) => {
    const day = comesAt && localDateAt(comesAt, clock.timeZone);
    const isThen = day !== null && day >= from && day < daysAfter(from, count);
    return isThen && things.some((word) => mentions(word, text));
  });
  return found.length > 0
    ? { asks: 'reminder', name: things.join(' '), found }
    : { asks: 'days', from, days: count };
}

/** Those that all the words name; where there is none, those that most of the words name. */
function bestNamed(words: readonly NamedWord[], named: readonly Known[]): readonly Known[] {
  const shares = named.map((reminder) => {
    const own = namingWords(reminder.text);
    const count = words.filter((word) => own.some((each) => likeness(word, each) === 'same'));
    return { reminder, whole: namingOf(words, own) !== undefined, count: count.length };
  });
  const most = Math.max(0, ...shares.map(({ count }) => count));
  const whole = shares.filter((each) => each.whole);
  const best = whole.length > 0 ? whole : shares.filter(({ count }) => count > 0 && count === most);
  return best.map(({ reminder }) => reminder);
}

const isToDo = ({ text }: NamedWord): boolean => isInfinitive(text);

/** Reads a line as a question about reminders, of which `named` share a word with it. */
export function readQuestion(
  typed: string,
  named: readonly Known[],
  clock: Clock,
): Question | undefined {
  if (typed.length > LINE_MAX) return undefined;
  // «когда домен истекает? ну то есть когда напоминалка»
  const [line = typed, behind = ''] = typed.split(/(?<=\?)(?=\s)/u);
  if (/\d/u.test(behind)) return undefined;
  const plain = folded(line)
    .replace(/(?: или нет)?[\s?!.]+$| или нет$/, '')
    .trim();
  const aboutDays = readDays(plain, named, clock);
  if (aboutDays) return aboutDays;
  const [, sought] = FIND.exec(plain.replace(/^((?:\S+ )?\S+),/, '$1')) ?? [];
  if (sought !== undefined && !namingWords(sought).some(isToDo)) {
    return { asks: 'find', words: sought };
  }
  const asked = asksBack(line);
  const [, shown = ''] = /^(?:покажи|глянь|посмотри) ([^\d]+)$/.exec(plain) ?? [];
  const showing = bestNamed(namingWords(shown), named);
  if (showing.length > 0) return { asks: 'reminder', name: shown, found: showing };
  const [, name] =
    WHEN.exec(plain) ??
    THERE.exec(plain) ??
    BEHIND.exec(plain) ??
    WHAT_ABOUT.exec(plain) ??
    (asked ? ABOUT.exec(plain) : null) ??
    [];
  // «напомни когда домой приду»
  if (
    !asked &&
    name !== undefined &&
    /(?:^| )(?:при|вер|осво|до|вы|за)[а-я]+[ую](?:сь)?(?: |$)/.test(name)
  )
    return undefined;
  if (name === undefined) {
    const [those = ''] = OF_THOSE.flatMap((pattern) => pattern.exec(plain)?.[1] ?? []);
    const ofThose = bestNamed(namingWords(those), named);
    if (ofThose.length > 0 && !namingWords(those).some(isToDo))
      return { asks: 'reminder', name: those, found: ofThose };
    // «я инвойс отправлял?»
    const told = asked && plain.split(' ').some((word) => PAST_TENSE.test(word));
    // «а платье точно в четверг?»
    const begs = /(?:^| )(?:можно|давай|может|пожалуйста)(?: |$)/.test(plain);
    const doubts = asked && !begs && !namingWords(plain).some(isToDo);
    const best = told || doubts ? bestNamed(namingWords(plain), named) : [];
    const found = told || best.length === 1 ? best : [];
    return found.length > 0 ? { asks: 'reminder', name: plain, found } : undefined;
  }
  const words = namingWords(name);
  const found = bestNamed(words, named);
  // «когда приду домой, позвонить маме» is something to do; «когда платить за фигму» names what is there.
  const acts = words.some(isToDo);
  const things = words.filter((word) => !isToDo(word));
  const namesIt = found.some(({ text }) => namingOf(things, namingWords(text)) !== undefined);
  const isOne = found.length > 0 ? !acts || asked || namesIt : !acts && words.length <= 4;
  return isOne ? { asks: 'reminder', name, found } : undefined;
}
