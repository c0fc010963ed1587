import { wordsOf } from '../tokens/tokens';
import { anyOf } from '../tokens/word-table';

/** Any of these agrees. */
const YES = anyOf(
  'да ага угу ок окей хорошо верно правильно точно конечно именно так сохрани сохранить сохраняй ставь ставьте подходит годится пойдет yes ok',
);
/** Say nothing by themselves. */
const FILLERS = anyOf('все всё ну пожалуйста давай это спасибо');

/** Whether a line agrees with what was asked, and says nothing else: «да», «всё верно», «ок, сохрани». */
export function saysYes(line: string): boolean {
  if (line.length > 60) return false;
  const said = wordsOf(line).filter(({ kind, text }) => kind !== 'word' || !FILLERS.has(text));
  return said.length > 0 && said.every(({ kind, text }) => kind === 'word' && YES.has(text));
}
