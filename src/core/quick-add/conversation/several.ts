import { nextOccurrence } from '../../recurrence';
import { instantToWallTime, type LocalDate, localDateAt, wallTimeToInstant } from '../../time-zone';
import { NOBODY, type Reply, type ReplyClock } from '../replies/reply';
import { type Act, type AllAct, type Asks, type Heard, type Knowledge } from './conversation';
import { actsBeside } from './beside';
import { byIntent, hasMadeSeveral } from './decide';
import { exactly, onceOnly } from './exact';
import { momentIn, PUTS_OFF } from './moment';
import { isKnown } from '../tokens/vocabulary';
import { textsOf } from '../tokens/tokens';
import { anyOf } from '../tokens/word-table';
import { erasesEverything, isToDo, isVetoed, ORDER, speaksOfBoth, speaksOfSeveral } from './vetoes';
import { namedBy, sharesAThing } from './meant';
import { asksWhatRepeats, dayIn, isAmong, type Known, unitIn } from './named';
import { mentions, namingWords, withoutName } from './names';

/** What one line says of several: a thing of each. */

const CLAUSES = /[,.;!]+(?!\d)|\sа(?:\sтакже|\sещ[её])?\s|\sно\s/u;
/** «лизу забрала и корм купила», «каток и ёлку отмени» */
const AND = [/(?!)/u, /\sи\s(?=(?:[а-яё]+\s)?[а-яё]+л[аи]?(?:[\s,]|$))/u, /\sи\s/u];

/** «всё, снимок сделал» */
const THAT_IS_ALL = /^\s*(?:ну\s+)?вс[её]\s*$/iu;

/** A line whose clauses say one thing each of different reminders; one that names none answers the one that is left of what rang. */
export function eachOf(line: string, knowledge: Knowledge): Heard | undefined {
  const { rang, named } = knowledge;
  const among = [...rang, ...named.filter((each) => !isAmong(each, rang))];
  for (const and of AND) {
    const clauses = line
      .split(new RegExp(`${CLAUSES.source}|${and.source}`, 'u'))
      .filter((each) => /\p{L}/u.test(each) && !THAT_IS_ALL.test(each));
    if (clauses.length < 2 || clauses.length > among.length) continue;
    const heard = inClauses(clauses, { ...knowledge, named: among });
    if (heard) return heard;
  }
  return undefined;
}

function inClauses(clauses: readonly string[], knowledge: Knowledge): Heard | undefined {
  const { rang, named, clock } = knowledge;
  const heard: InClause[] = [];
  const unnamed: string[] = [];
  let order: string | undefined;
  for (const clause of clauses) {
    const [own] = ORDER.exec(clause) ?? [];
    // «перенеси врача на завтра, а маникюр на пятницу»
    const carried = own === undefined && order !== undefined ? `${order} ${clause.trim()}` : clause;
    const those = named.filter((each) => namedBy(clause, each).words > 0);
    // A tick would not be taken back with the other acts: the line is asked about.
    const besides = those.flatMap((each) => actsBeside(clause, each));
    if (besides.some(({ reply }) => reply.act === 'tick')) return undefined;
    const found = those.length === 0 ? undefined : heardOf([clause, carried], those, knowledge);
    if (found) heard.push(found);
    else unnamed.push(clause);
    order = own ?? order;
  }
  const [clause] = unnamed;
  if (clause !== undefined && unnamed.length === 1) {
    const left = rang.filter(({ id }) => !heard.some(({ says }) => says.reminder.id === id));
    // «пропуск заказал, остальное через час»
    const [, rest] = /^\s*(?:вс[её]\s)?остальн\p{L}+\s+(.+)$/iu.exec(clause) ?? [];
    for (const reminder of rest !== undefined || left.length === 1 ? left : []) {
      const reply = exactly(rest ?? clause, reminder, clock);
      const answers = reply?.act === 'done' || (rest !== undefined && reply?.act === 'move');
      if (!answers) return undefined;
      heard.push({ clause, says: { kind: 'act', reminder, reply } });
    }
  }
  const different = new Set(heard.map(({ says }) => says.reminder.id));
  if (heard.length < clauses.length || different.size < heard.length) return undefined;
  // «удали хлеб и молоко» may be one thing, «Хлеб и молоко».
  const isTorn = heard.some(({ clause: own, says: { reminder } }) =>
    clauses.some((each) => !own.includes(each.trim()) && sharesAThing(each, reminder)),
  );
  const acts = heard.flatMap(({ says }) => (says.kind === 'act' ? [says] : []));
  const asks = heard.flatMap(({ clause: said, says }) =>
    says.kind === 'act' ? [] : [{ heard: says, line: said.trim() }],
  );
  // Of what is deleted one thing at most goes unasked; beside other acts nothing is done.
  const deleted = heard.filter(({ says }) => says.kind === 'delete' || isDeletion(says));
  if (deleted.length > 1) {
    const reminders = deleted.map(({ says }) => says.reminder);
    return deleted.length === heard.length ? { kind: 'which', reminders, all: false } : undefined;
  }
  const [question, ...more] = asks;
  return isTorn || more.length > 0 ? undefined : { kind: 'acts', acts, asks: question };
}

