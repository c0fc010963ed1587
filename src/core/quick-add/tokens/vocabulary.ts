import { type RepeatUnit } from '@/texts/schedule';
import { anyOf, beginning, exactly, table } from './word-table';

/* The words that quick add knows. All lower case with ё as е; how lists are written: word-table.ts. */

/** ISO weekdays in the cases that name one day: «пятница», «в пятницу», «до пятницы», «к пятнице». */
export const WEEKDAYS = table({
  'понедельник:,а,у,е понед пон пнд пн': 1,
  'вторник:,а,у,е вторн втр вт': 2,
  'сред:а,у,ы,е ср': 3,
  'четверг:,а,у,е четв чет чт': 4,
  'пятниц:а,у,ы,е пятн пт': 5,
  'суббот:а,у,ы,е субб суб сб': 6,
  'воскресень:е,я,ю воскресени:е,я,ю воскрес воскр вск вс': 7,
});

/** «по понедельникам», «кроме суббот и воскресений» */
export const WEEKDAYS_PLURAL = table({
  'понедельник:ам,ов': 1,
  'вторник:ам,ов': 2,
  'сред:ам,': 3,
  'четверг:ам,ов': 4,
  'пятниц:ам,': 5,
  'суббот:ам,': 6,
  'воскресень:ям воскресени:ям,й': 7,
});

export const MONTHS = table({
  'январ:ь,я,е,ю янв': 1,
  'феврал:ь,я,е,ю фев февр': 2,
  'март:,а,е,у мар': 3,
  'апрел:ь,я,е,ю апр': 4,
  'ма:й,я,е,ю': 5,
  'июн:ь,я,е,ю': 6,
  'июл:ь,я,е,ю': 7,
  'август:,а,е,у авг': 8,
  'сентябр:ь,я,е,ю сен сент': 9,
  'октябр:ь,я,е,ю окт': 10,
  'ноябр:ь,я,е,ю ноя нояб': 11,
  'декабр:ь,я,е,ю дек': 12,
});

export type Unit =
  | 'second'
  | 'minute'
  | 'hour'
  | '24-hours'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'half-year'
  | 'year';

export const UNITS = table<Unit>({
  'секунд:,а,у,ы,очку сек': 'second',
  'минут:,а,у,ы,ам,ок мин:,ут минутк:а,у,и минуточк:у,и минуточек м': 'minute',
  'час:,а,ов,у,ам,ик,ика,иков часок чс ч': 'hour',
  'день дн:я,ей,ю,и,ям денек дн д': 'day',
  'сут:ки,ок,кам': '24-hours',
  'недел:я,ю,и,ь,ям,ьку,ьки,ек нед': 'week',
  'месяц:,а,ев,у,ы,ам мес': 'month',
  'квартал:,а,ов,у,ы': 'quarter',
  'полгод:а полугоди:е,я,й': 'half-year',
  'год:,а,ов,у,ы,ик лет': 'year',
});
/** What a unit is counted in, and how many of these it has. */
export const MEASURES: Record<Unit, readonly [measure: RepeatUnit | 'MINUTE', times: number]> = {
  second: ['MINUTE', 1 / 60],
  minute: ['MINUTE', 1],
  hour: ['MINUTE', 60],
  // «день» is the same clock time on another date.
  '24-hours': ['MINUTE', 1_440],
  day: ['DAY', 1],
  week: ['WEEK', 1],
  month: ['MONTH', 1],
  quarter: ['MONTH', 3],
  'half-year': ['MONTH', 6],
  year: ['YEAR', 1],
};

/** Hours as they are said with a clock: «к 9 часам». */
export const HOUR_NOUN = anyOf('час:,а,ов,ам,у ч чс');
/** Minutes of a clock time. */
export const MINUTE_NOUN = anyOf('минут:,ы,а,ам,ах мин м');

export type Period = 'morning' | 'day' | 'evening' | 'night';

/** After an hour: «9 утра», «8 вечера». */
export const PERIODS = table<Period>({
  'утр:а,ом': 'morning',
  'дня днем': 'day',
  'вечер:а,ом': 'evening',
  'ноч:и,ью': 'night',
});

