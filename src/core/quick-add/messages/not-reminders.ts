import { tokenize, wordsOf } from '../tokens/tokens';
import { isInfinitive, isKnown } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/** What people write to the bot that is nothing to be reminded of: notes, greetings, questions. */

/** «заметка: код домофона 45В» */
const NOTE =
  /^\s*(?:заметк[аиу]|в заметки|запиши(?:те)?(?: в заметки)?|note)\s*[:.\n—–-]\s*(?=\S)/iu;
/** «пароль от вайфая Gost2026», «идея для поста: …»: what is kept to be looked up. */
const KEPT = /^\s*(?:.{0,40}\s)?(?:код|пароль|пин(?:-?код)?|логин|размер)\s.*\d/iu;
const IDEA = /^\s*(?:идея|мысль)(?:\s+для\s+\S+)?:/iu;
/** «рецепт: стакан муки, два яйца»: a note, unless it says when. */
const HEADED =
  /^\s*(?:рецепт|ингредиенты|реквизиты|цитата|контакты|размеры)(?:\s+(?:для\s+)?[^\s:]+){0,3}:/iu;
/** «арматура 12 мм 340 м, вязалка 5 кг»: a list of quantities. */
const QUANTITY =
  /\d\s?(?:мм|см|м|км|кг|гр?|м?л|шт|уп|пач\p{L}*|куб\p{L}*|меш\p{L}+|банк\p{L}*)(?!\p{L})/giu;
const ORDERED = /^(?:куп|возьм|закаж|привез|захват|принес|запи[сш]|запомн|сохран)\p{L}*/iu;
/** «запиши код домофона»; not «запиши меня к врачу», which somebody is to do. */
const WRITE_DOWN =
  /^\s*(?:(?:привет|здравствуй(?:те)?|добр(?:ый|ое) (?:день|вечер|утро)|бот|эй|слушай|ну|пожалуйста|плиз)[\s,!.]+)*(?:заметк[ау]|запиши(?:те)?|запомни(?:те)?|сохрани(?:те)?)(?:\s+(?:себе|мне|пожалуйста|в\s+заметки|заметку))*\s*[,:]?\s+(?:что\s+)?(?!(?:меня|нас|его|ее|её|сына|дочь|ребенка|ребёнка|маму|папу|детей)\s)(?=\S)/iu;
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
  IDEA.test(line.slice(0, HEAD_MAX)) || isHeaded(line) || isListed(line)
    ? line.trim()
    : behind(NOTE, line);

const PAST = /..[аеиоуыя]л[аи]?$/;
const saysWhen = (line: string): boolean =>
  beginningWords(line).some((word) => word.length > 3 && isKnown(word));
const isHeaded = (line: string): boolean =>
  HEADED.test(line.slice(0, HEAD_MAX)) && (line.length > WRITTEN_MAX || !saysWhen(line));
const isListed = (line: string): boolean =>
  line.length <= WRITTEN_MAX &&
  /^\p{L}/u.test(line) &&
  (line.match(QUANTITY) ?? []).length > 1 &&
  !ORDERED.test(line) &&
  !saysWhen(line) &&
  !beginningWords(line).some((word) => word.length > 3 && PAST.test(word)) &&
  !actsIn(line);

/** What a line asks to be written down: a note, unless it says when. */
export const writtenDown = (line: string): string | undefined =>
  behind(WRITE_DOWN, line) ??
  (line.length <= WRITTEN_MAX ? WRITTEN_BEHIND.exec(line)?.[1] : undefined);

/** Said in anger or for love: they tell nothing. */
const FILLER =
  /(?<!\p{L})(?:чтоб (?:его|ее|её|их|тебя|вас|он[аои]? (?:провалил\p{L}+|сгорел\p{L}*))|будь (?:он[аои]?|ты|все|всё) (?:не ?ладн\p{L}+|проклят\p{L}*)|[её]лки[- ]палки|^[её]лки(?=,)|[её]ш?кин[а-яё]*(?:[- ]кот)?|[её]карный бабай|[её][- ]мо[её]|(?:ну )?тво(?:ю|я) ж?е? ?мать|блин горелый|ч[её]рт(?: (?:бы )?(?:побери|побрал|возьми|знает что))?|ч[её]ртов\p{L}*|ради бога|боже(?: мой)?|господи(?: боже)?|зараз[аы]|капец|жесть|кошмар|блин|блять|бля|сука|нафиг|на фиг|нахрен|на хрен|окаянн\p{L}+|треклят\p{L}+|проклят(?:ый|ая|ое|ые)|не ори|солнышко|солнце мое|голубчик|дружище|братан|бро|мой хороший|моя хорошая)(?!\p{L})/giu;

