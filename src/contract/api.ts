import * as z from 'zod/mini';
import { TUTORIAL_DONE, TUTORIAL_SHOW } from '@/core/limits';
import { category, categoryInput, named, ownCategory } from './category';
import { deletedRow } from './deleted';
import { draft, waitingDraft } from './draft';
import { note, noteInput, pointTick } from './note';
import {
  ACT_ON_ALL_KEY,
  actedOnAll,
  historyEntry,
  listPoint,
  monthHistory,
  jointShown,
  pastOccurrence,
  reminder,
  reminderInput,
} from './reminder';
import { settings, settingsInput, zoneAnswer } from './settings';

export { IDEMPOTENCY_HEADER, INIT_DATA_HEADER } from './headers';

/*
 * The wire, shared by both sides. Init data travels in a header named `initData` on GET and in the
 * body field `initData` on POST, PUT and DELETE. Written in zod/mini: where the mini app imports a part of it, the
 * classic builders would add 20 KB.
 */

/** Every faulty answer. `errors` names the form's fields. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  requiresTerms: z.optional(z.boolean()),
  /** With `requiresTerms`: the bot's chat at /start, where they are accepted. */
  botUrl: z.optional(z.string()),
  /** With 500 and 503: what the server's log calls this request. */
  requestId: z.optional(z.string()),
  /** With 409: the row as it now is, where the one that was meant has changed meanwhile. */
  notification: z.optional(reminder),
  note: z.optional(note),
});
export type Failure = z.infer<typeof failure>;
export type FieldError = NonNullable<Failure['errors']>[number];

/** As a client takes it: what comes without words is told in words of the app. */
export interface ToldFailure extends Omit<Failure, 'message' | 'errors'> {
  message?: string | null;
  errors?: { [Key in keyof FieldError]?: string | null }[] | null;
}

const version = z.optional(z.int());
const shortText = z.string().check(z.maxLength(40));

/** Requests' bodies beside `initData`. */
export const requests = {
  timeZone: z.object({ timezone: z.string().check(z.maxLength(100)) }),
  zoneAnswer,
  tutorialStep: z.object({ tutorialStep: z.literal([TUTORIAL_SHOW, TUTORIAL_DONE]) }),
  /** `version` may stand in the row, as it does in an answer that is sent back, or beside it. */
  saveReminder: z.object({ notification: reminderInput, version }),
  saveNote: z.object({ note: noteInput, version }),
  tickPoint: pointTick,
  pinNote: z.object({ pinned: z.boolean() }),
  // Acts on a reminder. `version` is the one that the caller saw: with an older one the act is refused.
  /** `occurrence`: the one that the caller saw waiting or scheduled. */
  answerReminder: z.object({ version, occurrence: z.optional(z.iso.datetime({ offset: true })) }),
  /** `until`: an instant, or `10m`, `1h`, `evening`, `tomorrow`. */
  snoozeReminder: z.object({ version, until: shortText }),
  /** `until`: an instant. */
  pauseReminder: z.object({ version, until: z.optional(shortText) }),
  resumeReminder: z.object({ version }),
  rewriteReminder: z.object({
    version,
    counter: reminderInput.shape.counter,
    tick: z.optional(z.object({ point: z.string(), done: z.boolean() })),
    categoryId: z.optional(z.int()),
  }),
  noteOfReminder: z.object({ version: z.int() }),
  /** `ofAnswer`: only where that takes back a «Готово» or a skip. */
  undo: z.object({ undo: shortText, ofAnswer: z.optional(z.literal(true)) }),
  /** Of all series at once. `until` as for one. */
  pauseAll: z.object({ until: z.optional(shortText) }),
  undoAll: z.object({ undo: z.string().check(z.regex(ACT_ON_ALL_KEY)) }),
  settings: z.object({ settings: settingsInput }),
  saveCategory: z.object({ category: categoryInput }),
  moveCategory: z.object({ up: z.boolean() }),
  /** `to`: the category that its rows go to; it may be left out where there are none. */
  removeCategory: z.object({ to: z.optional(z.int()) }),
  /** A file as text; without `apply` it is only looked at. */
  importFile: z.object({
    name: z.string().check(z.maxLength(300)),
    content: z.string(),
    apply: z.boolean(),
  }),
  /** One of the draft's quick times. */
  pressDraft: z.object({ press: shortText }),
  /** `together`: «Общее», not a copy for each. */
  share: z.object({ together: z.optional(z.boolean()) }),
  /** `leave`: of one that is several people's, its owner only leaves it. */
  removeReminder: z.object({ leave: z.optional(z.boolean()) }),
  calendarAlarms: z.object({ withAlarms: z.boolean() }),
  nothing: z.object({}),
};

/** In words, where the owner's act has ended it for others, too. */
const alsoForOthers = { message: z.optional(z.string()) };

