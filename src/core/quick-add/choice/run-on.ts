import { type Line, type Phrase } from '../readers/phrase';
import { type Token } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';

/** Tasks that stand one behind the other, with nothing between them. */

/** Whether words say what to do, as «то есть» does not. */
export const hasAct = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }, at) => isInfinitive(text) && tokens[at - 1]?.text !== 'то');

/** «… или лучше в 12», «… то есть в 12», «… и ещё раз в 12»: no task stands between two moments. */
const JOINS = /^(?:и|или|то|а|но|еще)$/;

/** Whether a further task with an hour of its own begins here, though nothing separates it. */
export function runsOn(phrase: Phrase, { phrases, tokens }: Line): boolean {
  const at = phrases.indexOf(phrase);
  const [before, next] = [phrases[at - 1], phrases[at + 1]];
  const last = next?.from === phrase.to ? next : phrase;
  const hasHour = phrase.kind === 'time' || last.kind === 'time';
  const saysWhat = /^(?!или$)\p{L}{3}/u.test(tokens[last.to]?.text ?? '');
  if (!before || !hasHour || !saysWhat) return false;
  const between = tokens.slice(before.to, phrase.from).find(({ kind }) => kind !== 'mark');
  if (!between || JOINS.test(between.text)) return false;
  // «завтра в 9 сказать Оле в 12 созвон» may tell her of it.
  const isTold = hasAct(tokens.slice(0, phrase.from)) && !hasAct(tokens.slice(last.to));
  // «билеты на 19:00» are no task at seven.
  return !isTold && tokens[phrase.from]?.text !== 'на';
}
