import { REMINDER_TEXT_MAX } from '../../limits';
import { localDateAt } from '../../time-zone';
import { asksBack } from '../messages/not-reminders';
import { type Reply, type ReplyClock, readReply, type Subject } from '../replies/reply';
import { PAST_TENSE, QUOTED } from '../replies/reply-words';
import { textsOf, wordsOf } from '../tokens/tokens';
import { isInfinitive, isKnown, readNumberWord } from '../tokens/vocabulary';
import { fromOwnTime, momentIn, NOT_THEN } from './moment';
import {
  isDeedOf,
  likeness,
  type Naming,
  mentions,
  namingOf,
  namingWords,
  replaced,
} from './names';
import { otherNumber } from './other-number';
import { readNewPoint, readTicks } from './points';
import { readStock } from './stock';

/** A reminder of the person's, as a line may speak of it. */
export interface Known extends Subject {
  id: number;
  /** `over`: done, archived or deleted. */
  state: 'waits' | 'ahead' | 'paused' | 'over';
}

/** What a line that names a reminder asks for it. */
export interface NamedAct {
  reminder: Known;
  naming: Naming;
  reply: Reply;
  /** How many of the line's words name it. */
  words: number;
  /** «книги вернула» about «Купить книги»: another thing is done than the one that it says. */
  otherDeed: boolean;
  /** Of a series the line does not say whether only this once is meant. */
  scopeOpen: boolean;
}

/** Of an act that a line says as a whole. */
const WHOLE = { scopeOpen: false, otherDeed: false } as const;

/** «куплю», «встречаем» */
const WILL = /(?:[ую]|[её]м|им)(?:сь)?$/u;
/** «купила таблетки» is about «Купить таблетки», and not about «Выпить таблетку». */
export const saysItsDeed = (line: string, reminder: Known): boolean =>
  textsOf(line).some((word) => PAST_TENSE.test(word) && isDeedOf(word, reminder)) &&
  thingsOf(reminder).every((thing) => namingWords(line).some((word) => likeness(word, thing)));
/** The same of what somebody is going to do, where the thing is named, too. */
export const willDoIt = (line: string, reminder: Known): boolean =>
  namesThings(line, reminder) &&
  textsOf(line).some(
    (word) =>
      word.length > 3 &&
      WILL.test(word) &&
      isDeedOf(word, reminder) &&
      !thingsOf(reminder).some(({ text }) => mentions(word, text)),
  );

/** A line that says what to do with something that is there already has one of these. */
const ACTS = new RegExp(
  '^(?:' +
    'перенес(?:и|ите|ем|ли|ется)|перенос(?:им|ится|ят|ишь)|передвин(?:ь|ьте|ули)|сдвин(?:ь|ьте|ули|улся|улась)|сдвига\\S+|подвин(?:ь|ьте)|перестав(?:ь|ьте)|' +
    'отлож(?:и|ите|им|или)|удали(?:те)?|удаляй|убери(?:те)?|сотри|вычеркни|снеси|отмен(?:а|и|ите|яю|или|ен[аоы]?|илась|илось|илися|ился|ились|яем|яется|яются|яй)|' +
    'давай|измени(?:те)?|исправь(?:те)?|поменяй(?:те)?|сделай(?:те)?|пропусти(?:те|м)?|пропускаю|пропущу|приостанови(?:те)?|возобнови(?:те)?|включи(?:те)?|продолж(?:и|ай)|верни(?:те)?|' +
    'мимо|готов[оаы]?|сделан[оаы]?|сделала?|выполнен[оаы]?|выполнила?|отметь(?:те)?|закрой(?:те)?|паузу|паузе|теперь|всегда|' +
    'раньше|пораньше|позже|позднее|попозже|потом|состоится|будет|актуальн[оа]|надо|нужн[оаы]|напоминай(?:те)?' +
    ')$',
);
const ABOUT_IT = /^(?:про|об?о?|насч[её]т)\s[^,.]+\sнапомни(?:те)?(?:\s|$)/iu;
const INFINITIVE_ACTS =
  /^(?:удалить|убрать|отложить|перенести|сдвинуть|отменить|пропустить|переименовать|отметить)$/;