/** Alone: «завтра утром», «вечерком». */
export const DAY_PARTS = table<Period>({
  'утром утречком поутру': 'morning',
  днем: 'day',
  'вечер:ом,ком вечерочком ввечеру': 'evening',
  ночью: 'night',
});

/** «каждое утро», «по вечерам», «на ночь» */
export const DAY_PART_NOUNS = table<Period>({
  'утр:о,а,у,ам': 'morning',
  'вечер:,а,у,ам': 'evening',
  'ноч:ь,и,ам': 'night',
});

/** Relative days, in days from today; slips of the finger and cut words are put right by spelling.ts. */
export const DAYS_AWAY = table({
  'сегодня седня седни': 0,
  завтра: 1,
  послезавтра: 2,
  послепослезавтра: 3,
  вчера: -1,
  позавчера: -2,
});

/** Only before «день»: «с завтрашнего дня»; «завтрашняя встреча» does not say when to remind. */
export const DAYS_AWAY_ADJECTIVES = table({
  'сегодняшн:его,ий,ему': 0,
  'завтрашн:его,ий,ему': 1,
  'послезавтрашн:его,ий,ему': 2,
});

export const EACH = anyOf('кажд:ый,ую,ое,ые,ого,ая,ой,ому,ых,ом');
export const THIS = anyOf(
  'эт:от,у,о,и,ого,ой,ом текущ:ий,ую,ее,его,ей,ем нынешн:ий,юю,ее,его,ей,ем',
);
export const NEXT = anyOf(
  'следующ:ий,ую,ее,ие,его,ей,ем,их след сл будущ:ий,ую,ее,его,ей,ем той ту',
);
export const NEAREST = anyOf('ближайш:ий,ую,ее,его,ие,ей');
export const LAST_GONE = anyOf('прошл:ый,ую,ое,ого,ой,ом,ые минувш:ий,ую,ее');
export const LAST_OF = anyOf('последн:ий,юю,ее,его,яя,ей,ие');
export const WORKDAY = anyOf('будн:ий,ие,их,им рабоч:ий,ие,их,им,ую,его,ей');
export const WORKDAYS = anyOf('будни будн:ям,ях');
export const WEEKEND = anyOf('выходн:ой,ые,ых,ым,ому');
/** How people greet, by the stems of the words: «приветик», «здрасьте», «доброго утречка», «день добрый». */
export const GREETING =
  '(?:привет|здравств|здрас|здаров)\\p{L}*|хай|х[еэ]лл?оу?|здорово|' +
  'добр\\p{L}*(?:ый|ое|ой|ого) (?:д(?:ень|ня)|вечер|утр|ноч|времени суток)\\p{L}*|(?:день|вечер|утро) добр\\p{L}+';
/** «будь добр», «будьте так любезны», «будь другом» */
export const KINDLY = 'будь(?:те)? (?:так )?(?:добр|любез|друг)\\p{L}*';
/** «купить», «записаться», «помочь»: a task starts here. */
const INFINITIVE = /.(?:ть|ти|чь|ться|тись|чься)$/;
const NO_INFINITIVES = anyOf(
  'пусть кстати опять чуть почти пропусти отметь гости пети кати насти мити',
);
export const isInfinitive = (word: string): boolean =>
  word.length > 3 && INFINITIVE.test(word) && !NO_INFINITIVES.has(word);

const counted = (first: number, stems: string): (readonly [string, number])[] =>
  stems.split(' ').map((stem, at) => [stem, first + at]);
/** Of these numbers the cardinal and the ordinal have one stem: «пять», «пятый». */
const STEMS = [
  ...counted(5, 'пят шест'),
  ...counted(9, 'девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат'),
  ...counted(17, 'семнадцат восемнадцат девятнадцат двадцат'),
  ...counted(11, 'одинадцат'),
  ...counted(30, 'тридцат'),
];
const CARDINALS = new Map([
  ...STEMS.flatMap(([stem, value]) =>
    [`${stem}ь`, `${stem}и`].map((word) => [word, value] as const),
  ),
  ...table({
    'ноль нул:ь,я': 0,
    'один одн:а,о,у,ого,ой,им,ому': 1,
    'дв:а,е,ух,ум': 2,
    'тр:и,ех,ем': 3,
    'четыр:е,ех,ем': 4,
    'сем:ь,и': 7,
    'восем:ь восьми': 8,
    'сорок:,а': 40,
    'пятьдесят пятидесяти': 50,
    'шестьдесят шестидесяти': 60,
    'семьдесят семидесяти': 70,
    'восемьдесят восьмидесяти': 80,
    'девяносто девяноста': 90,
    'сто ста': 100,
  }),
]);