/** Said before anything is told. */
const OPENS = /^(?:(?:слушай(?:те)?|короче|кстати|в общем|значит|такое дело)[\s,:]+)+/iu;

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
  'привет приветик приветики приветище приветствую бог в помощь с добрым всем здравия желаю выручил выручила ' +
    'здравствуй здравствуйте здарова здорово салют хай хелло hello hi hey добрый доброе доброго доброй день ' +
    'утро вечер утречко ночи дня вечера времени суток спокойной спасибо спс пасиб благодарю большое огромное тебе вам пока ' +
    'до свидания встречи завтра бот ок окей ok okay ага угу да нет неа понятно понял поняла ясно хорошо ладно круто класс ' +
    'супер отлично молодец как дела ты вы жизнь поживаешь настроение тест test проверка ку алло эй и ну ура лол ха хаха ' +
    'privet spasibo thanks thank thx you very so much good morning evening night bye please',
);
/** Without one of these a line of such words greets nobody: «завтра», «день». */
const GREETS =
  /^(?:привет|здра|здар|здоро|салют|хай|хелло|hello|hi|hey|добр|спокойн|спас|спс|пасиб|благодар|пока|свидан|ок|окей|ok|okay|ага|угу|да|нет|неа|понял|понят|ясно|хорошо|ладно|круто|класс|супер|отлично|молодец|дела|тест|test|ку|алло|эй|ура|лол|ха|privet|spasib|thank|thx|good|bye)/;

const QUESTION =
  /^(?:(?:а|и|ну|скажи|подскажи|привет|здравствуй(?:те)?|хай|бот|слушай|ребят[аы]?|друзья|народ|слушайте|извини(?:те)?|прости(?:те)?|кстати|подскажите|скажите|пожалуйста|добр(?:ый|ое) (?:день|утро|вечер))[\s,!.]+)*(?:кто|что|че|чё|чо|чего|чему|чем|как|какой|какая|какое|какие|какого|котор(?:ый|ая|ое)|когда|где|куда|откуда|почему|зачем|сколько|во сколько|чей|разве|неужели|есть (?:кто|ли|тут|здесь))\s/iu;
const ABOUT_THE_BOT = /^(?:а\s+)?(?:(?:ты|вы)|можно(?:\s+ли)?\s+(?:тебя|вас|тобой|вами))\s/iu;
const ENGLISH =
  /^(?:(?:hi|hello|hey|so|and|but)[\s,!.]+)*(?:what|who|how|when|where|why|which)\s/iu;
const ASKING = anyOf(
  'кто что че чего чему чем как какой какая какое какие какого когда где куда откуда почему зачем сколько чей ли есть ' +
    'будет будут было были правда',
);
/** «умеешь», «напоминаете»: of the bot. */
const SECOND_PERSON = /.{2}(?:[еи]шь|[еи]те)(?:ся)?$/;
/** «можешь напомнить …?» asks for a reminder. */
const BEGS = /мож(?:ешь|ете)$|^напомн/;
const THANKS = /^(?:спс|спасиб|пасиб|благодар)/;
/** «с наступающим Вас» */
const WISHED = /^(?:наступ|праздник|юбиле|рождеств|новосель|новым$|днем$|др$)/;
/** «ну и память у тебя, молодец», «что бы я без тебя делала», «лучший бот»; not «Лучший друг приезжает». */
const PRAISED =
  /^(?:(?:ну|и|ой|да|ты|вы|просто|мой|моя|бот|умный|хороший|память|у тебя|что бы я без тебя делал\p{L}*|без тебя (?:я )?(?:бы )?(?:я )?(?:пропал|никуда|никак)\p{L}*|молод(?:ец|чина)|умни(?:ца|чка)|красав(?:ец|чик|а)|спасител\p{L}*|лучш(?:ий|ая)|прелесть|золото)(?:[\s,.!)]+|$))+$/iu;
