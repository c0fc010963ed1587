import { localDateAt } from '../../time-zone';
import { type Reply } from '../replies/reply';
import { type Act, type Asks, type Heard, type Knowledge } from './conversation';
import { byIntent } from './decide';
import { exactly, onceOnly } from './exact';
import { momentIn } from './moment';
import { isVetoed, ORDER } from './vetoes';
import { namedBy } from './meant';
import { dayIn, type Known, thingsOf } from './named';
import { likeness, namingWords, withoutName } from './names';

/** What one line says of several: a thing of each. */

const CLAUSES = /[,.;!]+(?!\d)|\sа(?:\sтакже|\sещ[её])?\s|\sно\s/u;
/** «лизу забрала и корм купила», «каток и ёлку отмени» */
const AND = [/(?!)/u, /\sи\s(?=(?:[а-яё]+\s)?[а-яё]+л[аи]?(?:[\s,]|$))/u, /\sи\s/u];

/** A line whose clauses say one thing each of different reminders; one that names none answers the one that is left of what rang. */
export function eachOf(line: string, knowledge: Knowledge): Heard | undefined {
  const { rang, named } = knowledge;
  const rungs = new Set(rang.map(({ id }) => id));
  const among = [...rang, ...named.filter(({ id }) => !rungs.has(id))];
  for (const and of AND) {
    const clauses = line
      .split(new RegExp(`${CLAUSES.source}|${and.source}`, 'u'))
      .filter((each) => /\p{L}/u.test(each));
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
    const found = those.length === 0 ? [] : heardOf([clause, carried], those, knowledge);
    if (found.length > 0) heard.push(...found);
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

/** What a clause says of those that it names: in its own words, or with the verb of the one before it. */
function heardOf(
  clauses: readonly string[],
  those: readonly Known[],
  { rang, clock }: Knowledge,
): InClause[] {
  const rungs = rang.filter((each) => those.includes(each));
  const alone = { latest: undefined, latestAct: null, together: undefined, waiting: [] } as const;
  const [only, ...others] = those;
  for (const clause of clauses) {
    // «мусор ещё нет»
    const left = others.length > 0 || !only ? undefined : withoutName(clause, only.text);
    const known = left && only ? exactly(left, only, clock) : undefined;
    const says: Heard | undefined =
      known && only && !isVetoed(clause, known.act, only)
        ? { kind: 'act', reminder: only, reply: onceOnly(known, only) }
        : byIntent(clause, { ...alone, clock, rang: rungs, named: those });
    if (says?.kind === 'all') {
      const { act } = says;
      const reply: Reply = act instanceof Date ? { act: 'move', to: act } : { act };
      const meant = those.filter((each) => says.reminders.includes(each));
      return meant.map((reminder) => ({ clause, says: { kind: 'act', reminder, reply } }));
    }
    const each = { clause, says };
    if (isClear(each)) return [each];
  }
  return [];
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

const sharesAThing = (line: string, reminder: Known): boolean =>
  thingsOf(reminder).some((thing) =>
    namingWords(line).some((word) => likeness(word, thing) === 'same'),
  );

/** «и то и другое» */
const BOTH =
  /(?<!\p{L})(?:(?:и\s+)?то,?\s+и\s+(?:другое|то)|ни\s+то,?\s+ни\s+(?:другое|то))(?!\p{L})/giu;

const ALL_AHEAD =
  /^(?:пожалуйста[\s,]+)?(?:(перенес|отлож|сдвин|передвин)|удал|убер|отмен|пропуст)\p{L}*\s+(?:вс[её]|все\s(?:дела|напоминания|задачи|встречи))(?=\s|$)(.*)$/iu;
const FROM_DAY = /(?:^|\s)(?:со?\s+(\S+)(?=\s+на\s)|(\S+шн\p{L}+))/iu;

/** «удали всё на завтра», «отложи всё на час»: of whatever comes, rather than of what rang. */
export const isOfAllAhead = (line: string): boolean => ALL_AHEAD.test(line);

/**
 * What a line says of all that comes on a day: of today's where it names none. What is moved from a day that it names
 * is moved at once; else it is asked whether all of them are meant. What is called off comes no more this once.
 */
export function allAhead(line: string, { rang, ahead = [], clock }: Knowledge): Heard | undefined {
  const found = ALL_AHEAD.exec(line);
  if (!found || ahead.length === 0) return undefined;
  const [, moves, rest = ''] = found;
  const [, from, adjective] = FROM_DAY.exec(rest) ?? [];
  const day = moves === undefined ? rest : (from ?? adjective);
  if (rang.length > 0 && !day) return undefined;
  const isOfDay = (each: Known): boolean => {
    const comesOn = each.comesAt && localDateAt(each.comesAt, clock.timeZone);
    const meant = day?.trim() ? dayIn(day, each, clock) : localDateAt(clock.now, clock.timeZone);
    return comesOn === meant;
  };
  const those = ahead.filter(isOfDay);
  const acts = those.flatMap((reminder): Act[] => {
    if (moves === undefined) return [{ kind: 'act', reminder, reply: { act: 'skip' } }];
    const reply = momentIn(line, reminder, clock);
    return reply?.act === 'move' ? [{ kind: 'act', reminder, reply }] : [];
  });
  const [only, ...others] = acts;
  if (!only || acts.length < those.length) return { kind: 'which', reminders: ahead, all: false };
  const saysWhich = moves !== undefined && day !== undefined;
  if (saysWhich || (moves !== undefined && others.length === 0)) return { kind: 'each', acts };
  if (others.length === 0) return { kind: 'delete', reminder: only.reminder };
  return { kind: 'which', reminders: those, all: true, acts };
}

/** «и то и другое» are «оба», which mean the one that waits where it is alone. */
export const withoutBoth = (line: string, isAlone: boolean): string => {
  const plain = line.replace(BOTH, 'оба');
  return isAlone ? plain.replace(/^(?:оба|обе)\s+/iu, '') : plain;
};
