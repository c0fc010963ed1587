import { type Cursor } from '../tokens/cursor';
import { DAY_PART_NOUNS, isInfinitive, isKnown } from '../tokens/vocabulary';
import { anyOf } from '../tokens/word-table';

/** Words that ask to be reminded and say neither when nor what. */

const phrases = (list: string): string[][] => list.split('; ').map((each) => each.split(' '));

const REMIND = anyOf(
  'напомни напомните напоминай напоминайте напомнить напомнишь напомнил напомнила',
);
const MAKE = anyOf(
  'поставь поставить постав поставть создай создать добавь добавить сделай установи запланируй',
);
const REMINDER = anyOf(
  'напоминание напоминалку напоминалочку напоминалка уведомление напоминания напоминаний ' +
    'напоминалки напоминалок',
);
/** «два напоминания»: nobody counts more. */
const SAID_MAX = 20;
export const PLEASE = anyOf('пожалуйста плиз плз пж пжл плиззз');
/** They ask, where «напомни» stands anywhere in the line. */
const BEGGING = anyOf(
  'не мог могла могли бы ты вы будь будьте добр добра добры так любезен любезна любезны а ' +
    'можешь сможешь можете слушай слушайте бот привет здравствуй здравствуйте эй алиса ну хочу ' +
    'прошу чтобы чтоб меня пожалуйста плиз пж можно надо нужно очень добрый день вечер утро ' +
    'доброе подскажи подскажите скажи скажите извини извините прости простите вас тебя другом ' +
    'другу друг дружище бро солнышко милый милая вам мне нам спасибо попросить попрошу уважаемый ' +
    'уважаемая дорогой дорогая',
);
/** «не» of «не забыть …», «день» of «день рождения» belong to what follows, unless that says when. */
const LEANING = anyOf(
  'не меня вас тебя вам мне нам день утро вечер доброе добрый дорогой дорогая уважаемый ' +
    'уважаемая так чтобы чтоб очень привет бот друг другу другом милый милая солнышко слушай слушайте скажи ' +
    'скажите подскажи спасибо извини прости ну а',
);
/** «утро на даче», unlike «доброе утро». */
const isPartOfDay = (c: Cursor): boolean =>
  /^(?:день|утро|вечер)$/.test(c.peek(-1)?.text ?? '') && !/^добр/.test(c.peek(-2)?.text ?? '');
const leans = (c: Cursor): boolean =>
  isPartOfDay(c) ||
  (LEANING.has(c.peek(-1)?.text ?? '') &&
    c.peek()?.kind === 'word' &&
    !isKnown(c.text) &&
    !/^(?:в|во|на|к|с|по|через)$/.test(c.text));

/** So are these asked. */
const COURTESIES = phrases(
  'не сочтите за труд; не сочти за труд; если не трудно; если не сложно; если не затруднит; ' +
    'если вас не затруднит; если тебя не затруднит; если тебе не сложно; если тебе не трудно; ' +
    'если вам не сложно; если вам не трудно; если можно; если можешь; если не затруднительно; ' +
    'сделай одолжение; сделайте одолжение; окажи услугу; окажите услугу; буду признателен , ' +
    'если; буду признательна , если; буду благодарен , если; буду благодарна , если',
);

/** They end a line: «…, если не трудно», «…, заранее спасибо!» */
const CLOSINGS = [
  ...COURTESIES,
  ...phrases(
    'заранее спасибо; спасибо заранее; большое спасибо; спасибо большое; спасибо; спс; ' +
      'благодарю; будь добр; будь добра; будьте добры; будь любезен; будь любезна; будьте любезны; ' +
      'буду признателен; буду признательна; буду благодарен; буду благодарна',
  ),
];

/** Whether nothing but a courtesy behind a comma or a full stop is left of the line. */
function readClosing(c: Cursor): boolean {
  if (!/^[,.!]$/.test(c.peek(-1)?.text ?? '')) return false;
  return c.attempt(() => {
    if (!CLOSINGS.some((phrase) => c.words(...phrase))) return false;
    while (c.mark('.!)')) continue;
    return c.done;
  });
}

export const NEED = anyOf('надо нужно');

