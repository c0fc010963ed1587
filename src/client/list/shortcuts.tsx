import { useState } from 'react';
import { appTexts } from '@/texts/app';
import { shortcutTexts } from '@/texts/shortcuts';
import { navigate } from '../host/navigate';
import { Sheet } from '../ui/dialog';
import { SHOWN_DIALOG, SHOWN_SCREEN } from '../ui/screen';
import { useDocumentEvent } from '../ui/use-document-event';
import { tapOnReminders } from '../wire/prelude';
import styles from './list-header.module.css';

const FIELDS = 'input, textarea, select, [contenteditable]';
/** The search and the quick line: some keys that mean nothing in a field of one line lead out of them. */
const LINE = '[data-tap$="-line"]';
const KEYS_OF_LINES = ['ArrowDown', 'Escape'];
const ROW = `${SHOWN_SCREEN} li:has(article)`;

/** The keys of a desktop: by where they are on the keyboard, so that they are the same in every layout. */
export default function Shortcuts() {
  const [isTold, setTold] = useState(false);
  const tell = () => {
    setTold(true);
    return true;
  };
  useDocumentEvent('keydown', (event) => {
    const { target, code, shiftKey, repeat } = event;
    const isModified = event.ctrlKey || event.altKey || event.metaKey;
    const isTyped = target instanceof Element && target.closest(FIELDS) !== null;
    const leadsOut = isTyped && target.matches(LINE) && KEYS_OF_LINES.includes(code);
    if (event.defaultPrevented || isModified || (isTyped && !leadsOut)) return;
    if (document.querySelector(SHOWN_DIALOG)) return;
    // A key that is held does once what it does: the next row has the focus by then.
    if (repeat && !code.startsWith('Arrow')) return;
    const acts: Partial<Record<string, () => boolean>> = {
      KeyN: () => tapOnScreen('add'),
      Slash: () => (shiftKey ? tell() : tapOnScreen('search')),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: openRow,
      KeyD: () => tapInRow('finish'),
      KeyS: snoozeRow,
      KeyE: () => tapInRow('edit'),
      Delete: () => tapInRow('delete'),
      Backspace: () => tapInRow('delete'),
      Escape: leave,
    };
    const wanted = event.key === '?' ? tell : acts[code];
    if (wanted?.()) event.preventDefault();
  });
  useDocumentEvent('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-tap=keys]')) setTold(true);
  });
  return (
    isTold && (
      <Sheet title={appTexts.actions.keys} onClose={() => setTold(false)}>
        <dl className={styles.shortcuts}>
          {shortcutTexts.keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
    )
  );
}

/** Presses a button of the screen in sight; where that has none, of the reminders, which come into sight. */
function tapOnScreen(name: 'add' | 'search'): true {
  const button = document.querySelector<HTMLElement>(`${SHOWN_SCREEN} [data-tap=${name}]`);
  if (button) button.click();
  else {
    tapOnReminders(name);
    navigate('/');
  }
  return true;
}

const rows = () => [...document.querySelectorAll<HTMLElement>(ROW)];
/** The row that has the focus, itself or in it. */
const rowInUse = () => rows().find((row) => row.contains(document.activeElement));

function tapInRow(name: string): boolean {
  const button = rowInUse()?.querySelector<HTMLElement>(`[data-tap=${name}]`);
  button?.click();
  return button instanceof HTMLElement;
}

/** No button of a row puts it off: who does hears of it (reminders/list/swipes.tsx). */
function snoozeRow(): boolean {
  const card = rowInUse()?.querySelector('article');
  return card?.dispatchEvent(new Event('snooze', { bubbles: true })) ?? false;
}

/** To the next row or the one before, from elsewhere to the first; the days of the calendar have arrows of their own. */
function step(by: 1 | -1): boolean {
  const all = rows();
  const { activeElement } = document;
  const at = all.findIndex((row) => row.contains(activeElement));
  const next = all[at < 0 ? 0 : at + by];
  if (!next || activeElement?.closest('[role=grid]')) return false;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** A button of the row has an Enter of its own. */
const openRow = (): boolean =>
  document.activeElement?.matches(ROW) === true && (tapInRow('open') || tapInRow('edit'));

/** Leaves a row or a line. */
function leave(): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.closest(`${ROW}, ${LINE}`)) {
    return false;
  }
  activeElement.blur();
  return true;
}
