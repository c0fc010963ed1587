import { type Named } from '../../lists';
import { type Token } from '../tokens/tokens';
import { beginning } from '../tokens/word-table';

/** Stems that suggest a reminder type or a category, by the names of the reference rows. */
type Stems = Record<string, (word: string) => boolean>;

const PAYING =
  'оплат заплат уплат плат[ие] платеж проплат квитанц счет(?:а|у|ов)?$ коммуналк кредит ипотек ' +
  'штраф налог аренд[аыу]?$ подписк[аиу]$ перевести$ перевод$ пополн погас';
const MEDICINE = 'таблет лекарств витамин капл[иья] укол инсулин антибиот мазь$ мази$ сироп спрей';

const TYPES: Stems = {
  Оплата: beginning(`${PAYING} внести$`),
  Проверка: beginning('провер сверить сверк контролир глянуть'),
  Звонок: beginning('позвон звон перезвон созвон дозвон набрать$ обзвон'),
  Встреча: beginning(
    'встреч встрет встретиться совещан планерк собеседов свидан собран митинг переговор дейли$ ретро$ прием$',
  ),
  Лекарство: beginning(`${MEDICINE} капельниц ингаляц препарат`),
};

const CATEGORIES: Stems = {
  Финансы: beginning(
    `${PAYING} подписк банк[аеу]?$ деньг зарплат вклад страховк осаго долг(?:а|и)?$ бюджет инвест`,
  ),
  Здоровье: beginning(
    `${MEDICINE} врач доктор стоматолог зубн окулист терапевт педиатр гинеколог дантист поликлин больниц ` +
      'анализ узи$ мрт$ рентген прививк аптек рецепт давлени сахар$ тренировк спортзал зарядк пробежк бассейн йог массаж флюорограф диспансер психолог',
  ),
  Покупки: beginning(
    'куп(?:и|л) покуп заказ(?:ать|ы)?$ магазин продукт молок хлеб ozon$ озон$ вайлдберриз wildberries$ вб$ ' +
      'пункт$ пвз$ посылк распродаж',
  ),
  Работа: beginning(
    'работ отчет совещан планерк созвон$ клиент начальник босс$ шеф$ коллег презентац проект дедлайн договор ' +
      'собеседов митинг дейли$ ретро$ релиз деплой заказчик бухгалтер командировк офис таск задач ' +
      'резюме кп$ тендер',
  ),
  Учёба: beginning(
    'учеб учит экзамен урок лекци семинар домашк дз$ зачет универ школ реферат контрольн курсов диплом ' +
      'репетитор сесси лабораторн вебинар егэ$ английск',
  ),
  Дом: beginning(
    'пол(?:ить|ей)$ цвет(?:ы|ок|ка|ам)$ убор уборк убрать пылесос мусор стирк стирать постирать посуд ремонт сантехник ' +
      'электрик показани счетчик фильтр кондиционер батаре лоток корм(?:а|ить)?$ покормить кот[ауы]?$ ' +
      'кошк собак ветеринар квартир ключ мебел окн',
  ),
  Семья: beginning(
    'мам(?:а|е|у|ы|ой|очк.*)$ пап(?:а|е|у|ы|ой)$ родител бабушк дедушк бабул дед(?:у|а)?$ сын(?:а|у|ом|ок)?$ ' +
      'дочь$ доч(?:ке|ку|ери|ка)$ муж(?:у|а|ем)?$ жен(?:а|е|у|ой)$ брат(?:а|у|ом)?$ сестр дет(?:и|ей|ям|ский|ского|сад.*)$ ' +
      'ребен садик тещ свекров внук внучк семь[яеи] племянн',
  ),
  Личное: beginning(
    'маникюр педикюр стрижк парикмах барбер бров[иь] ресниц свидан дневник паспорт загран',
  ),
};

/** The entry that the earliest telling word suggests, or null. */
function guess(words: readonly string[], table: Stems, entries: readonly Named[]): number | null {
  for (const word of words) {
    const match = entries.find(({ name }) => table[name]?.(word));
    if (match) return match.id;
  }
  return null;
}

export function guessFrom(
  tokens: readonly Token[],
  context: { types: readonly Named[]; categories: readonly Named[] },
): { typeId: number | null; categoryId: number | null } {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  return {
    typeId: guess(words, TYPES, context.types),
    categoryId: guess(words, CATEGORIES, context.categories),
  };
}