/** Said while somebody thinks: nobody is reminded of them. */
const FILLERS = phrases(
  'короче говоря; короче; ж; же; значит; э - э; э; ээ; эээ; эм; в общем; вобщем; вообщем; это самое; типа; ' +
    'вроде бы; вроде; кажется; наверное; наверно',
);
/** These are fillers only before a comma or a word of time: «так, завтра …», «кстати в 10 …». */
const LIGHT_FILLERS = phrases(
  'ой; ах да; а еще; и еще; еще; да , и; хм; ммм; мм; так вот; так; кстати; слушай; слушайте; смотри; блин; итак; ладно; окей; ок; где - то; как бы; ' +
    'ну давай; давай; ну это; привет; здравствуй; здравствуйте; добрый день; добрый вечер; доброе утро; бот; спасибо; спс; чуть не забыл; чуть не забыла; совсем забыл; совсем забыла',
);
const opensTime = (c: Cursor): boolean =>
  isKnown(c.text) ||
  /^напом/.test(c.text) ||
  (c.text === 'к' && DAY_PART_NOUNS.has(c.peek(1)?.text ?? '')) ||
  (/^(?:в|во|на|к|через|около|после)$/.test(c.text) &&
    (c.peek(1)?.kind === 'number' || isKnown(c.peek(1)?.text ?? '')));

/** «завтра там в 11», «в 10, ну, в банк» */
const WAVERING = phrases('ну; там; вот');
const FILLS = new Set([...FILLERS, ...LIGHT_FILLERS, ...WAVERING].map(([word]) => word));

/** «короче, …», «…, значит, …», «в 12 где-то»: at the start, beside a moment or between commas; «э» anywhere. */
function readFiller(c: Cursor, atStart: boolean, beside: boolean): boolean {
  // «…, ой, …» takes back what was said.
  if (!FILLS.has(c.text) || (c.text === 'ой' && c.at > 0)) return false;
  const apart = c.peek(-1)?.text === ',';
  return c.attempt(() => {
    const said = (list: readonly string[][]) => list.some((phrase) => c.words(...phrase));
    const filler = said(FILLERS);
    const light = !filler && (said(LIGHT_FILLERS) || said(WAVERING));
    if (!filler && !light) return false;
    const last = c.peek(-1)?.text ?? '';
    if (/^э+м*$/.test(last) && !c.done && c.peek()?.kind !== 'mark') return true;
    const [comma, more] = [c.mark(',!.:'), FILLS.has(c.text) || c.text === 'где'];
    if (filler) return atStart || beside || (apart && (comma || c.done));
    const opens = opensTime(c) || NEED.has(c.text);
    if (WAVERING.some(([word]) => word === last)) {
      return (
        (atStart && last !== 'там' && (comma || more || opens)) ||
        (beside && (comma || more || opens))
      );
    }
    return (
      (atStart && (comma || more || opensTime(c))) ||
      (/^то$/.test(last) && (beside || opensTime(c)))
    );
  });
}

const HELLO = anyOf('привет бот эй слушай алиса здравствуй здравствуйте ну');
const ASK = anyOf('можешь сможешь можно хочу прошу чтобы чтоб ты меня тебя');

const GREETED = new Set([...HELLO, ...PLEASE, ...ASK]);

