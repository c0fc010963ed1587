import { BADGE_MAX, DEFAULT_TIME_ZONE, PAGE_SIZE } from '@/core/limits';
import { groupAt, placeOf, type ReminderGroup, tabOf } from '@/core/lists';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import {
  allPausedLine,
  cardSayings,
  cardWords,
  faceOf,
  headingAt,
  PAGE_HEIGHT_PX,
} from '../reminders/list/card-words';
import { CARD_TIME, type CardClock, cardClock } from '../ui/card-time';
import { REMINDERS_PATH, ROWS_AT_ONCE, VALIDATE_PATH } from '../wire/first-answers';

/** What React draws from as well. Each uses nothing from outside itself. */
const rules = { tabOf, placeOf, groupAt, cardClock, headingAt, faceOf, allPausedLine };

interface Given {
  validatePath: string;
  listPath: string;
  rowsAtOnce: number;
  pageSize: number;
  pageHeight: number;
  timeZone: string;
  numbers: Intl.DateTimeFormatOptions;
  nearDays: readonly string[];
  words: typeof cardWords;
  groups: Record<ReminderGroup, string>;
  badgeMax: number;
}

/**
 * Runs in the document before the app's code, as text: it may use nothing from outside itself. Draws the
 * first cards into the shell, each a copy of one that the server has drawn (first-cards-place.tsx), and
 * keeps what is tapped. Draws nothing where React has come already, where anything was refused, and outside
 * Telegram's clients, which show whose account it is first.
 */
