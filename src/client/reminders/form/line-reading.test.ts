import { suggestion } from './form';
import { payloadOfLine, readLine } from './line-reading';

const context = {
  now: new Date('2026-11-20T09:00:00Z'),
  timeZone: 'Europe/Moscow',
  types: [{ id: 1, name: 'Напоминание' }],
  categories: [{ id: 1, name: 'Личное' }],
};
const saved = (line: string) =>
  payloadOfLine(readLine(line, context), suggestion(context, null, null), context);

test('what a line wants to be told ahead is saved with it', () => {
  expect(saved('встреча завтра в 15:00, напомни за день и за час')).toMatchObject({
    text: 'Встреча',
    dateTime: '2026-11-21T12:00:00.000Z',
    preAlerts: [1440, 60],
  });
});

test('a line that leaves a doubt is not saved unasked', () => {
  expect(saved('завтра 12 марта в 9 врач')).toBeNull();
  expect(saved('завтра 21 ноября в 9 врач')).not.toBeNull();
});
