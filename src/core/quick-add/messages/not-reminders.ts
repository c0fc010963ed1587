import { textsOf, tokenize, wordsOf } from '../tokens/tokens';
import { GREETING, isInfinitive, isKnown, KINDLY } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/**
 * What people write to the bot that is nothing to be reminded of, as far as the form has to tell it, too: notes,
 * greetings, questions. What else they say in the chat is learned from examples.
 */

/** «заметка: код домофона 45В» */
const NOTE =
  /^\s*(?:заметк[аиу]|в заметки|запиши(?:те)?(?: в заметки)?|note)\s*[:.\n—–-]\s*(?=\S)/iu;
/** «пароль от вайфая Gost2026»: what is kept to be looked up. */
const KEPT = /^\s*(?:.{0,40}\s)?(?:код|пароль|пин(?:-?код)?|логин|размер)\s.*\d/iu;
/** «рецепт: стакан муки, два яйца»: a note, unless it says when. */
const HEADED = /^\s*(?:идея|мысль|рецепт|реквизиты|размеры)(?:\s+(?:для\s+)?[^\s:]+){0,3}:/iu;
/** «запиши код домофона»; not «запиши меня к врачу», which somebody is to do. */
const WRITE_DOWN = new RegExp(
  `^\\s*(?:(?:${GREETING}|бот|эй|слушай|ну|пожалуйста|плиз|${KINDLY})[\\s,!.]+)*` +
    '(?:заметк[ау]|(?:запиши|запомни|сохрани)(?:те)?)' +
    `(?:[\\s,]+(?:себе|мне|пожалуйста|плз|плиз|${KINDLY}|в\\s+заметки|заметку))*\\s*[,:]?\\s+(?:что\\s+)?` +
    '(?!(?:меня|нас|его|ее|её|сына|дочь|ребенка|ребёнка|маму|папу|детей)\\s)(?=\\S)',
  'iu',
);
/** «пароль от вайфая 12345 запиши» */
const WRITTEN_BEHIND =
  /^(.+?)[\s,]+(?:запиши|запомни|сохрани)(?:те)?(?:\s+(?:себе|мне|пожалуйста))*[.!]*$/isu;
const WRITTEN_MAX = 200;
const HEAD_MAX = 60;

const behind = (head: RegExp, line: string): string | undefined => {
  const found = head.exec(line.slice(0, HEAD_MAX))?.[0];
  return found === undefined ? undefined : line.slice(found.length).trim();
};

/** The text of a line that asks for a note; undefined for any other line. */
export const noteOf = (line: string): string | undefined =>
  isHeaded(line) ? line.trim() : behind(NOTE, line);

const saysWhen = (line: string): boolean =>
  beginningWords(line).some((word) => word.length > 3 && isKnown(word));
const isHeaded = (line: string): boolean =>
  HEADED.test(line.slice(0, HEAD_MAX)) && (line.length > WRITTEN_MAX || !saysWhen(line));

/** What a line asks to be written down: a note, unless it says when. */
export const writtenDown = (line: string): string | undefined =>
  behind(WRITE_DOWN, line) ??
  (line.length <= WRITTEN_MAX ? WRITTEN_BEHIND.exec(line)?.[1] : undefined);

/** Said in anger or for love: they tell nothing. */
const FILLER =
  /(?<!\p{L})(?:чтоб (?:его|ее|её|их|тебя)|[её]лки[- ]палки|^[её]лки(?=,)|[её]ш?кин[а-яё]*(?:[- ]кот)?|[её][- ]?мо[её]|(?:ну )?твою ж?е? ?мать|ч[её]рт(?: (?:побери|возьми))?|ч[её]ртов\p{L}*|боже(?: мой)?|господи|зараза|блин|нафиг|не ори|дружище|братан|бро)(?!\p{L})/giu;

/** Said before anything is told. */
const OPENS = /^(?:(?:слушай(?:те)?|кор+оче|кар?роче?|кста(?:ти)?|в общем|значит)[\s,:]+)+/iu;

/** A line without it, where it says anything beside it. */
export function withoutFiller(line: string): string {
  const left = line
    .replace(OPENS, '')
    .replace(FILLER, '')
    .replace(/^[\s,.!]+|[\s,]+$/gu, '')
    .replace(/\s*,(?:\s*,)+/gu, ',')
    .replace(/\s{2,}/gu, ' ');
  return /[\p{L}\p{N}]/u.test(left) ? left : line;
}

