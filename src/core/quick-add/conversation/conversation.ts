import { NOBODY, readReply, type Reply, type ReplyClock } from '../replies/reply';
import { asksBack, exclaims, noteOf, type SmallTalk, smallTalkOf } from '../messages/not-reminders';
import { PAST_TENSE } from '../replies/reply-words';
import { tokenize, wordsOf } from '../tokens/tokens';
import { correction, looseCorrection, OOPS } from './correction';
import { answerIn, isAside } from './answers';
import { beside } from './beside';
import { actByName, exactly, replyTo } from './by-name';
import { eachOf } from './several';
import { deniesIn } from './gist';
import { spelledOut } from './spoken';
import { isTask, type Known, namesThings } from './named';
import { isDeedOf, mentions, wordsShared } from './names';
import { ofTheWhole } from './points';
import { type Question, readQuestion } from './questions';

/** What is known when somebody writes a line that replies to no message; see docs/conversation.md. */
export interface Knowledge {
  clock: ReplyClock;
  /** What rang within the hour and waits, the latest first; where nothing waits, what of it was put off. */
  rang: readonly Known[];
  /** What was made, changed or answered last, where that is ten minutes ago at most and nothing rang since. */
  latest: Known | undefined;
  /** What was done to it: it was made, or answered («Готово», skipped); null for anything else. */
  latestAct: 'made' | 'answered' | null;
  /** The key of an act on several, where that was the last. */
  together: string | undefined;
  /** The reminders that share a word with the line. */
  named: readonly Known[];
  /** Whatever waits, of all days. */
  waiting: readonly Known[];
  /** Whatever counts how many are left, where the line may be of any stock. */
  counting?: readonly Known[];
}

export interface Act {
  kind: 'act';
  reminder: Known;
  reply: Reply;
}

/** What a line is. Undefined: nothing of these; it makes something new. */
export type Heard =
  | Act
  /** «маме позвонил, а коммуналку завтра в 10»; one of them may have to be asked about, by its own words. */
  | { kind: 'acts'; acts: readonly Act[]; asks?: { heard: Asks; line: string } | undefined }
  /** «оба», «всё»: of all that rang in the hour. */
  | { kind: 'all'; reminders: readonly Known[]; act: 'done' | 'skip' | 'quiet' | Date }
  /** An act on several is taken back. */
  | { kind: 'undo-all'; key: string }
  /** Which of them is meant? */
  | { kind: 'which'; reminders: readonly Known[]; all: boolean }
  /** Really delete it? Of a series: only this once, or all of it? */
  | { kind: 'delete'; reminder: Known }
  /** Only this once, or always? */
  | { kind: 'scope'; reminder: Known }
  | { kind: 'question'; question: Question }
  /** It asks for something that is there already, and nothing is called like that. */
  | { kind: 'no-such' }
  /** «готово», where nothing waits. */
  | { kind: 'nothing-waits' }
  | { kind: 'small-talk'; says: SmallTalk };

/** What is asked before anything is done. */
export type Asks = Extract<Heard, { kind: 'which' | 'delete' | 'scope' | 'no-such' }>;

/** Longer lines, and those of several, make something new. */
export const mayConverse = (line: string): boolean => line.length <= 200 && !line.includes('\n');
/** An imperative about something that is there already: without that something it is no new reminder. */
const ORDERS =
  /^(?:(?:пожалуйста|бот|слушай|так|ну|а|и|ой|можешь|давай)[\s,]+)*(?:вс[её]\s.{3,40}\s)?(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|переименуй|сними|верни|отметь)(?:те)?[\s,]/i;
/** «массаж перенеси на пятницу», «встреча с грумером отменилась» */
const ORDERS_BEHIND =
  /^(?!(?:завтра|сегодня|потом|не|если|когда|что|как|напомни\p{L}*)\s)(?:[\p{L}-]+\s){1,3}(?:(?:перенеси|сдвинь|передвинь|отложи|переименуй)(?:те)?\s|(?:отменил(?:а|о|и)?с[ья]|отмен[её]на?|отменили)[\s.!]*$)/iu;
const ALL = /^(?:обе?|все|вс[её]|всем|оба|обоих|везде)$/;
const BOTH =
  /(?<!\p{L})(?:(?:и\s+)?то,?\s+и\s+(?:другое|то)|ни\s+то,?\s+ни\s+(?:другое|то))(?!\p{L})/giu;

