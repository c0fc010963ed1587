import { type Line, type Phrase } from '../readers/phrase';
import { type Token } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';

/** Tasks that stand one behind the other, with nothing between them. */

/** Whether words say what to do, as «то есть» does not. */
export const hasAct = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }, at) => isInfinitive(text) && tokens[at - 1]?.text !== 'то');

/** «… или лучше в 12», «… банк, вернее в 12», «… и ещё раз в 12»: what corrects a moment, or offers another, is no task. */
const JOINS = /^(?:и|или|либо|то|а|но|не|нет|если|лучше|вернее|точнее|хотя|ой|еще)$/;

/** Whether a further task with an hour of its own begins here, though nothing separates it. */
export function runsOn(phrase: Phrase, { phrases, tokens }: Line): boolean {
  const at = phrases.indexOf(phrase);
  const [before, next] = [phrases[at - 1], phrases[at + 1]];
  const last = next?.from === phrase.to ? next : phrase;
  const hasHour = phrase.kind === 'time' || last.kind === 'time';
  const saysWhat = /^(?!или$)\p{L}{3}/u.test(tokens[last.to]?.text ?? '');
  if (!before || !hasHour || !saysWhat) return false;
  const between = tokens.slice(before.to, phrase.from).filter(({ kind }) => kind !== 'mark');
  if (between.length === 0 || between.some(({ text }) => JOINS.test(text))) return false;
  // «завтра в 9 сказать Оле в 12 созвон» may tell her of it.
  const isTold = hasAct(tokens.slice(0, phrase.from)) && !hasAct(tokens.slice(last.to));
  // «билеты на 19:00» are no task at seven.
  return !isTold && tokens[phrase.from]?.text !== 'на';
}
