import { aboveChecklist, checklistOf, hasOwnPoints, wholeText } from '../../checklist';
import { type Reply, type Subject, UNCLEAR } from '../replies/reply';
import { isErrand, isUndone, PASSIVE, PAST_TENSE, REPLY_FILLERS } from '../replies/reply-words';
import { textsOf } from '../tokens/tokens';
import { anyOf } from '../tokens/word-table';
import { mentions, namingOf, namingWords, nearest } from './names';

/** What words say of the points of a reminder. */

const TICKED =
  /^(?:отмет(?:ь|ил[аи]?)|вычеркн(?:и|ул[аи]?)|зачеркн(?:и|ул[аи]?)|поставь|галочк[ау]|есть|готов[оаы]?)$/;
const PUT = /^(?:взя|полож|наш|упаков|захват|кину|доста|слож|добы)/;
/** Say nothing beside these. */
const BESIDE = anyOf('и уже еще в из на списке списка пункт пункты как сегодня спасибо');

const isDeed = (word: string): boolean =>
  ((PAST_TENSE.test(word) && !/с[ья]$/.test(word)) || PASSIVE.test(word)) &&
  (isErrand(word) || PUT.test(word)) &&
  !isUndone(word);

type Ticks = { act: 'tick'; points: string[] };
type Said = Pick<Subject, 'text' | 'noteContent'>;

/** What a reminder says, with the points of its note. */
export const saidOf = ({ text, noteContent = null }: Said): string =>
  wholeText({ text, ticked: null }, noteContent);

/** «бинт купила», «бинт купила, йода не было»: the keys of these points; undefined where the words say anything else. */
export function readTicks(line: string, subject: Said): Ticks | undefined {
  const text = saidOf(subject);
  const whole = ticksIn(line, text);
  const clauses = line.split(/[,.;!]+|\sа\s/u).filter((clause) => /\p{L}/u.test(clause));
  if (whole || clauses.length < 2) return whole;
  const read = clauses.map((clause) => ticksIn(clause, text));
  const isMissing = (clause: string) => /(?<!\p{L})(?:не|нет)(?!\p{L})/iu.test(clause);
  const points = read.flatMap((ticks) => ticks?.points ?? []);
  const isAll = clauses.every((clause, at) => read[at] !== undefined || isMissing(clause));
  return isAll && points.length > 0 ? { act: 'tick', points } : undefined;
}

/** «йод закончился» names a point, and says nothing of the whole. */
export function unclearIfOnlyAPoint(line: string, subject: Said, reply: Reply): Reply {
  const text = saidOf(subject);
  const points = reply.act === 'done' ? checklistOf(text, null, null) : [];
  const isPart = points.some((point) => mentions(line, point.text));
  return isPart && !mentions(line, aboveChecklist(text)) ? UNCLEAR : reply;
}

function ticksIn(line: string, text: string): Ticks | undefined {
  const said = namingWords(line);
  const points = checklistOf(text, null, null).map((point) => {
    const own = namingWords(point.text);
    const hits = own.filter((word) => nearest(word, said) === 'same');
    return { ...point, hits: hits.length, isWhole: hits.length === own.length };
  });
  const named = points.filter(({ hits }) => hits > 0);
  const whole = named.filter(({ isWhole }) => isWhole);
  // «молоко» of «молоко 2 л», where no other point has it.
  const meant = whole.length > 0 ? whole : named;
  if (meant.length === 0 || (whole.length === 0 && meant.length > 1)) return undefined;
  const known = `${meant.map((point) => point.text).join(' ')} ${aboveChecklist(text)}`;
  const rest = textsOf(line).filter(
    (word) =>
      !BESIDE.has(word) &&
      !REPLY_FILLERS.has(word) &&
      // «хлеб купила» of «Купить в магазине», which has more points
      (isDeed(word) || !mentions(word, known)),
  );
  const ticks = rest.length > 0 && rest.every((word) => TICKED.test(word) || isDeed(word));
  return ticks ? { act: 'tick', points: meant.map(({ key }) => key) } : undefined;
}

const ADDED =
  /^\s*(?:добавь|добавить|допиши|впиши|внеси)(?:те)?\s+(?:(?:в|во|к)\s+(.+?)\s+)?(?:(?:ещё|еще|новый)\s+)*пункт\s*:?\s+(.+)$/iu;
