import { checklistOf } from '../../checklist';
import { readReply } from '../replies/read-reply';
import { type Reply, type ReplyClock } from '../replies/reply';
import { QUOTED } from '../replies/reply-words';
import { momentIn } from './moment';
import { type Known } from './named';
import { mentions, namingOf, namingWords, replaced, withWhole } from './names';
import { addPoint } from './points';

/** The words of a reminder as a line puts them: by another name, with others in their place, or with more. */

/** What leads to a correction, and what ends it. */
const HEM_BEFORE =
  /^(?:(?:нет|ой|а|да|и|точнее|вернее|стоп|извини|тьфу|блин|упс|то есть|в смысле|я (?:имела?|хотела?) (?:в виду|сказать)|имела? в виду|хотела? сказать)[\s,]+)*/iu;
const HEM_BEHIND = /(?:\s+(?:конечно|же|имела? в виду|хотела? сказать))*[\s.!]*$/iu;
/** «не маме, а папе», «не завтра а в воскресенье», «папе, не маме» */
const INSTEAD = [
  /^не\s+(?<before>.+?),?\s+а\s+(?<after>.+)$/isu,
  /^не\s+(?<before>[^,]+),\s+(?<after>.+)$/isu,
  /^(?<after>.+?),?\s+(?:а\s+)?не\s+(?<before>.+)$/isu,
];
/** «исправь на 8В»: in the place of what is like it. */
const PUTS_RIGHT = /^(?:исправь|поправь|поменяй|замени|измени)(?:те)?\s+на\s+(.+)$/iu;
/** «с Назаровой» behind «обед с Назаровым» */
const SAME_PLACE =
  /^(?:ой[\s,]+|нет[\s,]+)?((?:с|со|у|к|ко|для|от|на|в|о|про)\s)(\p{Lu}\p{L}+)[\s.!]*$/u;
/** «допиши с Мариной», «и розжиг тоже допиши» */
const APPENDS = [
  /^(?:и\s+)?(?:допиши|допишите|дополни|добавь(?:те)?)(?:\s+(?:туда|что|еще|ещё))*[\s:,]+(.+)$/isu,
  /^(и\s+\S+(?:\s\S+)?)\s+(?:тоже|ещё|еще)[.!]*$/isu,
  /^(и\s+.+?)(?:\s+(?:тоже|ещё|еще|туда))*\s+(?:допиши|допишите|впиши|добавь(?:те)?)[.!]*$/isu,
];
export function rewriting(line: string, reminder: Known, clock: ReplyClock): Reply | undefined {
  const anew = renamed(line, reminder);
  if (anew) return anew;
  const whole = readReply(line.trim(), reminder, clock);
  if (whole.act === 'rewrite') return whole;
  const { text } = reminder;
  const corrected =
    insteadOf(line, text) ?? inSamePlace(line, text) ?? correctedTo(line, reminder, clock);
  return corrected ? { act: 'rewrite', text: corrected } : added(line, reminder, clock);
}

const RENAME =
  /^(?:\S+,?\s+)?(?:переимен(?:уй|уйте|овать)|(?:назови|замени|исправь|измени|поменяй|смени|поправь)(?:те)?),?\s+(?:пожалуйста,?\s+)?(?:(?:название|текст)\s+)?(.+?)\s+(?:в|на|как)\s+(.+)$/isu;
