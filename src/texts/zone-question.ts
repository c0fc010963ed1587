import { nouns, plural, pluralForm } from './plural';

/** What the app asks when the device has come to another time zone. */
export const zoneQuestionTexts = {
  title: 'Вы в другом часовом поясе',
  /** Zones as `zoneName` writes them: «Омск, UTC+6». `clock` is the time there. */
  explain: (here: string, clock: string, before: string) =>
    `На вашем устройстве ${here}, сейчас ${clock}. Раньше поставленные напоминания идут по времени «${before}». Как с ними быть?`,
  move: 'Перенести на местное время',
  moveHint: 'Что стояло на 09:00, придёт в 09:00 здесь',
  keep: 'Оставить как есть',
  keepHint: 'Местное время — только для новых',
  stay: (before: string) => `Остаться на времени «${before}»`,
  stayHint: 'И для новых напоминаний тоже',
  moved: (moved: number, stayed: number): string => {
    if (moved + stayed === 0) return 'На прежнем времени ничего не осталось';
    const left = `${plural(stayed, nouns.reminder)} ${pluralForm(stayed, ['осталось', 'остались', 'остались'])} на прежнем времени: по местному эти часы уже прошли`;
    if (moved === 0) return left;
    const done = `Перенесено на местное время: ${plural(moved, nouns.reminder)}`;
    return stayed === 0 ? done : `${done}. ${left}`;
  },
  stays: (before: string) => `Время теперь всегда по поясу «${before}». Изменить — в профиле`,
  /** The question has been answered otherwise, or is another one by now. */
  outdated:
    'На этот вопрос уже ответили, или часовой пояс с тех пор сменился. Проверьте время напоминаний',
  failed: 'Не удалось сохранить ответ',
} as const;