/** Whether a text consists of it: nobody is reminded of «Чтоб его». */
export const isFiller = (text: string): boolean =>
  text.length <= HEAD_MAX &&
  /[\p{L}\p{N}]/u.test(text) &&
  !/[\p{L}\p{N}]/u.test(
    text.replace(FILLER, '').replace(/(?<!\p{L})(?:да|ну|а|и)(?!\p{L})/giu, ''),
  );

const GREETINGS = anyOf(
  'привет приветик приветики все с добрым утром здравствуй здравствуйте здрасте здрасьте здарова здорово еще раз салют хай hello hi hey добрый доброе доброго доброй день утро вечер дня вечера ' +
    'ночи времени суток спокойной спасибо спс благодарю большое огромное тебе вам пока до свидания завтра бот ок окей ok ага угу ' +
    'да нет неа понятно понял поняла ясно хорошо ладно круто класс супер отлично молодец как дела ты тест test алло и ну thanks',
);
/** Without one of these a line of such words greets nobody: «завтра», «день». */
const GREETS =
  /^(?:прив|здра|зд[оа]ро|салют|хай|hello|hi|hey|добр|спокойн|спас|спс|благодар|пока|ок|ok|ага|угу|да|нет|неа|понят|понял|ясно|хорошо|ладно|круто|класс|супер|отлично|молодец|дела|тест|test|алло|thanks)/;
const THANKS = /^(?:спс|спасиб|пасиб|благодар|thank|молодец|выручил)/;

/** «да, часы у тебя правильные»: said of the clock that the bot has named. */
export const confirmsClock = (line: string): boolean =>
  /^(?:(?:да|ага|угу|у|тебя|тут|вас|все) )*(?:время|часы|город|пояс)(?: (?:у|тебя|вас|тут|все|показываешь|показывает|идут|стоит))* (?:верн|правильн|точн)(?:о|ый|ое|ые)(?: (?:у|тебя|вас|показываешь|показывает|идут|стоит))*$/.test(
    textsOf(line).join(' '),
  );

/** Whether a line greets, thanks or agrees, and says nothing else. */
export function isGreeting(line: string): boolean {
  if (line.length > 80) return false;
  const words = wordsOf(line).map(({ text }) => text);
  if (confirmsClock(line)) return true;
  return words.every((word) => GREETINGS.has(word)) && words.some((word) => GREETS.test(word));
}

const beginningWords = (line: string): string[] =>
  tokenize(line.slice(0, 200)).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));

/** Whether a line says what to do. */
const actsIn = (line: string): boolean =>
  beginningWords(line).some((word) => isInfinitive(word) && word !== 'есть');

export const isKept = (line: string): boolean =>
  line.length <= 200 && KEPT.test(line) && !actsIn(line);

/** Whether a line ends in a question mark. */
export const asksBack = (line: string): boolean => /\?[\s!?)]*$/.test(line.slice(-10));

const QUESTION = new RegExp(
  `^(?:(?:а|и|ну|скажи|подскажи|бот|слушай|пожалуйста|${GREETING})[\\s,!.]+)*` +
    '(?:кто|что|ч[её]|чо|как|как(?:ой|ая|ое|ие|ого)|который|когда|где|почему|сколько|во сколько|(?:ты|вы)(?! (?:мож|напомн))|умеешь|what|who|how|when|where|why)\\s',
  'iu',
);

/** Whether a line asks something of the bot: «во сколько завтра встреча?», «что было вчера». */
export function isQuestion(line: string): boolean {
  const isAsked = asksBack(line);
  const acts = actsIn(line);
  if (!QUESTION.test(line.trimStart().slice(0, HEAD_MAX))) return isAsked && !acts;
  // «как приду домой, позвонить маме» is something to do.
  return isAsked || (!acts && beginningWords(line).length <= 6);
}

const OF_THE_BOT = new RegExp(
  '^(?:(?:а|и|ну|слушай|скажи|подскажи|бот)[\\s,]+)*' +
    '(?:(?:ты|вы)\\s(?:.*\\s)?\\p{L}+(?:шь|[еи]те)|(?:с?мож|уме)(?:ешь|ете)|у\\s(?:тебя|вас)|' +
    '(?:кто|что|ч[её]|как\\p{L}*|когда|почему|зачем|сколько|разве)\\s(?:\\S+\\s){0,3}?(?:ты|вы|тебя|вас|тебе|вам))(?!\\p{L})',
  'iu',
);
/** «а ты умеешь будить по утрам», «как у тебя выключается звук по ночам»: of what the bot is used to do. */
export const speaksOfTheBot = (line: string): boolean =>
  line.length <= HEAD_MAX && OF_THE_BOT.test(line) && !/напомн|напомин/iu.test(line);

