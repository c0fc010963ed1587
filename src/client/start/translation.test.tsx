import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReminder, FakeServer, renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';
import { outliveTranslation } from './translation';

/** What a browser's translation makes of a page. */
function wrapTexts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
    text.parentNode?.replaceChild(font, text);
    font.append(text);
  }
}
const cards = () =>
  [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));

test('on a page that the browser has translated the main ways go on', async () => {
  outliveTranslation();
  const user = userEvent.setup({ delay: null });
  const server = new FakeServer();
  server.reminders = ['Хлеб', 'Вода'].map((text) => aReminder({ text }));
  renderScreen(<RemindersScreen />, server);
  await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Вода']));
  wrapTexts();
  const search = screen.getByRole('textbox', { name: 'Поиск' });
  fireEvent.change(search, { target: { value: 'нигде' } });
  await waitFor(() => expect(cards()).toEqual([]));
  wrapTexts();
  await user.click(screen.getByRole('button', { name: 'Очистить поиск' }));
  await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Вода']));
  wrapTexts();
  await user.click(screen.getByRole('button', { name: 'Готово: Хлеб' }));
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  wrapTexts();
  await user.click(screen.getByRole('tab', { name: 'Архив' }));
  expect(await screen.findByText('Вы ничего не добавили...')).toBeVisible();
  wrapTexts();
  await user.click(screen.getByRole('tab', { name: 'Актуальные' }));
  await waitFor(() => expect(cards()).toEqual(['Хлеб', 'Вода']));
  expect(screen.queryByText('Что-то пошло не так')).toBeNull();
});