const ORDINAL_STEMS = new Map([
  ...STEMS,
  ...counted(1, 'перв втор трет четверт'),
  ...counted(7, 'седьм восьм'),
]);
const ORDINAL = /^(.{3,}?)(?:(ого|ьего)|ый|ой|ий|ое|ье|ая|ья|ую|ью|ому|ьему|ых|ым)$/;

/** The number that a word says, cardinal or ordinal. */
export function readNumberWord(
  word: string,
): { value: number; ordinal: 'genitive' | 'other' | null } | undefined {
  const cardinal = CARDINALS.get(word);
  if (cardinal !== undefined) return { value: cardinal, ordinal: null };
  const parts = ORDINAL.exec(word);
  const value = ORDINAL_STEMS.get(parts?.[1] ?? '');
  if (value === undefined) return undefined;
  return { value, ordinal: parts?.[2] ? 'genitive' : 'other' };
}

const KNOWN = [WEEKDAYS, WEEKDAYS_PLURAL, MONTHS, UNITS, DAYS_AWAY, DAY_PARTS, PERIODS, EACH, NEXT];
/** Whether a word carries time as it stands. */
export const isKnown = (word: string): boolean => KNOWN.some((known) => known.has(word));

/**
 * Things that carry a number or are counted: in «в 5 отдел» it names the department, not the hour.
 * Of feminine nouns the nominative is left out: «в 9 школа» is an appointment, «в 9 школу» a place.
 */
const isNumbered = exactly(
  '(?:отдел|подъезд|кабинет|класс|корпус|этаж|вагон|филиал|терминал|сезон|уровн)[ьаеыу]? ' +
    '(?:дом|номер|ряд|зал|магазин|офис|банк|город|садик|том|автобус|маршрут|размер|пункт)[аеу] ' +
    '(?:школ|поликлиник|больниц|аптек|палат|комнат|групп|аудитори|сери|част|глав|платформ|категори)[уюеиыь] ' +
    '(?:рубл|тысяч|процент|градус|балл|литр|грамм|метр|километр|штук|доллар|евро|минут|билет|человек|слов)[ьаяиуе]?й?',
);
const isAmount = exactly(
  'каб кв квартиру квартире корп ряд места место мест окно выход сад цех раз раза р руб кг г гр л мл ' +
    'см мм м км шт т тыс лет год года годам году чел часах днях дней недель недели месяцев ' +
    'месяца месяцах строк пар пары лиц упаковки упаковок пачки рук руки сек',
);
/** Five and more of something: «в 7 магазинов», «10 билетов». */
const MANY = /.{3,}(?:ов|ев)$/;

/** Whether a number before this word belongs to the word. */
export const isCounted = (word: string, capital: boolean): boolean =>
  isNumbered(word) || isAmount(word) || (!capital && MANY.test(word));

/** Verbs that look like nouns in the plural: «в 3 включи». */
const isBid = exactly(
  '\\S*(?:пиши|кажи|ложи|вяжи|держи|жги|пеки|беги|береги|спеши|помоги) (?:в|вы|под|от|за)?ключи ' +
    '(?:вы|на|по)?учи (?:по)?ищи',
);

/**
 * Whether a number counts the noun behind it, by the noun's ending: «в 2 банки», «в 3 бутылки» (genitive
 * singular after 2 to 4), «в 5 коробок» (genitive plural). `afterVerb`: «разлить в …» stands before it,
 * which leaves no doubt where an ending may be of a subject too («в 5 ужин»).
 */