const EXCLAIMS =
  /^(?:[ах]{4,}|[ех]{4,}|лол|блин|ого|вау|капец|жесть|прелесть|офиг\S+|обалд\S+|отпад|чума|огонь)$/;
const ADJECTIVE = /[ыиое]й$/;
/** «купи», «налей», «поставьте» */
const IMPERATIVE = /(?:[иь]|[иь]те|[аеуя]й|йте)$/;

const POSSESSIVE = /^(?:мо|тво|сво|наш|ваш)(?:и|ей|ь)?$/;

/** «купи»; not «даёшь», «опять». */
const orders = (word: string): boolean =>
  IMPERATIVE.test(word) &&
  !ADJECTIVE.test(word) &&
  !SECOND_PERSON.test(word) &&
  !POSSESSIVE.test(word) &&
  !/^(?:опять|очень|жизнь|день)$/.test(word);

/** Whether a line greets, thanks or agrees, and says nothing else. */
export function isGreeting(line: string): boolean {
  if (line.length > 80) return false;
  const words = wordsOf(line);
  if (words.length === 0) return false;
  return (
    words.every(({ text }, at) => GREETINGS.has(text) || words[at - 1]?.text === 'добрым') &&
    words.some(({ text }) => GREETS.test(text))
  );
}

const beginningWords = (line: string): string[] =>
  tokenize(line.slice(0, 200)).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));

/** «а можно как-то удалить напоминание?» */
const OF_REMINDERS =
  /^(?:(?:а|и|ну)\s+)?(?:можно|могу|реально|получится|возможно)\s.*(?:напомина|уведомлени|часов\S* пояс|настро|\sбот)/iu;

/** «а ты умеешь напоминать каждый час?»: what it asks about is no moment to be reminded at. */
const ABLE =
  /^\s*(?:(?:а|и|ну|бот|слушай)[\s,]+)*(?:(?:ты|вы)\s+)?(?:умеешь|умеете)\s.*\?[\s!?)]*$/iu;
export const asksAboutSkill = (line: string): boolean => line.length <= 200 && ABLE.test(line);

/** Whether a line says what to do. */
const actsIn = (line: string): boolean =>
  beginningWords(line.replace(/что (?:мне |нам )?делать/iu, '')).some(
    (word) => isInfinitive(word) && word !== 'есть',
  );

export const isKept = (line: string): boolean =>
  line.length <= 200 && KEPT.test(line) && !actsIn(line);

/** Whether a line ends in a question mark. */
export const asksBack = (line: string): boolean => /\?[\s!?)]*$/.test(line.slice(-10));

/** Whether a line asks something of the bot: «во сколько завтра встреча?», «что было вчера». */
export function isQuestion(line: string): boolean {
  const asked = asksBack(line);
  const head = line.trimStart().slice(0, HEAD_MAX);
  const words = beginningWords(line);
  const acts = actsIn(line);
  if (!/[а-яё]/i.test(head)) {
    return !/remind/i.test(line) && ENGLISH.test(head);
  }
  if (!QUESTION.test(head)) {
    if (!asked) return false;
    if (OF_REMINDERS.test(line)) return true;
    const able = words.some((word) => SECOND_PERSON.test(word) && !BEGS.test(word));
    return ABOUT_THE_BOT.test(head) || able || (!acts && words.some((word) => ASKING.has(word)));
  }
  // «как приду домой, позвонить маме» is something to do.
  return (
    asked || (!acts && words.length <= 6) || /\sкак\s.*(?:напоминани|уведомлени)\S*$/iu.test(line)
  );
}

/** «ты утром молчал»: what the bot has done, and nothing to do. */
export const reproaches = (line: string): boolean => {
  const words = beginningWords(line);
  const speaksTo = words.some((word) => word === 'ты' || word === 'вы');
  return speaksTo && !actsIn(line) && words.some((word) => PAST.test(word) && !BEGS.test(word));
};