const THIS = /^(?:него|неё|нее|этот|это)?\s*(?:список|списк[еу]|напоминание)?$/iu;

const ADDS =
  /(?<!\p{L})(?:(?:добавь|добавить|допиши|впиши|внеси|запиши|(?:за|до)?кинь)(?:те)?|туда\s+же)(?!\p{L})/iu;
/** «сметану туда же в список», «в список: фольга»: words that add without an order. */
const TO_THE_SAME =
  /\s(?:туда\s+же|ещ[её])\s+в\s+спис(?:ок|очек)[\s.!]*$|^в\s+список\s*(?::|ещ[её]\s)/iu;
/** «в список», «в мой список покупок», which says what it is of, «в список на дачу», which says what for. */
const TO_A_LIST =
  /(?<!\p{L})в\s+(?:мой\s+|наш\s+)?спис(?:ок|очек)(?:\s+(покупок|закупок|продуктов|дел|задач|вещей|подарков|желаний)(?!\p{L})|\s+((?:на|для)\s+\S+))?/iu;
/** «добавь сыр в список», and «в список покупок» where no list is called that: to whichever list there is. */
export const isToAnyList = (line: string): boolean => addedPoint(line)?.toAnyList === true;

export const hasPoints = ({ text, noteContent = null }: Said): boolean =>
  checklistOf(text, noteContent, null).length > 0;

interface AddedPoint {
  /** What is meant is called so; '' where it is not named. */
  name: string;
  point: string;
  /** Only something that has points can be meant. */
  needsPoints: boolean;
  /** Where nothing is called so, what was talked about is meant, or whichever list there is. */
  toAnyList: boolean;
}

/** «добавь в покупки пункт масло», «в список ещё хлебцы впиши» */
export function addedPoint(line: string): AddedPoint | undefined {
  const [, name = '', added] = ADDED.exec(line) ?? [];
  if (added !== undefined) {
    const isThis = THIS.test(name);
    const point = withoutEnd(added);
    return { name: isThis ? '' : name, point, needsPoints: isThis, toAnyList: isThis };
  }
  const list = TO_A_LIST.exec(line);
  const adds = ADDS.exec(line);
  // «завтра в 10 добавь в список Лену» is something to do.
  const opens = list !== null && adds !== null && Math.min(list.index, adds.index) === 0;
  const isOrder = opens || TO_THE_SAME.test(line);
  if (!list || !isOrder) return undefined;
  const left = line.replace(ADDS, ' ').replace(TO_A_LIST, ' ').replace(/\s+/gu, ' ');
  const point = withoutEnd(left.replace(/^[\s:,]+(?:(?:ещё|еще)\s+)?/iu, ''));
  const [, ofWhat = '', forWhat = ''] = list;
  if (point === '') return undefined;
  return { name: ofWhat || forWhat, point, needsPoints: true, toAnyList: forWhat === '' };
}
const withoutEnd = (said: string): string => said.replace(/[\s.!]+$/u, '');

/**
 * «добавь в покупки пункт масло», of this reminder, as a reply that adds it to the points of the note, or rewrites the
 * reminder's text; undefined where the line means something else. Whether another is called as the line says is for the
 * caller to look at first.
 */
export function readNewPoint(line: string, subject: Subject): Reply | undefined {
  const added = addedPoint(line);
  if (!added) return undefined;
  const { text } = subject;
  const { name, point, needsPoints, toAnyList } = added;
  // Where no reminder is named the one last talked about is tried: without points it is none to add to.
  if (needsPoints && !hasPoints(subject)) return undefined;
  const isMeant =
    toAnyList || namingOf(namingWords(name), namingWords(aboveChecklist(text) || text));
  return isMeant ? addPoint(subject, point) : undefined;
}

/** Adds a point where the others stand: a point in the text of its own would hide those of the note. */
export function addPoint({ text, noteContent = null }: Said, point: string): Reply {
  const isOfNote = !hasOwnPoints(text) && checklistOf(text, noteContent, null).length > 0;
  return isOfNote ? { act: 'add-point', point } : { act: 'rewrite', text: `${text}\n- ${point}` };
}
