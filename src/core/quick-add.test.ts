import { parseQuickAdd, type QuickAddResult } from './quick-add';
import { CORPUS } from './quick-add/corpus';
import { type RecurrenceRule } from './recurrence';
import { wallTimeToInstant } from './time-zone';

const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
const TYPES = named(['Напоминание', 'Проверка', 'Оплата', 'Встреча', 'Звонок', 'Лекарство']);
const CATEGORIES = named([
  'Личное',
  'Работа',
  'Дом',
  'Семья',
  'Здоровье',
  'Учёба',
  'Финансы',
  'Покупки',
  'Другое',
]);
const WALL_NOW = '2026-11-20T12:00';

function read(said: string, wallNow = WALL_NOW, timeZone = 'Europe/Moscow'): QuickAddResult {
  const now = wallTimeToInstant(wallNow, timeZone);
  return parseQuickAdd(said, { now, timeZone, types: TYPES, categories: CATEGORIES });
}

function ruleInWords(rule: RecurrenceRule | null): string {
  if (!rule) return '';
  return [
    ` every ${rule.every} ${rule.unit}`,
    rule.weekdays && `on ${rule.weekdays.join()}`,
    rule.monthly,
    rule.until && `until ${rule.until}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function inWords(result: QuickAddResult): string {
  const when = result.outcome === 'no-text' ? result.when : 'rule' in result ? result : null;
  const outcome = ['ready', 'needs-time'].includes(result.outcome) ? '' : result.outcome;
  if (!when) return outcome;
  const at =
    'wallTime' in when
      ? when.wallTime.replace('T', ' ') + (when.movedToTomorrow ? ' moved' : '')
      : when.date;
  return `${outcome} ${at}${ruleInWords(when.rule)}`.trim();
}

describe.each(CORPUS)('$name', ({ wallNow, lines }) => {
  it.each(lines)('«%s» means %s, «%s»', (said, means, text) => {
    const result = read(said, wallNow);
    expect([inWords(result), result.text]).toEqual([means, text]);
  });
});
