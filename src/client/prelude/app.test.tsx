import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { aReminder } from '@/testing/wire-rows';
import { FakeServer } from '@/testing/fake-server';
import { renderStart, runPrelude, USER } from '@/testing/mini-app';
import { PhaseScreen as Startup } from '../start/phase-screen';
import { peekAnswer, REMINDERS_PATH, takeOver, VALIDATE_PATH } from '../wire/prelude';
import { keptList } from '../session/kept-list';
import { run } from './app';
import { run as runAtOnce } from './at-once';

beforeEach(() => {
  window.prelude = undefined;
  takeOver();
  localStorage.clear();
});

/** The prelude has run; the app's code is here. */
function begun(server: FakeServer): void {
  runPrelude(server);
  takeOver();
}

/** The first requests have been answered before the app's code is here. */
async function answered(server: FakeServer, paths = [VALIDATE_PATH, REMINDERS_PATH]) {
  begun(server);
  await waitFor(() => {
    for (const path of paths) expect(peekAnswer(path)).not.toBeNull();
  });
}

test('what came before the app is drawn at once: no spinner, no skeletons, nothing asked twice', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  await answered(server);
  renderStart(<Startup />, server);
  expect(screen.getByRole('article', { name: 'Полить ёлку' })).toBeVisible();
  await waitFor(() => expect(server.callsOf('POST', '/api/profile/timezone')).toHaveLength(1));
  expect(server.callsOf('POST', VALIDATE_PATH)).toHaveLength(1);
  expect(server.callsOf('GET', REMINDERS_PATH)).toHaveLength(1);
});

test('a list that came first shows nothing while the terms are not accepted', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  const message = 'Примите условия в боте';
  server.on(`POST ${VALIDATE_PATH}`, () => ({
    status: 403,
    json: { success: false, message, requiresTerms: true },
  }));
  await answered(server, [VALIDATE_PATH]);
  renderStart(<Startup />, server);
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});

test('a list that was refused first is the screen of stale data once the launch is accepted', async () => {
  const server = new FakeServer();
  server.on(`GET ${REMINDERS_PATH}`, () => refused(false));
  await answered(server);
  renderStart(<Startup />, server);
  expect(await screen.findByText('Данные устарели')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});

test.each([
  ['before the app is there', [VALIDATE_PATH, REMINDERS_PATH]],
  ['while the launch is validated', [REMINDERS_PATH]],
])(
  'a list refused for missing terms %s is their screen, until they are accepted',
  async (_when, paths) => {
    const server = new FakeServer();
    server.reminders = [aReminder({ text: 'Полить ёлку' })];
    server.on(`GET ${REMINDERS_PATH}`, () => refused(true));
    await answered(server, paths);
    renderStart(<Startup />, server);
    expect(await screen.findByText('Примите условия в боте')).toBeVisible();
    // What the app tells behind the validation.
    await waitFor(() => expect(server.callsOf('POST', '/api/profile/timezone')).toHaveLength(1));
    expect(screen.getByText('Примите условия в боте')).toBeVisible();
    server.on(`GET ${REMINDERS_PATH}`, null);
    fireEvent.blur(window);
    fireEvent.focus(window);
    expect(await screen.findByRole('article', { name: 'Полить ёлку' })).toBeVisible();
  },
);

test.each([
  [200, null],
  [400, '   '],
])(
  'missing terms without words are told in the app’s own, with status %i too',
  async (status, message) => {
    const server = new FakeServer();
    const json = { success: false, message, requiresTerms: true };
    server.on(`POST ${VALIDATE_PATH}`, () => ({ status, json }));
    renderStart(<Startup />, server);
    expect(await screen.findByText(/^Для использования веб-приложения/)).toBeVisible();
  },
);

test('of a browser that names no zone Moscow’s is sent', async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const nameless = jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue(Object.assign(options, { timeZone: undefined }));
  const server = new FakeServer();
  renderStart(<Startup />, server);
  await waitFor(() =>
    expect(server.callsOf('POST', '/api/profile/timezone')).toMatchObject([
      { body: { timezone: 'Europe/Moscow' } },
    ]),
  );
  nameless.mockRestore();
});

test('it asks once, though two scripts of the document run it', () => {
  const server = new FakeServer();
  begun(server);
  history.replaceState(null, '', '/app#tgWebAppData=signed');
  run();
  expect(server.callsOf('GET', REMINDERS_PATH)).toHaveLength(1);
});

test('the second script runs the text of the first, unless that has run', () => {
  const ran = jest.fn();
  Object.assign(window, { ran });
  const [first, second] = [document.createElement('script'), document.createElement('script')];
  // As in the document, where it waits for its turn.
  first.type = 'module';
  first.text = 'ran()';
  document.head.append(first, second);
  const current = jest.spyOn(document, 'currentScript', 'get').mockReturnValue(second);
  runAtOnce();
  expect(ran).not.toHaveBeenCalled();
  Reflect.deleteProperty(window, 'prelude');
  runAtOnce();
  expect(ran).toHaveBeenCalledTimes(1);
  expect(document.head.lastElementChild).toBe(second);
  current.mockRestore();
});

