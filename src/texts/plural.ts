/** The three Russian plural forms: 1 день, 2 дня, 5 дней. */
export type PluralForms = readonly [one: string, few: string, many: string];

/** Made when first needed, and once: making one takes longer than all that it says. The first screen needs none. */
let rules: Intl.PluralRules | undefined;
let list: Intl.ListFormat | undefined;

/** The form that agrees with a whole number `n`: pluralForm(21, ['день', 'дня', 'дней']) is «день». */
export function pluralForm(n: number, forms: PluralForms): string {
  rules ??= new Intl.PluralRules('ru-RU');
  const category = rules.select(Math.abs(n));
  if (category === 'one') return forms[0];
  return category === 'few' ? forms[1] : forms[2];
}

/** The number with its noun: «5 дней». */
export const plural = (n: number, forms: PluralForms): string => `${n} ${pluralForm(n, forms)}`;

/** «пн, ср и пт»; of one word, it alone. */
export const enumerated = (words: readonly string[]): string =>
  (list ??= new Intl.ListFormat('ru-RU')).format(words);

/** Behind «не дольше» and «около»: «21 дня», «30 дней». */
export const daysAtMost = (n: number): string => plural(n, ['дня', 'дней', 'дней']);

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const nouns = {
  day: ['день', 'дня', 'дней'],
  week: ['неделя', 'недели', 'недель'],
  month: ['месяц', 'месяца', 'месяцев'],
  year: ['год', 'года', 'лет'],
  minute: ['минута', 'минуты', 'минут'],
  hour: ['час', 'часа', 'часов'],
  /** What the chat calls a reminder. */
  reminder: ['напоминание', 'напоминания', 'напоминаний'],
  /** What the app calls it. */
  notification: ['уведомление', 'уведомления', 'уведомлений'],
  note: ['заметка', 'заметки', 'заметок'],
} as const satisfies Record<string, PluralForms>;

/** Of the units of a repetition. */
export const unitNouns = {
  DAY: nouns.day,
  WEEK: nouns.week,
  MONTH: nouns.month,
  YEAR: nouns.year,
} as const;

/** «3 напоминания и 1 заметка», by what its reader calls the first; '' for nothing at all. */
export const remindersAndNotes = (noun: PluralForms, reminders: number, notes: number): string =>
  [reminders > 0 && plural(reminders, noun), notes > 0 && plural(notes, nouns.note)]
    .filter(Boolean)
    .join(' и ');