/** The members of good answers; each has `success: true` besides. */
export const responses = {
  validate: z.object({
    /** The zone that the user chose by hand; without it the browser's counts. */
    timezone: z.optional(z.string()),
  }),
  timeZone: z.object({
    timezone: z.string(),
    manual: z.boolean(),
    /** With the zone as it is now. */
    settings,
    /** The zone before, where it is to be asked what becomes of the reminders on its clocks. */
    zoneBefore: z.optional(z.string()),
  }),
  zoneAnswered: z.object({
    settings,
    /** How many reminders were moved, and how many were not because that moment has passed. */
    moved: z.int(),
    stayed: z.int(),
    /** The names of those that stay because others live by them, too. */
    shared: z.array(z.string()),
  }),
  settings: z.object({ settings }),
  tutorialStatus: z.object({ tutorialStep: z.int() }),
  done: z.object({}),
  told: z.object({ message: z.string() }),
  stats: z.object({
    stats: z.object({
      totalNotifications: z.int(),
      archivedNotifications: z.int(),
      activeNotifications: z.int(),
      totalNotes: z.int(),
      personalNotes: z.int(),
      workNotes: z.int(),
    }),
    /** 1 marks an administrator; display only, the server checks every admin call itself. */
    x: z.union([z.literal(0), z.literal(1)]),
  }),
  categories: z.object({ categories: z.array(category) }),
  ownCategories: z.object({ categories: z.array(ownCategory) }),
  types: z.object({ types: z.array(named) }),
  reminders: z.object({ notifications: z.array(reminder) }),
  reminder: z.object({ notification: reminder }),
  acted: z.object({ notification: reminder, undo: z.nullable(z.string()) }),
  actedOnAll,
  reminderWithHistory: z.object({
    notification: reminder,
    history: z.array(historyEntry),
    /** Its points, or those of its note. Absent where there are none. */
    points: z.optional(z.array(listPoint)),
    /** Nothing can be shared: the server does not know its bot's name. Absent where it does. */
    sharing: z.optional(z.literal(false)),
    joint: z.optional(jointShown),
  }),
  history: z.object({ history: z.array(pastOccurrence) }),
  monthHistory,
  notes: z.object({
    notes: z.array(note),
    /** Of a page: how many the search and the category leave in all. */
    total: z.optional(z.int()),
  }),
  note: z.object({ note }),
  noteOfReminder: z.object({
    note,
    /** False where the reminder was about a note that is still there: that one is the answer. */
    created: z.boolean(),
    ...alsoForOthers,
  }),
  removed: z.object(alsoForOthers),
  draft: z.object({ draft }),
  deleted: z.object({ deleted: z.array(deletedRow) }),
  /** What waits for a moment, the longest first. */
  drafts: z.object({ drafts: z.array(waitingDraft) }),
  waitingDraft: z.object({ draft: waitingDraft }),
  /** What a file to import comes to; with `apply` it has been done. */
  imported: z.object({
    reminders: z.int(),
    notes: z.int(),
    /** Of the reminders, those that go to the archive. */
    archived: z.int(),
    /** Names of categories that come with it. */
    categories: z.array(z.string()),
    /** Of the reminders to come, those that repeat. */
    repeating: z.int(),
    /** There already, in the account or twice in the file. */
    same: z.int(),
    noRoom: z.int(),
    /** The first of those that could not be read, and how many more there are. */
    faults: z.array(z.object({ line: z.nullable(z.int()), message: z.string() })),
    moreFaults: z.int(),
    /** The first of the reminders, in their zones: «21.11.2026, 09:00, каждый день — Полить цветы». */
    examples: z.array(z.string()),
  }),
  /** A reminder that is open to others now, and how its card gets into another chat. */
  shareOffer: z.object({
    /** Opens the bot with the card. */
    url: z.string(),
    /** Telegram's own page that asks into which chat to put the link. */
    sendUrl: z.string(),
    /** What others see. */
    text: z.string(),
    /** For clients that send a prepared message; null where Telegram has prepared none. */
    preparedId: z.nullable(z.string()),
  }),
  sharesClosed: z.object({ closed: z.int() }),
  /** Since when there is a link, null where there is none. */
  calendarLink: z.object({
    createdAt: z.nullable(z.string()),
    /** Whether calendars ring, too. */
    withAlarms: z.boolean(),
  }),
  /** A new link. It is told this once; whatever link there was before no longer works. */
  newCalendarLink: z.object({ url: z.string(), createdAt: z.string() }),
};
export type Responses = { [K in keyof typeof responses]: z.infer<(typeof responses)[K]> };
/** What an act on a reminder answers; its `undo` takes it back, null where there is nothing to take back. */
export type Acted = Responses['acted'];