const NAMED_ANEW =
  /^(?:переименуй|назови)(?:те)?\s+(.+?)(?:\s+(?=[«"“])|\s+(?:по-?другому|так)\s*[:—–-]\s*|\s*[:—–]\s+)(.+)$/isu;

/** «вместо «Кино» напиши «Кино с Верой»», «исправь «Кино», пусть будет «Кино с Верой»» */
const IN_PLACE =
  /^(?:вместо|исправь(?:те)?|поменяй(?:те)?)\s+(.+?)[\s,]+(?:(?:напиши|запиши|поставь)(?:те)?|пусть\sбудет)\s+(.+)$/isu;

/** «в записи оплатить сад исправь текст на оплатить сад и кружок»: all of it is said. */
const TEXT_OF =
  /^(?:в|у)\s+(?:записи\s+|напоминани[ия]\s+)?(.+?)(?:\s+(?:(?:исправь|поменяй|замени|измени)(?:те)?|текст|название)){2}\s+на\s+(.+)$/isu;

/** «переименуй врача в «Терапевт»»; «замени Олега на Антона» says nothing of the rest. */
function renamed(line: string, { text }: Known): Reply | undefined {
  for (const pattern of [RENAME, NAMED_ANEW, IN_PLACE, TEXT_OF]) {
    const [, name, said = ''] = pattern.exec(line.trim()) ?? [];
    const naming = name && namingOf(namingWords(name), namingWords(text));
    if (!naming) continue;
    const plain = said.replace(QUOTED, '$1');
    const saysAll = pattern === TEXT_OF || /^(?:\S+,?\s+)?(?:переимен|назови)/iu.test(line.trim());
    const isWhole = naming === 'all' || saysAll;
    const anew = isWhole ? plain : replaced(text, name, plain);
    return anew === undefined ? undefined : { act: 'rewrite', text: anew };
  }
  return undefined;
}

/** «не маме, а папе» */
function insteadOf(line: string, text: string): string | undefined {
  const plain = line.replace(HEM_BEFORE, '').replace(HEM_BEHIND, '');
  for (const pattern of INSTEAD) {
    const { before, after } = pattern.exec(plain)?.groups ?? {};
    if (!before || !after) continue;
    const rewritten = replaced(text, before, after.replace(/,.*$/su, ''));
    if (rewritten) return rewritten;
  }
  return undefined;
}

/** «с Назаровой» behind «обед с Назаровым» */
function inSamePlace(line: string, text: string): string | undefined {
  const [, place = '', name] = SAME_PLACE.exec(line.trim()) ?? [];
  const bent = name && text.includes(` ${place}`) ? putRight(text, name) : undefined;
  return bent === text ? undefined : bent;
}

/** «исправь на 8В»; «исправь на 8 утра» says when. */
function correctedTo(line: string, reminder: Known, clock: ReplyClock): string | undefined {
  const [, right] = PUTS_RIGHT.exec(line.trim().replace(/[.!]+$/u, '')) ?? [];
  if (right === undefined) return undefined;
  const { act } = readReply(`на ${right}`, reminder, clock);
  return act === 'move' || act === 'repeat' ? undefined : putRight(reminder.text, right);
}

const withoutMarks = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** The text with a word in the place of the only one that it is like: both with a number, or of one beginning. */
function putRight(text: string, right: string): string | undefined {
  // «исправь на счёт Авангарду»: all of it is said again.
  if (/\s/u.test(right)) {
    const [first = ''] = right.split(/\s+/u);
    return mentions(first, text) ? `${first.charAt(0).toUpperCase()}${right.slice(1)}` : undefined;
  }
  const isLike = (word: string) =>
    (/\d/u.test(word) && /\d/u.test(right)) ||
    (word.length > 3 && word.slice(0, 3).toLowerCase() === right.slice(0, 3).toLowerCase());
  // «8Б,»: the comma is none of its word's; the sign of «5%» is, where «6%» is to stand there.
  const hasSign = withoutMarks(right) !== right;
  const words = text.split(/\s+/u).map((word) => (hasSign ? word : withoutMarks(word)));
  const [only, ...others] = words.filter(isLike);
  return only !== undefined && others.length === 0 ? withWhole(text, only, right) : undefined;
}

function added(line: string, latest: Known, clock: ReplyClock): Reply | undefined {
  const [words] = APPENDS.flatMap((pattern) => pattern.exec(line.trim())?.[1] ?? []);
  if (words === undefined || momentIn(words, latest, clock)) return undefined;
  // «добавь 5 к линзам», «допиши сметану в продукты», «добавь к встрече паспорт» are of another one.
  const [, place] =
    /(?:^(?:к|ко)|\s(?:к|ко|в|во)(?=\s+\S+[\s.!]*$))\s+(\S+?)(?=[\s.!]|$)/iu.exec(words) ?? [];
  if (place !== undefined && !mentions(place, latest.text)) return undefined;
  if (checklistOf(latest.text, latest.noteContent ?? null, null).length > 0) {
    const point = words.replace(/^(?:и|(?:в|к)\s+спис(?:ок|ку))\s+/iu, '');
    return addPoint(latest, point);
  }
  return { act: 'rewrite', text: `${latest.text} ${words.replace(/^И/u, 'и')}` };
}
