import { asksBack } from '../messages/not-reminders';
import { type Reply } from '../replies/reply';
import { isUndone, PASSIVE, PAST_TENSE } from '../replies/reply-words';
import { textsOf } from '../tokens/tokens';
import { isKnown } from '../tokens/vocabulary';
import { type Intent } from './intents';
import { changesTime, deniesTime, OF_WEEKDAY } from './moment';
import { isTask, type Known } from './named';
import { isDeedOf, namingWords, wordsSaid } from './names';
import { anyOf } from '../tokens/word-table';

/**
 * What speaks against an act, whatever was learned: then the bot asks. Nothing here can make an act of a line.
 */

type Veto = (line: string, reminder: Pick<Known, 'text'> | undefined) => boolean;

/** «не вторник, а четверг» */
export const denies = (line: string): boolean => /(?<!\p{L})не(?!\p{L})/iu.test(line);

/** «перенеси», «удали»: an act on something that is there. */
export const ORDER =
  /(?<!\p{L})(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|отметь)(?:те)?(?!\p{L})/iu;

/** «врача и парикмахера» */
export const AND = /\sи\s/u;

/** «оба», «всё остальное», «все завтрашние»: nothing of that is done to one alone. */
export const speaksOfSeveral = (line: string): boolean =>
  OF_SEVERAL.test(line) || OF_WEEKDAY.test(line);
const OF_SEVERAL =
  /(?<!\p{L})(?:весь\s(?:\p{L}+шний\s)?день|(?:весь|всю)\s(?:понедельник|вторник|сред|четверг|пятниц|суббот|воскресень)\p{L}*|(?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)\s(?:весь|всю|целиком)|об[ае]|обоих|вс[её](?!-|,(?!\sчто\s))|все[мх]|остальн\p{L}+|(?:сегодня|завтра|послезавтра)шни[ех]|еже\p{L}+ны[ех])(?!\p{L})/iu;

/** «оба» of three leaves open which. */
export const speaksOfBoth = (line: string): boolean =>
  /(?<!\p{L})(?:об[ае]|обоих)(?!\p{L})/iu.test(line);

/** «все мои напоминания»: whatever somebody has, where nothing more tells which. */
const EVERYTHING =
  /(?<!\p{L})вс[её]\s+(?:\p{L}+\s+){0,2}?(?:напоминани[яе]|напоминалки|задачи|дела|записи|события)(?!\p{L})/iu;
const ERASES =
  /(?<!\p{L})(?:удал[иья]|сотр[иу]|стереть|стира|убери|убира|убрать|снес|очист|отмени)\p{L}*/iu;
/** «удали все напоминания»: said of one reminder or of those of a day it would take away what nobody has named. */
export const erasesEverything = (line: string): boolean =>
  ERASES.test(line) && EVERYTHING.test(line);

const matches =
  (pattern: RegExp): Veto =>
  (line) =>
    pattern.test(line);

/** «если успею», «чуть не забыла», «надо бы» */
const isConditional = matches(/(?<!\p{L})(?:если|бы|почти|чуть не|или)(?!\p{L})/iu);
/** «кто деплоит по пятницам», «а какая завтра погода» */
export const isQuestion = (line: string): boolean => asksBack(line) || ASKS.test(line);
const ASKS =
  /^(?:(?:а|и|ну|слушай)\s)*(?:кто|что|чем|как(?:ой|ая|ое|ие)?|когда|где|почему|зачем|сколько)\s(?!\S+(?:ть|ти)(?![\p{L}]))/iu;
/** «не хочу каждый день», «больше не надо» */
const isUnwanted = matches(
  /(?<!\p{L})не\s+(?:(?:надо|нужн[оаы]?|хочу|хотим|буд[уе]м?)(?!\p{L}))/iu,
);
/** «с чехлами пока не надо», «отчёта не будет», and nothing beside it. */
export const isUnwantedAlone = (line: string): boolean => UNWANTED_ALONE.test(line);
const UNWANTED_ALONE =
  /^(?:с\s+)?\p{L}+\s+(?:(?:уже|больше|пока)\s+)?не\s+(?:надо|нуж\p{L}+|будет)[\s.!]*$/iu;
