import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type MonthHistory } from '@/contract/reminder';
import { FakeServer, renderScreen } from '@/testing/mini-app';
import { HistorySheet } from './history-sheet';

const reminder = (id: number) => ({
  ...{ id, text: `Дело ${id}` },
  ...{ onTime: 3, late: 0, unanswered: 1, skipped: 0 },
});
const history = (month: MonthHistory) => ({ json: { success: true, ...month } });
const button = (name: string) => screen.findByRole('button', { name });

test('a month shows its counts and its reminders, and an earlier month can be looked at', async () => {
  const person = userEvent.setup();
  const server = new FakeServer();
  server.on('GET /api/profile/history', ({ path }) => {
    const month = new URL(path, location.href).searchParams.get('month');
    return history({
      ...{ month: month ?? '2026-11', earlier: month === null, moreReminders: 0 },
      total: { onTime: month === null ? 1_234 : 7, late: 2, unanswered: 1, skipped: 0 },
      reminders: [reminder(1)],
    });
  });
  renderScreen(<HistorySheet onClose={jest.fn()} />, server);
  expect(await screen.findByRole('heading', { name: 'Ноябрь 2026' })).toBeVisible();
  const shown = within(screen.getByRole('dialog', { name: 'История' }));
  expect(shown.getByText('1 234')).toBeVisible();
  expect(shown.getByRole('button', { name: 'Дело 1 3 вовремя, 1 без ответа' })).toBeVisible();
  expect(await button('Следующий месяц')).toHaveAttribute('aria-disabled', 'true');

  await person.click(await button('Предыдущий месяц'));
  expect(await screen.findByRole('heading', { name: 'Октябрь 2026' })).toBeVisible();
  expect(await shown.findByText('7')).toBeVisible();
  const back = await button('Предыдущий месяц');
  expect(back).toHaveAttribute('aria-disabled', 'true');
  expect(back).toHaveFocus();

  await person.click(await button('Следующий месяц'));
  expect(await shown.findByText('1 234')).toBeVisible();
});

test('five reminders are shown, then all; one that is tapped opens', async () => {
  const person = userEvent.setup();
  const server = new FakeServer();
  server.on('GET /api/profile/history', () =>
    history({
      ...{ month: '2026-11', earlier: false, moreReminders: 4 },
      total: { onTime: 9, late: 0, unanswered: 0, skipped: 0 },
      reminders: [1, 2, 3, 4, 5, 6].map(reminder),
    }),
  );
  const onClose = jest.fn();
  renderScreen(<HistorySheet onClose={onClose} />, server);
  await person.click(await button('Показать всё (10)'));
  expect(screen.getByText('И ещё 4')).toBeVisible();
  await person.click(screen.getByText('Дело 6'));
  expect(window.location.search).toContain('reminder=6');
  // The profile stays as it was left, and would show the sheet again.
  expect(onClose).toHaveBeenCalledTimes(1);
  await person.click(await button('Свернуть'));
  expect(screen.queryByText('Дело 6')).not.toBeInTheDocument();
});

test('a month without anything says so, and a failure can be tried again', async () => {
  const person = userEvent.setup();
  const server = new FakeServer();
  const failed = { status: 400, json: { success: false, message: 'Нет' } };
  server.on('GET /api/profile/history', () => failed);
  renderScreen(<HistorySheet onClose={jest.fn()} />, server);
  expect(await screen.findByText('Не удалось загрузить историю')).toBeVisible();
  server.on('GET /api/profile/history', null);
  await person.click(await button('Повторить'));
  expect(await screen.findByText(/^За этот месяц пока пусто/)).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByText('Не удалось загрузить историю')).not.toBeInTheDocument(),
  );
});
