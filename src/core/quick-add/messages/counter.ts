import { COUNTER_MAX } from '../../limits';
import { isDeedOf, mentions } from '../conversation/names';
import { type Token, tokenize } from '../tokens/tokens';
import { isKnown } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/** What words say of how many are left: a plain number, never a span of time or things to do. */

const LEFT =
  /(?:[,;.(—–-]\s*|\s)(?:ещ[её]\s+|пока\s+)?(?:остал(?:ось|ся|ась|ись)|оста[её]тся|хватит\s+(?:ещ[её]\s+)?на|в\s+(?:запасе|наличии|упаковке|пачке))(?:\s+(?:ещ[её]|всего|только))?\s*:?\s+/giu;
/** «до экзамена осталось 10», «проверить, сколько осталось 14 числа» */
const NOT_STOCK = /(?:^|\s)(?:сколько|если|когда|пока|(?:до|на)\s+\S+(?:\s+\S+)?)[\s,]*$/iu;
const CLAUSE_ENDS = /^\s*(?=[,;.!)\n](?!\d)|$)\)?/u;
/** Not taken one by one, as days are not. */
const NO_PIECE = /^(?:дн|рубл?|тыс|процент|километр|км|градус|числ|мест|человек)/;
const isPiece = ({ kind, text }: Token): boolean =>
  kind === 'word' && (/^раза?$/.test(text) || !(NO_PIECE.test(text) || isKnown(text)));
/** Kept in stock, whatever it is of. */
const STOCK =
  /^(?:шт|порци|пакет|пач|упаков|бан[ко]|раза?$|таблет|капсул|капл|капел|доз|ампул|флакон|тюбик|рулон|короб|меш[ко]|бутыл)/;

interface Taken {
  rest: string;
  left: number;
  /** No noun, or one of stock, stands behind the number. */
  stock: boolean;
}

/**
 * «корм коту, осталось 14»: the line without that clause, and the number. Undefined where the words go on:
 * «осталось 2 дня до отпуска», «осталось 14 страниц дочитать».
 */
export function takeCounter(line: string): Taken | undefined {
  for (const { 0: said, index } of line.matchAll(LEFT)) {
    const before = line.slice(0, index).trimEnd();
    const tail = line.slice(index + said.length);
    const [number, noun] = tokenize(tail.slice(0, TAIL_MAX));
    const left = number?.ordinal === null ? number.value : NaN;
    if (!number || !(left <= COUNTER_MAX) || !/\p{L}/u.test(before) || NOT_STOCK.test(before))
      continue;
    for (const last of [number, noun]) {
      const [end] = CLAUSE_ENDS.exec(tail.slice(last?.end).replace(/^\.(?=\s*$)/, '')) ?? [];
      if (!last || end === undefined || (last === noun && !isPiece(last))) continue;
      const stock = last === number || STOCK.test(last.text);
      return { rest: before + tail.slice(last.end + end.length), left, stock };
    }
  }
  return undefined;
}
const TAIL_MAX = 80;

/** What is said to a reminder that counts: so many more, or so many in all; or it is asked how many there are. */
export type StockSaid = { act: 'refill'; count: number; add: boolean } | { act: 'stock' };

const MORE = /^(?:пополни(?:л[аи]?|ть)?|докупил[аи]?|дозаказал[аи]?|добавь)$/;
const BOUGHT = /^(?:(?:при|за)?купил|добавил|заказал|прив[её]з|взял|получил)(?:л?[аи])?$/;
const GONE = /^(?:(?:за)?кончил(?:ся|ась|ось|ись)|нет|не остал(?:ось|ся|ась|ись))$/;
const ASKED = /^(?:на )?сколько(?: (?:осталось|остается|хватит|в запасе))+$/;
const SET = /^(?:остал(?:ось|ся|ась|ись)|остается|в запасе)$/;
/** Say nothing beside these. */
const BESIDE = anyOf(
  'я мы уже сегодня запас запасы его ее их еще на пока всего там у нас меня больше',
);

/** Words that are about a reminder of this text; undefined where they say anything else. */
export function readStock(line: string, text: string): StockSaid | undefined {
  const tokens = tokenize(line).filter(({ kind }) => kind !== 'mark');
  const numbers = tokens.filter(({ kind }) => kind === 'number');
  const [number = { value: NaN, ordinal: null }, ...others] = numbers;
  if (others.length > 0 || number.ordinal !== null || number.value > COUNTER_MAX) return undefined;
  const isWord = (word: string) => [MORE, BOUGHT, GONE, SET].some((each) => each.test(word));
  const named = tokens.filter((token) => !isWord(token.text) && mentions(token.text, text));
  const said = tokens
    .filter((token, at) => {
      const isCounted = numbers[0] !== undefined && tokens[at - 1] === numbers[0];
      const tells = !BESIDE.has(token.text) && token !== numbers[0] && !named.includes(token);
      return tells && !(isCounted && isPiece(token) && !isWord(token.text));
    })
    .map((token) => token.text)
    .join(' ');
  const { value: count } = number;
  const hasCount = !Number.isNaN(count);
  if (SET.test(said)) return hasCount ? { act: 'refill', count, add: false } : undefined;
  if (ASKED.test(said)) return hasCount ? undefined : { act: 'stock' };
  if (GONE.test(said)) {
    const isSaid = !hasCount && (named.length > 0 || said !== 'нет');
    return isSaid ? { act: 'refill', count: 0, add: false } : undefined;
  }
  // «купила корм» is the deed of «Купить корм», and a bare «купила» that of whatever rang.
  const isMore = MORE.test(said) || tokens.some((token) => token.text === 'еще');
  const isBought = BOUGHT.test(said) && (isMore || !isDeedOf(said, { text }));
  if (!isBought && !MORE.test(said)) return undefined;
  if (hasCount) return { act: 'refill', count, add: true };
  return named.length > 0 || MORE.test(said) ? { act: 'stock' } : undefined;
}