test('without a launch it asks for nothing', () => {
  const server = new FakeServer();
  window.fetch = server.fetch;
  Reflect.deleteProperty(window, 'prelude');
  history.replaceState(null, '', '/app');
  run();
  expect(server.calls).toEqual([]);
  expect(window.prelude).toBeUndefined();
});

const refused = (requiresTerms: boolean) => ({
  status: 403,
  json: {
    success: false,
    message: 'Примите условия в боте',
    ...(requiresTerms && { requiresTerms }),
  },
});

test('without accepted terms a button leads to where they are accepted, another one closes', async () => {
  const server = new FakeServer();
  const { json } = refused(true);
  const botUrl = 'https://t.me/napomnyu_bot?start=terms';
  server.on(`POST ${VALIDATE_PATH}`, () => ({ status: 403, json: { ...json, botUrl } }));
  const posted = jest.fn();
  Object.assign(window, { TelegramWebviewProxy: { postEvent: posted } });
  renderStart(<Startup />, server);
  fireEvent.click(await screen.findByRole('button', { name: 'Открыть чат с ботом' }));
  const path = JSON.stringify({ path_full: '/napomnyu_bot?start=terms' });
  await waitFor(() => expect(posted).toHaveBeenCalledWith('web_app_open_tg_link', path));
  fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(posted).toHaveBeenLastCalledWith('web_app_close', undefined);
});

test('terms accepted meanwhile: the next try shows the list, not the refusal of before', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  server.on(`POST ${VALIDATE_PATH}`, () => refused(true));
  server.on(`GET ${REMINDERS_PATH}`, () => refused(true));
  begun(server);
  renderStart(<Startup />, server);
  expect(await screen.findByText('Примите условия в боте')).toBeVisible();
  server.on(`GET ${REMINDERS_PATH}`, null);
  server.on(`POST ${VALIDATE_PATH}`, null);
  fireEvent.blur(window);
  fireEvent.focus(window);
  expect(await screen.findByRole('article', { name: 'Полить ёлку' })).toBeVisible();
});

test('a start without a connection is over with the next try', async () => {
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  const early = [`POST ${VALIDATE_PATH}`, `GET ${REMINDERS_PATH}`];
  for (const each of early) server.on(each, () => Promise.reject(new TypeError('offline')));
  begun(server);
  renderStart(<Startup />, server);
  const again = await screen.findByRole('button', { name: 'Повторить' });
  for (const each of early) server.on(each, null);
  fireEvent.click(again);
  expect(await screen.findByRole('article', { name: 'Полить ёлку' })).toBeVisible();
});

test('a start without a connection shows the list as it was last read, until there is one again', async () => {
  Object.assign(window, { TelegramWebviewProxy: { postEvent: () => undefined } });
  const server = new FakeServer();
  server.reminders = [aReminder({ text: 'Полить ёлку' })];
  const before = renderStart(<Startup />, server);
  expect(await screen.findByRole('article', { name: 'Полить ёлку' })).toBeVisible();
  before.unmount();

  const offline = new FakeServer();
  const paths = [`POST ${VALIDATE_PATH}`, `GET ${REMINDERS_PATH}`];
  for (const each of paths) offline.on(each, () => Promise.reject(new TypeError('offline')));
  renderStart(<Startup />, offline);
  expect(await screen.findByText(/^Нет сети. Список на \d\d:\d\d$/)).toBeVisible();
  expect(screen.getByRole('article', { name: 'Полить ёлку' })).toBeVisible();

  for (const each of paths) offline.on(each, null);
  offline.reminders = [aReminder({ text: 'Купить хлеб' })];
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.queryByText(/Нет сети/)).not.toBeInTheDocument());
});

describe('time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const never = () => new Promise<never>(() => undefined);
  const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  test('a first request without an answer gives way to an ordinary one, with a limit of its own', async () => {
    const server = new FakeServer();
    server.on(`POST ${VALIDATE_PATH}`, never);
    begun(server);
    renderStart(<Startup />, server);
    await passes(14_000);
    expect(server.callsOf('POST', VALIDATE_PATH)).toHaveLength(2);
    await passes(15_000);
    expect(screen.getByText(/Не удалось связаться с сервером/)).toBeVisible();
  });

  test('an answer that lay about for a minute is asked for anew', async () => {
    const server = new FakeServer();
    begun(server);
    await passes(1);
    server.reminders = [aReminder({ text: 'Из чата' })];
    await passes(61_000);
    renderStart(<Startup />, server);
    await passes(100);
    expect(screen.getByRole('article', { name: 'Из чата' })).toBeVisible();
  });
});

test('a server that refuses the launch takes the kept list from the device', async () => {
  const server = new FakeServer();
  keptList.keep(USER.id, { at: Date.now(), rows: [] });
  server.on(`POST ${VALIDATE_PATH}`, () => refused(false));
  renderStart(<Startup />, server);
  await waitFor(() => expect(server.callsOf('POST', VALIDATE_PATH)).toHaveLength(1));
  expect(await screen.findByRole('heading')).toBeVisible();
  expect(keptList.read(USER.id)).toBeNull();
});