export function countsNoun(
  count: number,
  noun: { kind: string; text: string; capital: boolean; glued: boolean } | undefined,
  afterVerb: boolean,
): boolean {
  if (noun?.kind !== 'word' || noun.capital || noun.text.length < 3) return false;
  const { text } = noun;
  if (isEvent(text) || isInfinitive(text) || isBid(text) || NOT_COUNTED.has(text)) return false;
  const [ones, teens] = [count % 10, count % 100 > 10 && count % 100 < 15];
  if (ones === 1 && !teens) return afterVerb && /[ую]$/.test(text);
  if (ones >= 2 && ones <= 4 && !teens) {
    return /[кгхжшщчц]и$|[бвдзлмнпрст]ы$/.test(text) || (afterVerb && /[аяи]$/.test(text));
  }
  // «в 14 и 20 антибиотик» is no plural.
  const one = /(?:ик|ист|инг|тор)$/.test(text);
  return /(?:ов|ев)$/.test(text) || (afterVerb && !one && /[бвгджзклмнпрстфхцчшщй]$/.test(text));
}
const NOT_COUNTED = anyOf(
  'утра дня вечера ночи часа часов час минут минуты ровно тоже или либо нас вас мне она они ' +
    'если когда под над при для без всем всех каждый сегодня завтра послезавтра уже еще там так опять снова',
);

/** Events in the nominative: after «завтра 9» they start the text rather than being counted. */
export const isEvent = beginning(
  'врач$ доктор$ стоматолог$ зубной$ окулист$ терапевт$ педиатр$ гинеколог$ встреч собран совещан ' +
    'созвон звонок планерк собеседов тренировк зал$ спортзал$ бассейн$ йог урок$ экзамен$ ' +
    'лекци занят репетит маникюр$ педикюр$ стрижк парикмах массаж$ поезд$ самолет$ рейс$ ' +
    'вылет$ концерт$ кино$ театр$ спектакл свидан ужин$ обед$ завтрак$ футбол$ хоккей$ матч$ прием$ ' +
    'анализ узи$ мрт$ рентген$ запис дежурств смена$ доставк курьер$ корпоратив$ день$ др$ гости$ ' +
    'репетици консультац прогулк пробежк зарядк таблетк лекарств витамин баня$ вебинар$ стендап$ ' +
    'ретро$ дейли$ отчет$ родительск мастер$ ветеринар$ нотариус$ суд$ банк$ сантехник$ ' +
    'танцы$ курсы$ шахматы$ уроки$ капли$ укол ингаляц процедур мероприят праздник$ юбилей$ ' +
    'парад$ выставк$ экскурси игра$ турнир$ обход$ вода$ подъем$ аванс$ зарплат платеж$ оплат зачет$',
);

/** Before «днём», «вечером» these make something else of it: «с днём рождения», «с добрым утром». */
export const NOT_DAY_PART_AFTER = anyOf('с со перед за под над между добрым');

/** It begins a clause that tells more of something: «…, который появился 12 ноября». */
export const CLAUSE_WORDS = anyOf(
  'что чтоб:,ы котор:ый,ая,ое,ые,ого,ому,ой,ым,ом,ую,ых куда откуда почему потому если когда иначе ибо поскольку',
);

const STREETS = 'улиц ул$ площад пл$ проспект пр$ просп$ метро$ станци ст$ переул пер$ шоссе$';
/** Their parts are numbered like «16.04». */
const NUMBERED = 'верси глав пункт п$ стать пп$ параграф страниц стр$ артикул код$';

/** Words after which a number or a date is part of a name: «улица 8 Марта», «версия 1.2». */
export const isNameBefore = beginning(
  `${STREETS} ${NUMBERED} дом$ д$ квартир кв$ корпус корп$ подъезд этаж кабинет каб$ серия серию том$ ` +
    'номер тел$ телефон рейс$ вагон мест ряду? счет-?фактур',
);

/** Those that are called by a day: «улица 8 марта», «метро 1905 года». */
export const isNamedByDay = beginning(
  `${STREETS} остановк ост$ набережн наб$ бульвар бул$ проезд парк(?:а|е|у|ом)?$ сквер(?:а|е|у)?$ ` +
    'кинотеатр пос$ жк$ дк$ роддом',
);

