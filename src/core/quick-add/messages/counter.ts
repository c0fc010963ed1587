import { COUNTER_MAX } from '../../limits';

/** What words say of how many are left: a plain number, never a span of time or things to do. */

const UNIT =
  '(?:\\s*шт\\.?|\\s+(?:штук[аи]?|порци[йию]|пакет(?:а|ов)?|пач(?:ек|ки|ку|ка)|упаков(?:ок|ки|ку|ка)|бан(?:ок|ки|ку|ка)|раза?))?';
const LEFT = new RegExp(
  `[,;.(—–-]\\s*(?:ещ[её]\\s+|пока\\s+)?(?:остал(?:ось|ся|ась|ись)|оста[её]тся|в\\s+запасе)(?:\\s+ещ[её])?\\s*:?\\s+(\\d{1,4})${UNIT}\\s*(?=[,;.!)\\n]|$)\\)?`,
  'iu',
);

/**
 * «корм коту, осталось 14»: the line without that clause, and the number. Undefined where the words go on:
 * «осталось 2 дня до отпуска», «осталось 14 страниц дочитать».
 */
export function takeCounter(line: string): { rest: string; left: number } | undefined {
  const found = LEFT.exec(line);
  const before = line.slice(0, found?.index ?? 0).trimEnd();
  if (!found || !/\p{L}/u.test(before) || /(?:^|\s)до\s+\S+(?:\s+\S+)?$/iu.test(before))
    return undefined;
  const behind = line.slice(found.index + found[0].length);
  return { rest: before + behind, left: Number(found[1]) };
}

const REFILLED = new RegExp(
  `^(?:(?:я|мы|уже|сегодня) )*(?:пополнил[аи]?|докупил[аи]?|дозаказал[аи]?|(?:купил|добавил|заказал|привез|взял)[аи]? еще)(?: (?:запас|запасы|его|ее|их))?(?: еще)?(?: на)? (\\d{1,4})${UNIT}$`,
  'iu',
);
const COUNTED = new RegExp(
  `^(?:уже |еще |пока )?(?:остал(?:ось|ся|ась|ись)|в запасе)(?: еще)? (\\d{1,4})${UNIT}$`,
  'iu',
);

/** What words (folded) say to a reminder that counts: so many more, or so many in all. */
export function readRefill(words: string): { count: number; add: boolean } | undefined {
  const [, more] = REFILLED.exec(words) ?? [];
  const [, left] = COUNTED.exec(words) ?? [];
  const count = Number(more ?? left);
  return Number.isNaN(count) || count > COUNTER_MAX
    ? undefined
    : { count, add: more !== undefined };
}
