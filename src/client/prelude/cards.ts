import { type Reminder } from '@/contract/reminder';
import { BADGE_MAX, DEFAULT_TIME_ZONE } from '@/core/limits';
import { ALL_REMINDERS, listReminders, paged, placeOf } from '@/core/lists';
import { isInsideClient, member, parsed } from '../host/bridge';
import { pausedWithAllLine, faceOf, headingAt } from '../reminders/list/card-words';
import { type CardClock, cardClock } from '../ui/card-time';
import { isWide, reminderPages, TWO_COLUMNS_PX } from '../list/columns';
import { type Prelude, REMINDERS_PATH, VALIDATE_PATH } from '../wire/prelude';

/**
 * Draws the first cards into the shell once they are here, each a copy of one that the server has drawn
 * (shell/prelude-place.tsx), and keeps what is tapped. Draws nothing where React has come already, where anything was
 * refused, and outside Telegram's clients, which show whose account it is first.
 */
export async function drawCards(prelude: Prelude): Promise<void> {
  if (!isInsideClient()) return;
  try {
    // While the answers are on their way: the first formatter of a page takes 16 ms.
    const { timeZone: deviceZone } = new Intl.DateTimeFormat('ru-RU').resolvedOptions();
    const validated = await prelude.asked.get(VALIDATE_PATH)?.answer;
    const listed = await prelude.asked.get(REMINDERS_PATH)?.answer;
    await shellParsed();
    // Else taken over: React is about to draw.
    if (window.prelude !== prelude || !validated?.ok || !listed?.ok) return;
    const launch = parsed(validated.body);
    const list = parsed(listed.body);
    if (!isGood(launch) || !isGood(list) || !list.notifications) return;
    const zone = launch.timezone ?? deviceZone;
    const shell = draw(list.notifications, zone || DEFAULT_TIME_ZONE);
    if (shell) keepTaps(shell, prelude);
  } catch {
    return; // Anything unexpected is left to the app.
  }
}

interface Good {
  timezone?: string;
  notifications?: Reminder[];
}
const isGood = (value: unknown): value is Good => member(value, 'success') === true;

/** What follows it in the document may come to be parsed only behind the app's first scripts. */
const shellParsed = () =>
  new Promise<void>((resolve) => {
    if (document.querySelector('[inert] + *')) resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve());
  });

/**
 * The shell, with the cards in it and the number of those that wait on its tab; undefined where there is nothing to
 * draw or no place for it.
 */
function draw(rows: readonly Reminder[], timeZone: string): Element | undefined {
  const place = document.querySelector('[data-prelude]');
  const template = place?.nextElementSibling;
  const shell = place?.closest('[inert]');
  const current = listReminders(rows, 'current', ALL_REMINDERS);
  if (!place || !shell || !(template instanceof HTMLTemplateElement)) return;
  if (current.length === 0) return;
  const list = document.importNode(template.content, true);
  const sections = [...list.querySelectorAll('section')];
  const samples = [...list.querySelectorAll('li')];
  const sampleOf = (type: string) =>
    samples.find((each) => each.querySelector('[data-text=type]')?.textContent === type) ??
    samples[0];
  const clock = cardClock(timeZone, Date.now());
  // As many pages as fill the window: no row comes into sight when React does.
  const { shown, more } = paged(current, reminderPages());
  // There only what waits has a heading.
  const inColumns = isWide(TWO_COLUMNS_PX);
  const groups = new Map<string, { waiting: boolean; cards: Element[] }>();
  for (const row of shown) {
    const { group, heading, day } = headingAt(placeOf(row), clock, inColumns);
    const sample = sampleOf(row.type?.name ?? '');
    const cards: Element[] = groups.get(heading)?.cards ?? [];
    if (sample) cards.push(filled(sample, row, clock, day));
    groups.set(heading, { waiting: group === 'waiting', cards });
  }
  const waiting = current.filter(({ waitingSince }) => waitingSince !== null).length;
  if (waiting < 2) list.querySelector('[data-all-waiting]')?.remove();
  const parent = sections[0]?.parentElement;
  parent?.replaceChildren(
    ...[...groups].flatMap(([name, group]) => {
      // The first sample is that of what waits, with the buttons for all of it.
      const sample = sections[group.waiting ? 0 : 1];
      if (!sample) return [];
      const section = document.importNode(sample, true);
      const heading = section.querySelector('h2');
      if (name === '') heading?.parentElement?.remove();
      else if (heading) heading.textContent = name;
      section.querySelector('ul')?.replaceChildren(...group.cards);
      return [section];
    }),
  );
  if (!more) parent?.nextElementSibling?.remove();
  const isBlocked = rows.some((row) => row.state === 'unreachable');
  if (!isBlocked) list.querySelector('[data-blocked]')?.remove();
  const pausedLine = pausedWithAllLine(rows, clock);
  const banner = list.querySelector('[data-all-paused]');
  const sentence = banner?.querySelector('[data-sentence]');
  if (pausedLine === null) banner?.remove();
  else if (sentence) sentence.textContent = pausedLine;
  place.replaceChildren(list);
  const badge = shell.querySelector('[data-badge]');
  if (badge && waiting > 0) {
    badge.textContent = BADGE_MAX < waiting ? `${BADGE_MAX}+` : String(waiting);
    badge.removeAttribute('hidden');
  }
  return shell;
}

function filled(sample: Element, row: Reminder, clock: CardClock, day: string | null): Element {
  const card = document.importNode(sample, true);
  const face: Record<string, string | null> = faceOf(row, clock, day);
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
  chip?.setAttribute('title', face.category ?? '');
  if (face.color) chip?.setAttribute('data-color', face.color);
  const article = card.querySelector('article');
  article?.setAttribute('data-completed', String(row.completed));
  article?.setAttribute('data-done', String(row.completed && row.doneAt !== null));
  article?.setAttribute('data-state', row.state);
  article?.setAttribute('data-id', String(row.id));
  return card;
}

/** Lets the shell be used: what is tapped, and where the keyboard is, the app gets when it takes over. */
function keepTaps(shell: Element, prelude: Prelude): void {
  shell.removeAttribute('inert');
  shell.removeAttribute('aria-hidden');
  // What is typed there would go with the shell.
  for (const field of shell.querySelectorAll('input')) field.readOnly = true;
  /** Of a press or a click what it meant, of `focusin` where the keyboard is now; the latest counts. */
  const keepTapOrFocus = (event: Event) => {
    const { target, type } = event;
    // Another button opens a menu of the browser's.
    if (event instanceof MouseEvent && event.button !== 0) return;
    if (!(target instanceof Element) || !shell.contains(target)) return;
    const card = target.closest('article');
    const control = target.closest('[data-tap]') ?? card?.querySelector('[data-tap=open]');
    const within = card ? `[data-id="${card.getAttribute('data-id') ?? ''}"] ` : '';
    const kept = control && `${within}[data-tap="${control.getAttribute('data-tap') ?? ''}"]`;
    if (type === 'focusin') prelude.focus = kept ?? null;
    else {
      // Follows no link, and takes the keyboard nowhere.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!kept) return;
      // A mouse's press counts too: the app may come before it is released, and no click follows then.
      prelude.tap = kept;
      // Shows that it was seen, while the app is on its way.
      shell.setAttribute('data-tapped', '');
    }
  };
  for (const type of ['mousedown', 'click', 'focusin']) {
    document.addEventListener(type, keepTapOrFocus, true);
  }
}