const UNWANTED_THING =
  /(?<!\p{L})(\p{L}+)\s+(?:(?:уже|больше|пока)\s+)?не\s+(?:надо|нуж(?:ен|н\p{L}+)|будет)(?!\p{L})/iu;
/** «проверку не надо» is of something else than a list that has none; «ничего не надо» is of all of it. */
export function namesUnwanted(line: string): boolean {
  const [, thing = ''] = UNWANTED_THING.exec(line) ?? [];
  const ofAll = speaksOfSeveral(thing) || /^(?:ничего|больше|пока|ой|нет)$/iu.test(thing);
  return !ofAll && namingWords(thing).length > 0;
}
/** «такси не надо», of a reminder that has no taxi in it. */
const isOfAnotherThing: Veto = (line, reminder) =>
  reminder !== undefined &&
  isUnwanted(line, reminder) &&
  namesUnwanted(line) &&
  wordsSaid(namingWords(line), namingWords(reminder.text)).length === 0;
/** «сдала», «готово», «оплачен» */
const isDone = (word: string): boolean =>
  (PAST_TENSE.test(word) && !isUndone(word)) ||
  PASSIVE.test(word) ||
  /^(?:готов|сдан|взят)(?:а|о|ы)?$/.test(word);
export const saysDone = (line: string): boolean => textsOf(line).some(isDone);
/** «не сдала», «ещё не готово»: where no other word says that something was done. */
const isDenied: Veto = (line, reminder) => {
  const words = textsOf(line);
  // «стоматолог» only ends like a verb.
  const own = textsOf(reminder?.text ?? '');
  const done = words.filter((word) => isDone(word) && !own.includes(word));
  return done.length > 0 && done.every((word) => words[words.indexOf(word) - 1] === 'не');
};
/** «обед не готов» is no word of deleting it; «не успел, удали» is. */
const isOnlyDenied: Veto = (line, reminder) =>
  isDenied(line, reminder) && !ERASES.test(line) && !ORDER.test(line);
/** «обед раньше», «теперь не в 12»: another time, and it does not say which. */
const isTimeLeftOpen: Veto = (line) => SOONER_OR_LATER.test(line) || deniesTime(line);
const SOONER_OR_LATER = /(?<!\p{L})(?:по)?(?:раньше|позже|позднее)[\s.!]*$/iu;
/** «гирлянду нет» beside what was done */
const isMissing = matches(/(?<!\p{L})нет[\s.!]*$/iu);
/** «всё приняла, кроме магния», «заморозь всё ежедневное, таблетки только оставь»: what is named may be what is left out. */
const isAllBut = matches(
  /(?<!\p{L})(?:кроме|за исключением)(?!\p{L})|(?<!время )(?<!\p{L})оставь(?:те)?[\s.!]*$/iu,
);
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
/** «Петька накосячил», «кот сбежал»: it came to pass by itself. */
const isMishap = matches(
  /(?<!\p{L})(?:сбежал|уехал|приехал|заболел|умер|завял|засох|скис|пропал|сломал|упал|накосячил)(?:[аио]|с[ья]|[аио]сь)?(?!\p{L})/iu,
);
const PEOPLE = anyOf(
  'он она они мама папа муж жена сын дочь брат сестра бабушка дедушка друг подруга коллега начальник сосед соседка',
);
/** «мама сделала суп» of «Полить цветы»: somebody else did another thing. «муж дал уже» may be it. */
const isSomebodyElses: Veto = (line, reminder) => {
  const words = textsOf(line);
  const isDeed = (word: string | undefined) => word !== undefined && PAST_TENSE.test(word);
  const isTheirs = words.some(
    (word, at) => PEOPLE.has(word) && (isDeed(words[at + 1]) || isDeed(words[at + 2])),
  );
  const isOfIt = words.some((word) => reminder && isDeed(word) && isDeedOf(word, reminder));
  return isTheirs && !isOfIt && !words.includes('уже');
};

