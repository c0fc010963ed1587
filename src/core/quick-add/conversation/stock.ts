import { COUNTER_MAX } from '../../limits';
import { isPiece, isStock } from '../messages/counter';
import { type Reply } from '../replies/reply';
import { REPLY_FILLERS } from '../replies/reply-words';
import { tokenize } from '../tokens/tokens';
import { anyOf } from '../tokens/word-table';
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
  const tokens = tokenize(line).filter(({ kind }) => kind !== 'mark');
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  const [number = { value: NaN, ordinal: null }, ...others] = numbers;
  if (others.length > 0 || number.ordinal !== null || number.value > COUNTER_MAX) return undefined;
  const isWord = (word: string) => [MORE, BOUGHT, TOOK, GONE, SET].some((each) => each.test(word));
  const named = tokens.filter((token) => !isWord(token.text) && mentions(token.text, text));
  const said = tokens
    .filter((token, at) => {
      const isCounted = numbers[0] !== undefined && tokens[at - 1] === numbers[0];
      const tells =
        !BESIDE.has(token.text) &&
        !REPLY_FILLERS.has(token.text) &&
        token !== numbers[0] &&
        !named.includes(token);
      return (
        tells &&
        !(
          isCounted &&
          (named.length > 0 ? isPiece(token) : isStock(token.text)) &&
          !isWord(token.text)
        )
      );
    })
    .map((token) => token.text)
    .join(' ');
  const { value: count } = number;
  const hasCount = !Number.isNaN(count);
  if (SET.test(said)) return hasCount ? { act: 'refill', count, add: false } : undefined;
  if (ASKED.test(said)) return hasCount ? undefined : { act: 'stock' };
  if (GONE.test(said)) {
    // «кота нет» tells of no food.
    const noMore = named.length > 0 && tokens.some(({ text: word }) => word === 'больше');
    const isSaid = !hasCount && (said !== 'нет' || noMore);
    return isSaid ? { act: 'refill', count: 0, add: false } : undefined;
  }
  // «купила корм» is the deed of «Купить корм», and a bare «купила» that of whatever rang.
  const isMore = MORE.test(said) || tokens.some((token) => token.text === 'еще');
  const isBought =
    (isMore ? [BOUGHT, TOOK] : [BOUGHT]).some((each) => each.test(said)) &&
    (isMore || !isDeedOf(said, { text }));
  if (!isBought && !MORE.test(said)) return undefined;
  if (hasCount) return { act: 'refill', count, add: true };
  return named.length > 0 || MORE.test(said) ? { act: 'stock' } : undefined;
}