/** Whether a line that says nothing of when only thanks or greets: «спасибо тебе, милок», «привет, дружок», «👍». */
export function isChatter(line: string): boolean {
  if (line.length > 80) return false;
  if (line.trim() !== '' && !/[\p{L}\p{N}]/u.test(line)) return true;
  const words = beginningWords(line);
  const tasks = words.filter((word) => isInfinitive(word) && !EXCLAIMS.test(word));
  if (tasks.some((word) => word !== 'опять')) return false;
  while (['а', 'и', 'ну', 'да', 'вот'].includes(words[0] ?? '') && words.length > 1) words.shift();
  const [first = '', second = ''] = words;
  if (THANKS.test(first)) return true;
  if (first === 'с' && WISHED.test(second)) return true;
  if (EXCLAIMS.test(first)) return !words.slice(1).some(orders);
  if (first === 'ты' || first === 'вы') return words.length <= 5;
  const rest = words.filter((word) => !GREETINGS.has(word));
  if (rest.some(orders)) return false;
  if (PRAISED.test(line)) return true;
  // «а если я удалю чат, напоминания останутся?»
  if (rest.length > 2 && asksBack(line)) return true;
  const greets = GREETS.test(first) && GREETINGS.has(first);
  // «добрый вечер! по объявлению ещё актуально?»
  return greets && (rest.length <= 2 || asksBack(line));
}

/** «а ты живой человек или робот?» */
const WHO_ARE_YOU =
  /(?<!\p{L})(?:ты|вы)\s.*(?:робот|человек|железяк|машина|живой|бот)(?!\p{L}).*(?:\?| или (?:просто )?(?:программа|робот|бот|машина)[\s!.]*$)/iu;
/** «ты тут?», «бот, ты живой? как дела» */
const THERE =
  /^\s*(?:(?:привет|эй|алло|бот)[\s,!]+)*(?:ты|вы)\s+(?:тут|здесь|там|жив\S*|на связи|работаешь|спишь|слышишь)(?:\s+(?:жив\S*|вообще|еще|ещё|меня))*[\s?!.]*(?:как (?:дела|ты)[\s?!.]*)?$/iu;

/** «как же я устала», «ну и тупой же ты», «наконец-то дома»: how somebody feels. */
const FEELS =
  /^(?:(?:да|ну|и|ой|ох|эх|блин|господи|ч[её]рт)[\s,]+)*(?:как же (?:я|мы) (?:устал|задолбал|замучил|вымотал)\p{L}*(?: сегодня| за (?:день|неделю))?|(?:что ж |какой же |как[аи]я же )?(?:(?:ты|вы) )?(?:вообще )?(?:туп|глуп|бестолков)\p{L}+(?: же)?(?: (?:ты|вы|бот))?(?: (?:такой|такая|иногда|совсем))?|наконец-?то (?:дома|пятница|выходные|вс[её])|как(?:ой|ая)(?: же)? (?:ты|вы)(?: \p{L}+){1,3})[\s.!)]*$/iu;

/** «ну и денёк», «вот это погодка»: of what is gone by, and no moment to come. */
const EXCLAIMED =
  /^(?:(?:ох|эх|да|блин)[\s,]+)*(?!что за дела)(?:ну и|вот это|вот так|что за) (?:день|ден[её]\p{L}*|недел\p{L}+|погод\p{L}+|жар\p{L}|холод\p{L}*|мороз\p{L}*|ноч\p{L}+|утр\p{L}+|вечер\p{L}*|год\p{L}*|смен\p{L}+|дела|народ|дожд\p{L}+|бардак|дурдом)(?: (?:сегодня|был|была|выдал\p{L}+))*[\s.!…)]*$/iu;
export const exclaims = (line: string): boolean => EXCLAIMED.test(line);

export type SmallTalk = 'hello' | 'thanks' | 'night' | 'bye' | 'fine';

/** How a line that only greets, thanks or agrees is answered; undefined for any other. */
export function smallTalkOf(line: string): SmallTalk | undefined {
  if (line.length <= 80 && (THERE.test(line) || WHO_ARE_YOU.test(line))) return 'hello';
  if (line.length <= 80 && FEELS.test(line)) return 'fine';
  if (!isGreeting(line) && !(isChatter(line) && !/\d|\?/.test(line))) return undefined;
  const words = beginningWords(line);
  if (words.some((word) => isKnown(word) && !GREETINGS.has(word))) return undefined;
  const says = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (says(THANKS) || says(/^(?:thank|spasib|выручил|молодец)/)) return 'thanks';
  if (says(/^(?:ночи|night)$/)) return 'night';
  if (says(/^(?:пока|свидания|bye)$/)) return 'bye';
  return says(/^(?:прив|здра|здар|здоро|салют|хай|хелло|hello|hi|hey|добр|ку|алло|эй)/)
    ? 'hello'
    : 'fine';
}
