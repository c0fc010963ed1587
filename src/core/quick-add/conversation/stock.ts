import { COUNTER_MAX } from '../../limits';
import { isPiece, isStock } from '../messages/counter';
import { type Reply } from '../replies/reply';
import { REPLY_FILLERS } from '../replies/reply-words';
import { textsOf, type Token, wordsOf } from '../tokens/tokens';
import { anyOf } from '../tokens/word-table';
import { isInfinitive } from '../tokens/vocabulary';
import { isDeedOf, mentions } from './names';

/** What is said to a reminder that counts: so many more, or so many in all; or it is asked how many there are. */

const MORE = /^(?:пополни(?:л[аи]?|ть)?|докупил[аи]?|дозаказал[аи]?)$/;
const BOUGHT = /^(?:(?:при|за)?купил|добавил|заказал|прив[её]з|получил)(?:л?[аи])?$/;
const TOOK = /^взял[аи]?$/;
const GONE = /^(?:(?:за)?кончил(?:ся|ась|ось|ись)|нет|не остал(?:ось|ся|ась|ись))$/;
const ASKED = /^(?:на )?сколько(?: (?:осталось|остается|хватит|в запасе))+$/;
const SET = /^(?:остал(?:ось|ся|ась|ись)|остается|в запасе)$/;
/** Say nothing beside these. */
const BESIDE = anyOf('уже сегодня запас запасы еще на пока всего там у нас меня больше спасибо');

/** Words that are about a reminder of this text; undefined where they say anything else. */
export function readStock(line: string, text: string): Reply | undefined {
  const tokens = wordsOf(line);
  const [number, ...others] = tokens.filter(({ kind }) => kind === 'number');
  const count = number?.value ?? NaN;
  const isOrdinal = number !== undefined && number.ordinal !== null;
  if (others.length > 0 || isOrdinal || count > COUNTER_MAX) return undefined;
  const hasCount = !Number.isNaN(count);
  const isWord = (word: string) => [MORE, BOUGHT, TOOK, GONE, SET].some((each) => each.test(word));
  const named = tokens.filter((token) => !isWord(token.text) && mentions(token.text, text));
  // «10 пачек»
  const next = number && tokens[tokens.indexOf(number) + 1];
  const isUnit =
    next !== undefined &&
    !isWord(next.text) &&
    (named.length > 0 ? isPiece(next) : isStock(next.text));
  const isSilent = (token: Token) =>
    token === number ||
    (isUnit && token === next) ||
    named.includes(token) ||
    BESIDE.has(token.text) ||
    REPLY_FILLERS.has(token.text);
  const said = tokens
    .filter((token) => !isSilent(token))
    .map((token) => token.text)
    .join(' ');
  if (SET.test(said)) return hasCount ? { act: 'refill', count, add: false } : undefined;
  if (ASKED.test(said)) return hasCount ? undefined : { act: 'stock' };
  if (GONE.test(said)) {
    // «кота нет» tells of no food.
    const thing = textsOf(text).find((word) => !isInfinitive(word)) ?? '';
    const isSaid =
      !hasCount && (said !== 'нет' || named.some((word) => mentions(word.text, thing)));
    return isSaid ? { act: 'refill', count: 0, add: false } : undefined;
  }
  // «купила корм» is the deed of «Купить корм», and a bare «купила» that of whatever rang.
  const isMore = MORE.test(said) || tokens.some((token) => token.text === 'еще');
  const isGot = BOUGHT.test(said) || (isMore && TOOK.test(said));
  const isBought = isGot && (isMore || !isDeedOf(said, { text }));
  if (!isBought && !MORE.test(said)) return undefined;
  if (hasCount) return { act: 'refill', count, add: true };
  return named.length > 0 || MORE.test(said) ? { act: 'stock' } : undefined;
}