/** So many a line is read for: a question names no more. */
const READ_MAX = 8;

/** Those of which a line has the most words, in their order. */
function nearestTo(line: string, those: readonly Known[]): readonly Known[] {
  if (those.length <= READ_MAX) return those;
  const shared = wordsShared(line);
  const nearest = those
    .map((each) => ({ each, words: shared(each.text) }))
    .toSorted((a, b) => b.words - a.words)
    .slice(0, READ_MAX)
    .map(({ each }) => each);
  return those.filter((each) => nearest.includes(each));
}

/** Reads a line as what somebody says who remembers what was just said. Never throws. */
export const readConversation = (typed: string, known: Knowledge): Heard | undefined =>
  decide(typed, known)?.heard;

/** What a line was read as, and why. */
export interface DecidedReading {
  heard: Heard;
  /** The row of the table of readers that knew it. */
  row: string;
  /** The words that were read: spelled out, without chatter. */
  words: string;
}

/** The same as `readConversation`, with what decided. */
export function decide(typed: string, known: Knowledge): DecidedReading | undefined {
  if (!mayConverse(typed) || noteOf(typed) !== undefined) return undefined;
  const [rang, named] = [nearestTo(typed, known.rang), nearestTo(typed, known.named)];
  const knowledge = { ...known, rang, named };
  const spelled = spelledOut(typed);
  if (exclaims(spelled)) return smallTalk('fine', spelled);
  // Where only one waits, «оба» means that one.
  const line =
    rang.length === 1 ? spelled.replace(BOTH, 'оба').replace(/^(?:оба|обе)\s+/iu, '') : spelled;
  const read = readLine(line, knowledge);
  const heard = read?.heard;
  const whole =
    read && heard?.kind === 'act'
      ? { ...read, heard: { ...heard, reply: ofTheWhole(line, heard.reminder, heard.reply) } }
      : read;
  if (whole && !isUnclear(whole.heard)) return whole;
  for (const [part, chatter] of partsOf(line)) {
    const counts = (each: string) =>
      asksBack(each) || /^кроме\s/iu.test(each) || named.some(({ text }) => mentions(each, text));
    if (chatter.some(counts)) continue;
    const inPart = readLine(part, knowledge);
    const isAll = inPart && isSure(inPart.heard) && isWhole(inPart.heard, part, chatter, knowledge);
    if (isAll) return inPart;
  }
  // «молодец бот» is no word of what has rung.
  const isDeed = tokenize(line).some(({ text }) => PAST_TENSE.test(text));
  const talk = whole?.heard.kind === 'act' && !isDeed ? smallTalkOf(line) : undefined;
  return talk ? smallTalk(talk, line) : whole;
}

const smallTalk = (says: SmallTalk, words: string): DecidedReading => ({
  heard: { kind: 'small-talk', says },
  row: 'small talk',
  words,
});

const isSure = (heard: Heard): boolean =>
  ['act', 'acts', 'all'].includes(heard.kind) && !isUnclear(heard);

/** Whether what was heard of a part of a line is all that the line says. */
function isWhole(
  heard: Heard,
  part: string,
  chatter: readonly string[],
  { rang, clock }: Knowledge,
) {
  if (heard.kind !== 'act') return rang.length > 0;
  const { reminder } = heard;
  const hasRung = rang.some(({ id }) => id === reminder.id);
  if (mentions(part, reminder.text) && !hasRung) return chatter.every((each) => !/\d/u.test(each));
  return isAside(chatter, part, { subject: reminder, rang: hasRung, clock });
}

const isUnclear = (heard: Heard): boolean =>
  heard.kind === 'act' ? heard.reply.act === 'unclear' : heard.kind === 'which';

/** More are not told apart. */
const CLAUSES_MAX = 6;

/** A line's beginnings and ends, the longest first, each with the clauses that it is without. */
function partsOf(line: string): [string, string[]][] {
  const clauses = line.split(/(?<=[,.;!?)(…])\s+/u).filter((each) => /[\p{L}\p{N}]/u.test(each));
  if (clauses.length < 2 || clauses.length > CLAUSES_MAX) return [];
  const without = (from: number, to: number): [string, string[]] => [
    clauses
      .slice(from, to)
      .join(' ')
      .replace(/[,;:]+$/u, ''),
    [...clauses.slice(0, from), ...clauses.slice(to)],
  ];
  return clauses
    .slice(1)
    .flatMap((_, at) => [without(0, clauses.length - at - 1), without(at + 1, clauses.length)]);
}

