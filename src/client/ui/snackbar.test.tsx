import { act, fireEvent, screen } from '@testing-library/react';
import { FakeServer } from '@/testing/fake-server';
import { renderStart } from '@/testing/mini-app';
import { showSnackbar, SnackbarProvider } from './snackbar';

/** As long as people see a message; in all other tests it stays (setup-dom.ts). */
const { SNACKBAR_MS } = jest.requireActual<{ SNACKBAR_MS: number }>('@/core/limits');
Object.assign(jest.requireMock<object>('@/core/limits'), { SNACKBAR_MS });

function Teller() {
  const action = { label: 'Отменить', run: () => undefined };
  return <button onClick={() => showSnackbar({ text: 'Сохранено', action })}>Сказать</button>;
}
const start = (
  <SnackbarProvider>
    <Teller />
  </SnackbarProvider>
);
const told = () => screen.queryByText('Сохранено');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

afterEach(() => jest.restoreAllMocks());

test('a message goes by itself after six seconds, but not from under a pointer', async () => {
  jest.useFakeTimers();
  renderStart(start, new FakeServer());
  fireEvent.click(screen.getByRole('button', { name: 'Сказать' }));
  await pass(5_990);
  expect(told()).toBeVisible();
  await pass(10);
  expect(told()).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'Сказать' }));
  fireEvent.pointerEnter(document.querySelector('[data-snackbar]') ?? document.body);
  await pass(7_000);
  expect(told()).toBeVisible();
});

test('a message with the focus in it stays when the pointer leaves it', async () => {
  jest.useFakeTimers();
  renderStart(start, new FakeServer());
  fireEvent.click(screen.getByRole('button', { name: 'Сказать' }));
  const place = document.querySelector<HTMLElement>('[data-snackbar]') ?? document.body;
  act(() => screen.getByRole('button', { name: 'Отменить' }).focus());
  fireEvent.pointerEnter(place);
  fireEvent.pointerLeave(place);
  await pass(7_000);
  expect(told()).toBeVisible();
});

test.each([
  ['the window', () => fireEvent.focus(window)],
  ['the app', () => fireEvent(document, new Event('visibilitychange'))],
])('a message with the focus in it stays when %s comes back', async (_, comeBack) => {
  jest.useFakeTimers();
  renderStart(start, new FakeServer());
  fireEvent.click(screen.getByRole('button', { name: 'Сказать' }));
  act(() => screen.getByRole('button', { name: 'Отменить' }).focus());
  fireEvent.blur(window);
  comeBack();
  await pass(7_000);
  expect(told()).toBeVisible();
});

test('a message that comes while the app is out of sight goes only after it is back', async () => {
  jest.useFakeTimers();
  renderStart(start, new FakeServer());
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent.click(screen.getByRole('button', { name: 'Сказать' }));
  await pass(7_000);
  expect(told()).toBeVisible();
  hidden.mockRestore();
  fireEvent(document, new Event('visibilitychange'));
  await pass(5_990);
  expect(told()).toBeVisible();
  await pass(10);
  expect(told()).toBeNull();
});

test('a message stays while the app is out of sight', async () => {
  jest.useFakeTimers();
  renderStart(start, new FakeServer());
  fireEvent.click(screen.getByRole('button', { name: 'Сказать' }));
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  await pass(7_000);
  expect(told()).toBeVisible();
});
