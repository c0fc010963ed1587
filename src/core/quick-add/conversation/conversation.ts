import { readReply, type Reply, type ReplyClock } from '../replies/reply';
import { type SmallTalk, smallTalkOf } from '../messages/not-reminders';
import { tokenize } from '../tokens/tokens';
import { fromOwnTime, isTask, type Known, type NamedAct, readNamed } from './named';
import { likeness, namingWords } from './names';
import { type Question, readQuestion } from './questions';

/** What is known when somebody writes a line that replies to no message; see docs/conversation.md. */
export interface Knowledge {
  clock: ReplyClock;
  /** What rang within the hour and waits, the latest first. */
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
}

/** What a line is. Undefined: nothing of these; it makes something new. */
export type Heard =
  | { kind: 'act'; reminder: Known; reply: Reply }
  /** «оба», «всё»: of all that rang in the hour. */
  | { kind: 'all'; reminders: readonly Known[]; act: 'done' | 'skip' | Date }
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
  /^(?:(?:пожалуйста|бот|слушай|так|ну|а|и|ой|можешь|давай)[\s,]+)*(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|переименуй|сними|верни|отметь)(?:те)?\s/i;
const ALL = /^(?:обе?|все|вс[её]|оба|обоих|оба-два)$/;

/** Reads a line as what somebody says who remembers what was just said. Never throws. */
export function readConversation(line: string, knowledge: Knowledge): Heard | undefined {
  if (!mayConverse(line)) return undefined;
  const { rang, latest, clock } = knowledge;
  const answersAll = rang.length > 1 ? readAll(line, rang, clock) : undefined;
  return (
    answersAll ??
    actByName(line, knowledge) ??
    takingBack(line, knowledge) ??
    asked(line, knowledge) ??
    answerToRing(line, rang, clock) ??
    (latest && correction(line, latest, clock)) ??
    leftOver(line, knowledge)
  );
}

/** «оба готово», «всё сделал», «оба через час» */
function readAll(line: string, rang: readonly Known[], clock: ReplyClock): Heard | undefined {
  const tokens = tokenize(line).filter(({ kind }) => kind !== 'mark');
  const all = tokens.filter(({ text }) => ALL.test(text));
  if (all.length === 0) return undefined;
  const rest = tokens
    .filter(({ text }) => !ALL.test(text))
    .map(({ text }) => text)
    .join(' ');
  const [first] = rang;
  const reply: Reply =
    rest === '' ? { act: 'done' } : first ? readReply(rest, first, clock) : { act: 'unclear' };
  if (reply.act === 'done' || reply.act === 'skip') {
    return { kind: 'all', reminders: rang, act: reply.act };
  }
  if (reply.act === 'move') return { kind: 'all', reminders: rang, act: reply.to };
  return reply.act === 'call-off' ? { kind: 'all', reminders: rang, act: 'skip' } : undefined;
}

const SEVERAL = /(?:^|\s)(?:все|всех)\s/i;
const better = (acts: NamedAct[], isBetter: (act: NamedAct) => boolean): NamedAct[] => {
  const some = acts.filter(isBetter);
  return some.length > 0 ? some : acts;
};

function actByName(line: string, { named, rang, clock }: Knowledge): Heard | undefined {
  const live = named.filter(({ state }) => state !== 'over');
  let acts = live.flatMap((reminder) => {
    const hasRung = rang.some(({ id }) => id === reminder.id);
    return readNamed(line, reminder, clock, { hasRung }) ?? [];
  });
  if (acts.length === 0) return undefined;
  acts = better(acts, ({ naming }) => naming !== 'slip');
  acts = better(acts, ({ reminder }) => rang.some(({ id }) => id === reminder.id));
  if (acts.some(({ reply }) => reply.act === 'done' || reply.act === 'later')) {
    acts = better(acts, ({ reminder }) => reminder.state === 'waits');
  }
  // «удали все встречи» names none of them in particular.
  if (!SEVERAL.test(line)) acts = better(acts, ({ naming }) => naming === 'all');
  const most = Math.max(...acts.map(({ words }) => words));
  acts = better(acts, ({ words }) => words === most);
  const [only, ...others] = acts;
  if (!only) return undefined;
  if (others.length > 0 || only.otherDeed || SEVERAL.test(line)) {
    return { kind: 'which', reminders: acts.map(({ reminder }) => reminder), all: false };
  }
  return actOn(only);
}

