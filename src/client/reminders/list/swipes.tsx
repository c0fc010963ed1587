import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { snoozeSheetTexts } from '@/texts/snooze-sheet';
import { useReminders } from './reminders';

const { reminders } = appTexts;
/** A swipe that begins nearer to the screen's sides is the system's own. */
const SIDES_PX = 24;
/** So far a finger moves before it is clear where to. */
const SLOP_PX = 10;
export const HOLD_MS = 500;
/** Of the row's width. */
const FIRES_AT = 0.4;

interface Props {
  panel: RefObject<HTMLElement | null>;
  /** Undefined for one that is not to be acted on. */
  rowOf: (id: number) => Reminder | undefined;
  onSnooze: (row: Reminder) => void;
  onHold: (row: Reminder) => void;
}
interface Swipe {
  item: HTMLElement;
  row: Reminder;
  x: number;
  y: number;
  moves: boolean;
}

/**
 * The lift of a finger that has rested may come as a click, which is to press nothing. Not all browsers send it: the
 * next touch is one of its own.
 */
function swallowLift(): void {
  const swallowing = new AbortController();
  const listening = { capture: true, once: true, signal: swallowing.signal };
  const swallow = (click: Event) => {
    click.preventDefault();
    click.stopPropagation();
    swallowing.abort();
  };
  window.addEventListener('click', swallow, listening);
  window.addEventListener('pointerdown', () => swallowing.abort(), listening);
}

/**
 * Rows that a finger moves aside: to the left «Отложить», to the right «Готово». A finger that rests on a row selects it.
 * Scrolling wins: rows have `touch-action: pan-y`, so that the browser takes a vertical move away. Draws nothing; all of it
 * goes without swiping too.
 */
export default function Swipes({ panel, rowOf, onSnooze, onHold }: Props) {
  const { finish } = useReminders();
  const select = useEffectEvent(onHold);
  const rowOfItem = useEffectEvent((item: HTMLElement) => rowOf(Number(item.dataset.id)));
  const actOn = useEffectEvent((row: Reminder, by: number) => {
    if (by < 0) return { word: snoozeSheetTexts.apply, run: () => onSnooze(row) };
    return { word: reminders.card.finish, run: () => finish(row) };
  });
  useEffect(() => {
    let swipe: Swipe | null = null;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const selectHeld = ({ row }: Swipe) => {
      swipe = null;
      swallowLift();
      select(row);
    };
    const fires = (by: number, { item }: Swipe) => Math.abs(by) >= item.offsetWidth * FIRES_AT;
    const putBack = () => {
      for (const each of ['swipe', 'side', 'fires']) {
        swipe?.item.parentElement?.removeAttribute(`data-${each}`);
      }
      swipe = null;
    };
    const begin = ({ pointerType, isPrimary, clientX: x, clientY: y, target }: PointerEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('article') : null;
      const row = item && rowOfItem(item);
      // A second finger ends what the first has begun.
      putBack();
      clearTimeout(resting);
      const isFinger = pointerType === 'touch' && isPrimary;
      const isInside = x >= SIDES_PX && x <= window.innerWidth - SIDES_PX;
      if (!isFinger || !isInside || !row) return;
      const begun = { item, row, x, y, moves: false };
      swipe = begun;
      resting = setTimeout(() => selectHeld(begun), HOLD_MS);
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!swipe) return;
      const by = clientX - swipe.x;
      const act = actOn(swipe.row, by);
      if (!swipe.moves) {
        const [aside, along] = [Math.abs(by), Math.abs(clientY - swipe.y)];
        if (Math.max(aside, along) < SLOP_PX) return;
        clearTimeout(resting);
        if (aside <= along) return void (swipe = null);
        swipe.moves = true;
      }
      const { style, parentElement: place } = swipe.item;
      style.setProperty('--swiped', `${by}px`);
      place?.setAttribute('data-swipe', act.word);
      place?.setAttribute('data-side', by < 0 ? 'left' : 'right');
      place?.toggleAttribute('data-fires', fires(by, swipe));
    };
    const end = ({ type, clientX }: PointerEvent) => {
      clearTimeout(resting);
      const ended = swipe;
      putBack();
      if (!ended?.moves || type !== 'pointerup') return;
      const by = clientX - ended.x;
      if (fires(by, ended)) actOn(ended.row, by).run();
    };
    const ending = new AbortController();
    const { signal } = ending;
    // The key that puts a row off (list/shortcuts.tsx).
    const snooze = ({ target }: Event) => {
      const row = target instanceof HTMLElement && rowOfItem(target);
      if (row) actOn(row, -1).run();
    };
    const list = panel.current;
    list?.addEventListener('snooze', snooze, { signal });
    list?.addEventListener('pointerdown', begin, { signal });
    list?.addEventListener('pointermove', move, { signal });
    list?.addEventListener('pointerup', end, { signal });
    list?.addEventListener('pointercancel', end, { signal });
    return () => {
      clearTimeout(resting);
      ending.abort();
    };
  }, [panel]);
  return null;
}
