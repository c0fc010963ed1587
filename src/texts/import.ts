import { plural, pluralForm, type PluralForms, remindersAndNotes } from './plural';

/** Taking in what was exported here or elsewhere. */
export const importTexts = {
  title: 'Импорт',
  from: 'из файла',
  explain:
    'Подойдут выгрузка «Напомню» (JSON), календарь (.ics) и таблица из TickTick или Todoist (CSV). Сначала покажем, что появится, — повторять можно смело: дважды ничего не добавится.',
  choose: 'Выбрать файл',
  /** What stands before it is confirmed. */
  wouldAdd: (noun: PluralForms, reminders: number, notes: number) =>
    `Появится: ${remindersAndNotes(noun, reminders, notes)}.`,
  nothing: 'Нового в файле нет.',
  categories: (names: readonly string[]) =>
    `${pluralForm(names.length, ['Новая категория', 'Новые категории', 'Новые категории'])}: ${names.join(', ')}.`,
  archived: (noun: PluralForms, count: number) =>
    `${plural(count, noun)} из прошлого ${pluralForm(count, ['попадёт', 'попадут', 'попадут'])} в архив и не ${pluralForm(count, ['придёт', 'придут', 'придут'])}.`,
  repeating: (count: number) => `Из них с повтором: ${count}.`,
  same: (count: number) => `Уже есть и не повторится: ${count}.`,
  noRoom: (count: number) => `Не поместится: ${count}. Удалите ненужное и повторите.`,
  faults: (count: number) => `Замечаний: ${count}`,
  fault: (line: number | null, message: string) =>
    line === null ? message : `строка ${line}: ${message}`,
  more: (count: number) => `и ещё ${count}`,
  apply: 'Импортировать',
  cancel: 'Не надо',
  done: (noun: PluralForms, { reminders, notes, same, noRoom }: ReportToSay) => {
    if (reminders + notes > 0) return `Добавлено: ${remindersAndNotes(noun, reminders, notes)}`;
    return same > 0 && noRoom === 0
      ? 'Всё, что удалось прочитать, уже у вас'
      : 'Нового в файле не было';
  },
  failed: 'Не удалось импортировать',
  unreadable: 'Не удалось прочитать файл',
  unknownEncoding:
    'Не получилось понять, в какой кодировке файл. Сохраните его в UTF-8 и попробуйте ещё раз.',

  chat: {
    refused: 'Хорошо, ничего не добавляю.',
    /** Its message was deleted. */
    gone: 'Сообщения с файлом больше нет. Пришлите файл ещё раз.',
    notNow: 'Telegram сейчас не отдаёт файл. Попробуйте ещё раз чуть позже.',
  },

  unknownFormat:
    'Такой файл прочитать не получится. Подойдут выгрузка «Напомню» (JSON), календарь (.ics) и таблица из TickTick или Todoist (CSV).',
  tooLarge: (megabytes: number) =>
    `Файл больше ${megabytes} МБ. Разделите его и загрузите по частям.`,
  tooMuch: 'В файле слишком много данных. Разделите его и загрузите по частям.',
  tooMany: (max: number) =>
    `В файле больше ${max.toLocaleString('ru-RU')} записей. Разделите его и загрузите по частям.`,
  tooManyWordings: (max: number) =>
    `В файле больше ${max.toLocaleString('ru-RU')} разных дат, записанных словами. Разделите его и загрузите по частям.`,
  broken: 'Запись повреждена',
  empty: 'Нет текста',
  noDate: 'Даты нет, поэтому дело станет заметкой',
  unreadDate: (said: string) => `Дата «${said}» непонятна, поэтому дело станет заметкой`,
  /** Of a task that has a date beside it. */
  deadline: (date: string) => `Крайний срок: ${date}`,
  unknownZone: 'Часовой пояс незнаком, время взято по вашему поясу',
  unlikeAnyZone: (title: string) =>
    `Часовой пояс не похож ни на один известный, поэтому повтор не перенесён: «${title}»`,
  alarmsLeftOut: (count: number, title: string) =>
    `Не ${pluralForm(count, ['перенесён', 'перенесены', 'перенесены'])} ${plural(count, ['сигнал', 'сигнала', 'сигналов'])}: «${title}»`,
  unknownRepeat: (title: string) => `Так повторять нельзя, поэтому не перенесено: «${title}»`,
  exceptions: 'Повтор перенесён без отдельных добавленных и исключённых дат',
  changedOccurrence: (title: string) =>
    `Изменение отдельного повтора не перенесено, он придёт по расписанию: «${title}»`,
  historyLeftOut: (count: number) =>
    `История перенесена без ${plural(count, ['записи', 'записей', 'записей'])}: для них нет места`,
  cut: (max: number) => `Текст сокращён до ${max} символов`,
} as const;

interface ReportToSay {
  reminders: number;
  notes: number;
  archived: number;
  categories: readonly string[];
  repeating: number;
  same: number;
  noRoom: number;
  faults: readonly { line: number | null; message: string }[];
  moreFaults: number;
  examples: readonly string[];
}

/**
 * What app and chat say of an import: sentences, and lists with what is left out of them. `noun`: what its reader
 * calls a reminder.
 */
export function reportTexts(report: ReportToSay, noun: PluralForms) {
  const { reminders, notes, archived, examples, faults, moreFaults } = report;
  const said = (count: number, text: (count: number) => string) => (count > 0 ? [text(count)] : []);
  const moreExamples = reminders - archived - examples.length;
  return {
    outlook: [
      reminders + notes > 0 ? importTexts.wouldAdd(noun, reminders, notes) : importTexts.nothing,
      ...said(report.repeating, importTexts.repeating),
      ...said(archived, (count) => importTexts.archived(noun, count)),
    ],
    remarks: [
      ...said(report.categories.length, () => importTexts.categories(report.categories)),
      ...said(report.same, importTexts.same),
      ...said(report.noRoom, importTexts.noRoom),
    ],
    examples: examples.length > 0 ? [...examples, ...said(moreExamples, importTexts.more)] : [],
    faultsTitle: importTexts.faults(faults.length + moreFaults),
    faults: [
      ...faults.map(({ line, message }) => importTexts.fault(line, message)),
      ...said(moreFaults, importTexts.more),
    ],
  };
}
