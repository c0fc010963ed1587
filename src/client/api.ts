import { type CategoryInput } from '@/contract/category';
import { IDEMPOTENCY_HEADER } from '@/contract/headers';
import { type Note, type NoteInput, type PointTick } from '@/contract/note';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { type SettingsInput, type ZoneAnswer } from '@/contract/settings';
import { ALL } from '@/core/limits';
import { soughtIn } from '@/core/lists';
import { answer, rowsOf } from './response-check';
import {
  NOTES_FIRST_PATH,
  NOTES_PATH,
  REMINDERS_PATH,
  STATS_PATH,
  TUTORIAL_PATH,
  VALIDATE_PATH,
} from './start/first-answers';
import { early, get, rowsReader, send, type Send } from './wire';

const TIME_ZONE_PATH = '/api/profile/timezone';
const CALENDAR_PATH = '/api/profile/calendar';
const CATEGORIES_PATH = '/api/categories';
const SETTINGS_PATH = '/api/profile/settings';

/** What of the notes is asked for: see contract/note's `notesQuery`. */
export interface NotesPage {
  limit: number;
  search: string;
  category: string;
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

/** The row that an act is about. One that has changed since `version` is a conflict. */
type Acting = Pick<Reminder, 'id' | 'version'>;

/** The server's endpoints for one launch. Every call rejects with ApiError (wire.ts). */
export function createApi(initData: string) {
  const reminderRows = rowsReader<Reminder>('notifications', rowsOf('reminders', 'notifications'));
  const noteRows = rowsReader<Note>('notes', rowsOf('notes', 'notes'));
  const act = ({ id, version }: Acting, what: string, body: object = {}) =>
    send(
      answer('acted'),
      { method: 'POST', path: `${REMINDERS_PATH}/${id}/${what}`, body: { version, ...body } },
      initData,
    );
  const keyed = (key: string) => ({ [IDEMPOTENCY_HEADER]: key });
  const actOnAll = (what: string, body: Record<string, unknown>, key?: string) => {
    const path = `${REMINDERS_PATH}/${what}`;
    const headers = key === undefined ? {} : keyed(key);
    return send(answer('actedOnAll'), { method: 'POST', path, body, headers }, initData);
  };

  const ofCategories = async (
    method: Send['method'],
    what: string,
    body: Record<string, unknown>,
  ) => {
    const path = `${CATEGORIES_PATH}${what}`;
    return (await send(answer('ownCategories'), { method, path, body }, initData)).categories;
  };

  return {
    /** The server's word on the launch, where it has accepted it already. */
    validated: () => early(answer('validate'), VALIDATE_PATH),
    validate: () => send(answer('validate'), { method: 'POST', path: VALIDATE_PATH }, initData),
    /** Answers the settings, with the zone that counts: the given one, unless the user chose another by hand. */
    saveTimeZone: (timezone: string) =>
      send(
        answer('timeZone'),
        { method: 'POST', path: TIME_ZONE_PATH, body: { timezone } },
        initData,
      ),
    /** What is to become of reminders on the clocks of the zone before. */
    answerZoneChange: (body: ZoneAnswer) =>
      send(
        answer('zoneAnswered'),
        { method: 'POST', path: `${TIME_ZONE_PATH}/answer`, body },
        initData,
      ),
    readSettings: async () => (await get(answer('settings'), SETTINGS_PATH, initData)).settings,
    /** What is absent stays as it is. Answers all of it. */
    saveSettings: async (changes: SettingsInput) => {
      const call = { method: 'PUT', path: SETTINGS_PATH, body: { settings: changes } } as const;
      return (await send(answer('settings'), call, initData)).settings;
    },
    tutorialStep: async () =>
      (await get(answer('tutorialStatus'), TUTORIAL_PATH, initData)).tutorialStep,
    saveTutorialStep: async (tutorialStep: number) => {
      const path = '/api/profile/tutorial-step';
      await send(answer('done'), { method: 'POST', path, body: { tutorialStep } }, initData);
    },
    stats: () => get(answer('stats'), STATS_PATH, initData),
    /** What became of the occurrences of a month, `YYYY-MM`; undefined: of the present one. */
    monthHistory: (month: string | undefined) => {
      const query = month === undefined ? '' : `?month=${month}`;
      return get(answer('monthHistory'), `/api/profile/history${query}`, initData);
    },

    /** The user's own categories. Each call answers all of them, as they then are. */
    categories: {
      list: async () => (await get(answer('ownCategories'), CATEGORIES_PATH, initData)).categories,
      create: (category: CategoryInput) => ofCategories('POST', '', { category }),
      update: (id: number, category: CategoryInput) => ofCategories('PUT', `/${id}`, { category }),
      move: (id: number, up: boolean) => ofCategories('POST', `/${id}/move`, { up }),
      /** Its rows go to the category `to`; null where there are none. */
      remove: (id: number, to: number | null) =>
        ofCategories('DELETE', `/${id}`, to === null ? {} : { to }),
    },

    /** Looks into a file, or imports it. */
    importFile: (body: { name: string; content: string; apply: boolean }) =>
      send(answer('imported'), { method: 'POST', path: '/api/profile/import', body }, initData),
    /** The link for calendar programs. */
    calendar: {
      read: () => get(answer('calendarLink'), CALENDAR_PATH, initData),
      create: () =>
        send(answer('newCalendarLink'), { method: 'POST', path: CALENDAR_PATH }, initData),
      revoke: async () => {
        await send(answer('done'), { method: 'DELETE', path: CALENDAR_PATH }, initData);
      },
    },

    /** What a card in the chat understood, by its draft's id. */
    draft: async (id: number) => (await get(answer('draft'), `/api/drafts/${id}`, initData)).draft,

    /** «Прислать в чат»: what is attached comes into the chat once more. */
    sendAttachment: async (of: 'reminders' | 'notes', id: number) => {
      const path = `${of === 'notes' ? NOTES_PATH : REMINDERS_PATH}/${id}/attachment`;
      await send(answer('done'), { method: 'POST', path }, initData);
    },

    reminders: {
      list: () => reminderRows.list(REMINDERS_PATH, initData),
      early: () => reminderRows.early(REMINDERS_PATH),
      categories: async () =>
        (await get(answer('categories'), `${REMINDERS_PATH}/categories`, initData)).categories,
      types: async () => (await get(answer('types'), `${REMINDERS_PATH}/types`, initData)).types,
      /** The same key creates once, however often it is sent. */
      create: async (notification: ReminderInput, key: string) => {
        const body = { notification };
        const call = { method: 'POST', path: REMINDERS_PATH, body, headers: keyed(key) } as const;
        return (await send(answer('reminder'), call, initData)).notification;
      },
      update: async (id: number, notification: ReminderInput) => {
        const path = `${REMINDERS_PATH}/${id}`;
        const call = { method: 'PUT', path, body: { notification } } as const;
        return (await send(answer('reminder'), call, initData)).notification;
      },
      remove: async (id: number) => {
        const path = `${REMINDERS_PATH}/${id}`;
        await send(answer('done'), { method: 'DELETE', path }, initData);
      },
      /** The reminder with what became of its occurrences. */
      read: (id: number) => get(answer('reminderWithHistory'), `${REMINDERS_PATH}/${id}`, initData),
      /** What became of the occurrences of all reminders within a span. */
      history: async (from: Date, to: Date) => {
        const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
        const path = `${REMINDERS_PATH}/history?${span.toString()}`;
        return (await get(answer('history'), path, initData)).history;
      },
      /** «Пропустить»: what waits, else what comes next. */
      skip: (row: Acting) => act(row, 'skip'),
      /** Until an instant, ISO UTC; without it until `resume`. */
      pause: (row: Acting, until: string | undefined) =>
        act(row, 'pause', until === undefined ? {} : { until }),
      resume: (row: Acting) => act(row, 'resume'),
      /** «Готово». A row that has changed since `version` is a conflict. */
      done: ({ id, version }: Pick<Reminder, 'id' | 'version'>) => {
        const path = `${REMINDERS_PATH}/${id}/done`;
        return send(answer('acted'), { method: 'POST', path, body: { version } }, initData);
      },
      /** «Отложить» until an instant (ISO) or by a preset; a row that has changed is a conflict, as for `done`. */
      snooze: ({ id, version }: Pick<Reminder, 'id' | 'version'>, until: string) => {
        const path = `${REMINDERS_PATH}/${id}/snooze`;
        return send(answer('acted'), { method: 'POST', path, body: { version, until } }, initData);
      },
      /** Takes back the act that answered `undo`. */
      undo: (id: number, undo: string) => {
        const path = `${REMINDERS_PATH}/${id}/undo`;
        return send(answer('acted'), { method: 'POST', path, body: { undo } }, initData);
      },
      /** «Всё на паузу»: as `pause`, for all series at once. Repeated with the same key, it is completed. */
      pauseAll: (until: string | undefined, key: string) =>
        actOnAll('pause-all', until === undefined ? {} : { until }, key),
      resumeAll: (key: string) => actOnAll('resume-all', {}, key),
      /** Takes back the act on all that answered `undo`. */
      undoAll: (undo: string) => actOnAll('undo-all', { undo }),
      /** «В заметки»: the reminder is gone, and can be restored. */
      toNote: ({ id, version }: Acting) => {
        const path = `${REMINDERS_PATH}/${id}/to-note`;
        return send(
          answer('noteOfReminder'),
          { method: 'POST', path, body: { version } },
          initData,
        );
      },
      /** «Поделиться»: opens the reminder to whoever gets its link. */
      share: (id: number) =>
        send(
          answer('shareOffer'),
          { method: 'POST', path: `${REMINDERS_PATH}/${id}/share` },
          initData,
        ),
      /** «Закрыть ссылку» */
      unshare: async (id: number) => {
        const path = `${REMINDERS_PATH}/${id}/share`;
        await send(answer('sharesClosed'), { method: 'DELETE', path }, initData);
      },
      restore: async (id: number) => {
        const path = `${REMINDERS_PATH}/${id}/restore`;
        return (await send(answer('reminder'), { method: 'POST', path }, initData)).notification;
      },
    },

    notes: {
      list: (page: NotesPage) => noteRows.list(addressOf(page), initData),
      early: () => noteRows.early(NOTES_FIRST_PATH),
      hasOther: (page: NotesPage) => noteRows.hasOther(addressOf(page)),
      totalOf: noteRows.totalOf,
      /** One note; undefined where there is none such. */
      find: async (id: number) => {
        const path = addressOf({ limit: 1, search: '', category: ALL, with: id });
        const { notes } = await get(answer('notes'), path, initData);
        return notes.find((note) => note.id === id);
      },
      categories: async () =>
        (await get(answer('categories'), `${NOTES_PATH}/categories`, initData)).categories,
      create: async (input: NoteInput, key: string) => {
        const body = { note: input };
        const call = { method: 'POST', path: NOTES_PATH, body, headers: keyed(key) } as const;
        return (await send(answer('note'), call, initData)).note;
      },
      update: async (id: number, input: NoteInput) => {
        const path = `${NOTES_PATH}/${id}`;
        const call = { method: 'PUT', path, body: { note: input } } as const;
        return (await send(answer('note'), call, initData)).note;
      },
      remove: async (id: number) => {
        await send(answer('note'), { method: 'DELETE', path: `${NOTES_PATH}/${id}` }, initData);
      },
      tick: async (id: number, tick: PointTick) => {
        const call = { method: 'POST', path: `${NOTES_PATH}/${id}/points`, body: tick } as const;
        return (await send(answer('note'), call, initData)).note;
      },
      pin: async (id: number, pinned: boolean) => {
        const call = { method: 'POST', path: `${NOTES_PATH}/${id}/pin`, body: { pinned } } as const;
        return (await send(answer('note'), call, initData)).note;
      },
      restore: async (id: number) => {
        const path = `${NOTES_PATH}/${id}/restore`;
        return (await send(answer('note'), { method: 'POST', path }, initData)).note;
      },
    },
  };
}

export type Api = ReturnType<typeof createApi>;
