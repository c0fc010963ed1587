import { formOf, emptyPrefill, testReminder } from './form';
import { setByHand, broughtUpToDate, withSaid } from './form-state';

const MOSCOW = 'Europe/Moscow';
const source = { ...emptyPrefill, dateTime: '2026-12-01T06:00:00Z', categoryId: 1, typeId: 1 };
const opened = formOf(source, MOSCOW);

test('what is set by hand no word of the text changes; what else the text says is shown', () => {
  const byHand = setByHand(opened, { time: '12:00' }, opened, {});
  const shown = withSaid(byHand, { date: '2026-12-05', time: '18:00' });
  expect(shown).toMatchObject({ date: '2026-12-05', time: '12:00', byHand: ['time'] });
});

test('a change by hand keeps what else of its field the text has said', () => {
  const saidInText = { repeat: true, repeatUnit: 'WEEK' as const, weekdays: [2] };
  const shown = withSaid(opened, saidInText);
  const changed = setByHand(opened, { until: '2026-12-31' }, shown, saidInText);
  expect(changed).toMatchObject({ ...saidInText, until: '2026-12-31', byHand: ['repeat'] });
});

test('the text says nothing later of a field that was set first', () => {
  const set = (saidInText: { flood?: boolean }) =>
    setByHand(opened, { flood: true }, opened, saidInText);
  expect(set({}).asText).toEqual(['flood']);
  expect(set({ flood: true }).asText).toEqual([]);
});

test('in another zone the unchanged moment moves with its user, a changed one stays as written', () => {
  expect(broughtUpToDate(opened, 'Asia/Tokyo', source)).toMatchObject({
    timeZone: 'Asia/Tokyo',
    time: '15:00',
  });
  const changed = { ...opened, time: '10:00' };
  expect(broughtUpToDate(changed, 'Asia/Tokyo', source)).toEqual(changed);
});

test('the tour’s test reminder has the first category and type, comes in five minutes, once and without flood', () => {
  const named = (id: number) => ({ id, name: `${id}` });
  const reference = { categories: [named(4), named(5)], types: [named(6), named(7)] };
  const planned = testReminder(new Date('2026-11-20T09:00:00Z'), reference);
  expect(planned).toMatchObject({
    ...{ text: 'Тестовое напоминание', categoryId: 4, typeId: 6 },
    ...{ dateTime: '2026-11-20T09:05:00.000Z', repeat: false, flood: false },
  });
});
