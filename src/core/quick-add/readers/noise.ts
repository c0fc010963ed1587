import { type Cursor } from '../tokens/cursor';
import { type Token } from '../tokens/tokens';
import { type Scene } from './phrase';
import {
  DAYS_AWAY,
  GREETING,
  isInfinitive,
  isKnown,
  KINDLY,
  MONTHS,
  WEEKDAYS,
} from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';
import { oneOf, pattern } from '../tokens/outline';

/** Words that ask to be reminded and say neither when nor what. */

/** Phrases of a list that «;» separates. */
const phrases = (list: string): string => `(?:${list.replaceAll('; ', '|')})`;

const REMIND = anyOf(
  'напомни напомните напоминай напоминайте напомнить напомнишь напомнил напомнила',
);
/** «дёрни», «брякнуть»: verbs of one short move ask for a sign, beside «меня» or «мне». */
export const POKE = '(?!верн|начн)\\p{L}*[бвгджзклмнпрстфхцчшщ]н(?:и(?:те)?|уть)';
const TELLING =
  '(?:(скажи)|подскажи|говори|сообщ(?:и|ай)|предупре(?:ди|ждай)|(?:на)?пиши|шли|присылай|(?:при|по)шли)(?:те)?|' +
  `сказать|сообщить|предупредить|${POKE}`;
const SIGN = new RegExp(`^(?:${TELLING})$`, 'u');
/** Whether a line asks to be told: «напомни», «можешь в 9 дёрнуть меня». */
export const asksToBeTold = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text }, at) =>
      /^напом[ин]/.test(text) ||
      (SIGN.test(text) && /^(?:мне|меня|нам|нас)$/.test(tokens[at + 1]?.text ?? '')),
  );

const MAKE =
  '(?:постав(?:ь|ить)?|созда(?:й|ть)|добав(?:ь|ить)|сделай|установи|запланируй|(?:за)?кинь|вбей)(?: (?:мне|плиз|плз|пж|пожалуйста))*';
const REMINDER = '(?:напомина(?:ни[ейя]|лк[уаи]|лок|лочку)|уведомление)';
/** «поставь мне два напоминания», «напоминание поставь мне» */
const MAKE_REMINDER = pattern(`${MAKE} (?:#\\d+ )?${REMINDER}`);
const REMINDER_MADE = pattern(`${REMINDER}(?: ${MAKE})?`);
const MAKE_SOME = pattern(MAKE);
/** «не забудь, завтра в 21 закрыть теплицу» */
const NOT_TO_FORGET = pattern('не забудь(?:те)?|не забыть(?= ,)|не дай(?: мне)? забыть');
export const PLEASE = anyOf('пожалуйста плиз плз пж пжл плиззз');
/** «не» of «не забыть …» belongs to what follows, unless that says when. */
const LEANING = anyOf(
  'не меня вас тебя вам мне нам дорогой дорогая дорогие любезный любезная голубчик голубушка уважаемый ' +
    'уважаемая так чтобы чтоб очень привет бот друг другом милый слушай слушайте скажи ' +
    'скажите подскажи спасибо извини прости ну а',
);
/** They ask, where «напомни» stands anywhere in the line. */
const BEGGING = new Set([
  ...LEANING,
  ...anyOf(
    'мог:,ла,ли бы ты вы може:шь,те сможешь эй йоу слышь слыш алиса хочу прошу ' +
      'пожалуйста плиз пж можно надо нужно подскажите извините простите бро попросить',
  ),
]);
const leans = (c: Cursor): boolean =>
  LEANING.has(c.peek(-1)?.text ?? '') &&
  c.peek()?.kind === 'word' &&
  !isKnown(c.text) &&
  !/^(?:в|во|на|к|с|по|через)$/.test(c.text);

/** So are these asked. */
const COURTESIES = phrases(
  'не соч(?:тите|ти) за труд; если (?:(?:вас|тебя|вам|тебе) )?(?:не трудно|не сложно|не затруднит); если можно; если можешь; ' +
    'если не затруднительно; сделай(?:те)? одолжение; окажи(?:те)? услугу; буду (?:признател|благодар)(?:ен|ьна|на) , если; ' +
    KINDLY,
);
const COURTESY = pattern(COURTESIES);