export function drawCards(
  given: Given,
  { tabOf, placeOf, groupAt, cardClock, headingAt, faceOf, allPausedLine }: typeof rules,
  say: typeof cardSayings,
): void {
  const asked = window.askedAhead;
  if (!asked || (window.parent === window && !('TelegramWebviewProxy' in window))) return;

  const filled = (
    sample: Element,
    row: Reminder,
    clock: CardClock,
    day: string | null,
  ): Element => {
    const card = sample.cloneNode(true);
    if (!(card instanceof Element)) return sample;
    const face: Record<string, string | null> = faceOf(row, clock, given.words, say, day);
    const each = (kind: string, fill: (element: Element, value: string | null) => void) => {
      for (const element of card.querySelectorAll(`[data-${kind}]`)) {
        fill(element, face[element.getAttribute(`data-${kind}`) ?? ''] ?? null);
      }
    };
    each('part', (element, value) => value === null && element.remove());
    each('text', (element, value) => (element.textContent = value));
    each('label', (element, value) => element.setAttribute('aria-label', value ?? ''));
    card.querySelector('time')?.setAttribute('datetime', face.iso ?? '');
    const chip = card.querySelector('[data-part=category]');
    if (face.color) chip?.setAttribute('data-color', face.color);
    const article = card.querySelector('article');
    article?.setAttribute('data-completed', String(row.completed));
    article?.setAttribute('data-state', row.state);
    article?.setAttribute('data-id', String(row.id));
    return card;
  };

  const draw = (rows: Reminder[], timeZone: string) => {
    const place = document.querySelector('[data-cards-ahead]');
    const template = place?.nextElementSibling;
    const shell = place?.closest('[inert]');
    if (!place || !shell || !(template instanceof HTMLTemplateElement)) return;
    const list = document.importNode(template.content, true);
    const sections = [...list.querySelectorAll('section')];
    const samples = [...list.querySelectorAll('li')];
    const sampleOf = (type: string) =>
      samples.find((each) => each.querySelector('[data-text=type]')?.textContent === type) ??
      samples[0];
    const clock = cardClock(timeZone, Date.now(), given.nearDays, given.numbers);
    const current = rows
      .filter((row) => tabOf(row) === 'current')
      .map((row) => {
        const stand = placeOf(row);
        return { row, stand, time: Date.parse(stand.at) };
      })
      .sort((a, b) => a.stand.rank - b.stand.rank || a.time - b.time);
    if (current.length === 0) return;
    // As many pages as fill the window: no row comes into sight when React does.
    const shown = given.pageSize * Math.ceil(window.innerHeight / given.pageHeight);
    const groups = new Map<string, { waiting: boolean; cards: Element[] }>();
    for (const { row, stand } of current.slice(0, shown)) {
      const { group, heading, day } = headingAt(stand, clock, given.groups, groupAt);
      const sample = sampleOf(row.type.name);
      const cards: Element[] = groups.get(heading)?.cards ?? [];
      if (sample) cards.push(filled(sample, row, clock, day));
      groups.set(heading, { waiting: group === 'waiting', cards });
    }
    const waiting = current.filter(({ stand }) => stand.rank === 0).length;
    if (waiting < 2) list.querySelector('[data-all-waiting]')?.remove();
    const parent = sections[0]?.parentElement;
    parent?.replaceChildren(
      ...[...groups].flatMap(([name, group]) => {
        // The first sample is that of what waits, with the buttons for all of it.
        const section = sections[group.waiting ? 0 : 1]?.cloneNode(true);
        if (!(section instanceof Element)) return [];
        const heading = section.querySelector('h2');
        if (heading) heading.textContent = name;
        section.querySelector('ul')?.replaceChildren(...group.cards);
        return [section];
      }),
    );
    if (current.length <= shown) parent?.nextElementSibling?.remove();
    const isBlocked = rows.some((row) => row.state === 'unreachable');
    if (!isBlocked) list.querySelector('[data-blocked]')?.remove();
    const pausedLine = allPausedLine(rows, clock, given.words);
    const banner = list.querySelector('[data-all-paused]');
    const sentence = banner?.querySelector('[data-sentence]');
    if (pausedLine === null) banner?.remove();
    else if (sentence) sentence.textContent = pausedLine;
    place.replaceChildren(list);
    const badge = shell.querySelector('[data-badge]');
    if (badge && waiting > 0) {
      badge.textContent = given.badgeMax < waiting ? `${given.badgeMax}+` : String(waiting);
      badge.removeAttribute('hidden');
    }

    shell.removeAttribute('inert');
    shell.removeAttribute('aria-hidden');
    // What is typed there would go with the shell.
    for (const field of shell.querySelectorAll('input')) field.readOnly = true;
    const keep = (event: Event) => {
      const { target, type } = event;
      if (!(target instanceof Element) || !shell.contains(target)) return;
      const control =
        target.closest('button, a, input') ??
        target.closest('article')?.querySelector('[data-open]') ??
        null;
      const kept = control && {
        card: control.closest('article')?.getAttribute('data-id') ?? null,
        name: control.getAttribute('aria-label') ?? control.textContent,
      };
      if (type === 'focusin') asked.focus = kept;
      else {
        // Follows no link, and takes the keyboard nowhere.
        event.preventDefault();
        event.stopImmediatePropagation();
        if (!kept) return;
        // A mouse's press counts too: the app may come before it is released, and no click follows then.
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
  const given: Given = {
    validatePath: VALIDATE_PATH,
    listPath: REMINDERS_PATH,
    rowsAtOnce: ROWS_AT_ONCE,
    pageSize: PAGE_SIZE,
    pageHeight: PAGE_HEIGHT_PX,
    timeZone: DEFAULT_TIME_ZONE,
    numbers: CARD_TIME,
    nearDays: appTexts.reminders.days,
    words: cardWords,
    groups: appTexts.reminders.groups,
    badgeMax: BADGE_MAX,
  };
  return `(${drawCards.toString()})(${JSON.stringify(given)},${asText(rules)},${asText(cardSayings)})`;
}

type Functions = Record<string, (...values: never[]) => unknown>;

/** Functions as text, by the names that they have here: the build may have given them others. */
const asText = (functions: Functions): string =>
  `{${Object.entries(functions)
    .map(([name, each]) => `${name}:${each.toString()}`)
    .join(',')}}`;
