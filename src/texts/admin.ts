import { nouns as timeNouns, plural, pluralForm, type PluralForms } from './plural';

const nouns = {
  user: ['пользователь', 'пользователя', 'пользователей'],
  userGenitive: ['пользователю', 'пользователям', 'пользователям'],
} as const satisfies Record<string, PluralForms>;

const daysGenitive: PluralForms = ['дня', 'дней', 'дней'];

const number = (n: number): string => n.toLocaleString('ru-RU');
const counted = (n: number, forms: PluralForms): string =>
  `${number(n)}\u00a0${pluralForm(n, forms)}`;

/** What a run counts, by the names that delivery and cleanup give it. */
const runCounts: Readonly<Record<string, string>> = {
  sent: 'отправлено',
  retried: 'повторим',
  parked: 'отложено',
  failed: 'сдались',
  withdrawn: 'отозвано',
  unauthorized: 'отказов по токену',
  warned: 'предупреждено',
  notWarned: 'не предупреждено',
  erased: 'удалено людей',
  rows: 'удалено строк',
};

/** What the server tells administrators when it refuses. */
export const adminErrors = {
  noticeEmpty: 'Введите текст сообщения',
  noticeTooLong: (max: number) => `Сообщение длиннее ${number(max)} символов. Сократите его`,
  otherNoticeRuns: 'Сейчас идёт другая рассылка. Дождитесь её конца или остановите её',
  noticeChanged: 'Текст изменили в другом окне. Посмотрите сообщение ещё раз',
  previewFirst: 'Сначала посмотрите, как сообщение выглядит в чате',
  telegramPaused: 'Telegram просит подождать. Попробуйте через минуту',
  cannotWriteToYou: 'Бот не может вам написать. Откройте чат с ним и нажмите START',
  messageRejected: (code: string) => `Telegram не принял сообщение (код ${code})`,
  tokenRefused: 'Telegram не принимает токен бота. Проверьте TELEGRAM_BOT_TOKEN',
  telegramSilent: 'Telegram не ответил. Сообщение могло и дойти: проверьте чат',
};

