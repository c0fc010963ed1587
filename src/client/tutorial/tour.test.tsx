import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';

// jsdom has none, and Shepherd looks after its fields by it.
Object.defineProperty(window, 'ResizeObserver', {
  configurable: true,
  value: class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
});

test('«Назад» from the first field to the intro, and on again, keeps what was typed there', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.tutorialStep = 1;
  renderScreen(<RemindersScreen />, server);
  const button = (name: string) => screen.findByRole('button', { name });
  await user.click(await button('Далее (Шаг 1 из 7)'));
  await button('Далее (Шаг 2 из 7)');
  const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
  const text = form.getByLabelText('Текст уведомления');
  await user.type(text, ' для мамы');
  await user.click(await button('Назад'));
  await user.click(await button('Далее (Шаг 1 из 7)'));
  await button('Далее (Шаг 2 из 7)');
  expect(text).toBeInTheDocument();
  expect(text).toHaveValue('Тестовое напоминание для мамы');
});