/**
 * What a clause says of those that it names: in its own words, or with the verb of the one before it. Of these two
 * `wordings` the first that is clear: an act, or a question of scope or deletion.
 */
function heardOf(
  wordings: readonly string[],
  those: readonly Known[],
  { rang, clock }: Knowledge,
): InClause | undefined {
  const rungs = rang.filter((each) => those.includes(each));
  const nothingSaidBefore = {
    latest: undefined,
    latestAct: null,
    together: undefined,
    waiting: [],
  } as const;
  const [only, ...others] = those;
  const namesOne = only && others.length === 0 ? only : undefined;
  for (const clause of wordings) {
    const inKnownWords = namesOne && ofOne(clause, namesOne, clock);
    const says =
      inKnownWords ?? byIntent(clause, { ...nothingSaidBefore, clock, rang: rungs, named: those });
    const each = { clause, says };
    if (isClear(each)) return each;
  }
  return undefined;
}

/** What a clause says of the only one that it names, in words that are known as a whole beside the name. */
function ofOne(clause: string, reminder: Known, clock: ReplyClock): Act | undefined {
  const [ofStock] = actsBeside(clause, reminder);
  if (ofStock) return ofStock;
  // «мусор ещё нет»
  const left = withoutName(clause, reminder.text);
  const known = left === '' ? undefined : exactly(left, reminder, clock);
  if (!known || isVetoed(clause, known.act, reminder)) return undefined;
  return { kind: 'act', reminder, reply: onceOnly(known, reminder) };
}

type Asked = Extract<Asks, { reminder: Known }>;
interface InClause {
  clause: string;
  says: Act | Asked;
}
const isClear = (each: { clause: string; says: Heard | undefined }): each is InClause => {
  const { says } = each;
  if (says?.kind === 'delete') return ORDER.test(each.clause);
  if (says?.kind !== 'act') return says?.kind === 'scope';
  const { reply, reminder } = says;
  return reply.act !== 'unclear' && (reply.act !== 'later' || reminder.state === 'waits');
};

const isDeletion = (says: Act | Asked): boolean =>
  says.kind === 'act' && says.reply.act === 'delete';

/** «и то и другое», «и это, и то», «и первую и вторую», «то и другое» */
const BOTH =
  /(?<!\p{L})(?:то,?\s+и\s+(?:другое|то)|(и|ни)\s+(?:т[оау]|тот|эт[оау]|этот|одн[оуа]|один|перв\p{L}+),?\s+\1\s+(?:т[оау]|тот|эт[оау]|этот|друг\p{L}+|втор\p{L}+))(?!\p{L})/giu;