/** «встреча отменилась», «ужина не будет» */
const CALLED_OFF =
  /^(?:(?:уже|больше|все|он[аои]?|сегодня|завтра|послезавтра|в \S+) )*(?:(?:отмен(?:а|и|ите|яю|или|ен[аоы]?|илась|илось|ился|ились|яем|яется|яются|яй)|не (?:будет|состоится|надо|нужн[оаы]|актуальн[оа])))(?: (?:больше|уже|сегодня|завтра))?$/;
const CORRECTS = /(?:^| )не .+ а /;
/** Stand before a name and say no more than that it is one. */
const BEFORE_NAME =
  /^(?:про|о|об|обо|насчет|с|со|у|для|из|к|ко|напоминание|напоминания|напоминалку|задачу|мою?|мое|мой|мои|наш[уае]?)$/;
const RENAME =
  /^(?:\S+,?\s+)?(?:переимен(?:уй|уйте|овать)|(?:назови|замени|исправь|измени|поменяй|смени|поправь)(?:те)?)\s+(.+?)\s+(?:в|на|как)\s+(.+)$/isu;

const NAMED_ANEW =
  /^(?:переименуй|назови)(?:те)?\s+(.+?)(?:\s+(?=[«"“])|\s+по-?другому\s*[:—–-]\s*|\s*[:—–]\s+)(.+)$/isu;

/** A line without the words of it that name a reminder, and how they do. */
function cut(
  line: string,
  reminder: Known,
): { left: string; naming: Naming; said: number } | undefined {
  const own = namingWords(reminder.text);
  const tokens = wordsOf(line);
  const fits = tokens.map(({ text }) => {
    const [word] = namingWords(text);
    return word ? own.some((each) => likeness(word, each) !== undefined) : undefined;
  });
  let best: { from: number; to: number; count: number } | undefined;
  for (let from = 0; from < fits.length; from += 1) {
    if (fits[from] !== true) continue;
    let [to, count] = [from, 0];
    for (let at = from; at < fits.length && fits[at] !== false; at += 1) {
      if (fits[at] === true) [to, count] = [at, count + 1];
    }
    if (!best || count > best.count) best = { from, to, count };
  }
  if (!best) return undefined;
  let { from } = best;
  const said = tokens.slice(from, best.to + 1);
  while (from > 0 && BEFORE_NAME.test(tokens[from - 1]?.text ?? '')) from -= 1;
  const start = tokens[from]?.start ?? 0;
  const end = said.at(-1)?.end ?? start;
  const naming = namingOf(namingWords(line.slice(said[0]?.start ?? 0, end)), own);
  const left = `${line.slice(0, start)} ${line.slice(end)}`.replace(/\s+/g, ' ').trim();
  return (
    naming && { left: left.replace(/^[\s,.:;—–-]+|[\s,;:—–-]+$/g, ''), naming, said: best.count }
  );
}

/** They end like infinitives. */
const NO_TASK = /^(?:ночь|дочь|есть|мать|часть|вещь|помощь|.*ость|гости|пути|дети|сети|части)$/;

/** «забрать», but not «десять» or «пропусти». */
export const isTask = (word: string): boolean =>
  isInfinitive(word) &&
  !NO_TASK.test(word) &&
  !readNumberWord(word) &&
  !ACTS.test(word) &&
  !INFINITIVE_ACTS.test(word);

/**
 * Reads a line as an act on a reminder that it names; undefined where it names it for something else. Of a
 * series `always` means all of it, whatever the line says. With `hasRung` a moment alone is an answer. The act is
 * `unclear` where the line says something else as well.
 */
export function readNamed(
  line: string,
  reminder: Known,
  clock: ReplyClock,
  how: { always?: boolean; hasRung?: boolean } = {},
): NamedAct | undefined {
  const read = readAct(line, reminder, clock, how);
  const isOther = read?.reply.act === 'skip' && namesOtherDay(line, reminder, clock);
  return isOther ? { ...read, reply: { act: 'unclear' } } : read;
}

/** «пропусти йогу завтра», where today's comes first: only what is next can be skipped. */
export function namesOtherDay(line: string, reminder: Known, clock: ReplyClock): boolean {
  if (!reminder.rule || THIS_WEEK.test(line)) return false;
  const day = dayIn(line, reminder, clock);
  return day !== undefined && day !== dayOf(reminder.comesAt ?? reminder.dueAt, clock);
}

function readAct(
  line: string,
  reminder: Known,
  clock: ReplyClock,
  how: { always?: boolean; hasRung?: boolean },
): NamedAct | undefined {
  if (!how.hasRung && isToDo(line, reminder)) return undefined;
  if (reminder.rule !== null && ONLY_ONCE.test(line)) {
    const saysToday = /только сегодня/iu.test(line);
    const plain = line.replace(ONLY_ONCE, saysToday ? ' сегодня' : ' ').trim();
    const once = [plain, `перенеси ${plain}`]
      .map((each) => readNamed(each, reminder, clock, how))
      .find((each) => each && each.reply.act !== 'unclear');
    const isOff = once?.reply.act === 'call-off' || once?.reply.act === 'delete';
    const isMeant = !isOff || !saysToday || comesToday(reminder, clock);
    if (once && isMeant) {
      return { ...once, scopeOpen: false, reply: isOff ? { act: 'skip' } : once.reply };
    }
  }
  return readWhole(line, reminder, clock, how);
}

const comesToday = ({ state, dueAt, comesAt }: Known, { now, timeZone }: ReplyClock): boolean => {
  const at = state === 'waits' ? dueAt : comesAt;
  return at !== null && localDateAt(at, timeZone) === localDateAt(now, timeZone);
};

const ONLY_ONCE =
  /[\s,]*(?<!\p{L})(?:только (?:(?:в|на) )?(?:этот раз|сегодня|один раз|разок)|(?:в|на) этот раз|разово|однократно)(?!\p{L})/iu;

/** «завтра в 10 сказать всем, что собрание отменилось»: something to do, whatever it names. */
function isToDo(line: string, { text }: Known): boolean {
  const words = textsOf(line);
  const asks = /^напомни(?:те)?$/.test(words[0] ?? '');
  const task = words.findIndex(
    (word) => (isTask(word) && !mentions(word, text)) || (asks && INFINITIVE_ACTS.test(word)),
  );
  return (
    task >= 0 &&
    words.some((word) => /\d/.test(word) || isKnown(word)) &&
    words.slice(0, task).every((word) => BEFORE_TASK.test(word) || isKnown(word))
  );
}
const BEFORE_TASK = /^(?:напомни(?:те)?|надо|нужно|мне|нам|через|пожалуйста|.{1,2}|.*\d.*)$/;

const FOR_EVER = /(?:^|\s)(?:больше|всегда|никогда|совсем|вообще|насовсем|всю серию)(?:\s|$)/iu;

/** What is called off of a series only this once: it has just rung, or the line names the day of the next one. */
function onlyOnce(
  reply: Reply,
  line: string,
  { rule, comesAt, ...subject }: Known,
  clock: ReplyClock,
  hasRung = false,
): Reply {
  if (reply.act !== 'call-off' || !rule || FOR_EVER.test(line)) return reply;
  if (hasRung) return { act: 'skip' };
  // «на этой неделе отменили»
  const isThisWeek = THIS_WEEK.test(line) && comesAt !== null;
  if (isThisWeek && comesAt.getTime() - clock.now.getTime() < 7 * 86_400_000)
    return { act: 'skip' };
  if (!comesAt) return reply;
  const isThen = dayIn(line, { ...subject, rule, comesAt }, clock) === dayOf(comesAt, clock);
  return isThen ? { act: 'skip' } : reply;
}

const THIS_WEEK = /(?:^|\s)на этой неделе(?:\s|$)/iu;

/** «завтрашнюю», «в понедельник» */
export function dayIn(line: string, subject: Subject, clock: ReplyClock): string | undefined {
  const then = line.replace(/(?<!\p{L})(сегодня|завтра|послезавтра)шн\p{L}+/giu, '$1');
  const moment = momentIn(then, subject, clock);
  return moment?.act === 'move' ? dayOf(moment.to, clock) : undefined;
}
const dayOf = (instant: Date, { timeZone }: ReplyClock) => localDateAt(instant, timeZone);

const DATED =
  /(?:сегодня|завтра|послезавтра|понедельник|вторник|сред|четверг|пятниц|суббот|воскресень|числ|раз|час|минут|[а-я]{3,}ря(?: |$)|март|апрел|мая|июн|июл|август|феврал)/;

/** Whether a new time is asked for of a series, and nothing says for how long. */
export const isScopeOpen = ({ rule, state }: Known, reply: Reply, line: string): boolean =>
  rule !== null &&
  reply.act === 'move' &&
  state !== 'waits' &&
  !/теперь|всегда/.test(line.toLowerCase()) &&
  !DATED.test(
    line
      .toLowerCase()
      .replace(/час\S*\s+(?:утра|вечера|дня|ночи)/, '')
      // «на 22 число» may be said of every month.
      .replace(rule.unit === 'MONTH' ? /\d+(?:-?го)?\s+числ\S*/ : /$/, ''),
  );

/** «книги вернула» about «Купить книгу Антону»: neither its verb, nor all else of it. */
function isOtherDeed(left: readonly string[], line: string, { text }: Known): boolean {
  const own = textsOf(text);
  const deeds = left.filter((word) => PAST_TENSE.test(word));
  return (
    own.some(isTask) &&
    deeds.length > 0 &&
    !deeds.some((deed) => isDeedOf(deed, { text })) &&
    !namesThings(line, { text })
  );
}

export const thingsOf = ({ text }: Pick<Known, 'text'>) =>
  namingWords(text).filter((word) => !isTask(word.text));

/** Whether a line has all words of it but its verbs. */
export function namesThings(line: string, { text }: Pick<Known, 'text'>): boolean {
  const things = thingsOf({ text });
  const said = namingWords(line);
  return (
    things.length > 0 &&
    things.every((thing) => said.some((word) => likeness(word, thing) === 'same'))
  );
}

/** What words say that answers nothing: of the stock, or of the points. */
export function readBeside(line: string, subject: Subject): Reply | undefined {
  const { text, counts } = subject;
  if (line.length > REMINDER_TEXT_MAX) return undefined;
  const newPoint = readNewPoint(line, subject);
  if (newPoint !== undefined) return newPoint;
  const said = (counts ? readStock(line, text) : undefined) ?? readTicks(line, subject);
  // «корм кончился?» asks, and changes nothing.
  return said?.act !== 'stock' && asksBack(line) ? undefined : said;
}

const REPEATS = /(?<!\p{L})(?:только|повторя(?:й|ть)(?:те)?|напоминай(?:те)?|делай)(?!\p{L})/iu;
const ON =
  /^(?:\S+\s)??((?:на|в|куда)[\s-].+?)(?:\s(?:перенеси|сдвинь|передвинь|отложи)(?:те|м)?)?$/iu;
/** Another time, and it does not say which. */
const ANOTHER =
  /^(?:(?:на|в)\s)?(?:(?:следующ\S+|будущ\S+)\s(?=недел|месяц)|друг(?:ой|ое|ую)|потом|попозже|неопредел\S+|куда|когда)(?:[\s-]?\S+)?$/iu;

function readWhole(
  line: string,
  reminder: Known,
  clock: ReplyClock,
  { always = false, hasRung = false }: { always?: boolean; hasRung?: boolean },
): NamedAct | undefined {
  const renamed = [RENAME, NAMED_ANEW]
    .map((pattern) => pattern.exec(line.trim()))
    .find((found) => found !== null);
  // «поменяй резину на зимнюю» is «Поменять резину» itself.
  const isOwnVerb = renamed && mentions(line.trim().split(/\s/u)[0] ?? '', reminder.text);
  if (renamed && !isOwnVerb) {
    const [, name = '', text = ''] = renamed;
    const naming = namingOf(namingWords(name), namingWords(reminder.text));
    const plain = text.replace(QUOTED, '$1');
    const isText = readReply(`на ${text}`, reminder, clock).act === 'unclear';
    // «замени Олега на Антона» says nothing of the rest.
    const isWhole = naming === 'all' || /^(?:\S+,?\s+)?(?:переимен|назови)/iu.test(line.trim());
    const anew = isWhole ? plain : replaced(reminder.text, name, plain);
    if (anew === undefined) return undefined;
    const reply: Reply = { act: 'rewrite', text: anew };
    if (naming && isText) return { ...WHOLE, reminder, naming, reply, words: 1 };
  }
  const without = cut(line, reminder);
  if (!without) return undefined;
  const { naming, said } = without;
  const left = without.left.replace(NOT_THEN, '$1');
  const named = (reply: Reply, more?: Partial<NamedAct>): NamedAct => ({
    ...{ ...WHOLE, reminder, naming, reply, words: said },
    ...more,
  });
  const beside = readBeside(line, reminder);
  if (beside) return named(beside);
  const other = otherNumber(line, reminder, clock);
  const anew = other === undefined ? undefined : readReply(other, reminder, clock);
  if (anew?.act === 'move') return named(anew, { scopeOpen: isScopeOpen(reminder, anew, left) });
  const words = textsOf(left);
  // «про поликлинику напомните завтра»
  const again = reminder.state === 'waits' && ABOUT_IT.test(line);
  const acts =
    again ||
    words.some((word) => ACTS.test(word)) ||
    // «маме позвоню завтра в 12»
    willDoIt(line, reminder) ||
    CORRECTS.test(textsOf(without.left).join(' '));
  const asks = words.some((word) => INFINITIVE_ACTS.test(word));
  if (words.some(isTask) || asksBack(line)) {
    // «не хочу больше участвовать в торте» is no task.
    const leaves = readReply(left, reminder, clock).act === 'leave';
    return leaves ? named({ act: 'leave' }) : undefined;
  }
  if (CALLED_OFF.test(words.join(' '))) {
    return named(onlyOnce({ act: 'call-off' }, line, reminder, clock, hasRung));
  }
  const whole = readReply(line, reminder, clock);
  if (whole.act === 'done' || whole.act === 'not-done') {
    return named(whole, { otherDeed: isOtherDeed(words, line, reminder) });
  }
  if (left === '') return undefined;
  if (reminder.state === 'paused' && /^(?:верни|возвращай|запусти)(?:те)?$/.test(words.join(' '))) {
    return named({ act: 'resume' });
  }
  // «мусор тоже», «рюкзак да»
  if (hasRung && /^(?:(?:и|а|еще|тоже|также) ?)*(?:тоже|да|ага|ок)$/.test(words.join(' '))) {
    return named({ act: 'done' });
  }
  const own = fromOwnTime(left, reminder);
  const reply = readReply(always ? `теперь ${own}` : own, reminder, clock);
  // «перенеси на попозже», «сдвинь на следующую неделю»
  const [, vaguely] = ON.exec(left) ?? [];
  if (reply.act === 'unclear' && vaguely !== undefined && acts && !/\d/.test(left)) {
    const { act } = readReply(vaguely, reminder, clock);
    return act === 'later' || ANOTHER.test(vaguely) ? named({ act: 'later' }) : undefined;
  }
  if (['unclear', 'thanks', 'show', 'rewrite', 'undo'].includes(reply.act)) return undefined;
  if (reply.act === 'done' || reply.act === 'not-done') {
    return named(reply, { otherDeed: isOtherDeed(words, line, reminder) });
  }
  if (['refill', 'share', 'leave'].includes(reply.act)) return named(reply);
  // «зарядку только по будням», «спину через день» put right what repeats; of weekdays alone another one may be meant.
  if (
    !acts &&
    !hasRung &&
    reply.act === 'repeat' &&
    !/\d/.test(left) &&
    namesThings(line, reminder)
  ) {
    const isSaid = REPEATS.test(left) || (reminder.rule !== null && !reply.when.rule?.weekdays);
    return named(isSaid ? reply : { act: 'unclear' });
  }
  // «стоматолог завтра в 10»: what waits comes then; of what lies ahead another one may be meant.
  const isToDo = textsOf(line).some(isTask);
  // «масло на завтра на 14»
  const puts =
    /^(?:(?:а|ну|можно|может|давай|лучше)\s)*(?:(?:сегодня|завтра|послезавтра|в[ов]?\s\S+)\s)?на\s/iu.test(
      left,
    ) && !isToDo;
  const isAll = naming === 'all' || namesThings(line, reminder);
  if (!acts && !hasRung && reply.act === 'move' && puts && !isAll) return named({ act: 'unclear' });
  if (!acts && !hasRung && reply.act === 'move' && (puts || naming === 'all') && !isToDo) {
    const isPut = puts || reminder.state === 'waits';
    return named(isPut ? reply : { act: 'unclear' }, {
      scopeOpen: isScopeOpen(reminder, reply, left),
    });
  }
  // «отменить подписку в пятницу», «перенести диван завтра в 10» are things to do.
  if (!acts && !hasRung && !(asks && ['delete', 'call-off', 'skip', 'later'].includes(reply.act))) {
    return undefined;
  }
  return named(reply, { scopeOpen: isScopeOpen(reminder, reply, left) });
}