type Reader = (line: string, knowledge: Knowledge) => Heard | undefined;

/** Who reads a line, in this order: the first that knows what it is has read it. */
const READERS: Record<string, Reader> = {
  'stock or points': beside,
  'clause by clause': (line, knowledge) => eachOf(line, knowledge, actsOf),
  'first or second': (line, knowledge) => pointedOut(line, knowledge),
  'all of them': (line, knowledge) => readAll(line, knowledge),
  'other words': (line, knowledge) => putOtherwise(line, knowledge),
  'by name': actByName,
  'taken back': (line, knowledge) => takingBack(line, knowledge),
  question: (line, knowledge) => asked(line, knowledge),
  'answer to a ring': (line, knowledge) =>
    answerToRing(line, knowledge, (about) => exactly(line, about, knowledge.clock)),
  correction: (line, { latest, latestAct, clock }) =>
    acting(latest, latest && correction(line, latest, clock, latestAct === 'made')),
  sharing: (line, { latest, clock }) =>
    acting(latest, latest && ofSharing(readReply(line, latest, clock))),
  'answer by single words': (line, knowledge) =>
    asksBack(line)
      ? undefined
      : answerToRing(line, knowledge, (about) => answerIn(line, about, knowledge.clock)),
  'correction by single words': (line, { latest, latestAct, clock }) =>
    asksBack(line)
      ? undefined
      : acting(latest, latest && looseCorrection(line, latest, clock, latestAct === 'made')),
  'nothing that is there': (line) => (ordersInVain(line) ? { kind: 'no-such' } : undefined),
  'small talk': (line) => {
    const says = smallTalkOf(line);
    return says && { kind: 'small-talk', says };
  },
  'nothing has rung': (line, knowledge) => answerToNothing(line, knowledge),
};

function readLine(line: string, knowledge: Knowledge): DecidedReading | undefined {
  for (const [row, read] of Object.entries(READERS)) {
    const heard = read(line, knowledge);
    if (heard) return { heard, row, words: line };
  }
  return undefined;
}

/** «не сергею, а сергеевой» is no act on «Письмо Сергею». */
function putOtherwise(line: string, { latest, latestAct, clock }: Knowledge): Heard | undefined {
  if (!latest || latestAct !== 'made' || !/^не\s.+\sа\s/iu.test(line)) return undefined;
  const put = correction(line, latest, clock, true);
  return put?.act === 'rewrite' ? acting(latest, put) : undefined;
}

/** «кто участвует?», «выйди из общего» right after it was made or taken. */
const ofSharing = (reply: Reply): Reply | undefined =>
  reply.act === 'share' || reply.act === 'leave' ? reply : undefined;

const acting = (reminder: Known | undefined, reply: Reply | undefined): Heard | undefined =>
  reminder && reply && { kind: 'act', reminder, reply };

const NTH =
  /(?<!\p{L})(перв|втор|трет|последн)(?:ое|ый|ую|ая|ее|яя|юю|ий|ье|ья|ью|ого|ому|ему)(?![\p{L}-])(?!\s(?:раз|дел|числ|час|половин|янв|фев|мар|апр|ма[яй]|июн|июл|авг|сен|окт|ноя|дек))/iu;

/** Which of those that rang, in their order, the last of them first. */
function nthOf(line: string, rang: readonly Known[]): Known | undefined {
  const [, which] = NTH.exec(line) ?? [];
  const at = ['последн', 'перв', 'втор', 'трет'].indexOf(which?.toLowerCase() ?? '');
  return at < 0 ? undefined : rang.at(-at);
}

