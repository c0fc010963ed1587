import 'server-only';

/**
 * Callback data of notes: `n:<page>` is a page of the list, `note:<id>:<action>:<page>` about one note of
 * it, `note:<id>:tick:<page>:<line>:<print>:<0 or 1>` about one of its points.
 */
export const NOTES_PREFIX = 'n';
export const NOTE_PREFIX = 'note';

export const notesData = (page: number): string => `${NOTES_PREFIX}:${page}`;
export const noteData = (id: number, action: string, page: number, ...more: string[]): string =>
  [NOTE_PREFIX, id, action, page, ...more].join(':');

export const readNotesPage = (page: string | undefined): number =>
  /^\d{1,6}$/.test(page ?? '') ? Number(page) : 0;
