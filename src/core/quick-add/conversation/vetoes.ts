import { asksBack } from '../messages/not-reminders';
import { type Reply } from '../replies/reply';
import { isUndone, PAST_TENSE } from '../replies/reply-words';
import { textsOf } from '../tokens/tokens';
import { isKnown } from '../tokens/vocabulary';
import { type Intent } from './intents';
import { PUTS_OFF } from './moment';
import { isTask, type Known } from './named';
import { isDeedOf } from './names';

/**
 * What speaks against an act, whatever was learned: then the bot asks. Nothing here can make an act of a line.
 */

type Veto = (line: string, reminder: Known | undefined) => boolean;

/** «не вторник, а четверг» */
export const denies = (line: string): boolean => /(?<!\p{L})не(?!\p{L})/iu.test(line);

/** «перенеси», «удали»: an act on something that is there. */
export const ORDER =
  /(?<!\p{L})(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|отметь)(?:те)?(?!\p{L})/iu;

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
/** «гирлянду нет» beside what was done */
const isMissing = matches(/(?<!\p{L})нет[\s.!]*$/iu);
/** «всё приняла, кроме магния» */
const isAllBut = matches(/(?<!\p{L})кроме(?!\p{L})/iu);
/** «в 4 или в 5» */
const isEither = matches(/(?<!\p{L})или(?!\p{L})/iu);
/** «деньги сдала ещё в пятницу»: what was done is not put off. */
const isDoneAlready: Veto = (line, reminder) => {
  if (!reminder) return false;
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

/** «позвонить маме 2 января в 12» is something to do, whatever it names. */
export const isToDo: Veto = (line) => {
  const first = textsOf(line).find((word) => word.length > 2 && !isKnown(word) && !/\d/.test(word));
  return first !== undefined && isTask(first) && !PUTS_OFF.test(line);
};

/** «осталось 7» tells of a stock. */
const isStock = matches(/(?<!\p{L})остал(?:[оаи]с[ья]|ся)(?!\p{L})/iu);

/** «поделись поливом цветов»: somebody else is to know of it. */
const isShare = matches(/^(?:поделись|поделиться|поделитесь)(?!\p{L})/iu);

/** «перенеси поставку на завтра», of whatever is there: it makes nothing. */
const isOrder = matches(
  /^(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|переименуй|верни|отметь)(?:те)?\s/iu,
);

const VETOES: Partial<Record<Intent | Reply['act'], readonly Veto[]>> = {
  new: [isOrder],
  done: [
    isMissing,
    isAllBut,
    isConditional,
    isQuestion,
    isDenied,
    isSomebodyElses,
    isToCome,
    isStock,
    isShare,
  ],
  delete: [isConditional, isQuestion],
  skip: [isConditional, isQuestion],
  move: [isQuestion, isEither, isDoneAlready, isToDo],
  later: [isQuestion],
  repeat: [isConditional, isQuestion, isUnwanted, isDoneAlready],
  pause: [isQuestion],
  undo: [isQuestion],
};

export const isVetoed = (line: string, act: Intent | Reply['act'], reminder?: Known): boolean =>
  (VETOES[act] ?? []).some((speaksAgainst) => speaksAgainst(line, reminder));