/** «первое сделал» */
function pointedOut(line: string, { rang, clock }: Knowledge): Act | undefined {
  const [said] = NTH.exec(line) ?? [];
  const reminder = nthOf(line, rang);
  if (said === undefined || !reminder || rang.length < 2) return undefined;
  const rest = line.replace(said, '').replace(/^[\s,:—-]+(?:а\s)?/u, '');
  const yes = /^(?:да|ага|ок|тоже|вс[её])[\s.!]*$/iu.test(rest);
  // «первое и второе сделал», «все, кроме первого»
  const others = NTH.test(rest) || /(?<!\p{L})кроме/iu.test(line);
  if (others || (!yes && tokenize(rest).some(({ text }) => ALL.test(text)))) return undefined;
  const reply = replyTo(yes ? 'готово' : rest, reminder, clock);
  const isSaid =
    reply &&
    ANSWERS.has(reply.act) &&
    reply.act !== 'delete' &&
    !rang.some(({ text }) => mentions(rest, text));
  return isSaid ? { kind: 'act', reminder, reply: endsOnce(reply, reminder) } : undefined;
}

/** What one clause asks for of what it points to, or of several that rang and that it names. */
function actsOf(clause: string, knowledge: Knowledge): readonly Act[] {
  const pointed = pointedOut(clause, knowledge);
  if (pointed) return [pointed];
  const all =
    knowledge.rang.length > 1 ? readAll(clause, { ...knowledge, waiting: [] }) : undefined;
  if (all?.kind === 'all' && !tokenize(clause).some(({ text }) => ALL.test(text))) {
    const { act } = all;
    const reply: Reply | undefined =
      act instanceof Date ? { act: 'move', to: act } : act === 'quiet' ? undefined : { act };
    return reply ? all.reminders.map((reminder) => ({ kind: 'act', reminder, reply })) : [];
  }
  return [];
}

/** «оба готово», «всё сделал», «и уроки, и шары сделала» */
function readAll(typed: string, { rang: lately, waiting, clock }: Knowledge): Heard | undefined {
  const [, before, except, behind = ''] = EXCEPT.exec(typed) ?? [];
  const line = before === undefined ? typed : `${before} ${behind}`.trim();
  const left = except && nthOf(except, lately);
  const rang = lately.filter((each) => !except || !(each === left || mentions(except, each.text)));
  if (except !== undefined && rang.length === lately.length) return undefined;
  const tokens = tokenize(line.replace(BOTH, 'оба'));
  // «кашу снял, с собакой не ходил»
  if (/(?:^|\s)не\s(?!нуж|надо|актуал)|[.;!]\s/iu.test(line)) return undefined;
  // What is named may have rung earlier.
  const older = waiting.filter(({ id }) => !lately.some((each) => each.id === id));
  const named = [...rang, ...older].filter(({ text }) => mentions(line, text));
  const isAll = tokens.some(({ text }) => ALL.test(text));
  const those = isAll && named.length === 0 ? rang : named;
  const [first] = those;
  if (!first || (those.length < 2 && !left)) return undefined;
  const rest = tokens
    .filter(({ text }) => !ALL.test(text) && !those.some((each) => mentions(text, each.text)))
    .map(({ text }) => text)
    .join(' ')
    .replace(/^(?:(?:[^\p{L}\p{N}+]|и(?= ))\s*)+/u, '');
  // «мусор вынес, а цветы подождут», «ни то ни другое»
  const each = line
    .split(/[,.;!]+|\sа\s/u)
    .filter((part) => those.some(({ text }) => mentions(part, text)));
  const [doneFirst, ...doneThen] = each.map((part) =>
    tokenize(part).some(({ text }) => PAST_TENSE.test(text)),
  );
  if (/\sа\s/u.test(line) && !isAll && doneFirst && doneThen.includes(false)) return undefined;
  if (rest === '' && /^ни\s/iu.test(line)) return undefined;
  if (rest === '') return isAll ? { kind: 'all', reminders: those, act: 'done' } : undefined;
  const reply = replyTo(rest, first, clock) ?? answerIn(`пусть ${rest}`, first, clock);
  switch (reply?.act) {
    case 'done':
    case 'skip':
    case 'quiet':
      return { kind: 'all', reminders: those, act: reply.act };
    case 'move':
      return { kind: 'all', reminders: those, act: reply.to };
    case 'call-off':
      return { kind: 'all', reminders: those, act: 'skip' };
    default:
      return undefined;
  }
}

