import { checklistOf } from '../../checklist';
import { readReply, type Reply, type ReplyClock } from '../replies/reply';
import { QUOTED } from '../replies/reply-words';
import { instantToWallTime, localDateAt } from '../../time-zone';
import { tokenize } from '../tokens/tokens';
import { fromOwnTime, minutesAhead, momentIn } from './moment';
import { isTask, type Known } from './named';
import { mentions, namingOf, namingWords, replaced } from './names';
import { otherNumber } from './other-number';
import { addPoint } from './points';

/** What a line says right behind a card, of what that shows: its time, its rule, its words. */

/** «ой», «стоп»: what was said is not so. */
export const OOPS =
  /^(?:(?:ой|упс|блин|тьфу|нет|стоп|погоди|подожди|стой|извини|прошу прощения|пардон|сорри|ошибся|ошиблась|поторопил(?:ся|ась))(?:[\s,!.]+|$))+/iu;
const HEMS =
  '(?:(?:нет|ой|а|да|и|точнее|вернее|стоп|извини|тьфу|блин|упс|то есть|в смысле|я (?:имела?|хотела?) (?:в виду|сказать)|имела? в виду|хотела? сказать)[\\s,]+)*';
const HEM = new RegExp(`^${HEMS}`, 'iu');
/** «не маме, а папе», «не завтра а в воскресенье», «папе, не маме» */
const INSTEAD = [
  new RegExp(`^${HEMS}не\\s+(?<before>.+?),?\\s+а\\s+(?<after>.+)$`, 'isu'),
  new RegExp(`^${HEMS}не\\s+(?<before>[^,]+),\\s+(?<after>.+)$`, 'isu'),
  new RegExp(`^${HEMS}(?<after>.+?),?\\s+(?:а\\s+)?не\\s+(?<before>.+)$`, 'isu'),
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
const HEM_BEHIND = /(?:\s+(?:конечно|же|имела? в виду|хотела? сказать))*[\s.!]*$/iu;
const ADDS =
  /^(?:и\s+|еще\s+|ещё\s+)?(?:так|добавь|сделай|пусть|поставь)(?:те)?\s+(?:(?:так|его|ее|её|это|повтор|будет|чтобы|повторялось|повторяется)\s+)*/iu;
/** Point to what was just made, and say nothing of it. */
const POINTS =
  /(?<![\p{L}\p{N}])(?:и|а|ну|да|так|дальше|регулярно|пусть|пускай|чтобы?|тоже|также|уж|все[- ]таки|всё[- ]таки|лучше|давай(?:те)?|наверное|его|её|ее|это|эту|этот|о[бн]? (?:этом|ней|нём|нем)|до (?:этого|него|неё|нее|того|начала|встречи|выхода)|сделай(?:те)?|поставь(?:те)?|напоминай(?:те)?|напомни(?:те)?|предупреди(?:те)?|повторяй(?:те)?|(?:чтобы )?повторя(?:лось|ется)|было|будет|регулярн\p{L}+|постоянн\p{L}+|повторяющ\p{L}+|надо|нужно|хочу|пожалуйста|плиз)(?![\p{L}\p{N}])/giu;
const AHEAD = /^за\s.+/iu;

const THIS_ONCE = /^(?:только\s+)?(?:в|на)\s+(?:этот|один)\s+раз[.!]*$/iu;
const MOMENTS: ReadonlySet<Reply['act']> = new Set(['move', 'repeat'] as const);

/** «и всегда так» behind what was put off once */
const EVERY_TIME =
  /^(?:(?:и|а|да|ну|пусть|теперь|так|будет|дальше|потом|сделай)[\s,]+)*(?:всегда|каждый раз|навсегда|насовсем)(?:\s(?:так|теперь|в это время|пусть|будет))*[\s.!]*$/iu;

/** What it corrects of what was just made or changed, where all of it does. */
export function correction(
  line: string,
  latest: Known,
  clock: ReplyClock,
  wasMade: boolean,
): Reply | undefined {
  if (latest.state === 'over') return undefined;
  // What has become of it stands on its card.
  if (latest.rule && THIS_ONCE.test(line)) return { act: 'show' };
  if (latest.rule && latest.comesAt && EVERY_TIME.test(line)) {
    const [day, time = ''] = instantToWallTime(latest.comesAt, clock.timeZone).split('T');
    // Put off to a day that is not the rule's: whether each of its days is meant is not known.
    const isItsDay =
      latest.rule.unit === 'DAY' || day === localDateAt(latest.dueAt, clock.timeZone);
    return isItsDay ? readReply(`теперь в ${time.slice(0, 5)}`, latest, clock) : undefined;
  }
  const read = (said: string): Reply => readReply(fromOwnTime(said.trim(), latest), latest, clock);
  const plain = (otherNumber(line, latest, clock, wasMade) ?? line)
    .replace(OOPS, '')
    .replace(HEM, '')
    .replace(/[\s,]+(?:точнее|вернее)[\s.!]*$/iu, '')
    .replace(ADDS, '')
    .replace(/^(?:только )?кроме выходных$/iu, 'по будням');
  const ahead = toldAhead(line, clock);
  if (ahead) return ahead;
  const anew = read(line);
  const reply = anew.act === 'rewrite' ? anew : read(plain);
  if (MOMENTS.has(reply.act) || ['delete', 'rewrite', 'pause'].includes(reply.act)) {
    return reply;
  }
  return (
    otherWords(line, latest, read) ??
    added(line, latest, clock) ??
    pointing(line, latest, clock, read)
  );
}

/** The words of a reminder as a line puts them. */
export function rewriting(line: string, reminder: Known, clock: ReplyClock): Reply | undefined {
  const read = (said: string): Reply => readReply(said.trim(), reminder, clock);
  const whole = read(line);
  if (whole.act === 'rewrite') return whole;
  return (
    renamed(line, reminder) ?? otherWords(line, reminder, read) ?? added(line, reminder, clock)
  );
}

const RENAME =
  /^(?:\S+,?\s+)?(?:переимен(?:уй|уйте|овать)|(?:назови|замени|исправь|измени|поменяй|смени|поправь)(?:те)?)\s+(.+?)\s+(?:в|на|как)\s+(.+)$/isu;
const NAMED_ANEW =
  /^(?:переименуй|назови)(?:те)?\s+(.+?)(?:\s+(?=[«"“])|\s+по-?другому\s*[:—–-]\s*|\s*[:—–]\s+)(.+)$/isu;

/** «переименуй врача в «Терапевт»»; «замени Олега на Антона» says nothing of the rest. */
function renamed(line: string, { text }: Known): Reply | undefined {
  for (const pattern of [RENAME, NAMED_ANEW]) {
    const [, name, said = ''] = pattern.exec(line.trim()) ?? [];
    const naming = name && namingOf(namingWords(name), namingWords(text));
    if (!naming) continue;
    const plain = said.replace(QUOTED, '$1');
    const isWhole = naming === 'all' || /^(?:\S+,?\s+)?(?:переимен|назови)/iu.test(line.trim());
    const anew = isWhole ? plain : replaced(text, name, plain);
    return anew === undefined ? undefined : { act: 'rewrite', text: anew };
  }
  return undefined;
}

type Read = (said: string) => Reply;

/** «не завтра а в воскресенье», «не маме, а папе» */
function otherWords(line: string, { text }: Known, read: Read): Reply | undefined {
  for (const pattern of INSTEAD) {
    const { before, after } = pattern.exec(line.replace(HEM_BEHIND, ''))?.groups ?? {};
    if (!before || !after) continue;
    const when = read(after);
    const isWhen = [before, `в ${before}`].some((said) => read(said).act !== 'unclear');
    if (isWhen && MOMENTS.has(when.act)) return when;
    const rewritten = replaced(text, before, after.replace(/,.*$/su, ''));
    if (rewritten) return { act: 'rewrite', text: rewritten };
  }
  const [, right] = PUTS_RIGHT.exec(line.trim().replace(/[.!]+$/u, '')) ?? [];
  const [, place = '', name] = SAME_PLACE.exec(line.trim()) ?? [];
  const bent = name && text.includes(` ${place}`) && putRight(text, name);
  if (bent && bent !== text) return { act: 'rewrite', text: bent };
  const rewritten = right && !MOMENTS.has(read(`на ${right}`).act) && putRight(text, right);
  return rewritten ? { act: 'rewrite', text: rewritten } : undefined;
}

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
  const [only, ...others] = text.split(/\s+/u).filter(isLike);
  return only !== undefined && others.length === 0 ? text.replace(only, right) : undefined;
}

function added(line: string, latest: Known, clock: ReplyClock): Reply | undefined {
  const [words] = APPENDS.flatMap((pattern) => pattern.exec(line.trim())?.[1] ?? []);
  if (words === undefined || momentIn(words, latest, clock)) return undefined;
  // «добавь 5 к линзам» is of another one.
  if (/^\d+\s+(?:к|в)\s/iu.test(words)) return undefined;
  if (checklistOf(latest.text, latest.noteContent ?? null, null).length > 0) {
    const point = words.replace(/^(?:и|(?:в|к)\s+спис(?:ок|ку))\s+/iu, '');
    return addPoint(latest, point);
  }
  return { act: 'rewrite', text: `${latest.text} ${words.replace(/^И/u, 'и')}` };
}

const withoutPointers = (line: string): string =>
  line
    .replace(OOPS, '')
    .replace(POINTS, ' ')
    .replace(/^[\s,.!]+|[\s,.!]+$/gu, '')
    .replace(/\s+/gu, ' ');

/** «и за полчаса до этого тоже», «напомни о ней ещё за час до» */
function toldAhead(line: string, clock: ReplyClock): Reply | undefined {
  const bare = withoutPointers(line).replace(/^(?:ещё|еще)\s|\s(?:ещё|еще)$|\sдо$/giu, '');
  const minutes = AHEAD.test(bare) ? minutesAhead(bare, clock) : [];
  return minutes.length > 0 ? { act: 'ahead', minutes } : undefined;
}

/** «и каждый день чтобы», «ой не, послезавтра воскресенье. в понедельник» */
function pointing(line: string, latest: Known, clock: ReplyClock, read: Read): Reply | undefined {
  const hasTask = tokenize(line).some(({ text }) => isTask(text));
  if (hasTask) return undefined;
  const bare = withoutPointers(line);
  if (bare === '') return undefined;
  const reply = read(bare);
  if (MOMENTS.has(reply.act)) return reply;
  // What is wrong with the day that was said, and the one that is meant.
  const clauses = bare.split(/\s*[,.;:!—–]+\s*/u).filter((clause) => clause !== '');
  const last = read(clauses.at(-1) ?? '');
  const denied =
    /^(?:(?:ой|блин|нет|упс|стоп)[\s,]+)*(?:не|нет|перепутал[аи]?|ошиб(?:ся|лась))(?:[\s,.!]|$)/iu;
  const explained = clauses
    .slice(0, -1)
    .every(
      (clause) =>
        momentIn(withoutNot(clause), latest, clock) !== undefined || /^не$/iu.test(clause),
    );
  return clauses.length > 1 && denied.test(line) && explained && MOMENTS.has(last.act)
    ? last
    : undefined;
}
const withoutNot = (clause: string): string => clause.replace(/^не\s+/iu, '');
