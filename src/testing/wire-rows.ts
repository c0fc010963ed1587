import { type Note } from '@/contract/note';
import { type Reminder } from '@/contract/reminder';
import { ruleOfWire } from '@/contract/rule';
import { instantToWallTime } from '@/core/time-zone';
import { describeRule } from '@/texts/schedule';

/** Reminders and notes as they go over the wire, for tests of the mini app. */
export const CATEGORIES = ['Личное', 'Работа', 'Дом'].map((name, at) => ({ id: at + 1, name }));
export const TYPES = ['Напоминание', 'Проверка', 'Оплата'].map((name, at) => ({
  id: at + 1,
  name,
}));

let lastId = 0;

/** A one-shot of tomorrow, unless said otherwise; of a series with its words, as the server tells it. */
export function aReminder(fields: Partial<Reminder> = {}): Reminder {
  lastId += 1;
  const row: Reminder = {
    id: lastId,
    type: { id: 1, name: 'Напоминание' },
    category: { id: 1, name: 'Личное' },
    text: `Дело ${lastId}`,
    dateTime: new Date(Date.now() + 86_400_000 + lastId * 60_000).toISOString(),
    repeat: false,
    repeatEvery: null,
    repeatUnit: null,
    completed: false,
    flood: false,
    floodInterval: null,
    timeZone: 'Europe/Moscow',
    state: fields.completed ? 'completed' : fields.waitingSince ? 'waiting' : 'scheduled',
    waitingSince: null,
    snoozedUntil: null,
    pausedUntil: null,
    doneAt: null,
    version: 1,
    ...fields,
  };
  const rule = ruleOfWire(row);
  const begin = instantToWallTime(new Date(row.dateTime), row.timeZone);
  return rule ? { repeatText: describeRule(rule, begin), ...row } : row;
}

export function aNote(fields: Partial<Note> = {}): Note {
  lastId += 1;
  return {
    id: lastId,
    title: `Заметка ${lastId}`,
    content: 'Содержимое',
    category: { id: 1, name: 'Личное' },
    dateTime: '2026-11-20T09:00:00.000Z',
    version: 1,
    ...fields,
  };
}
