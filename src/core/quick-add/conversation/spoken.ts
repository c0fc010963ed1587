import { withLastMoment, withoutFiller, withoutHesitation } from '../messages/not-reminders';
import { isErrand, PAST_TENSE } from '../replies/reply-words';
import { inRussian, oneSlipApart, sameLetters, sound } from '../tokens/spelling';
import { fromLatinLayout } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';
import { table } from '../tokens/word-table';
import { ORDER } from './vetoes';

/**
 * What is said short, as it sounds, with a slip, politely or in Latin letters, in the words that the readers know: the
 * one place where a line is made plain before anything is read of it.
 */

const words = (line: string): string[] => line.split(' ');

/** Slang, and the other aspect of an order. */
const SAID_FOR = table({
  'щас:,ки ща: сча:': 'сейчас',
  'токо:': 'только',
  'скок:,а,о': 'сколько',
  'када: кагда:': 'когда',
  'покажь: покежь:': 'покажи',
  'здраствуй:,те здрасвуй:,те': 'здравствуйте',
  'че: чо:': 'что',
  'вых:и,ах': 'выходные',
  'др:': 'день рождения',
  'утреца: утречка:': 'утра',
  'нету:': 'нет',
  'след:': 'следующей',
  'плз: пж: пожалуста: пожалста:': 'пожалуйста',
  'драсте: дратути:': 'здрасте',
  'переноси:,те': 'перенеси',
  'двинь:,те': 'сдвинь',
  'откладывай:': 'отложи',
  'переносится: перенеслась:': 'перенесли',
});
/** Of these a slip of the finger is put right. */
const ORDERS = words('отложи перенеси передвинь сдвинь удали пропусти отмени отменили отменяется');
const DEEDS = words(
  'сделал выпил принял купил позвонил оплатил отправил забрал покормил выключил помыл закрыл',
).flatMap((deed) => [deed, `${deed}а`, `${deed}и`]);
/** These, too, are known by their sound. */
const HEARD = words(
  'готово готова сделано потом позже попозже сейчас пропущу пропускаю отметь перенесли перенесем напомни покажи скажи',
);
/** Of these letters in another order are put right, and what sounds alike. */
const GREETINGS = words('привет здравствуй здравствуйте здрасте добрый доброе вечер');
const RIGHT = new Set([...ORDERS, ...DEEDS, ...HEARD, ...GREETINGS]);
const BY_SOUND = new Map([...RIGHT].toReversed().map((word) => [sound(word), word]));
/** Of a deed another letter makes another one: «набрал» is not «забрал». */
const slipped = (said: string, right: string): boolean =>
  oneSlipApart(said, right) &&
  (said.length !== right.length || !/л[аи]?$/.test(right) || sameLetters(said, right));
const isScrambled = (said: string, right: string): boolean =>
  said.length === right.length && sameLetters(said, right);
/** One letter from an order, and no slip: another form, or another word. */
const OTHER_FORM = /^(?:удач|отмел)|(?:[ауюо]|л[аи]?|т[ьи]|ой)$/;

/** «уберика» */
const BEFORE_KA = /^(.+[ийь])ка$/;

function plainWord(word: string): string {
  const said = word.toLowerCase().replaceAll('ё', 'е');
  const [, order] = BEFORE_KA.exec(said) ?? [];
  if (order !== undefined && (RIGHT.has(order) || ORDER.test(order))) return order;
  const meant = SAID_FOR.get(said);
  if (meant !== undefined || said.length < 5 || RIGHT.has(said)) return meant ?? word;
  const slipsOf = /л[аи]?$/.test(said) ? DEEDS : OTHER_FORM.test(said) ? [] : ORDERS;
  return (
    BY_SOUND.get(sound(said)) ??
    slipsOf.find((right) => right[0] === said[0] && slipped(said, right)) ??
    GREETINGS.find((right) => (right.length > 8 ? oneSlipApart : isScrambled)(said, right)) ??
    word
  );
}

const TO_ORDER = table({
  'перенести:': 'перенеси',
  'сдвинуть: передвинуть:': 'сдвинь',
  'отложить:': 'отложи',
  'удалить: убрать:': 'удали',
  'отменить:': 'отмени',
  'пропустить:': 'пропусти',
  'позже: попозже:': 'позже',
});
const ORDER_WITHIN = new RegExp(`(?<!\\p{L})(?:${[...TO_ORDER.keys()].join('|')})(?!\\p{L})`, 'iu');
/** «а можно … перенести?», «не могли бы вы отложить»: an order, politely. */
const POLITE =
  /^(?:(?:а|и|ну|бот|слушай|пожалуйста|ты)[\s,]+)*(?:прошу|можно(?: ли)?|мож(?:ешь|ете)|(?:не )?мог(?:ла|ли)? бы(?: (?:ты|вы))?|будьте? (?:так )?(?:любезн\p{L}+|добр\p{L}*))[\s,]+/iu;