/** «не удали», «не убирай» */
const isKept = matches(/(?<!\p{L})не\s+(?:удал|убер|убир|сотр|стир|отмен|пропус)\p{L}*/iu);
/** «верни удалённое», «отметь всё»: right behind a card they take nothing of it away. */
export const removesNothing = (line: string): boolean => GIVES_BACK.test(line);
const GIVES_BACK = /(?<!\p{L})(?:верн[иь]|восстанов|отмет)\p{L}*/iu;
/** «отключи уведомления»: all of them, and not the one that has just rung. */
const isOfAllNews = matches(
  /(?<!\p{L})(?:отключ|выключ)\p{L}*\s+(?:все\s+)?(?:уведомлени|напоминани|оповещени)я(?!\p{L})/iu,
);
/** «не переноси» */
const isLeftAsItIs = matches(/(?<!\p{L})не\s+(?:перен|отлож|отклад|сдви|передви)\p{L}*/iu);

/** «газовщик позвонил, приедет в 12» */
const isToCome = matches(
  /(?<!\p{L})(?:при(?:едет|д[её]т|вез[её]т|нес[её]т)|будет|начн[её]тся)\s.*\d/iu,
);

/** «позвонить маме 2 января в 12» is something to do, whatever it names. */
export const isToDo: Veto = (line) => {
  const first = textsOf(line).find((word) => word.length > 2 && !isKnown(word) && !/\d/.test(word));
  return first !== undefined && isTask(first) && !changesTime(line);
};

/** «осталось 7» tells of a stock. */
const isStock = matches(/(?<!\p{L})остал(?:[оаи]с[ья]|ся)(?!\p{L})/iu);

/** «поделись поливом цветов»: somebody else is to know of it. */
const isShare = matches(/^(?:поделись|поделиться|поделитесь)(?!\p{L})/iu);

/** «перенеси поставку на завтра», of whatever is there: it makes nothing. */
const isOrder = matches(
  /^(?:перенеси|сдвинь|передвинь|отложи|удали|убери|отмени|пропусти|переименуй|верни|отметь)(?:те)?\s/iu,
);

/** «не дозвонилась, напомни ещё через час», «пни ещё разочек через час»: of what is there already. */
const isAgain = matches(
  /(?<!\p{L})(?:напомни|повтори)(?:-ка)?\s+(?:мне\s+)?ещ[её](?!\p{L})|^(?:\p{L}+[иьй](?<!т[ьи]|чь)\s+)?ещ[её]\s+(?:раз\p{L}*\s+)?через(?!\p{L})/iu,
);

const VETOES: Partial<Record<Intent | Reply['act'], readonly Veto[]>> = {
  new: [isOrder, isAgain],
  done: [
    isMissing,
    isAllBut,
    isConditional,
    isQuestion,
    isDenied,
    isTimeLeftOpen,
    isMishap,
    isSomebodyElses,
    isKept,
    isToCome,
    isStock,
    isShare,
  ],
  delete: [
    removesNothing,
    isOfAllNews,
    isConditional,
    isQuestion,
    isKept,
    isAllBut,
    isOnlyDenied,
    isTimeLeftOpen,
    isOfAnotherThing,
    erasesEverything,
  ],
  skip: [
    isOfAllNews,
    isConditional,
    isQuestion,
    isKept,
    isAllBut,
    isOnlyDenied,
    isTimeLeftOpen,
    isOfAnotherThing,
    erasesEverything,
  ],
  move: [isQuestion, isEither, isDoneAlready, isToDo, isLeftAsItIs, isAllBut, deniesTime],
  later: [isQuestion, isLeftAsItIs],
  repeat: [isConditional, isQuestion, isUnwanted, isDoneAlready],
  quiet: [isOfAllNews],
  pause: [isQuestion, isAllBut],
  undo: [isQuestion, erasesEverything],
};

export const isVetoed = (
  line: string,
  act: Intent | Reply['act'],
  reminder?: Pick<Known, 'text'>,
): boolean => (VETOES[act] ?? []).some((speaksAgainst) => speaksAgainst(line, reminder));
