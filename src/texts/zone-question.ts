import { enumerated, nouns, plural, pluralForm, type PluralForms } from './plural';

/** So many names fit into what the app says for a moment. */
const NAMES_MAX = 5;

/** What the app asks when the device has come to another time zone. */
export const zoneQuestionTexts = {
  title: 'Вы в другом часовом поясе',
  /** Zones as `zoneName` writes them: «Омск, UTC+6». `clock` is the time there. */
  explain: (here: string, clock: string, before: string) =>
    `На вашем устройстве ${here}, сейчас ${clock}. Раньше поставленные уведомления идут по времени «${before}». Как с ними быть?`,
  move: 'Перенести на местное время',
  moveHint: 'Что стояло на 09:00, придёт в 09:00 здесь',
  keep: 'Оставить как есть',
  keepHint: 'Местное время — только для новых',
  stay: (before: string) => `Остаться на времени «${before}»`,
  stayHint: 'И для новых уведомлений тоже',
  moved: (moved: number, stayed: number, shared: readonly string[]): string => {
    const noun = nouns.notification;
    const done = moved > 0 ? [`Перенесено на местное время: ${plural(moved, noun)}`] : [];
    const said = [...done, ...zoneQuestionTexts.staying(noun, stayed, shared)];
    return said.length === 0 ? 'На прежнем времени ничего не осталось' : said.join('. ');
  },
  /**
   * Sentences without a full stop, in the chat too. What several people have together («Общее») does not move with
   * one of them.
   */
  staying: (noun: PluralForms, stayed: number, shared: readonly string[]): string[] => {
    const passed = `${plural(stayed, noun)} ${pluralForm(stayed, ['осталось', 'остались', 'остались'])} на прежнем времени: по местному эти часы уже прошли`;
    const named = shared.slice(0, NAMES_MAX).map((name) => `«${name}»`);
    if (shared.length > NAMES_MAX) named.push(`ещё ${shared.length - NAMES_MAX}`);
    const together = `Общее осталось на прежнем времени, менять его может владелец: ${enumerated(named)}`;
    return [...(stayed > 0 ? [passed] : []), ...(shared.length > 0 ? [together] : [])];
  },
  stays: (before: string) => `Время теперь всегда по поясу «${before}». Изменить — в профиле`,
  /** The question has been answered otherwise, or is another one by now. */
  outdated:
    'На этот вопрос уже ответили, или часовой пояс с тех пор сменился. Проверьте время уведомлений',
  failed: 'Не удалось сохранить ответ',
} as const;