export const adminTexts = {
  missingLegal: (names: readonly string[]) =>
    `Не указано, кто отвечает за данные людей и где они хранятся. Задайте ${names.join(', ')}: пока этого нет, так и сказано в соглашении и политике.`,
  title: 'Панель администратора',
  updated: (time: string) => `Обновлено ${time}`,
  stale: 'Данные не обновляются: нет ответа от сервера',
  failed: 'Не удалось загрузить данные панели',
  loading: 'Загрузка...',
  tabs: {
    label: 'Разделы панели',
    overview: 'Обзор',
    delivery: 'Доставка',
    notices: 'Рассылка',
  },
  number,
  /** «10 000+» where nobody counted further. */
  bounded: ({ count, more }: { count: number; more: boolean }) =>
    `${number(count)}${more ? '+' : ''}`,
  none: '—',
  health: {
    ok: 'Доставка работает',
    late: 'Уведомления опаздывают',
    silent: 'Доставка не запускается',
    unauthorized: 'Telegram не принимает токен бота',
    down: 'База данных недоступна',
  },
  asTable: 'Числами',
  nothingHappened: 'Пока ничего не было',
  day: 'День',
  users: {
    title: 'Пользователи',
    total: 'Всего',
    unreachable: 'Недоступны боту',
    warned: 'Предупреждены об удалении',
    period: 'Период',
    new: 'Новые',
    active: 'Активные',
    periods: { day: 'За день', week: 'За 7 дней', month: 'За 30 дней' },
  },
  complaints: {
    title: 'Жалобы на предложения',
    hint: 'За 30 дней: на кого жаловались те, кого звали в общее уведомление. Что в нём, не видно никому.',
    person: 'Идентификатор',
    times: 'Жалоб',
  },
  now: {
    title: 'Сейчас',
    backlog: 'Ждут отправки',
    oldest: (time: string) => `дольше всех — ${time}`,
    sentToday: 'Отправлено сегодня',
    p95: 'Опоздание за час, p95',
    flood: 'Доля флуда за сутки',
    failures: 'Не удалось отправить',
    database: 'Размер базы',
  },
  created: {
    title: (days: number) => `Создано за ${plural(days, timeNouns.day)}`,
    chart: (days: number) =>
      `Сколько уведомлений и заметок создано за каждый из ${plural(days, daysGenitive)}`,
    reminders: 'Уведомления',
    notes: 'Заметки',
    summary: (reminders: number, notes: number) =>
      `Уведомлений: ${number(reminders)}, заметок: ${number(notes)}`,
  },
  deliveries: {
    title: (days: number) => `Отправка уведомлений за ${plural(days, timeNouns.day)}`,
    chart: (days: number) =>
      `Сколько попыток отправки чем кончилось в каждый из ${plural(days, daysGenitive)}`,
    outcomes: {
      sent: 'Доставлено',
      retry: 'Повторим',
      unreachable: 'Бот заблокирован',
      rejected: 'Отклонено',
      failed: 'Попытки закончились',
    },
    summary: (sent: number, other: number) =>
      `Доставлено: ${number(sent)}, неудачных попыток: ${number(other)}`,
  },
  lateness: {
    title: 'Опоздание отправки',
    hint: 'Столько после своего времени ждали 50, 95 и 99\u00a0% уведомлений. Точность — 20\u00a0%.',
    period: 'Период',
    periods: { hour: 'Час', day: 'Сутки', week: 'Неделя' },
    sends: 'Отправок',
  },
  failures: {
    title: 'Не удалось отправить',
    empty: 'Таких уведомлений нет',
    shown: (shown: number, total: string) => `Последние ${shown} из ${total}`,
    reminder: (id: number) => `Уведомление ${id}`,
    details: (userId: number, code: string) => `ID ${userId}, код ${code}`,
    due: (time: string) => `Срок: ${time}`,
    retry: 'Повторить',
    retryOf: (id: number) => `Повторить уведомление ${id}`,
    retried: 'Отправим ещё раз',
    retryFailed: 'Не удалось повторить. Возможно, уведомление уже изменили или удалили',
  },
  parked: {
    title: 'Недоступные пользователи',
    empty: 'Бот может написать всем',
    hint: 'Они заблокировали бота или удалили аккаунт. Уведомления ждут их возвращения.',
    user: (id: number) => `ID ${id}`,
    since: (day: string) => `с ${day}`,
    more: (total: string) => `Показать ещё (всего ${total})`,
  },
  runs: {
    title: 'Последние запуски',
    empty: 'Запусков ещё не было',
    jobs: { deliver: 'Доставка', cleanup: 'Уборка' },
    startedAt: (job: string, time: string) => `${job} ${time}`,
    running: 'идёт',
    /** A run longer ago than any may take, without an end. */
    died: 'прервался',
    error: (code: string) => `ошибка ${code}`,
    counts: runCounts,
  },
  webhook: {
    title: 'Вебхук',
    states: {
      ours: 'Настроен на этот сервер',
      elsewhere: 'Обновления бота получает другой сервер',
      polling: 'Не настроен: обновления запрашивает сам сервер',
      unknown: (code: string) => `Telegram не ответил (${code})`,
    },
    host: (host: string) => `Адрес: ${host}`,
    pending: (n: number) => `В очереди обновлений: ${number(n)}`,
    noErrors: 'Ошибок не было',
    lastError: (time: string, message: string) => `Последняя ошибка ${time}: ${message}`,
  },
  test: {
    title: 'Проверка связи',
    hint: 'Бот пришлёт вам короткое сообщение.',
    button: 'Отправить тестовое сообщение',
    message: '✅ Тестовое сообщение. Бот работает.',
    sent: 'Отправлено. Проверьте чат с ботом',
    failed: 'Не удалось отправить тестовое сообщение',
  },
  notice: {
    title: 'Сообщение всем',
    hint: 'Его получат все, кто принял условия и не заблокировал бота. Уведомления всегда идут первыми.',
    text: 'Текст сообщения',
    preview: 'Посмотреть в чате',
    previewAgain: 'Текст изменился — посмотрите ещё раз',
    previewed: (recipients: number) =>
      `Сообщение пришло вам в чат. Его ${pluralForm(recipients, ['получит', 'получат', 'получат'])} ${counted(recipients, nouns.user)}.`,
    nobody: 'Сообщение пришло вам в чат, но получать его некому.',
    start: 'Разослать',
    confirmStart: (recipients: number) => ({
      title: `Отправить сообщение ${counted(recipients, nouns.userGenitive)}?`,
      text: 'Отправленное вернуть нельзя.',
      answer: 'Разослать',
    }),
    confirmStop: {
      title: 'Остановить рассылку?',
      text: 'Кому ещё не отправили, тот сообщения не получит. Продолжить её нельзя.',
      answer: 'Остановить',
    },
    stop: 'Остановить рассылку',
    history: 'Рассылки',
    empty: 'Рассылок ещё не было',
    states: { running: 'Идёт', done: 'Закончена', stopped: 'Остановлена' },
    progress: (done: number, recipients: number) => `${number(done)} из ${number(recipients)}`,
    progressLabel: 'Ход рассылки',
    counts: (sent: number, unreachable: number, failed: number) =>
      `Доставлено: ${number(sent)}, недоступны: ${number(unreachable)}, не удалось: ${number(failed)}`,
    started: (time: string) => `Начата ${time}`,
    startedNow: 'Рассылка началась',
    stoppedNow: 'Рассылка остановлена',
    failed: 'Не получилось. Попробуйте ещё раз',
  },
};