/** «напомни мне, пожалуйста, что», «поставь напоминание на», «мне надо»: asks, but says neither what nor when. */
export function readNoise(
  c: Cursor,
  atStart: boolean,
  asks = false,
  beside = false,
): { to: number; reminds: boolean } | undefined {
  const start = c.at;
  let reminds = false;
  if (readClosing(c) || readFiller(c, atStart, beside)) return { to: c.at, reminds };
  if (atStart && asks) {
    while (
      COURTESIES.some((phrase) => c.words(...phrase)) ||
      c.in(BEGGING) ||
      (c.at > start && c.mark(',!.'))
    )
      continue;
    if (c.at > start && !REMIND.has(c.text)) {
      return leans(c) ? undefined : { to: c.at, reminds: false };
    }
  }
  if (atStart) {
    while (c.in(GREETED) || (c.at > start && c.mark(',!.'))) continue;
  }
  const begged = c.at > start;
  const asked = c.attempt(() => {
    if (c.in(MAKE)) {
      c.word('мне');
      // «добавь два напоминания», «поставь на 18:00 напоминание»
      c.int(1, SAID_MAX);
      const when = /^(?:на|в|во|через)$/.test(c.text) ? c.peek(1) : undefined;
      const timed = when?.kind === 'number' || isKnown(when?.text ?? '');
      return c.in(REMINDER) || (atStart && asks && timed);
    }
    const acts = asks && isInfinitive(c.peek(1)?.text ?? '');
    if ((atStart || acts) && c.in(REMINDER)) {
      if (c.in(MAKE)) c.word('мне');
      return true;
    }
    const infinitive = c.peek()?.text === 'напомнить';
    // «не забудь, завтра в 21 закрыть теплицу»
    if (atStart && (c.words('не', 'забудь') || c.words('не', 'забудьте'))) return true;
    if (atStart && c.words('не', 'дай')) {
      c.word('мне');
      return c.word('забыть');
    }
    if (!c.in(REMIND)) return readTelling(c);
    // «напомнить маме» is a task of the user's own.
    const next = c.peek();
    const own = !/^(?:мне|нам|о|об|про|в|во|на|к|через|что)$/.test(c.text) && next?.kind === 'word';
    if (infinitive && !begged && own && !isKnown(c.text) && !isInfinitive(c.text)) return false;
    c.attempt(() => c.mark('-', true) && c.word('ка'));
    return true;
  });
  if (asked) {
    reminds = true;
    while (c.word(...TO_ME) || c.in(PLEASE) || readPleaseAside(c)) continue;
    const clause = () =>
      c.word('что', 'чтоб', 'што', 'чо', 'шо') || c.words('о', 'том', ',', 'что');
    if (!clause()) c.attempt(() => c.mark(',:') && clause());
    if (c.peek(-1)?.text !== 'что') c.mark(',:');
  } else if (c.at > start) {
    // A greeting or a wish alone is text.
    c.at = start;
  } else if (c.in(PLEASE)) {
    if (opensTime(c) || beside) return { to: c.at, reminds };
    const closing = c.mark('.!)') || c.done;
    return closing && c.done ? { to: c.at, reminds } : undefined;
  }
  if (atStart || reminds) {
    const needed = c.attempt(() => {
      c.word('мне', 'нам');
      if (!c.in(NEED)) return undefined;
      c.word('бы', 'будет', 'же');
      return true;
    });
    if (!needed && !reminds) return undefined;
  }
  return c.at > start ? { to: c.at, reminds } : undefined;
}

/** «мне» as it is said and mistyped right behind «напомни». */
const TO_ME = 'мне нам еще снова мен мн ме мнн мнее мнне мене нме мня пож ка'.split(' ');

/** «через час напиши мне, что …», «скажи что …», «пиши мне в 22 лечь спать»: asks as «напомни» does. */
const readTelling = (c: Cursor): boolean => {
  const opening = c.at === 0;
  if (!TELLS.test(c.text)) return false;
  c.at++;
  const says = /^скажи/.test(c.peek(-1)?.text ?? '');
  const me = c.word('мне', 'меня', 'нам', 'нас');
  if (me && (opensTime(c) || isInfinitive(c.text))) return true;
  if (opening) return false;
  const comma = c.mark(',');
  const [what, next, second] = [c.peek(), c.peek(1), c.peek(2)];
  // «напиши что-нибудь Оле», «сообщи что нового»; «скажи что поезд прибывает»
  const clause = me || comma || (says && next?.kind === 'word' && second?.kind === 'word');
  return what?.text === 'что' && next?.text !== '-' && clause;
};
const TELLS =
  /^(?:(?:под)?скажи|говори|сообщ(?:и|ай)|предупре(?:ди|ждай)|(?:на)?пиши|ш(?:епни|ли)|присылай|(?:при|по)шли|маякни|толкни|дерни|пни|пингани|стукни|звякни)(?:те)?$/;

/** «, пожалуйста» */
const readPleaseAside = (c: Cursor): boolean => c.attempt(() => c.mark(',') && c.in(PLEASE));
