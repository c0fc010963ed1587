/** The document of the mini app: what buttons in the chat open. The public page is at `/`. */
export const APP_PATH = '/app';

/** The app's screens: each lies at its address behind APP_PATH, and leads there from the public page of that name. */
export const SCREENS = ['/', '/notes', '/profile', '/admin'] as const;
export type ScreenPath = (typeof SCREENS)[number];

/** Whether an address is that of the app's document, or of one of its screens there. */
export const isAppPath = (pathname: string): boolean =>
  pathname === APP_PATH || pathname.startsWith(`${APP_PATH}/`);

/** The service worker of that document; public pages know nothing of it. */
export const APP_WORKER_PATH = '/app-worker.js';

/** The address of a screen in the app's document: `/notes` is `/app/notes`, `/?draft=1` `/app?draft=1`. */
export const appAddress = (screen: string): string => APP_PATH + screen.replace(/^\/(?=$|\?)/, '');

/**
 * Where buttons in the chat open the app: the reminders screen with a form, or a reminder's own view, over
 * it, or the notes screen with one note. The app reads the same parameters.
 */
export const LAUNCH_PARAMS = { draft: 'draft', reminder: 'reminder', note: 'note' } as const;

/** The form, filled from a card in the chat. */
export const draftPath = (draftId: number): string => `/?${LAUNCH_PARAMS.draft}=${draftId}`;
export const reminderPath = (reminderId: number): string =>
  `/?${LAUNCH_PARAMS.reminder}=${reminderId}`;
/** A note alone, on the notes' screen. */
export const notePath = (noteId: number) => `/notes?${LAUNCH_PARAMS.note}=${noteId}` as const;