/** Those of them that people go to on a day: «сходить в парк 6 декабря в 12». */
export const isBuilding = beginning('парк сквер кинотеатр роддом дк$');

/** Behind these «16.04» is no day. */
export const hasNumberedParts = beginning(`${NUMBERED} ст$`);

/** Prepositions that tie a date to the text: «отчёт за 25 декабря», «счёт от 12.11». */
export const TIED = anyOf('за от из про для после об о у без насчет около');

/** Beside these words an hour from 1 to 6 is one of the morning or the night. */
export const isEarly = beginning(
  'встат встав просн подъем будильник буди разбуд зарядк пробежк завтрак рассвет рейс ' +
    'поезд самолет вылет аэропорт электричк рыбалк',
);
/** Beside these words an hour from 6 to 11 is one of the evening. */
export const isLate = beginning(
  'ужин кино$ театр концерт спектакл вечеринк свидан футбол хоккей матч салют',
);

/** Verbs of somebody who goes to an event: «пойти на концерт» happens at its hour, «купить билет на концерт» not. */
export const GOING = anyOf(
  'идти пойти сходить ехать поехать приехать прийти выйти выехать собраться собираться успеть ' +
    'опоздать проснуться подготовиться одеться',
);

/** What is done again day by day: «с 1 по 5 декабря пить таблетки». */
export const HABITS = anyOf(
  'читать пить принимать капать делать мерить измерять ходить гулять выгуливать кормить поливать колоть мазать ' +
    'мыть заниматься учить повторять полоскать проверять',
);

/** Said out of politeness, doubt or habit, in any answer. */
export const POLITE =
  'дава:й,йте лучше ну ок окей ага да ой ах эх блин пожалуйста пожалуста плиз плз пж можно мне нам же ка вот так ' +
  'это его ее только вообще просто бот можешь прошу тоже будь добр добра';
/** In an answer to «Когда?»: without them it means the same. */
export const ANSWER_FILLERS = anyOf(
  `${POLITE} ` +
    'луче пусть пускай будет ладно хорошо хорош оки угу нет неа ох ай хм гм эм э мм упс тогда ' +
    'значит наверное наверно скорее всего думаю пожалуй спасибо спс если хочу хотел хотела хотелось бы меня удобно ' +
    'удобнее нормально подойдет пойдет устроит годится напомни:,те напомнить напомнишь перенеси:,те перенесем ' +
    'передвинь сдвинь поменяй измени исправь переставь поставь:,те ставь сделай:,те запиши:,те назначь:,те ' +
    'отложи:,те отложим обязательно лишь допустим например короче извини:,те прости:,те ' +
    'сорри ошибся ошиблась стоп погоди подожди:,те слушай:,те привет сможешь можете конечно именно время ' +
    'уж ведь вроде могу смогу жду надо нужно',
);

/** About when, but nothing to set a clock by. */
export const ANSWER_VAGUE = anyOf(
  'не ни или либо и знаю уверен уверена потом позже попозже позднее раньше пораньше скоро как нибудь ' +
    'когда куда угодно придется получится выйдет свободен свободна свободное освобожусь ' +
    'после до кроме без разницы все равно любое любой любая любую неважно важно хз ' +
    'никогда иногда часто редко сразу сейчас срочно быстрее поскорее днях пару через недельку ' +
    'времени за работы работу в во на к ко с со по от около часа часов минут дня день вечера ' +
    'утра ночи этот этом следующий какой какое',
);

/** «когда приду домой», «после созвона»: no clock shows it. */
export const ANSWER_OPENS_CONDITION = anyOf('когда как если после перед до не пока');

/** The whole answer, signs left out. */
export const ANSWER_CALLS_OFF: ReadonlySet<string> = new Set(
  (
    'не надо; не нужно; уже не надо; уже не нужно; нет не надо; нет не нужно; ' +
    'ничего не надо; не напоминай; отмена; отмени; отменить; отбой; забудь; передумал; ' +
    'передумала; я передумал; я передумала; удали; никогда'
  ).split('; '),
);
