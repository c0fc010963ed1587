import { IDEMPOTENCY_HEADER, responses } from '@/contract/api';
import { note, type NoteInput } from '@/contract/note';
import { reminder, type ReminderInput } from '@/contract/reminder';
import { NOTES_PATH, REMINDERS_PATH, STATS_PATH, TUTORIAL_PATH, VALIDATE_PATH } from './early';
import { early, get, rowsReader, send } from './wire';

/** The server's endpoints for one launch. Every call rejects with ApiError (wire.ts). */
export function createApi(initData: string) {
  const reminderRows = rowsReader(REMINDERS_PATH, 'notifications', reminder);
  const noteRows = rowsReader(NOTES_PATH, 'notes', note);
  const keyed = (key: string) => ({ [IDEMPOTENCY_HEADER]: key });

  return {
    /** Whether the server has accepted the launch already. */
    validated: () => early(responses.validate, VALIDATE_PATH) !== undefined,
    validate: () => send(responses.validate, { method: 'POST', path: VALIDATE_PATH }, initData),
    /** Answers the zone that counts: the given one, unless the user chose another by hand. */
    saveTimeZone: async (timezone: string) => {
      const call = { method: 'POST', path: '/api/profile/timezone', body: { timezone } } as const;
      return (await send(responses.timeZone, call, initData)).timezone;
    },
    tutorialStep: async () =>
      (await get(responses.tutorialStatus, TUTORIAL_PATH, initData)).tutorialStep,
    saveTutorialStep: async (tutorialStep: number) => {
      const path = '/api/profile/tutorial-step';
      await send(responses.done, { method: 'POST', path, body: { tutorialStep } }, initData);
    },
    stats: () => get(responses.stats, STATS_PATH, initData),

    /** What a card in the chat understood, by its draft's id. */
    draft: async (id: number) => (await get(responses.draft, `/api/drafts/${id}`, initData)).draft,

    reminders: {
      list: () => reminderRows.list(initData),
      early: reminderRows.early,
      categories: async () =>
        (await get(responses.categories, `${REMINDERS_PATH}/categories`, initData)).categories,
      types: async () => (await get(responses.types, `${REMINDERS_PATH}/types`, initData)).types,
      /** The same key creates once, however often it is sent. */
      create: async (notification: ReminderInput, key: string) => {
        const body = { notification };
        const call = { method: 'POST', path: REMINDERS_PATH, body, headers: keyed(key) } as const;
        return (await send(responses.reminder, call, initData)).notification;
      },
      update: async (id: number, notification: ReminderInput) => {
        const path = `${REMINDERS_PATH}/${id}`;
        const call = { method: 'PUT', path, body: { notification } } as const;
        return (await send(responses.reminder, call, initData)).notification;
      },
      remove: async (id: number) => {
        const path = `${REMINDERS_PATH}/${id}`;
        await send(responses.done, { method: 'DELETE', path }, initData);
      },
      restore: async (id: number) => {
        const path = `${REMINDERS_PATH}/${id}/restore`;
        return (await send(responses.reminder, { method: 'POST', path }, initData)).notification;
      },
    },

    notes: {
      list: () => noteRows.list(initData),
      early: noteRows.early,
      categories: async () =>
        (await get(responses.categories, `${NOTES_PATH}/categories`, initData)).categories,
      create: async (input: NoteInput, key: string) => {
        const body = { note: input };
        const call = { method: 'POST', path: NOTES_PATH, body, headers: keyed(key) } as const;
        return (await send(responses.note, call, initData)).note;
      },
      update: async (id: number, input: NoteInput) => {
        const path = `${NOTES_PATH}/${id}`;
        const call = { method: 'PUT', path, body: { note: input } } as const;
        return (await send(responses.note, call, initData)).note;
      },
      remove: async (id: number) => {
        await send(responses.note, { method: 'DELETE', path: `${NOTES_PATH}/${id}` }, initData);
      },
      restore: async (id: number) => {
        const path = `${NOTES_PATH}/${id}/restore`;
        return (await send(responses.note, { method: 'POST', path }, initData)).note;
      },
    },
  };
}

export type Api = ReturnType<typeof createApi>;
