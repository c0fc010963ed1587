import { ALL, DEFAULT_TIME_ZONE, PAGE_SIZE } from '@/core/limits';
import { type ListedReminder, tabOf } from '@/core/lists';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { CARD_TIME } from '../ui/card-time';
import { REMINDERS_PATH, ROWS_AT_ONCE, VALIDATE_PATH } from './early';

/** What the script knows beside the answers. */
interface Given {
  validatePath: string;
  listPath: string;
  rowsAtOnce: number;
  pageSize: number;
  /** The category that is no category. */
  all: string;
  timeZone: string;
  format: Intl.DateTimeFormatOptions;
  unknownType: string;
  unanswered: string;
  finish: string;
  trouble: Partial<Record<string, string>>;
}

/**
 * Runs in the app's document before its code is there, as text: it may use nothing from outside itself.
 * Once the launch is accepted and the list is here, draws the first cards of the first tab into the shell
 * (shell/cards-ahead.tsx), each as a copy of a card that the server has drawn, and keeps what is tapped on
 * them. React draws the same from the same answers when it comes (early.ts). Where it has come already, where
 * anything was refused, and outside Telegram's clients, which show whose account it is first, draws nothing.
 */
export function drawCards(
  given: Given,
  tabOf: (row: ListedReminder) => string,
  repeatEvery: (every: number, unit: NonNullable<Reminder['repeatUnit']>) => string,
  floodEvery: (minutes: number) => string,
): void {
  const asked = window.askedAhead;
  if (!asked || (window.parent === window && !('TelegramWebviewProxy' in window))) return;

  const filled = (sample: Element, row: Reminder, when: string): Element => {
    const card = sample.cloneNode(true);
    if (!(card instanceof Element)) return sample;
    const part = (name: string) => card.querySelector(`[data-part=${name}]`);
    const text = (name: string, value: string) => {
      const last = part(name)?.lastChild;
      if (last) last.nodeValue = value;
    };
    const article = card.querySelector('article');
    article?.setAttribute('aria-label', row.text);
    article?.setAttribute('data-completed', String(row.completed));
    article?.setAttribute('data-id', String(row.id));
    text('type', row.type.name || given.unknownType);
    card.querySelector('time')?.setAttribute('datetime', row.dateTime);
    text('time', when);
    text('text', row.text);
    card.querySelector('[role=group]')?.setAttribute('aria-label', row.text);
    if (row.repeat && row.repeatEvery !== null && row.repeatUnit !== null) {
      part('repeat')?.setAttribute('aria-label', repeatEvery(row.repeatEvery, row.repeatUnit));
    } else part('repeat')?.parentElement?.remove();
    if (row.flood && row.floodInterval !== null) {
      part('flood')?.setAttribute('aria-label', floodEvery(row.floodInterval));
    } else part('flood')?.parentElement?.remove();
    if (row.completed) text('standing', given.unanswered);
    else part('standing')?.remove();
    if (row.completed) part('finish')?.remove();
    else
      part('finish')?.firstElementChild?.setAttribute('aria-label', `${given.finish}: ${row.text}`);
    const trouble = given.trouble[row.state];
    if (trouble === undefined) part('trouble')?.remove();
    else {
      part('trouble')?.setAttribute('data-state', row.state);
      text('trouble', trouble);
    }
    if (row.category.name === given.all) part('category')?.remove();
    else text('category', row.category.name);
    return card;
  };

  const draw = (rows: Reminder[], timeZone: string) => {
    const place = document.querySelector('[data-cards-ahead]');
    const template = place?.nextElementSibling;
    const shell = place?.closest('[inert]');
    if (!place || !shell || !(template instanceof HTMLTemplateElement)) return;
    const list = document.importNode(template.content, true);
    const grid = list.querySelector('ul');
    const samples = [...(grid?.children ?? [])];
    const sampleOf = (type: string) =>
      samples.find((each) => each.querySelector('[data-part=type]')?.textContent === type) ??
      samples[0];
    const format = new Intl.DateTimeFormat('ru-RU', { ...given.format, timeZone });
    const current = rows
      .filter((row) => tabOf(row) === 'current')
      .map((row) => ({ row, time: Date.parse(row.dateTime) }))
      .sort((a, b) => a.time - b.time);
    // What waits has a heading, and this an extra line: those are left to React.
    const extra = (row: Reminder) => row.waitingSince ?? row.snoozedUntil ?? row.doneAt;
    if (current.length === 0 || current.some(({ row }) => extra(row))) return;
    const cards = current.slice(0, given.pageSize).flatMap(({ row, time }) => {
      const sample = sampleOf(row.type.name);
      return sample ? [filled(sample, row, format.format(time))] : [];
    });
    grid?.replaceChildren(...cards);
    if (current.length <= given.pageSize) grid?.parentElement?.nextElementSibling?.remove();
    place.replaceChildren(list);

    shell.removeAttribute('inert');
    shell.removeAttribute('aria-hidden');
    // What is typed there would go with the shell.
    for (const field of shell.querySelectorAll('input')) field.readOnly = true;
    const keep = (event: Event) => {
      const { target, type } = event;
      if (!(target instanceof Element) || !shell.contains(target)) return;
      const control = target.closest('button, a, input');
      const kept = control && {
        card: control.closest('article')?.getAttribute('data-id') ?? null,
        name: control.getAttribute('aria-label') ?? control.textContent,
      };
      if (type === 'focusin') asked.focus = kept;
      else {
        // Follows no link, and takes the keyboard nowhere.
        event.preventDefault();
        event.stopImmediatePropagation();
        if (type !== 'click' || !kept) return;
        asked.tap = kept;
        shell.setAttribute('data-tapped', '');
      }
    };
    for (const type of ['mousedown', 'click', 'focusin']) {
      document.addEventListener(type, keep, true);
    }
  };

  const parsed = new Promise<void>((resolve) => {
    if (document.readyState !== 'loading') resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve());
  });
  const { answers } = asked;
  type Good = { timezone?: string; notifications?: Reminder[] };
  const isGood = (value: unknown): value is Good =>
    typeof value === 'object' && value !== null && Reflect.get(value, 'success') === true;
  Promise.all([answers[given.validatePath], answers[given.listPath], parsed])
    .then(([validated, listed]) => {
      // Taken over: React is about to draw.
      if (window.askedAhead !== asked || !validated?.ok || !listed?.ok) return;
      const launch: unknown = JSON.parse(validated.body);
      const list: unknown = JSON.parse(listed.body);
      if (!isGood(launch) || !isGood(list) || !list.notifications) return;
      const zone = launch.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
      const few = list.notifications.length <= given.rowsAtOnce;
      if (few) draw(list.notifications, zone || given.timeZone);
    })
    // Anything unexpected is left to the app.
    .catch(() => undefined);
}

/** The script as the page carries it. */
export function cardsAheadScript(): string {
  const { unknownType, unanswered, finish, trouble, repeatEvery, floodEvery } = appTexts.reminders;
  const given: Given = {
    validatePath: VALIDATE_PATH,
    listPath: REMINDERS_PATH,
    rowsAtOnce: ROWS_AT_ONCE,
    pageSize: PAGE_SIZE,
    all: ALL,
    timeZone: DEFAULT_TIME_ZONE,
    format: CARD_TIME,
    unknownType,
    unanswered,
    finish,
    trouble,
  };
  const rules = [tabOf, repeatEvery, floodEvery].map((rule) => `(${rule.toString()})`);
  return `(${drawCards.toString()})(${[JSON.stringify(given), ...rules].join(',')})`;
}
