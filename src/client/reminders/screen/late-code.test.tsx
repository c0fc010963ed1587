import { fireEvent, screen, within } from '@testing-library/react';
import { fixDate } from '@/testing/clock';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from './screen';

jest.mock('../../tutorial/tour', () => {
  throw new Error('no such chunk');
});
jest.mock('../view/zone-question', () => {
  throw new Error('no such chunk');
});
/** As long as its code is on its way. */
jest.mock('../calendar/calendar', () => ({ __esModule: true, default: () => null }));

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

test.each([
  ['a tour', { tutorialStep: 1 }],
  ['a question', { zoneBefore: 'Asia/Omsk' }],
])('%s whose code does not come takes nothing of the list away', async (_, asked) => {
  const server = Object.assign(new FakeServer(), asked);
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  renderScreen(<RemindersScreen />, server);
  fireEvent.click(await screen.findByRole('button', { name: 'Полить ёлку' }));
  const view = within(await screen.findByRole('dialog', { name: 'Полить ёлку' }));
  fireEvent.click(view.getByRole('button', { name: 'Закрыть' }));
  expect(screen.getByRole('article', { name: 'Полить ёлку' })).toBeVisible();
});

test('«+» opens a form of today while the calendar’s code is on its way', async () => {
  fixDate('2026-11-22T09:00:00.000Z');
  renderScreen(<RemindersScreen />, new FakeServer());
  fireEvent.click(await screen.findByRole('button', { name: 'Календарь' }));
  fireEvent.click(screen.getByRole('button', { name: 'Добавить уведомление' }));
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  expect(form.getByLabelText('Дата')).toHaveValue('2026-11-22');
});