/** What may be said of several that lie ahead, by the verb that orders it. */
const ORDERS_OF_SEVERAL = {
  move: PUTS_OFF,
  skip: /(?<!\p{L})(?:удали|убери|отмени|пропусти|снеси|сотри|вычеркни|по?чисти|очисти|освободи|разгрузи)(?:те)?(?!\p{L})/iu,
  pause: /(?<!\p{L})(?:(?:за)?пауз[ауь]|приостанов)/iu,
} as const;
/** «очисти субботу» is said of all that comes then, and names the day without a preposition. */
const CLEARS = /(?<!\p{L})(?:очисти|освободи|разгрузи)(?:те)?\s+(?:мне\s+)?/iu;

const orderOfSeveral = (line: string) =>
  speaksOfSeveral(line) || CLEARS.test(line)
    ? (['pause', 'move', 'skip'] as const).find((act) => ORDERS_OF_SEVERAL[act].test(line))
    : undefined;

/** «удали всё на завтра», «что у меня повторяется?»: of whatever comes, rather than of what rang. */
export const isOfAllAhead = (line: string): boolean =>
  orderOfSeveral(line) !== undefined || asksWhatRepeats(line);

/** «с завтра на понедельник», «завтрашние», «дела на сегодня перенеси на завтра»: the day of those that are moved. */
const FROM_DAY =
  /(?:^|\s)(?:со?\s+(\S+)(?=\s+на\s)|(\S+шн\p{L}+|(?:понед|вторн|четверг|пятн|субб|воскрес)\p{L}*[нв][ыи][ех])|(?:на|за)\s+(\S+)(?=\s.*(?:перен|отлож|сдвин)\p{L}*\s+(?:на|в)\s))/iu;
/** Say no more than that reminders are meant: «все дела», «всё, что стоит на завтра». */
const OF_ANY = anyOf(
  'всё весь всю целиком день дела дел напоминания задачи встречи события планы что стоит есть давай пока поставь это сразу',
);
const ALL_BUT = /,?\s+кроме\s+(.+)$/iu;

interface Several {
  those: readonly Known[];
  /** Series that come then, too, but once more before that: what is done to one is done to what is next. */
  leftOut: readonly Known[];
  /** The line says which of them, by their day, their names or how they repeat. */
  isDescribed: boolean;
}

/** Those of what lies ahead that a line means by a day, by words that they share or by how they repeat. */
function severalMeant(line: string, day: string | undefined, knowledge: Knowledge): Several {
  const { clock } = knowledge;
  const [exception = '', excepted = ''] = ALL_BUT.exec(line) ?? [];
  const ahead = (knowledge.ahead ?? []).filter((each) => namedBy(excepted, each).words === 0);
  const unit = unitIn(line);
  const plain = line.replace(exception, '');
  const called = ahead.filter((each) => namedBy(plain, each).words > 0);
  const alike = (called.length > 0 ? called : ahead).filter(
    ({ rule }) => unit === undefined || rule?.unit === unit,
  );
  const isDescribed = day !== undefined || called.length > 0 || unit !== undefined;
  if (day === undefined && isDescribed) return { those: alike, leftOut: [], isDescribed };
  const today = localDateAt(clock.now, clock.timeZone);
  const meant = (each: Known) => (day === undefined ? today : dayIn(day, each, clock));
  const comesThen = (each: Known) =>
    each.comesAt !== null && localDateAt(each.comesAt, clock.timeZone) === meant(each);
  return {
    those: alike.filter(comesThen),
    leftOut: alike.filter((each) => !comesThen(each) && repeatsOn(each, meant(each), clock)),
    isDescribed,
  };
}

/** Whether a series comes on a day behind its next occurrence. */
function repeatsOn({ rule, comesAt }: Known, day: LocalDate | undefined, { timeZone }: ReplyClock) {
  if (!rule || !comesAt || day === undefined) return false;
  const firstWallTime = instantToWallTime(comesAt, timeZone);
  const midnight = wallTimeToInstant(`${day}T00:00`, timeZone);
  const next = nextOccurrence({ firstWallTime, timeZone, rule }, new Date(midnight.getTime() - 1));
  return next !== null && localDateAt(next, timeZone) === day;
}

