import { COUNTER_MAX } from '../../limits';
import { type Token, tokenize } from '../tokens/tokens';
import { isKnown } from '../tokens/vocabulary';

/** What words say of how many are left: a plain number, never a span of time or things to do. */

const LEFT =
  /(?:[,;.(—–-]\s*|\s(?=ещ[её]|пока|остал|оста[её]тся|хватит|в\s+(?:запасе|наличии)))(?:ещ[её]\s+|пока\s+)?(?:остал(?:ось|ся|ась|ись)|оста[её]тся|хватит\s+(?:ещ[её]\s+)?на|в\s+(?:запасе|наличии|упаковке|пачке))(?:\s+(?:ещ[её]|всего|только))?\s*:?\s+/giu;
/** «до экзамена осталось 10», «проверить, сколько осталось 14 числа» */
const NOT_STOCK = /(?:^|\s)(?:сколько|если|когда|пока|(?:до|на)\s+\S+(?:\s+\S+)?)[\s,]*$/iu;
/** At a sign, at a word behind a «#» or with the line. */
const CLAUSE_ENDS = /^\s*(?=[,;.!)\n](?!\d)|\s#\p{L}|$)\)?/u;
/** Not taken one by one, as days are not. */
const NO_PIECE = /^(?:дн|рубл?|тыс|процент|километр|км|градус|числ|мест|человек)/;
export const isPiece = ({ kind, text }: Token): boolean =>
  kind === 'word' && (/^раза?$/.test(text) || !(NO_PIECE.test(text) || isKnown(text)));
/** Kept in stock, whatever it is of. */
export const isStock = (word: string): boolean =>
  /^(?:шт|порци|пакет|пач|упаков|бан[ко]|раза?$|таблет|капсул|капл|капел|доз|ампул|флакон|тюбик|рулон|короб|меш[ко]|бутыл)/.test(
    word,
  );

interface Taken {
  rest: string;
  left: number;
  /** No noun, or one of stock, stands behind the number: that needs no rule to be counted. */
  countsAlone: boolean;
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
    if (
      !number ||
      !(left <= COUNTER_MAX) ||
      !/\p{L}/u.test(before) ||
      NOT_STOCK.test(before.slice(-TAIL_MAX))
    )
      continue;
    for (const last of [number, noun]) {
      const [end] = CLAUSE_ENDS.exec(tail.slice(last?.end).replace(/^\.(?=\s*$)/, '')) ?? [];
      if (!last || end === undefined || (last === noun && !isPiece(last))) continue;
      const countsAlone = last === number || isStock(last.text);
      return { rest: before + tail.slice(last.end + end.length), left, countsAlone };
    }
  }
  return undefined;
}
const TAIL_MAX = 80;