/** Whether a line that says nothing of when only thanks or greets: «спасибо тебе, милок», «привет, дружок», «👍». */
export function isChatter(line: string): boolean {
  if (line.length > 80) return false;
  if (line.trim() !== '' && !/[\p{L}\p{N}]/u.test(line)) return true;
  if (actsIn(line)) return false;
  const [first = '', ...others] = beginningWords(line);
  if (THANKS.test(first)) return true;
  const greets = GREETS.test(first) && GREETINGS.has(first);
  return greets && others.filter((word) => !GREETINGS.has(word)).length <= 1;
}

/** «ну и денёк», «вот это погодка»: of what is gone by, and no moment to come. */
export const exclaims = (line: string): boolean =>
  /^(?:ну и|вот это) (?:д(?:ень|ен[её]к)|недел|вечер|утр|ноч|год)\p{L}*(?: сегодня)?[\s.!…)]*$/iu.test(
    line,
  );

export type SmallTalk = 'hello' | 'thanks' | 'night' | 'bye' | 'fine' | 'everything';

/** How a line that only greets, thanks or agrees is answered; undefined for any other. */
export function smallTalkOf(line: string): SmallTalk | undefined {
  const isMoment = (word: string) => isKnown(word) && !GREETINGS.has(word);
  const isBare = () => !/\d|\?/.test(line) && !beginningWords(line).some(isMoment);
  return isGreeting(line) || (isChatter(line) && isBare()) ? talkOf(line) : undefined;
}

/** How small talk is answered. */
export function talkOf(line: string): SmallTalk {
  const words = beginningWords(line);
  const says = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (says(THANKS)) return 'thanks';
  if (says(/^ночи$/)) return 'night';
  if (says(/^(?:пока|свидания)$/)) return 'bye';
  return says(/^(?:прив|здра|зд[оа]ро|салют|хай|hello|hi|hey|добр|алло)/) ? 'hello' : 'fine';
}

/** What somebody says while thinking aloud. */
const SOUND = '(?:э+м*(?:\\s?-\\s?э+м*)*|эм+|хм+|кхм+|ну|так|вот|короче|значит|в\\s+общем)';
const PAUSE = '[\\s,.…]+';
/** «…, ну, …» between pauses; «э» is a sound wherever it stands. */
const BETWEEN_PAUSES = new RegExp(`(^|[,.…]\\s*)(?:${SOUND}(?:[,…]|\\.{2,})\\s*)+(?=\\S)`, 'giu');
const ANYWHERE = /(^|[\s,])э+м*(?:\s?-\s?э+м*)*(?:[\s,.…]+)(?=[\p{L}\d])/giu;

/** A line without the sounds between its words, where it says anything beside them. */
export function withoutHesitation(line: string): string {
  const left = line.replace(BETWEEN_PAUSES, '$1').replace(ANYWHERE, '$1');
  return /[\p{L}\p{N}]/u.test(left) ? left : line;
}

/** Sighs and sounds, of which no number asks for anything. */
export const SIGHS =
  /(?<!\p{L})(?:[оаэ]й|[оаэ]х|э+|[хк]м+|кхм+|м{2,}|а{2,}|ну|ладно|так|вот|короче|значит)(?!\p{L})/giu;

const REMIND_ME = new RegExp(
  `^(?:(?:${SOUND}|пожалуйста|бот|слушай)${PAUSE})*напомни(?:те|ть)?(?:${PAUSE}(?:мне|нам|пожалуйста|${SOUND}))*${PAUSE}`,
  'iu',
);
/** What stands behind «напомни мне, ну,»; undefined where a line does not begin with that. */
export function behindRemindMe(line: string): string | undefined {
  const [asked] = REMIND_ME.exec(line) ?? [];
  return asked === undefined ? undefined : line.slice(asked.length);
}

const HOUR = '[вк]\\s+\\d{1,2}(?:[:.]\\d\\d)?(?:\\s+(?:утра|дня|вечера|ночи))?(?![\\p{L}\\d])';
const DAY =
  '(?:(?:сегодня|завтра|послезавтра)|во?\\s+(?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье))(?!\\p{L})';
const PUT_RIGHT = `${PAUSE}(?:${SOUND}${PAUSE})*(?:ой${PAUSE})?нет${PAUSE}(?:${SOUND}${PAUSE})*(?:лучше\\s+)?`;
const CORRECTED = [HOUR, DAY].map(
  (moment) => new RegExp(`(?<!\\p{L})${moment}${PUT_RIGHT}(?=${moment})`, 'giu'),
);

/** «в 15:30, нет, в 16:00»: only the moment that was said last. */
export const withLastMoment = (line: string): string =>
  CORRECTED.reduce((said, gone) => said.replace(gone, ''), line);