/** Whether a line has a word beside the order, the moment and the names of these: it may be of something else. */
function saysMore(line: string, those: readonly Known[]): boolean {
  const isOrder = (word: string) =>
    Object.values(ORDERS_OF_SEVERAL).some((order) => order.test(word));
  return namingWords(line.replace(ALL_BUT, '')).some(({ text }) => {
    const isSilent = isKnown(text) || OF_ANY.has(text) || speaksOfSeveral(text) || isOrder(text);
    return !isSilent && !those.some((each) => mentions(text, each.text));
  });
}

/**
 * What a line says of several that lie ahead: of today's where it says no day. What is moved or paused is so at once
 * where the line says which they are and nothing else; else it is asked whether all of them are meant. What is called
 * off comes no more this once.
 */
export function allAhead(line: string, knowledge: Knowledge): Heard | undefined {
  const { rang, named, ahead = [], clock } = knowledge;
  const saysWhich = named.length > 0 || unitIn(line) !== undefined || momentIn(line, NOBODY, clock);
  if (erasesEverything(line) && !saysWhich) return { kind: 'small-talk', says: 'everything' };
  const act = orderOfSeveral(line);
  if (!act || ahead.length === 0 || isToDo(line, undefined)) return undefined;
  const [said = '', from, adjective, before] = (act === 'move' && FROM_DAY.exec(line)) || [];
  const cleared = line.replace(CLEARS, 'в ');
  const day =
    act === 'move'
      ? (from ?? adjective ?? before)
      : (saysDay(cleared, clock) && cleared) || undefined;
  const { those, leftOut, isDescribed } = severalMeant(line, day, knowledge);
  if (rang.length > 0 && !isDescribed) return undefined;
  const isOtherNumber = speaksOfBoth(line) && those.length !== 2;
  // «отмени оба», «убери всё, что записал» behind a list that one message has made
  const isOfMade = act === 'skip' && hasMadeSeveral(knowledge) && !isDescribed;
  if (isOfMade && (those.length === 0 || isOtherNumber || saysMore(line, those))) return undefined;
  if (those.length === 0) return { kind: 'no-such' };
  const acts = those.flatMap((reminder): Act[] => {
    // What is called off and does not repeat is deleted, as one alone is.
    const called = act === 'skip' && reminder.rule === null ? 'delete' : act;
    if (called !== 'move') return [{ kind: 'act', reminder, reply: replyOfAll(called) }];
    const reply = momentIn(line.replace(said, ' ').trim(), reminder, clock);
    return reply?.act === 'move' ? [{ kind: 'act', reminder, reply }] : [];
  });
  const [only, ...others] = acts;
  if (
    !only ||
    acts.length < those.length ||
    isOtherNumber ||
    isVetoed(line.replace(ALL_BUT, ''), act)
  ) {
    return { kind: 'which', reminders: isDescribed ? those : ahead, all: false };
  }
  const isSure = (isDescribed || others.length === 0) && !saysMore(line, those);
  if (act !== 'skip' && isSure) return { kind: 'each', acts, leftOut };
  if (act === 'skip' && others.length === 0) return { kind: 'delete', reminder: only.reminder };
  const isSeveral = others.length > 0;
  return { kind: 'which', reminders: those, all: isSeveral, ofAll: isSeveral, acts, leftOut };
}

/** An act on several, as it is done to one of them. */
export function replyOfAll(act: AllAct): Reply {
  if (act instanceof Date) return { act: 'move', to: act };
  return act === 'pause' ? { act, until: null } : { act };
}

const saysDay = (line: string, clock: ReplyClock): boolean =>
  dayIn(line, NOBODY, clock) !== undefined;

/** «и то и другое» are «оба». */
export const inBoth = (line: string): string => line.replace(BOTH, 'оба');

/** What is said of both but for who did it: «обе уже сделала» */
export const wordsBesideBoth = (line: string): string[] =>
  textsOf(line).filter((word) => !/^(?:об[ае]|обоих|я|мы|уже|все)$/.test(word));

/** «оба» mean the one that waits where it is alone. */
export const withoutBoth = (line: string): string => line.replace(/^(?:оба|обе)\s+/iu, '');
