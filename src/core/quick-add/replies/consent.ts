import { textsOf, wordsOf } from '../tokens/tokens';
import { isInfinitive, isKnown } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/** Any of these agrees. */
const YES = anyOf(
  'да ага угу ок окей хорошо верно правильно точно конечно именно так пусть сохрани сохранить сохраняй ставь ставьте подходит подойдет ' +
    'годится пойдет сойдет устраивает устроит согласен согласна договорились норм yes ok',
);
/** Say nothing by themselves. */
const FILLERS = anyOf('все всё ну ладно пожалуйста давай это спасибо будет тогда меня мне и');

/** Whether a line agrees with what was asked, and says nothing else: «да», «всё верно», «ок, сохрани». */
export function saysYes(line: string): boolean {
  if (line.length > 60 || DOUBTS_IT.test(line)) return false;
  const said = wordsOf(line).filter(({ kind, text }) => kind !== 'word' || !FILLERS.has(text));
  return said.length > 0 && said.every(({ kind, text }) => kind === 'word' && YES.has(text));
}

/** «да ну», «это норм?» */
const DOUBTS_IT = /\?|^\s*да (?:ну|ладно)/iu;

const ONCE =
  /(?:^| )(?:не (?:(?:надо|нужно|стоит|хочу) )?повтор\S+|повтор\S+ не (?:надо|нужно)|без повтор\S+|(?:один|одного) раза?|(?:раза|разок) (?:хватит|достаточно))(?= |$)/g;
/** «одного раза мало», «ещё один раз», «не повторяй так часто» want it otherwise. */
const OTHERWISE = /^(?:не|мало|еще|ещё|два|две|три|так|часто|реже|дольше|повтор.*)$/;
/** A reason, or a «хватит», may stand beside it. */
const BESIDE_MAX = 4;

/** «не надо повторять, одного раза хватит»: no word of the rest of what a card shows. */
export function saysOnce(line: string): boolean {
  if (line.length > 60) return false;
  const said = textsOf(line).join(' ');
  const beside = textsOf(said.replace(ONCE, ' '));
  const isLittle = beside.length <= BESIDE_MAX && !/\d/.test(said);
  return (
    beside.join(' ') !== said &&
    isLittle &&
    !beside.some((word) => isKnown(word) || isInfinitive(word) || OTHERWISE.test(word))
  );
}