/** They end a line behind a comma or a full stop: «…, если не трудно», «…, заранее спасибо!» */
const CLOSING = pattern(
  `(?:${COURTESIES}|${phrases(
    'заранее спасибо; спасибо заранее; большое спасибо; спасибо большое; спасибо; спс; благодарю; ' +
      'буду (?:признател|благодар)(?:ен|ьна|на)',
  )})(?: [.!)])*(?= $)`,
);

export const NEED = anyOf('надо нужно');

/** What «скажи в 20:20 …» is to tell: a deed, or a clause. */
const TOLD = '(?:[^\\s,]+ ){0,8}?(?:что|\\S+(?:ть|ти|чь))';
/** «Голубушка, напомните мне завтра позвонить …»: who is asked, where it is said politely to do what. */
const ADDRESS = pattern(`\\p{L}{3,}(?= , \\p{L}+[иьй]те ${TOLD} )`);

/** Said while somebody thinks: nobody is reminded of them. */
const FILLERS = phrases(
  'короче говоря; короче; кароч; кароче; короч; ж; же; значит; э - э; э; ээ; эээ; эм; в общем; вобщем; вообщем; это самое; типа; ' +
    'вроде бы; вроде; кажется; наверное; наверно',
);
/** These are fillers only before a comma or a word of time: «так, завтра …», «кстати в 10 …». */
const LIGHT_FILLERS = phrases(
  'очень (?:вас |тебя )?прошу; ой; ах да; а еще; и еще; еще; (?:и |а )?вот еще; да , и; хм; ммм; мм; так вот; так; кстати; слушай(?:те)?(?: сюда)?; смотри; блин; итак; ладно; окей; ок; где - то; как бы; ' +
    'ну давай; давай; ну это; бот; спасибо; спс; чуть не забыл; чуть не забыла; совсем забыл; совсем забыла',
);
/** Whether words of time follow, or «напомни». */
export const opensTime = (c: Cursor): boolean =>
  isKnown(c.text) ||
  /^напом/.test(c.text) ||
  (/^(?:в|во|на|к|через|около|после|за)$/.test(c.text) &&
    (c.peek(1)?.kind === 'number' || isKnown(c.peek(1)?.text ?? '')));

/** «завтра там в 11», «в 10, ну, в банк» */
const WAVERING = 'ну|там|вот';
/** «приветик», «здравствуй, милок,»: with the one whom it addresses. */
const GREETED = `(?:${GREETING})(?:(?: ,)? \\p{L}+(?= [,!]))?`;
const GREETS = pattern(GREETED);
const FILLER = pattern(FILLERS);
const LIGHT_FILLER = pattern(`${LIGHT_FILLERS}|${WAVERING}|${GREETED}`);
const ANY_FILLER = pattern(`${FILLERS}|${LIGHT_FILLERS}|${WAVERING}|${GREETED}|где|да|и|а`);

/** «короче, …», «…, значит, …», «в 12 где-то»: at the start, beside a moment or between commas; «э» anywhere. */
function readFiller(c: Cursor, atStart: boolean, beside: boolean): boolean {
  // «…, ой, …» takes back what was said.
  if (c.text === 'ой' && c.at > 0) return false;
  return c.attempt(() => {
    const filler = c.match(FILLER);
    const said = (filler ?? c.match(LIGHT_FILLER))?.[0];
    if (said === undefined) return false;
    if (/^э+м*$/.test(said) && !c.done && c.peek()?.kind !== 'mark') return true;
    const pauses = c.mark(',!.:') || c.sees(() => c.match(ANY_FILLER)) !== null;
    const opens = opensTime(c) || NEED.has(c.text);
    if (filler) return atStart || beside;
    if (said === 'ну' || said === 'там' || said === 'вот') {
      return ((atStart && said !== 'там') || beside) && (pauses || opens);
    }
    return (atStart && (pauses || opensTime(c))) || (said.endsWith(' то') && (beside || opens));
  });
}

/** Elsewhere fewer words ask: «бот, не забудь …», «слушай, скажи мне …». */
const CALLING = new Set([
  ...PLEASE,
  ...anyOf(
    'бот эй йоу слышь слушай алиса ну можешь сможешь можно хочу прошу чтобы чтоб ты меня тебя',
  ),
]);

/** `asks`: what is behind is what to be reminded of, or when. */
type Noise = 'asks' | 'says nothing';
type Place = Pick<Scene, 'atStart' | 'asked' | 'previous'>;