/** «всё приняла, кроме магния» */
const EXCEPT = /^(.*?),?\s+кроме\s+([^,]+)(?:,\s*(.+))?$/isu;
/** «отмени», «верни», «ой, не готово»: of what was done last. */
function takingBack(
  line: string,
  { latest, latestAct, together, clock }: Knowledge,
): Heard | undefined {
  const about = latest ?? (together === undefined ? undefined : NOBODY);
  if (!about) return undefined;
  const plain = line.replace(OOPS, '');
  const { act } = readReply(plain, about, clock);
  const denies =
    plain === '' ||
    act === 'not-done' ||
    act === 'call-off' ||
    (act === 'later' && /^не\s/i.test(plain));
  // «стоп нет, он же завтра»
  const isAhead = /(?:^|\s)(?:он[аио]?|это) же (?:\S+ )?\S+[\s.!]*$/iu.test(line);
  const deniesDone =
    latestAct === 'answered' && OOPS.test(line) && (isAhead || deniesIn(line, about, clock));
  const isOver = !latest || latest.state === 'over' || latestAct === 'answered';
  if (latestAct === 'made' && latest && (CANCELS.test(line) || act === 'call-off')) {
    return { kind: 'act', reminder: latest, reply: { act: 'delete' } };
  }
  if (act !== 'undo' && !deniesDone && !(isOver && denies) && !CANCELS.test(line)) return undefined;
  return latest
    ? { kind: 'act', reminder: latest, reply: { act: 'undo' } }
    : { kind: 'undo-all', key: together ?? '' };
}
const CANCELS =
  /^(?:(?:а|ай|ах|да|ну|ой|хотя|упс|блин|нет|стоп|стой|погоди|тьфу|не туда)[\s,!.]+)*(?:(?:не надо|не нужно|передумала?|забудь|отбой|отмена|отмени(?:те)?|отменить|убери|удали)(?: это| его| ничего| пока)?[\s,!.]*)+(?:(?:это )?(?:я )?(?:не (?:туда|тому|то)(?: \S+)?|ошиб\S+)[\s!.]*)?$/iu;

/** An answer to a ring may say these; anything else is something new. */
const ANSWERS: ReadonlySet<Reply['act']> = new Set([
  'done',
  'skip',
  'move',
  'later',
  'not-done',
  'call-off',
  'quiet',
  'pause',
  'past',
  'delete',
  'undo',
  'impossible',
  'refill',
  'share',
  'leave',
  'flood',
] as const);

/** They take nothing away. */
const HOLDS: ReadonlySet<Reply['act']> = new Set(['later', 'not-done'] as const);

/** «Петя слился, созвона не будет» names «Созвон с Петей», and nothing of what has rung. */
function otherNamed(line: string, about: Known, named: readonly Known[]): Known | undefined {
  if (mentions(line, about.text)) return undefined;
  const things = line.replace(BESIDE, ' ');
  return named.find(
    (each) => each.id !== about.id && each.state !== 'over' && namesThings(things, each),
  );
}
/** «со смены приду и закапаю»: where, when and with whom. */
const BESIDE = /(?<!\p{L})(?:с|со|до|после|на|из|от|перед|у|в|к|по|за)\s+\p{L}+/giu;

/** As `read` reads it for each that rang: the whole line, or its single words. */
function answerToRing(
  line: string,
  { rang, named: among }: Knowledge,
  read: (about: Known) => Reply | undefined,
): Heard | undefined {
  const readings = rang.flatMap((reminder) => {
    const reply = read(reminder);
    const isQuestion = reply?.act === 'done' && asksBack(line);
    return reply && !isQuestion ? [{ reminder, reply: endsOnce(reply, reminder) }] : [];
  });
  const answers = readings.filter(({ reply }) => ANSWERS.has(reply.act));
  const [first, ...others] = answers;
  if (!first) {
    const [unclear] = readings.filter(({ reply }) => reply.act === 'unclear');
    if (!unclear) return undefined;
    return rang.length === 1
      ? { kind: 'act', ...unclear }
      : { kind: 'which', reminders: rang.toReversed(), all: false };
  }
  const other = otherNamed(line, first.reminder, among);
  if (other && !HOLDS.has(first.reply.act)) {
    return { kind: 'which', reminders: [first.reminder, other], all: false };
  }
  if (others.length === 0 && rang.length === 1) return answering(first);
  // «да не трезвонь ты»: only one of them does.
  const [loud, ...louder] = answers.filter(({ reply }) => reply.act === 'quiet');
  if (loud && louder.length === 0) return answering(loud);
  const named = answers.filter(({ reminder }) => mentions(line, reminder.text));
  // «набрала» of «Позвонить маме» and «Купить хлеб»
  const deeds = tokenize(line).map(({ text }) => text);
  const doers = answers.filter(
    ({ reminder, reply }) => reply.act === 'done' && deeds.some((each) => isDeedOf(each, reminder)),
  );
  const [meant, ...more] = named.length > 0 ? named : doers;
  if (meant && more.length === 0) return answering(meant);
  const all = answers.every(({ reply }) => ['done', 'skip', 'move'].includes(reply.act));
  // In the order in which they rang.
  return { kind: 'which', reminders: answers.map(({ reminder }) => reminder).toReversed(), all };
}

