import { REMINDER_TEXT_MAX } from '../../limits';
import { pauseUntil } from './pause-all';
import { type Reply, type ReplyClock, type Subject, UNCLEAR } from './reply';
import { readMoment } from './reply-moment';
import {
  DONE_SIGNS,
  isErrand,
  isUndone,
  PASSIVE,
  PAST_TENSE,
  PAUSE,
  QUOTED,
  REPLY_FILLERS,
  REWRITE,
  SENTENCES,
  THANKS_SIGNS,
} from './reply-words';
import { textsOf } from '../tokens/tokens';

const REPLY_MAX = REMINDER_TEXT_MAX;

/**
 * Reads a reply that is a sentence which is known, or says only when. Never throws, whatever is typed, and takes
 * nothing of a reply that is not understood as a whole: what else is meant is learned (`replyTo`).
 */
export function readReply(message: string, subject: Subject, clock: ReplyClock): Reply {
  const text = rewritten(message);
  if (text !== undefined) return { act: 'rewrite', text };
  if (message.length > REPLY_MAX) return UNCLEAR;
  const signs = readSigns(message);
  if (signs) return signs;
  const line = message.replace(/[\s.!]+$/, '');
  const ownLine = line.replace(FOR_ALL, '').trim();
  if (ownLine === line) return readLine(line, subject, clock);
  return ENDS_FOR_ALL.test(ownLine) ? { act: 'share' } : forAll(readLine(ownLine, subject, clock));
}

/** «через час для всех»; «удали для всех» and the like are shown with what can be done for all. */
const FOR_ALL = /(?:^|\s)(?:для|у)\s+всех(?=[\s,.!]|$)/iu;
const ENDS_FOR_ALL = /^(?:закон|заверш)\S*(?: (?:это|его))?$/iu;
function forAll(read: Reply): Reply {
  if (read.act === 'move' || read.act === 'later') return { ...read, forAll: true };
  if (read.act === 'delete' || read.act === 'call-off') return { act: 'share' };
  return ['done', 'skip'].includes(read.act) ? read : UNCLEAR;
}

const rewritten = (message: string): string | undefined =>
  REWRITE.map((pattern) => pattern.exec(message)?.[1])
    .find((found) => found !== undefined)
    ?.trim()
    .replace(QUOTED, '$1');

function readSigns(message: string): Reply | undefined {
  if (/[\p{L}\p{N}]/u.test(message)) return undefined;
  const signs = Array.from(message.replace(/[\s\uFE0F\u{1F3FB}-\u{1F3FF}.!]/gu, ''));
  if (signs.length === 0) return undefined;
  if (signs.every((sign) => sign === '?')) return { act: 'show' };
  if (!signs.every((sign) => DONE_SIGNS.has(sign) || THANKS_SIGNS.has(sign))) return UNCLEAR;
  return { act: signs.some((sign) => DONE_SIGNS.has(sign)) ? 'done' : 'thanks' };
}

function readLine(line: string, subject: Subject, clock: ReplyClock): Reply {
  const words = textsOf(line);
  const telling = words.filter((word) => !REPLY_FILLERS.has(word)).join(' ');
  const whole = words.join(' ');
  const [act] = SENTENCES.find(([, said]) => said.test(telling) || said.test(whole)) ?? [];
  if (act) return { act };
  const paused = PAUSE.exec(telling);
  if (paused) return pauseUntil(paused[1] ?? paused[2], clock);
  return readDeed(words, subject) ?? readMoment(line, subject, clock) ?? UNCLEAR;
}

/**
 * «выпил таблетку», «уже оплачено», «не дозвонился»: a verb of what was done, beside it nothing but words of the
 * reminder. A verb that ends no errand has to be the reminder's own: «вышивала» is done where it says «вышивать».
 */
function readDeed(words: readonly string[], { text }: Subject): Reply | undefined {
  const own = textsOf(text).filter((word) => word.length >= 4);
  const isOwn = (word: string) => own.some((each) => each.slice(0, 4) === word.slice(0, 4));
  const isSilent = (word: string) => word.length <= 2 || REPLY_FILLERS.has(word) || word === 'еще';
  // «стоматолог» ends like «помог»: a word of the reminder as it stands there tells of nothing done.
  const isVerb = (word: string) =>
    (PAST_TENSE.test(word) || PASSIVE.test(word)) && !own.includes(word);
  const [verb, ...more] = new Set(words.filter(isVerb));
  if (verb === undefined || more.length > 0 || isUndone(verb)) return undefined;
  const isItsDeed = isErrand(verb) || isOwn(verb);
  const isAll = words.every((word) => word === verb || isOwn(word) || isSilent(word));
  if (!isItsDeed || !isAll) return undefined;
  return { act: words.includes('не') ? 'not-done' : 'done' };
}