/**
 * Moves over words that say neither what nor when: «короче,», «…, заранее спасибо», «напомни мне, пожалуйста, что»,
 * «можешь … напомнить», «мне надо». Where there are none, the cursor may stand anywhere.
 */
export function readNoise(c: Cursor, { atStart, asked, previous }: Place): Noise | undefined {
  const start = c.at;
  const beside = previous !== undefined;
  if (readClosing(c) || readFiller(c, atStart, beside)) return 'says nothing';
  const isCourteous = atStart && c.sees(() => c.match(COURTESY)) !== null;
  const begged = atStart && readBegging(c, asked);
  if (begged && asked && !asksHere(c)) {
    // «можешь завтра в 9 напомнить …»: what is begged for stands further on.
    return leans(c) && !tellsMe(c) ? undefined : 'says nothing';
  }
  // «будьте любезны, сегодня в 19 …»
  const isPolite = isCourteous && opensTime(c);
  if (c.attempt(() => readAsking(c, { atStart, asked, begged }))) {
    while (c.match(TO_ME)) continue;
    c.match(THAT);
    if (c.peek(-1)?.text !== 'что') c.mark(',:?');
    c.match(NEEDED);
    return 'asks';
  }
  // A greeting or a wish alone is text.
  if (begged && !isPolite) c.at = start;
  else if (c.in(PLEASE)) return pleads(c, beside) ? 'says nothing' : undefined;
  return atStart && (c.match(NEEDED) !== null || isPolite) ? 'says nothing' : undefined;
}

/** «…, если не трудно», «…, заранее спасибо!» */
const readClosing = (c: Cursor): boolean =>
  /^[,.!?]$/.test(c.peek(-1)?.text ?? '') && c.match(CLOSING) !== null;

/** «голубушка,», «бот, слушай,», «если не трудно,»: who is asked, and how; whether any of that stood here. */
function readBegging(c: Cursor, asked: boolean): boolean {
  const start = c.at;
  const begs = () =>
    c.match(COURTESY) !== null ||
    c.match(GREETS) !== null ||
    (!opensTime(c) && c.match(ADDRESS) !== null) ||
    (!tellsMe(c) && c.in(asked ? BEGGING : CALLING));
  while (begs() || (c.at > start && c.mark(',!.:'))) continue;
  return c.at > start;
}

/** Whether «скажи мне» comes next, which asks by itself: «скажи мне взять зонт». */
const tellsMe = (c: Cursor): boolean => c.sees(() => c.match(TELLS_ME)) !== null;

/** Whether «напомни» or «поставь» comes next. */
const asksHere = (c: Cursor): boolean =>
  REMIND.has(c.text) || c.sees(() => c.match(MAKE_SOME)) !== null;

/** Whether «пожалуйста» that was just read belongs to the asking: beside a moment, or at the end. */
function pleads(c: Cursor, beside: boolean): boolean {
  if (opensTime(c) || beside) return true;
  c.mark('.!)');
  return c.done;
}

const POLITELY = `(?: ,)?(?: (?:${oneOf(PLEASE)}|мне|там|себе|еще|${KINDLY})(?: ,)?)`;
/** «занесите, будьте добры, на среду в 11 …», «закинь на четверг …», «поставь мне на 19 …»: asks where a moment follows. */
const ENTER = pattern(
  `(?:занеси|внеси|вбей|(?:за)?кинь|ч[ие]ркни|забей)(?:те)?${POLITELY}*|` +
    `(?:поставь|сделай|создай|добавь|запланируй|назначь)(?:те)?${POLITELY}+|(?:поставь|создай|добавь|запланируй|назначь)(?:те)?(?= на (?:\\p{L}|#\\d+ :))`,
);
const ENTER_POLITELY = pattern(`(?:занеси|внеси)(?:те)?${POLITELY}+`);

