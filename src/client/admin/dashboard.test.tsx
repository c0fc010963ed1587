import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AdminStats, type Notice } from '@/contract/admin';
import { SWRConfig } from 'swr';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { Screens } from '../shell/screens';
import AdminGate from './gate';

const NOTICES = '/api/admin/notices';
const NOW = '2026-11-20T09:00:00.000Z';
const days = Array.from({ length: 30 }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`);
const periods = { day: 3, week: 20, month: 1_234 };
const percentiles = { sends: 10, p50: 40, p95: 900, p99: 2_500 };

const stats: AdminStats = {
  at: NOW,
  delivery: 'ok',
  users: { total: 12_345, new: periods, active: periods, unreachable: 7, warned: 2 },
  created: days.map((day) => ({ day, reminders: 0, notes: 0 })),
  deliveries: days.map((day) => ({
    day,
    ...{ sent: 0, retry: 0, unreachable: 0, rejected: 0, failed: 0 },
  })),
  lateness: { hour: percentiles, day: percentiles, week: percentiles },
  flood: { resends: 1, messages: 8 },
  backlog: { due: { count: 10_000, more: true }, oldestSeconds: 90 },
  failures: {
    total: { count: 1, more: false },
    rows: [{ id: 55, userId: 70, code: '400', dueAt: NOW }],
  },
  runs: [],
  databaseBytes: 1_400_000_000,
  complaints: [],
  missingLegal: [],
};

/** A server of administrators, which remembers the notices. */
class AdminServer extends FakeServer {
  notices: Notice[] = [];

  constructor() {
    super();
    this.x = 1;
    const webhook = { state: 'ours', host: 'app', pending: 0, lastErrorAt: null, lastError: null };
    const parked = { total: { count: 0, more: false }, users: [], next: null };
    this.answer('GET /api/admin/stats', () => ({ stats }));
    this.answer('GET /api/admin/webhook', () => ({ webhook }));
    this.answer('GET /api/admin/parked?after=0', () => parked);
    this.answer(`GET ${NOTICES}`, () => ({ notices: this.notices }));
    this.on(`POST ${NOTICES}`, ({ body }) => {
      this.notices = [aNotice({ text: String(body.text).trim() })];
      return { json: { success: true, notice: this.notices[0] } };
    });
    this.answer(`POST ${NOTICES}/1/preview`, () => this.change({ recipients: 321 }));
    const running = { state: 'running', startedAt: NOW } as const;
    this.answer(`POST ${NOTICES}/1/start`, () => this.change(running));
    this.answer(`POST ${NOTICES}/1/stop`, () => this.change({ state: 'stopped' }));
  }

  answer(endpoint: string, answer: () => object): void {
    this.on(endpoint, () => ({ json: { success: true, ...answer() } }));
  }

  change(fields: Partial<Notice>): { notice: Notice } {
    const notice = { ...aNotice(), ...this.notices[0], ...fields };
    this.notices = [notice];
    return { notice };
  }
}

const aNotice = (fields: Partial<Notice> = {}): Notice => ({
  id: 1,
  text: 'Ночью бот отдохнёт',
  state: 'draft',
  recipients: 0,
  sent: 0,
  unreachable: 0,
  failed: 0,
  startedAt: null,
  finishedAt: null,
  ...fields,
});

/** The gate with a cache of its own. */
const open = (server: FakeServer) =>
  renderScreen(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <AdminGate />
    </SWRConfig>,
    server,
  );
const openTab = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('tab', { name }));
  return within(screen.getByRole('tabpanel', { name }));
};
const adminCalls = (server: FakeServer) =>
  server.calls.filter(({ path }) => path.startsWith('/api/admin'));

test('while the numbers are on their way the dashboard says so; then they stand as text', async () => {
  const server = new AdminServer();
  let arrive = () => {};
  const waiting = new Promise<void>((resolve) => (arrive = resolve));
  server.on('GET /api/admin/stats', async () => {
    await waiting;
    return { json: { success: true, stats } };
  });
  open(server);
  expect(await screen.findByRole('status', { name: 'Загрузка...' })).toBeVisible();
  arrive();
  expect(await screen.findByText('Доставка работает')).toBeVisible();
  expect(screen.queryByRole('status', { name: 'Загрузка...' })).toBeNull();
  const figure = (name: string) => screen.getByText(name).parentElement;
  expect(figure('Всего')).toHaveTextContent(/12\s345/);
  expect(figure('Ждут отправки')).toHaveTextContent(/10\s000\+.*дольше всех — 1,5 мин/);
  expect(figure('Доля флуда за сутки')).toHaveTextContent('12,5 %');
  expect(figure('Размер базы')).toHaveTextContent('1,3 ГБ');
});

test('without an answer the dashboard says so, and the retry brings it', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new AdminServer();
  server.on('GET /api/admin/stats', () => ({ status: 500, json: { success: false } }));
  open(server);
  expect(await screen.findByText('Не удалось загрузить данные панели')).toBeVisible();
  server.answer('GET /api/admin/stats', () => ({ stats }));
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Доставка работает')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an ordinary user sees a page that is not there, without a hint, and asks for nothing', async () => {
  const server = new AdminServer();
  server.x = 0;
  const { container } = open(server);
  expect(await screen.findByRole('heading', { name: 'Такой страницы нет' })).toBeVisible();
  expect(container).not.toHaveTextContent(/админ|панель|доступ/i);
  expect(adminCalls(server)).toEqual([]);
});

test('a failed reminder is tried again once, however often the button is tapped, and leaves the list', async () => {
  const user = userEvent.setup({ delay: null });
  const server = new AdminServer();
  let arrive = () => {};
  const waiting = new Promise<void>((resolve) => (arrive = resolve));
  server.on('POST /api/admin/failures/55/retry', async () => {
    await waiting;
    const failures = { total: { count: 0, more: false }, rows: [] };
    server.answer('GET /api/admin/stats', () => ({ stats: { ...stats, failures } }));
    return { json: { success: true } };
  });
  open(server);
  const delivery = await openTab(user, 'Доставка');
  const retry = await delivery.findByRole('button', { name: 'Повторить уведомление 55' });
  fireEvent.click(retry);
  fireEvent.click(retry);
  arrive();
  expect(await screen.findByText('Отправим ещё раз')).toBeVisible();
  expect(server.callsOf('POST', '/api/admin/failures/55/retry')).toHaveLength(1);
  expect(await delivery.findByText('Таких уведомлений нет')).toBeVisible();
});

describe('a notice', () => {
  const write = async (server: AdminServer, text = 'Ночью бот отдохнёт') => {
    const user = userEvent.setup({ delay: null });
    open(server);
    const panel = await openTab(user, 'Рассылка');
    fireEvent.change(await panel.findByLabelText('Текст сообщения'), { target: { value: text } });
    return { user, panel };
  };

  test('cannot be started before it was looked at, nor after its text has changed since', async () => {
    const server = new AdminServer();
    const { user, panel } = await write(server);
    expect(panel.queryByRole('button', { name: 'Разослать' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Посмотреть в чате' }));
    expect(await panel.findByText(/Его получит 321 пользователь/)).toBeVisible();
    expect(panel.getByRole('button', { name: 'Разослать' })).toBeEnabled();
    fireEvent.change(panel.getByLabelText('Текст сообщения'), { target: { value: 'Другое' } });
    expect(panel.queryByRole('button', { name: 'Разослать' })).toBeNull();
    expect(panel.getByText('Текст изменился — посмотрите ещё раз')).toBeVisible();
  });

  test('is started only after a confirmation, once, however often that is tapped; then it is stopped', async () => {
    const server = new AdminServer();
    const { user, panel } = await write(server);
    await user.click(panel.getByRole('button', { name: 'Посмотреть в чате' }));
    await user.click(await panel.findByRole('button', { name: 'Разослать' }));
    const dialog = within(await screen.findByRole('dialog', { name: /321\sпользователю\?/ }));
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsOf('POST', `${NOTICES}/1/start`)).toEqual([]);

    await user.click(panel.getByRole('button', { name: 'Разослать' }));
    const yes = within(await screen.findByRole('dialog')).getByText('Разослать');
    fireEvent.click(yes);
    fireEvent.click(yes);
    expect(await panel.findByText('Идёт')).toBeVisible();
    expect(server.callsOf('POST', `${NOTICES}/1/start`)).toMatchObject([
      { body: { text: 'Ночью бот отдохнёт' } },
    ]);
    expect(panel.getByLabelText('Текст сообщения')).toHaveValue('');
    expect(panel.getByRole('progressbar', { name: 'Ход рассылки' })).toBeVisible();

    await user.click(panel.getByRole('button', { name: 'Остановить рассылку' }));
    const stop = within(await screen.findByRole('dialog', { name: 'Остановить рассылку?' }));
    expect(server.callsOf('POST', `${NOTICES}/1/stop`)).toEqual([]);
    await user.click(stop.getByRole('button', { name: 'Остановить' }));
    expect(await panel.findByText('Остановлена')).toBeVisible();
    expect(server.callsOf('POST', `${NOTICES}/1/stop`)).toHaveLength(1);
  });

  test('that the server refuses stays written, and the reason is said', async () => {
    const server = new AdminServer();
    const message = 'Сейчас идёт другая рассылка. Дождитесь её конца или остановите её';
    server.on(`POST ${NOTICES}/1/preview`, () => ({
      status: 400,
      json: { success: false, message },
    }));
    const { user, panel } = await write(server, 'Долго писали');
    await user.click(panel.getByRole('button', { name: 'Посмотреть в чате' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(panel.getByLabelText('Текст сообщения')).toHaveValue('Долго писали');
    expect(panel.queryByRole('button', { name: 'Разослать' })).toBeNull();
  });
});

test('a running notice is asked for often while it comes on, and as rarely as all else while it waits', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const server = new AdminServer();
  server.change({ state: 'running', startedAt: NOW, recipients: 200 });
  renderScreen(<Screens pathname="/admin" />, server);
  fireEvent.click(await screen.findByRole('tab', { name: 'Рассылка' }));
  const callsIn = async (ms: number) => {
    const before = server.callsOf('GET', NOTICES).length;
    await act(() => jest.advanceTimersByTimeAsync(ms));
    return server.callsOf('GET', NOTICES).length - before;
  };
  for (let sent = 1; sent <= 12; sent += 1) {
    server.change({ sent });
    expect(await callsIn(10_000)).toBeGreaterThanOrEqual(6);
  }
  await callsIn(60_000);
  expect(await callsIn(3_600_000)).toBeLessThanOrEqual(60);
  server.change({ sent: 190 });
  await callsIn(60_000);
  expect(await callsIn(15_000)).toBeGreaterThanOrEqual(9);
  jest.useRealTimers();
});

test.each(['Доставка', 'Рассылка'])(
  'the tab «%s» takes 150 requests an hour at most',
  async (name) => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = new AdminServer();
    renderScreen(<Screens pathname="/admin" />, server);
    fireEvent.click(await screen.findByRole('tab', { name }));
    await act(() => jest.advanceTimersByTimeAsync(3_600_000));
    expect(server.calls.length).toBeLessThanOrEqual(150);
    expect(server.callsOf('GET', '/api/admin/stats').length).toBeGreaterThan(50);
    jest.useRealTimers();
  },
);

test('while the legal pages name no operator, the dashboard says which variables are missing', async () => {
  const server = new AdminServer();
  const missingLegal = ['OPERATOR_ADDRESS', 'DATABASE_COUNTRY'];
  server.answer('GET /api/admin/stats', () => ({ stats: { ...stats, missingLegal } }));
  open(server);
  expect(await screen.findByText(/Задайте OPERATOR_ADDRESS, DATABASE_COUNTRY/)).toBeVisible();
});
