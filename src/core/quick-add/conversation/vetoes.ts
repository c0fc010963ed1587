import { asksBack } from '../messages/not-reminders';
import { isUndone, PAST_TENSE } from '../replies/reply-words';
import { textsOf } from '../tokens/tokens';
import { type Intent } from './intents';
import { type Known } from './named';
import { isDeedOf } from './names';

/**
 * What speaks against an act, whatever was learned: then the bot asks. Nothing here can make an act of a line.
 */

type Veto = (line: string, reminder: Known) => boolean;

const matches =
  (pattern: RegExp): Veto =>
  (line) =>
    pattern.test(line);

/** «если успею», «чуть не забыла», «надо бы» */
const isConditional = matches(/(?<!\p{L})(?:если|бы|почти|чуть не|или)(?!\p{L})/iu);
/** «кто деплоит по пятницам», «а какая завтра погода» */
const isQuestion: Veto = (line) => asksBack(line) || ASKS.test(line);
const ASKS =
  /^(?:(?:а|и|ну|слушай)\s)*(?:кто|что|чем|как(?:ой|ая|ое|ие)?|когда|где|почему|зачем|сколько)\s(?!\S+(?:ть|ти)(?![\p{L}]))/iu;
/** «не хочу каждый день», «больше не надо» */
const isUnwanted = matches(
  /(?<!\p{L})не\s+(?:(?:надо|нужн[оаы]?|хочу|хотим|буд[уе]м?)(?!\p{L}))/iu,
);
/** «не сдала», «не закрыл»: where no other verb says that something was done. */
const isDenied: Veto = (line) => {
  const words = textsOf(line);
  const past = words.filter((word) => PAST_TENSE.test(word) && !isUndone(word));
  return past.length > 0 && past.every((word) => words[words.indexOf(word) - 1] === 'не');
};
/** «деньги сдала ещё в пятницу»: what was done is not put off. */
const isDoneAlready: Veto = (line, reminder) => {
  const words = textsOf(line);
  return words.some(
    (word, at) => PAST_TENSE.test(word) && words[at - 1] !== 'не' && isDeedOf(word, reminder),
  );
};
/** «Петька накосячил», «кот сбежал», «мама приехала»: it came to pass by itself, or somebody else did another thing. */
const isSomebodyElses = matches(
  /(?<!\p{L})(?:сбежал|уехал|приехал|заболел|умер|завял|засох|скис|пропал|сломал|упал|накосячил)(?:[аио]|с[ья]|[аио]сь)?(?!\p{L})/iu,
);

/** «газовщик позвонил, приедет в 12» */
const isToCome = matches(
  /(?<!\p{L})(?:при(?:едет|д[её]т|вез[её]т|нес[её]т)|будет|начн[её]тся)\s.*\d/iu,
);

const VETOES: Partial<Record<Intent, readonly Veto[]>> = {
  done: [isConditional, isQuestion, isDenied, isSomebodyElses, isToCome],
  delete: [isConditional, isQuestion],
  skip: [isConditional, isQuestion],
  move: [isQuestion, isDoneAlready],
  repeat: [isConditional, isQuestion, isUnwanted, isDoneAlready],
  pause: [isQuestion],
  undo: [isQuestion],
};

export const isVetoed = (line: string, intent: Intent, reminder: Known): boolean =>
  (VETOES[intent] ?? []).some((speaksAgainst) => speaksAgainst(line, reminder));
