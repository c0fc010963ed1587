import { html, type Html, lines } from './html';

/** The link by which calendar programs show a person's reminders, in the app and in the chat. */
export const calendarLinkTexts = {
  title: 'Календарь',
  explain:
    'Всё, что назначено, можно видеть в календаре телефона или компьютера: он обновляется сам, по секретной ссылке.',
  /** What the link gives away. */
  gives:
    'Кто знает ссылку, видит тексты, категории и время всего, что вы назначили и назначите. Не показывайте её посторонним; если она попала не туда, отзовите её.',
  exists: (date: string) =>
    `Ссылка создана ${date}. Ещё раз показать её нельзя: если она потерялась, создайте новую, и прежняя перестанет работать.`,
  /** Why calendars get nothing by the link. */
  tooMuch:
    'Календарь не обновляется: в нём слишком много повторений. Удалите лишние или сделайте их реже.',
  alarms: 'Напоминать и из календаря',
  alarmsExplained:
    'Календарь тоже подаст сигнал в назначенное время и заранее, даже если Telegram запаздывает; тихих часов он не знает. Календарь Apple делает это, только если в настройках подписки не включено удаление сигналов, а Google сигналов из подписок не берёт.',
  state: (linked: boolean) => (linked ? 'ссылка создана' : 'не подключён'),
  label: 'Ссылка на календарь',
  once: 'Скопируйте ссылку сейчас: больше она не покажется. В программе календаря выберите «Подписаться на календарь».',
  create: 'Создать ссылку',
  createAnew: 'Создать новую',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyByHand: 'Скопируйте выделенную ссылку',
  open: 'Открыть в календаре',
  revoke: 'Отозвать ссылку',
  revoked: 'Ссылка отозвана: календари больше ничего по ней не получат',
  failed: 'Не удалось. Попробуйте ещё раз',
  loadFailed: 'Не удалось узнать, есть ли ссылка',

  chat: {
    about: (since: string | null, refused: boolean): Html =>
      lines(
        html`<b>Календарь</b>`,
        '',
        refused ? calendarLinkTexts.tooMuch : calendarLinkTexts.explain,
        '',
        since === null ? calendarLinkTexts.gives : calendarLinkTexts.exists(since),
      ),
    made: (url: string): Html =>
      lines(
        html`Вот ссылка. Нажмите на неё, чтобы скопировать, и в программе календаря выберите
        «Подписаться на календарь».`,
        '',
        html`<code>${url}</code>`,
        '',
        calendarLinkTexts.gives,
      ),
    revoked: html`Ссылка отозвана: календари больше ничего по ней не получат.`,
  },
} as const;
