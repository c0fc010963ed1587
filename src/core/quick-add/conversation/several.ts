import { actByName, exactly } from './by-name';
import { type Act, type Asks, type Heard, type Knowledge } from './conversation';
import { type Known, thingsOf } from './named';
import { likeness, namingWords } from './names';

/** Several things said in one line, of one reminder each. */

const CLAUSES = /[,.;!]+(?!\d)|\sа(?:\sтакже|\sещ[её])?\s|\sно\s/u;
/** «лизу забрала и корм купила», «каток и ёлку отмени» */
const AND = [/(?!)/u, /\sи\s(?=(?:[а-яё]+\s)?[а-яё]+л[аи]?(?:[\s,]|$))/u, /\sи\s/u];
const ORDER =
  /(?<!\p{L})(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|отметь)(?:те)?(?!\p{L})/iu;

/** A line whose clauses say one thing each of different reminders; one that names none answers the one that is left of what rang. */
export function eachOf(line: string, knowledge: Knowledge, pointed: Pointed): Heard | undefined {
  const { rang, named } = knowledge;
  const rungs = new Set(rang.map(({ id }) => id));
  const among = [...rang, ...named.filter(({ id }) => !rungs.has(id))];
  for (const and of AND) {
    const clauses = line
      .split(new RegExp(`${CLAUSES.source}|${and.source}`, 'u'))
      .filter((each) => /\p{L}/u.test(each));
    if (clauses.length < 2 || clauses.length > among.length) continue;
    const heard = inClauses(clauses, { ...knowledge, named: among }, pointed);
    if (heard) return heard;
  }
  return undefined;
}

/** What a clause asks for of those that it points to: «первое сделал». */
type Pointed = (clause: string, knowledge: Knowledge) => readonly Act[];

function inClauses(
  clauses: readonly string[],
  knowledge: Knowledge,
  pointed: Pointed,
): Heard | undefined {
  const { rang, clock } = knowledge;
  const heard: InClause[] = [];
  const unnamed: string[] = [];
  let order: string | undefined;
  for (const clause of clauses) {
    const [own] = ORDER.exec(clause) ?? [];
    // «перенеси врача на завтра, а маникюр на пятницу»
    const carried = own === undefined && order !== undefined ? `${order} ${clause.trim()}` : clause;
    const heardAs = [clause, carried].map((said) => ({
      clause: said,
      says: actByName(said, knowledge),
    }));
    const those = pointed(clause, knowledge);
    const found = heardAs.find(isClear);
    if (those.length > 0) heard.push(...those.map((says) => ({ clause, says })));
    else if (found) heard.push(found);
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
  if (acts.filter(({ reply }) => reply.act === 'delete').length > 1) {
    const isAll = acts.every(({ reply }) => reply.act === 'delete') && asks.length === 0;
    const reminders = acts.map(({ reminder }) => reminder);
    return isAll ? { kind: 'which', reminders, all: false } : undefined;
  }
  const [question, ...more] = asks;
  return isTorn || more.length > 0 ? undefined : { kind: 'acts', acts, asks: question };
}

type Asked = Extract<Asks, { reminder: Known }>;
interface InClause {
  clause: string;
  says: Act | Asked;
}
const isClear = (each: { clause: string; says: Heard | undefined }): each is InClause => {
  const { says } = each;
  if (says?.kind !== 'act') return says?.kind === 'delete' || says?.kind === 'scope';
  const { reply, reminder } = says;
  return reply.act !== 'unclear' && (reply.act !== 'later' || reminder.state === 'waits');
};

const sharesAThing = (line: string, reminder: Known): boolean =>
  thingsOf(reminder).some((thing) =>
    namingWords(line).some((word) => likeness(word, thing) === 'same'),
  );
