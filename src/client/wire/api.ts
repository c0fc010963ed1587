import { type z } from 'zod/mini';
import { type requests } from '@/contract/api';
import { type CategoryInput } from '@/contract/category';
import { type NoteInput, type PointTick } from '@/contract/note';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { type SettingsInput, type ZoneAnswer } from '@/contract/settings';
import { ALL } from '@/core/limits';
import { ALL_NOTES, type NoteFilter, soughtIn } from '@/core/lists';
import { NOTES_FIRST_PATH, NOTES_PATH, REMINDERS_PATH, STATS_PATH, VALIDATE_PATH } from './prelude';
import { callsOf, fromPrelude, rowsReader } from './wire';

const TUTORIAL_PATH = '/api/profile/tutorial-status';
const TIME_ZONE_PATH = '/api/profile/timezone';
const DRAFTS_PATH = '/api/drafts';
const OWN_DATA_PATH = '/api/profile/data';
const CALENDAR_PATH = '/api/profile/calendar';
const CATEGORIES_PATH = '/api/categories';
const SETTINGS_PATH = '/api/profile/settings';

/** What of the notes is asked for: see contract/note's `notesQuery`. */
export interface NotesPage extends NoteFilter {
  limit: number;
  with: number | null;
}

function addressOf({ limit, search, category, with: id }: NotesPage): string {
  const query = new URLSearchParams({ limit: String(limit) });
  const sought = soughtIn(search);
  if (sought !== '') query.set('search', sought);
  if (category !== ALL) query.set('category', category);
  if (id !== null) query.set('with', String(id));
  return `${NOTES_PATH}?${query.toString()}`;
}

type Rewriting = Omit<z.infer<typeof requests.rewriteReminder>, 'version'>;
/** The row that an act is about. One that has changed since `version` is a conflict. */
type Acting = Pick<Reminder, 'id' | 'version'>;
export type Act = 'skip' | 'pause' | 'resume' | 'done' | 'snooze';

type Calls = ReturnType<typeof callsOf>;

const reminder = (id: number | string) => `${REMINDERS_PATH}/${id}`;
const note = (id: number) => `${NOTES_PATH}/${id}`;

/** The server's endpoints for one launch. Every call rejects with ApiError (wire.ts). */
export function createApi(initData: string) {
  const calls = callsOf(initData);
  const { read, post, put, remove } = calls;

  return {
    /** The server's word on the launch, where it has accepted it already. */
    validated: () => fromPrelude('validate', VALIDATE_PATH),
    validate: () => post('validate', VALIDATE_PATH),
    /** Answers the settings, with the zone that counts: the given one, unless the user chose another by hand. */
    saveTimeZone: (timezone: string) => post('timeZone', TIME_ZONE_PATH, { timezone }),
    answerZoneChange: (body: ZoneAnswer) => post('zoneAnswered', `${TIME_ZONE_PATH}/answer`, body),
    readSettings: async () => (await read('settings', SETTINGS_PATH)).settings,
    /** What is absent stays as it is. Answers all of it. */
    saveSettings: async (settings: SettingsInput) =>
      (await put('settings', SETTINGS_PATH, { settings })).settings,
    tutorialStep: async () => (await read('tutorialStatus', TUTORIAL_PATH)).tutorialStep,
    saveTutorialStep: (tutorialStep: number) =>
      post('done', '/api/profile/tutorial-step', { tutorialStep }),
    /** `isAdmin` is for what is shown alone: the server checks each call of an administrator. */
    stats: async () => {
      const { stats, x } = await read('stats', STATS_PATH);
      return { stats, isAdmin: x === 1 };
    },
    /** What became of the occurrences of a month, `YYYY-MM`; undefined: of the present one. */
    monthHistory: (month: string | undefined) =>
      read('monthHistory', `/api/profile/history${month === undefined ? '' : `?month=${month}`}`),

    importFile: (body: { name: string; content: string; apply: boolean }) =>
      post('imported', '/api/profile/import', body),
    calendar: {
      read: () => read('calendarLink', CALENDAR_PATH),
      create: () => post('newCalendarLink', CALENDAR_PATH),
      revoke: () => remove('done', CALENDAR_PATH),
      setAlarms: (withAlarms: boolean) => put('done', CALENDAR_PATH, { withAlarms }),
    },

    ownData: {
      export: () => post('done', OWN_DATA_PATH),
      /** What would go, in words; `erase` says what went. */
      askToErase: async () => (await read('told', OWN_DATA_PATH)).message,
      erase: async () => (await remove('told', OWN_DATA_PATH)).message,
    },

    /** «Прислать в чат»: what is attached comes into the chat once more. */
    sendAttachment: (of: 'reminders' | 'notes', id: number) =>
      post('done', `${of === 'notes' ? note(id) : reminder(id)}/attachment`),

    categories: categoryCalls(calls),
    drafts: draftCalls(calls),
    reminders: reminderCalls(calls, initData),
    notes: noteCalls(calls, initData),
  };
}

/** The user's own categories; every change answers all of them. */
function categoryCalls({ read, post, put, remove }: Calls) {
  return {
    list: async () => (await read('ownCategories', CATEGORIES_PATH)).categories,
    create: async (category: CategoryInput) =>
      (await post('ownCategories', CATEGORIES_PATH, { category })).categories,
    update: async (id: number, category: CategoryInput) =>
      (await put('ownCategories', `${CATEGORIES_PATH}/${id}`, { category })).categories,
    move: async (id: number, up: boolean) =>
      (await post('ownCategories', `${CATEGORIES_PATH}/${id}/move`, { up })).categories,
    /** Its reminders and notes go to the category `to`; null where it has none. */
    remove: async (id: number, to: number | null) =>
      (await remove('ownCategories', `${CATEGORIES_PATH}/${id}`, to === null ? {} : { to }))
        .categories,
  };
}