/** What becomes of a line that names one reminder: some acts are asked about first. */
export function actOn({ reminder, naming, reply, scopeOpen }: NamedAct): Heard {
  if (reply.act === 'delete' || reply.act === 'call-off') {
    return naming === 'all' && reminder.rule === null
      ? { kind: 'act', reminder, reply: { act: 'delete' } }
      : { kind: 'delete', reminder };
  }
  return scopeOpen ? { kind: 'scope', reminder } : { kind: 'act', reminder, reply };
}

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
    act === 'not-done' || act === 'call-off' || (act === 'later' && /^не\s/i.test(plain));
  const isOver = !latest || latest.state === 'over' || latestAct === 'answered';
  if (latestAct === 'made' && latest && (CANCELS.test(line) || act === 'call-off')) {
    return { kind: 'act', reminder: latest, reply: { act: 'delete' } };
  }
  if (act !== 'undo' && !(isOver && denies) && !CANCELS.test(line)) return undefined;
  return latest
    ? { kind: 'act', reminder: latest, reply: { act: 'undo' } }
    : { kind: 'undo-all', key: together ?? '' };
}
const OOPS = /^(?:(?:ой|упс|блин|нет|стоп|погоди|подожди|стой|извини|ошибся|ошиблась)[\s,!.]+)+/iu;
const CANCELS =
  /^(?:(?:ой|упс|блин|нет|стоп|стой|погоди)[\s,!.]+)*(?:(?:не надо|не нужно|передумала?|забудь|отмена|отмени(?:те)?|отменить|убери|удали)(?: это| его)?[\s,!.]*)+$/iu;

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
] as const);

function answerToRing(line: string, rang: readonly Known[], clock: ReplyClock): Heard | undefined {
  const answers = rang.flatMap((reminder) => {
    const reply = readReply(line, reminder, clock);
    const isQuestion = reply.act === 'done' && /\?[\s!?)]*$/.test(line);
    return ANSWERS.has(reply.act) && !isQuestion ? [{ reminder, reply: endsOnce(reply) }] : [];
  });
  const [first, ...others] = answers;
  if (!first) return undefined;
  if (others.length === 0 && rang.length === 1) return { kind: 'act', ...first };
  const said = namingWords(line);
  const named = answers.filter(({ reminder }) => {
    const own = namingWords(reminder.text);
    return said.some((word) => own.some((each) => likeness(word, each) !== undefined));
  });
  const [meant] = named;
  if (named.length === 1 && meant) return { kind: 'act', ...meant };
  const all = answers.every(({ reply }) => ['done', 'skip', 'move'].includes(reply.act));
  // In the order in which they rang.
  return { kind: 'which', reminders: answers.map(({ reminder }) => reminder).toReversed(), all };
}

/** «не надо» about what has rung: not this time. */
const endsOnce = (reply: Reply): Reply => (reply.act === 'call-off' ? { act: 'skip' } : reply);

const INSTEAD = /^(?:(?:нет|ой|точнее|вернее|стоп|извини)[\s,]+)*не\s+(.+?),?\s+а\s+(.+)$/isu;
const ADDS =
  /^(?:и\s+|еще\s+|ещё\s+)?(?:так|добавь|сделай|пусть|поставь)(?:те)?\s+(?:(?:так|его|ее|её|это|повтор|будет|чтобы|повторялось|повторяется)\s+)*/iu;

/** A correction of what was just made or changed: its time, its rule, its words. */
function correction(line: string, latest: Known, clock: ReplyClock): Heard | undefined {
  if (latest.state === 'over') return undefined;
  const plain = line.replace(OOPS, '').replace(ADDS, '');
  const reply = readReply(fromOwnTime(plain, latest), latest, clock);
  if (['move', 'repeat', 'delete', 'rewrite', 'pause'].includes(reply.act)) {
    return { kind: 'act', reminder: latest, reply };
  }
  const [, before = '', after = ''] = INSTEAD.exec(line.trim()) ?? [];
  const text =
    before === '' ? undefined : replaced(latest.text, before, after.replace(/[.!]+$/, ''));
  return text === undefined
    ? undefined
    : { kind: 'act', reminder: latest, reply: { act: 'rewrite', text } };
}

/** A text with other words in the place of some that it has, whatever their endings. */
function replaced(text: string, before: string, after: string): string | undefined {
  const [word, ...more] = namingWords(before);
  if (!word || more.length > 0)
    return text.includes(before) ? text.replace(before, after) : undefined;
  const token = tokenize(text).find((each) =>
    namingWords(each.text).some((own) => likeness(own, word) === 'same'),
  );
  return token && text.slice(0, token.start) + after + text.slice(token.end);
}

function asked(line: string, { named, clock }: Knowledge): Heard | undefined {
  const question = readQuestion(line, named, clock);
  return question && { kind: 'question', question };
}

const NOBODY = { text: '', rule: null, dueAt: new Date(0), comesAt: null };

/** «готово» where nothing has just rung; an order that names nothing. */
function leftOver(line: string, { clock, waiting, rang }: Knowledge): Heard | undefined {
  const words = tokenize(line).filter(({ kind }) => kind !== 'mark');
  if (ORDERS.test(line) && !words.some(({ text }) => isTask(text))) return { kind: 'no-such' };
  const says = smallTalkOf(line);
  if (says) return { kind: 'small-talk', says };
  if (rang.length > 0) return undefined;
  const { act } = readReply(line, NOBODY, clock);
  if (act !== 'done' && act !== 'later' && act !== 'not-done' && act !== 'skip') return undefined;
  if (words.some(({ text }) => text.startsWith('напомн'))) return undefined;
  if (words.length > 4 || words.some(({ kind }) => kind === 'number')) return undefined;
  return waiting.length > 0
    ? { kind: 'which', reminders: waiting, all: false }
    : { kind: 'nothing-waits' };
}
