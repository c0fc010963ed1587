import { notePath, reminderPath } from '@/contract/launch';
import { withLaunch } from '../start/launch';

export type ScreenPath = '/' | '/notes' | '/profile' | '/admin';

/** Moves to a screen without a round trip: Next's hooks follow the browser's history. */
export function navigate(path: ScreenPath): void {
  const { pathname, search } = window.location;
  if (pathname + search === path) return;
  window.history.pushState(null, '', withLaunch(path));
}

/** Moves to the reminders, with this one's own view over them. */
export function openReminder(id: number): void {
  window.history.pushState(null, '', withLaunch(reminderPath(id)));
}

/** Moves to the notes, where this one is shown alone. */
export function openNote(id: number): void {
  window.history.pushState(null, '', withLaunch(notePath(id)));
}

/** From one note to all of them. */
export function showAllNotes(): void {
  window.history.replaceState(null, '', withLaunch('/notes'));
}