/** What waits for a moment, in the chat and in the app. */
function draftCalls({ read, post, remove }: Calls) {
  return {
    list: async () => (await read('drafts', DRAFTS_PATH)).drafts,
    /** What a card in the chat understood, for the form. */
    read: async (id: number) => (await read('draft', `${DRAFTS_PATH}/${id}`)).draft,
    /** One of its quick times makes a reminder of it. */
    press: async (id: number, press: string) =>
      (await post('reminder', `${DRAFTS_PATH}/${id}`, { press })).notification,
    remove: (id: number) => remove('done', `${DRAFTS_PATH}/${id}`),
    restore: async (id: number) =>
      (await post('waitingDraft', `${DRAFTS_PATH}/${id}/restore`)).draft,
  };
}

function reminderCalls({ read, post, put, remove }: Calls, initData: string) {
  const rows = rowsReader('reminders', ({ notifications }) => notifications);
  return {
    list: () => rows.list(REMINDERS_PATH, initData),
    fromPrelude: () => rows.fromPrelude(REMINDERS_PATH),
    categories: async () => (await read('categories', reminder('categories'))).categories,
    types: async () => (await read('types', reminder('types'))).types,
    /** Saves it over `row`, else as a new one; the same key creates once, however often it is sent. */
    save: async (input: ReminderInput, row?: Acting, key?: string) => {
      const saved = row
        ? put('reminder', reminder(row.id), { notification: { ...input, version: row.version } })
        : post('reminder', REMINDERS_PATH, { notification: input }, key);
      return (await saved).notification;
    },
    remove: (id: number, leave?: boolean) => remove('removed', reminder(id), { leave }),
    read: (id: number) => read('reminderWithHistory', reminder(id)),
    /** «Почему не пришло?», in words: a line each. */
    why: async (id: number) => (await read('told', `${reminder(id)}/why`)).message.split('\n'),
    history: async (from: Date, to: Date) => {
      const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
      return (await read('history', reminder(`history?${span.toString()}`))).history;
    },
    /**
     * «Пропустить» (what waits, else what comes next), «Пауза» (`until` an instant, ISO UTC, else until resumed),
     * «Продолжить», «Готово», «Отложить» (`until` an instant or by a preset).
     */
    act: ({ id, version }: Acting, what: Act, until?: string) =>
      post('acted', `${reminder(id)}/${what}`, { version, until }),
    /** What it counts, a point of it, its category; nothing of when it comes. */
    rewrite: (row: { id: number; version?: number }, what: Rewriting) =>
      post('acted', `${reminder(row.id)}/rewrite`, { version: row.version, ...what }),
    undo: (id: number, undo: string) => post('acted', `${reminder(id)}/undo`, { undo }),
    /** Takes back what has archived it. A conflict where something else was done since. */
    undoAnswer: ({ id, version }: Acting) =>
      post('acted', `${reminder(id)}/undo`, { undo: String(version), ofAnswer: true }),
    /** «Всё на паузу»: as «Пауза», for all series at once. */
    pauseAll: (until?: string) =>
      post('actedOnAll', reminder('pause-all'), { until }, crypto.randomUUID()),
    resumeAll: () => post('actedOnAll', reminder('resume-all'), {}, crypto.randomUUID()),
    undoAll: (undo: string) => post('actedOnAll', reminder('undo-all'), { undo }),
    /** «В заметки»: the reminder is gone, and can be restored. */
    toNote: ({ id, version }: Acting) =>
      post('noteOfReminder', `${reminder(id)}/to-note`, { version }),
    /** «Поделиться»: opens the reminder to whoever gets its link. */
    share: (id: number, together: boolean) =>
      post('shareOffer', `${reminder(id)}/share`, { together }),
    unshare: (id: number) => remove('sharesClosed', `${reminder(id)}/share`),
    restore: async (id: number) => (await post('reminder', `${reminder(id)}/restore`)).notification,
    deleted: async () => (await read('deleted', reminder('deleted'))).deleted,
  };
}

function noteCalls({ read, post, put, remove }: Calls, initData: string) {
  const rows = rowsReader('notes', ({ notes }) => notes);
  return {
    list: (page: NotesPage) => rows.list(addressOf(page), initData),
    fromPrelude: () => rows.fromPrelude(NOTES_FIRST_PATH),
    hasOther: (page: NotesPage) => rows.hasOther(addressOf(page)),
    totalOf: rows.totalOf,
    find: async (id: number) => {
      const path = addressOf({ limit: 1, ...ALL_NOTES, with: id });
      return (await read('notes', path)).notes.find((note) => note.id === id);
    },
    /** As of reminders. */
    save: async (input: NoteInput, row?: Acting, key?: string) => {
      const saved = row
        ? put('note', note(row.id), { note: { ...input, version: row.version } })
        : post('note', NOTES_PATH, { note: input }, key);
      return (await saved).note;
    },
    remove: (id: number) => remove('note', note(id)),
    tick: async (id: number, tick: PointTick) =>
      (await post('note', `${note(id)}/points`, tick)).note,
    pin: async (id: number, pinned: boolean) =>
      (await post('note', `${note(id)}/pin`, { pinned })).note,
    restore: async (id: number) => (await post('note', `${note(id)}/restore`)).note,
    deleted: async () => (await read('deleted', `${NOTES_PATH}/deleted`)).deleted,
  };
}

export type Api = ReturnType<typeof createApi>;