function plainOrder(line: string): string {
  const [, order = ''] = [POLITE.exec(line), ORDER_WITHIN.exec(line)?.[0]];
  // «а можно удалить напоминание?» asks how.
  if (!POLITE.test(line) || order === '' || /напомина|уведомл/iu.test(line)) return line;
  return line
    .replace(POLITE, '')
    .replace(ORDER_WITHIN, TO_ORDER.get(order.toLowerCase()) ?? order)
    .replace(/\s*\?+\s*$/u, '');
}

/** Words that go together, as the readers know them. */
const SPOKEN: readonly [RegExp, string][] = [
  // «отмените, пожалуйста, примерку»
  [/(?<=\S)[\s,]+пожалуйста(?!\p{L})[\s,]*(?=\S)/giu, ' '],
  // «убери-ка»
  [/(?<=[ийье])-ка(?!\p{L})/giu, ''],
  [/(?<!\p{L})ещ[её] раз(?:ок|очек|ик)?(?!\p{L})/giu, 'ещё'],
  [/(?<!\p{L})(?:полчасик\p{L}*|пол\s?час(?:а|ика))(?!\p{L})/giu, 'полчаса'],
  [
    /(?<!минут\p{L}*\s)(через\s(?:\d\d|десять|пятнадцать|двадцать|тридцать))(?=\s*$|\s*[,.!])/giu,
    '$1 минут',
  ],
  [/(?<![\p{L}-])(?:то\s?есть|в смысле)(?=\s\S|\s*$)(?!\s+когда)/giu, 'точнее'],
  // «перенеси на час дня», «на два часа дня»
  [/(?<!\p{L})на(?=\s(?:час|[\p{L}\d]+\sчас\p{L}*)\s(?:дня|ночи|утра|вечера)(?!\p{L}))/giu, 'в'],
  // «перенеси обед на 16 часов»: so long is nothing put off, but with «позже» or «вперёд».
  [
    /(?<=(?<!\p{L})(?:перен|перестав|сдви|передви|подви|переброс|перекин)\p{L}*\s(?:[^,.!?;]+\s)?)на(?=\s(?:[7-9]|1\d|2[0-3]|семь|восемь|девять|\p{L}+дцать|двадцать (?:один|два|три)|десять)\sчас(?:а|ов)?(?!\p{L}))(?!.*(?:поз|впер[её]д|раньше|назад))/giu,
    'в',
  ],
  [/(?:^|(?<=\s))в (?:это|то) же (?:самое )?время(?!\p{L})/giu, ''],
  [
    /(?<!\p{L})минут(?:ок)? через ((?:двадцать|тридцать|сорок) пять|[\p{L}\d]+)/giu,
    'через $1 минут',
  ],
  [
    /(?<!\p{L})(\d{1,2})-?(?:го|ого)(?!\p{L}|\s+(?:янв|фев|мар|апр|ма[яй]|ию|авг|сен|окт|ноя|дек))/giu,
    '$1 числа',
  ],
  // «минут этак на двадцать», «дня на три»: about so long
  [
    /(?<!(?:[\p{L}\d]+ть|\d|эт\p{L}+|того|с)\s)(?<!\p{L})(минут\p{L}*|часа|дня|дней|недел[иь]\p{L}*|месяца)\s+(?:э?так\s+)?на\s+(\d{1,2}|дв[ае]|три|четыре|пять|шесть|семь|десять|пятнадцать|двадцать|тридцать)(?=\s*(?:$|[,.!]|(?:по)?(?:позже|раньше)))/giu,
    'на $2 $1',
  ],
  // «ещё минут десять»
  [
    /(?<!(?:[\p{L}\d]+ть|\d|час\p{L}*)\s)(минут)\p{L}*\s+(\d{1,2}|пять|десять|пятнадцать|двадцать|тридцать)(?=[\s,.!]|$)/giu,
    '$2 $1',
  ],
];
/** «gotovo», «perenesi na zavtra» */
function fromLatinLetters(line: string): string {
  if (/[а-яё]/iu.test(line) || !/[a-z]{4}/i.test(line)) return line;
  const said = inRussian(line);
  const heard = said.match(/[а-я]{4,}/g) ?? [];
  // «kupit hleb» is something to do.
  const isTask = heard.some((word) => isInfinitive(`${word}ь`));
  return !isTask && heard.some(asksFor) ? said : line;
}

/** The line with what is said short spelled out, and without what is said in anger or for love. */
export const spelledOut = (line: string): string =>
  SPOKEN.reduce(
    (said, [short, whole]) => said.replace(short, whole),
    plainOrder(
      withLastMoment(
        withoutFiller(withoutHesitation(inWords(fromLatinLetters(fromLatinLayout(line, asksFor))))),
      )
        // «стооооп»
        .replace(/([а-яё])\1{2,}/giu, '$1')
        .replace(/[а-яё]+/giu, plainWord),
    ),
  );

const asksFor = (word: string): boolean =>
  RIGHT.has(word) || (isErrand(word) && PAST_TENSE.test(word));

/** Beside words a picture says nothing. */
const inWords = (line: string): string =>
  /\p{L}/u.test(line) ? line.replace(/[\p{Extended_Pictographic}\p{M}\u200D]+/gu, '') : line;
