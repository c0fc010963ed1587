import { nouns, remindersAndNotes } from './plural';

const heldRows = (reminders: number, notes: number): string =>
  remindersAndNotes(nouns.notification, reminders, notes);

export const categoryTexts = {
  title: 'Категории',
  noneOwn: 'своих пока нет',
  explain:
    'Кроме готовых категорий, можно завести свои — для уведомлений и заметок. В быстрой строке и в чате с ботом категорию можно указать после решётки: «купить хлеб #дом».',
  empty: 'Своих категорий пока нет.',
  full: (max: number) => `Больше ${max} своих категорий завести нельзя.`,
  failed: 'Не удалось загрузить категории',
  holds: (reminders: number, notes: number) => heldRows(reminders, notes) || 'пусто',

  up: (name: string) => `Выше: ${name}`,
  down: (name: string) => `Ниже: ${name}`,
  edit: (name: string) => `Изменить: ${name}`,
  merge: (name: string) => `Объединить: ${name}`,
  remove: (name: string) => `Удалить: ${name}`,
  /** For a screen reader, after a move. */
  place: (name: string, place: number, of: number) => `${name}: ${place} из ${of}`,
  moveFailed: 'Не удалось переставить категорию',

  form: {
    add: 'Добавить категорию',
    edit: 'Изменить категорию',
    name: 'Название',
    color: 'Цвет',
    colors: {
      red: 'Красный',
      orange: 'Оранжевый',
      yellow: 'Жёлтый',
      green: 'Зелёный',
      teal: 'Бирюзовый',
      blue: 'Синий',
      purple: 'Фиолетовый',
      pink: 'Розовый',
    },
    added: 'Категория добавлена',
    saved: 'Категория сохранена',
  },
  removing: {
    title: (name: string) => `Удалить категорию «${name}»?`,
    empty: 'В ней ничего нет.',
    question: (reminders: number, notes: number) =>
      `В ней ${heldRows(reminders, notes)}. Ничего не удалится — выберите, куда всё перенести.`,
    to: 'Перенести в',
    apply: 'Удалить',
    done: 'Категория удалена',
  },
  merging: {
    title: (name: string) => `Объединить «${name}» с другой категорией`,
    hint: 'Всё из неё перейдёт в ту, которую вы выберете, а сама она исчезнет.',
    to: 'С какой категорией',
    apply: 'Объединить',
    done: 'Категории объединены',
  },
} as const;