const ENTER_FOR = pattern('(?:запиши|добавь|запланируй|назначь)(?:те)?(?= на )');
const isOfMoment = (word: string): boolean => isKnown(word) || /^(?:на|во?|ко?|со?)$/.test(word);
/** «стоматолог запиши на пятницу в 10»: between what is to be remembered and its moment, with which the line ends. */
const readEnteringFor = (c: Cursor): boolean =>
  c.attempt(() => {
    const before = c.former.at(-1);
    // «маму запиши на вторник», «позвони Оле и запиши на субботу»: deeds of their own.
    const isDeed = before?.kind !== 'word' || /^и$|[^н][ую]$/.test(before.text);
    if (isDeed || !c.match(ENTER_FOR)) return false;
    const [day, month] = [c.peek(1), c.peek(2)];
    const isDate = day?.kind === 'number' && MONTHS.has(month?.text ?? '');
    const isDay = isDate || DAYS_AWAY.has(day?.text ?? '') || WEEKDAYS.has(day?.text ?? '');
    const opens = /^(?:так|вот|ну)$/.test(before.text);
    const endsLine = c.rest.every(({ kind, text }) => kind !== 'word' || isOfMoment(text));
    return isDay && (opens || endsLine);
  });

/** «поставь напоминание», «напомни»: the words that ask for a reminder. */
function readAsking(
  c: Cursor,
  { atStart, asked, begged }: Record<'atStart' | 'asked' | 'begged', boolean>,
): boolean {
  if (c.match(MAKE_REMINDER)) return true;
  if (atStart && c.match(ENTER_POLITELY)) return true;
  const enters =
    atStart && c.attempt(() => c.match(ENTER) !== null && (c.mark(':') || opensTime(c)));
  if (enters) return true;
  if (atStart && asked && c.match(MAKE_SOME)) {
    // «поставь на 18:00 напоминание»
    const [to, when] = [c.text, c.peek(1)];
    return /^(?:на|во?|через)$/.test(to) && (when?.kind === 'number' || isKnown(when?.text ?? ''));
  }
  const acts = asked && isInfinitive(c.peek(1)?.text ?? '');
  if ((atStart || acts) && c.match(REMINDER_MADE)) return true;
  if (atStart && c.match(NOT_TO_FORGET)) return true;
  if (!atStart && readEnteringFor(c)) return true;
  const infinitive = c.peek()?.text === 'напомнить';
  if (!c.in(REMIND)) return readTelling(c);
  // «напомнить маме» is a task of the user's own.
  const next = c.peek();
  const own = !/^(?:мне|нам|о|об|про|в|во|на|к|через|что)$/.test(c.text) && next?.kind === 'word';
  if (infinitive && !begged && own && !isKnown(c.text)) return false;
  c.attempt(() => c.mark('-', true) && c.word('ка'));
  return true;
}

const ABOUT = pattern('про|об?|насчет|по поводу');

/** «мне» as it is said and mistyped right behind «напомни», «, пожалуйста». */
const TO_ME = pattern(
  `(?:, )?${oneOf(PLEASE)}|${oneOf('мне нам еще снова мен мн ме мнн мнее мене нме мня пож ка')}`,
);
const THAT = pattern('(?:[,:] )?(?:что|чтоб|што|чо|шо|о том , что)');
const NEEDED = pattern('(?:мне |нам )?(?:надо|нужно)(?: бы| будет| же)?|(?:мне|нам) бы');

const ME = '(мне|меня|нам|нас)';
const TELLS = pattern(`(?:${TELLING})(?: ${ME})?`);
const TELLS_ME = pattern(`(?:${TELLING}) ${ME}`);
const TELLS_WHAT = pattern(TOLD);

/** «через час напиши мне, что …», «скажи что …», «пиши мне в 22 лечь спать»: asks as «напомни» does. */
function readTelling(c: Cursor): boolean {
  const opening = c.at === 0;
  const [told, says, me] = c.match(TELLS) ?? [];
  if (told === undefined) return false;
  // «рассаду полить скажи мне»
  const isToDo = isInfinitive(c.text);
  const isAbout = c.sees(() => c.match(ABOUT)) !== null;
  if (me && (opensTime(c) || isToDo || isAbout || (c.done && !opening))) return true;
  const tells = opening && opensTime(c) && c.sees(() => c.match(TELLS_WHAT)) !== null;
  if (says && (isToDo || tells)) return true;
  const comma = c.mark(',');
  const [next, second] = [c.peek(1), c.peek(2)];
  // «напиши что-нибудь Оле», «сообщи что нового»; «скажи что поезд прибывает»
  const clause = me ?? (comma || (says && next?.kind === 'word' && second?.kind === 'word'));
  return !opening && c.text === 'что' && next?.text !== '-' && Boolean(clause);
}