/** Of a series it is asked whether all of it is to go. */
const answering = (answer: { reminder: Known; reply: Reply }): Heard =>
  answer.reply.act === 'delete' && answer.reminder.rule
    ? { kind: 'delete', reminder: answer.reminder }
    : { kind: 'act', ...answer };

/** «не надо» about what has rung: not this time; of a one-shot nothing is left. */
const endsOnce = (reply: Reply, { rule }: Known): Reply =>
  reply.act === 'call-off' ? { act: rule ? 'skip' : 'delete' } : reply;

const POINTED =
  /^(?:(?:а|и|ну|так)\s)*(?:это|он[аои]?)\s(?:в\s)?(?:какое число|какой день|когда|во сколько|какого числа)[\s?!.]*$/iu;
const SEEKS = /(?:^|\s)(?:когда|сколько|найди|ищи|поищи|где|что|есть ли|какие|какой)(?:\s|$)/i;

/** «что я пропустила, пока была на совещании» */
const MISSED = /^(?:(?:а|и|ну|так)\s)*что я (?:пропусти|проспа|прозева)ла?(?:[\s,?!.]|$)/iu;

function asked(
  line: string,
  { named, clock, rang, latest, waiting }: Knowledge,
): Heard | undefined {
  // «путевой есть», «всё сдано, чек есть»
  if (rang.length > 0 && !asksBack(line) && !SEEKS.test(line)) return undefined;
  // «а завтра?» right behind a card may ask for that day.
  const aboutDay = rang.length === 0 && !latest && /^(?:а|и)\s.{3,30}\?/iu.exec(line)?.[0];
  // «а это какое число?»
  const shown = latest ?? rang[0];
  if (shown && POINTED.test(line)) {
    return { kind: 'question', question: { asks: 'reminder', name: shown.text, found: [shown] } };
  }
  const missed = waiting.filter(({ state }) => state === 'waits');
  if (missed.length > 0 && MISSED.test(line)) {
    return {
      kind: 'question',
      question: { asks: 'reminder', name: line, found: missed.slice(0, READ_MAX) },
    };
  }
  const last = asksBack(line) ? line.split(/(?<=[.!…])\s+/u).at(-1) : undefined;
  const question =
    readQuestion(line, named, clock) ??
    (aboutDay ? readQuestion(`что ${aboutDay}`, [], clock) : undefined) ??
    (last === undefined ? undefined : readQuestion(last, named, clock));
  return question && { kind: 'question', question };
}

/** An order about something that is there already, which nothing is: «перенеси завтрак». */
function ordersInVain(line: string): boolean {
  const orders = ORDERS.test(line) || ORDERS_BEHIND.test(line);
  return orders && !wordsOf(line).some(({ text }) => isTask(text));
}

/** «готово» where nothing has just rung. */
function answerToNothing(line: string, { clock, waiting, rang }: Knowledge): Heard | undefined {
  if (rang.length > 0) return undefined;
  const words = wordsOf(line);
  if (words.some(({ text }) => text.startsWith('напомн'))) return undefined;
  if (words.length > 4 || words.some(({ kind }) => kind === 'number')) return undefined;
  const { act } = readReply(line, NOBODY, clock);
  if (act !== 'done' && act !== 'later' && act !== 'not-done' && act !== 'skip') return undefined;
  return waiting.length > 0
    ? { kind: 'which', reminders: waiting, all: false }
    : { kind: 'nothing-waits' };
}
