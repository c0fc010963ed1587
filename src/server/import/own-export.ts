import 'server-only';
import { z } from 'zod';
import { draftPayload } from '@/contract/draft';
import { historyEntry } from '@/contract/reminder';
import { settingsInput } from '@/contract/settings';
import { ruleOfWire } from '@/contract/rule';
import { type FiringState } from '@/core/firing';
import { ACCOUNT_HISTORY_MAX, HISTORY_MAX, OWN_CATEGORIES_MAX } from '@/core/limits';
import { DAY_MESSAGES } from '@/core/settings';
import { isWritable } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { EXPORT_FORMAT } from '../account-export';
import {
  adopted,
  type Attachment,
  signAttachment,
  storedAttachment,
  withoutChat,
} from '../attachment';
import { printOf } from '../create-once';
import { AppError } from '../errors';
import { parseJson, TooManyValues } from '../parse-json';
import { sameSecret } from '../secrets';
import { givingWayBetween } from '../give-way';
import { checkEntryCount, type ImportFile, type NoteEntry, type ReminderEntry } from './entries';
import { emptyFile } from './task';

const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(isWritable);
const rule = z.object(draftPayload.shape).pick({
  repeat: true,
  repeatEvery: true,
  repeatUnit: true,
  repeatWeekdays: true,
  repeatMonthly: true,
  repeatMonthDays: true,
  repeatTimes: true,
  repeatEveryMinutes: true,
  repeatWindow: true,
  repeatAfterDone: true,
  repeatUntil: true,
  repeatCount: true,
  birthYear: true,
});
const dates = {
  createdAt: instant.nullable().default(null),
  updatedAt: instant.nullable().default(null),
  deletedAt: instant.nullable().default(null),
  attachment: storedAttachment.transform((given) => given && adopted(given)).default(null),
};

/** The fields of `exportedState`; what an older export lacks is what it was then. */
const state = z.object({
  dateTime: instant,
  firstWallTime: z.string().regex(/^(?!0000)/),
  timeZone: z.string(),
  ...rule.shape,
  floodInterval: z.number().nullable(),
  preAlerts: z.array(z.number()).default([]),
  completed: z.boolean(),
  waitingSince: instant.nullable(),
  snoozedUntil: instant.nullable(),
  doneAt: instant.nullable().default(null),
  nextFireAt: instant.nullable(),
  openOccurrenceAt: instant.nullable(),
  nagCount: z.int().min(0).max(1_000),
  pausedFrom: instant.nullable(),
  pausedUntil: instant.nullable().default(null),
  pausedWithAll: z.boolean().default(false),
});

const firingOf = (row: z.infer<typeof state>): FiringState => ({
  firstWallTime: row.firstWallTime,
  timeZone: row.timeZone,
  rule: ruleOfWire(row),
  floodInterval: row.floodInterval,
  preAlerts: row.preAlerts,
  dateTime: row.dateTime,
  completed: row.completed,
  nextFireAt: row.nextFireAt,
  openOccurrenceAt: row.openOccurrenceAt,
  waitingSince: row.waitingSince,
  nagCount: row.nagCount,
  snoozedUntil: row.snoozedUntil,
  doneAt: row.doneAt,
  pausedFrom: row.pausedFrom,
  pausedUntil: row.pausedUntil,
  pausedWithAll: row.pausedWithAll,
});

const pastEntry = z.object({
  ...{ occurrenceAt: instant, cameAt: instant.nullable(), endedAt: instant },
  outcome: historyEntry.shape.outcome,
});

/** A reminder of the export. */
const reminderRow = z
  .object({
    text: z.string(),
    type: z.string().nullable(),
    category: z.string().nullable(),
    ...state.shape,
    history: z.array(pastEntry).default([]),
    note: z.int().nullable().default(null),
    ...dates,
  })
  .transform(
    ({
      text,
      type,
      category,
      history,
      note,
      createdAt,
      updatedAt,
      deletedAt,
      attachment,
      ...row
    }): ReminderEntry => ({
      line: null,
      ...{ text, type, category, history, note, createdAt, updatedAt, deletedAt, attachment },
      state: firingOf(row),
    }),
  );

/** What our calendars say of a reminder, and nothing else: anybody can write such a file. */
const ownEvent = z.strictObject({
  /** The print of all its events as they were written. */
  events: z.string(),
  type: z.string().nullable(),
  ...state.omit({ completed: true }).shape,
});

/** What an export says of the most ordinary reminder, and our calendars leave out. */
const ORDINARY = {
  ...{ repeat: false, repeatEvery: null, repeatUnit: null, floodInterval: null },
  ...{ waitingSince: null, snoozedUntil: null, nextFireAt: null, openOccurrenceAt: null },
  ...{ nagCount: 0, pausedFrom: null, type: null },
};

/** Characters; our calendars write some 2,000 at most. */
const OWN_EVENT_MAX = 8_000;

/**
 * The reminder that our own calendar says its events are about; null where it does not, or where one of
 * them (`comparableEvents`) is another than it was when that was written.
 */
export function readOwnEvent(
  json: string,
  about: { text: string; category: string | null; events: readonly string[] },
): ReminderEntry | null {
  if (json.length > OWN_EVENT_MAX) return null;
  let given: unknown;
  try {
    given = parseJson(json);
  } catch {
    return null;
  }
  if (typeof given !== 'object') return null;
  const { data } = ownEvent.safeParse({ ...ORDINARY, ...given });
  if (data?.events !== printOf(about.events)) return null;
  const { text, category } = about;
  return {
    ...{ line: null, text, category, type: data.type, history: [], note: null, attachment: null },
    ...{ createdAt: null, updatedAt: null, deletedAt: null },
    state: firingOf({ ...data, completed: false }),
  };
}

const noteRow = z
  .object({
    id: z.int().nullable().default(null),
    title: z.string(),
    content: z.string(),
    category: z.string().nullable(),
    dateTime: instant.nullable(),
    pinned: z.boolean().default(false),
    ...dates,
  })
  .transform((row): NoteEntry => ({ line: null, ...row }));

const profile = z.object({
  timeZone: z.string(),
  timeZoneManual: z.boolean(),
  settings: z.looseObject({ category: z.string().nullable() }).nullable().optional(),
});

const file = z.object({
  format: z.literal(EXPORT_FORMAT),
  profile,
  categories: z
    .array(z.object({ name: z.string(), color: z.string() }))
    .catch([])
    .default([]),
  reminders: z.array(z.unknown()),
  notes: z.array(z.unknown()),
  dayPlans: z
    .array(z.object({ kind: z.enum(DAY_MESSAGES), state: z.string() }))
    .max(DAY_MESSAGES.length)
    .catch([])
    .default([]),
});

/** More than a full account's export has, but for rules of dozens of times a day; to parse the worst takes 0.25 s. */
const VALUES_MAX = 300_000;

const withHistory = z.looseObject({ history: z.array(z.unknown()) });

/** A row with the latest `max` of its history, which an export has in the order of time. */
function cutHistory(row: unknown, max: number): { row: unknown; entries: number } {
  const { data } = withHistory.safeParse(row);
  if (!data) return { row, entries: 0 };
  const history = data.history.slice(Math.max(0, data.history.length - max));
  return { row: { ...data, history }, entries: history.length };
}

/**
 * Reads our own export; null where a JSON text is something else, or none; throws `invalid` where it
 * has too many entries. Of what is attached the words are left, unless `signer` has signed it: another
 * bot's messages are in that bot's chat, and anybody can write down the number of a file.
 */
export async function readOwnExport(text: string, signer: Signer): Promise<ImportFile | null> {
  let json: unknown;
  try {
    json = parseJson(text, VALUES_MAX);
  } catch (error) {
    if (!(error instanceof TooManyValues)) return null;
    throw new AppError('invalid', { message: importTexts.tooMuch });
  }
  const parsed = file.safeParse(json);
  if (!parsed.success) return null;
  const { data } = parsed;
  const categories = data.categories.slice(0, OWN_CATEGORIES_MAX);
  const read: ImportFile = { ...emptyFile(), categories };
  for (const { kind, state } of data.dayPlans) {
    if (state === 'offered' || state === 'off') read.settledDayMessages.push({ kind, state });
  }
  checkEntryCount(data.reminders.length + data.notes.length);
  let room = ACCOUNT_HISTORY_MAX;
  const giveWay = givingWayBetween();
  for (const given of data.reminders) {
    await giveWay();
    const { row, entries } = cutHistory(given, Math.min(room, HISTORY_MAX));
    room -= entries;
    const { data: entry } = reminderRow.safeParse(row);
    if (entry) read.reminders.push(vouchedFor(entry, row, signer));
    else read.faults.push({ line: null, message: brokenRow(row, 'text') });
  }
  for (const row of data.notes) {
    await giveWay();
    const { data: entry } = noteRow.safeParse(row);
    if (entry) read.notes.push(vouchedFor(entry, row, signer));
    else read.faults.push({ line: null, message: brokenRow(row, 'title') });
  }
  const { timeZone, timeZoneManual, settings } = data.profile;
  const { category = null, ...given } = settings ?? {};
  const own = settingsInput.safeParse(given).data ?? {};
  read.settings = { ...own, category, ...(timeZoneManual && { timeZone }) };
  return read;
}

/** Whose export it has to be for what is attached to come with it. */
export interface Signer {
  userId: number;
  botToken: string;
}
const signed = z.object({ attachment: z.unknown(), attachmentSignature: z.string() });

function vouchedFor<Entry extends { attachment: Attachment | null }>(
  entry: Entry,
  row: unknown,
  { userId, botToken }: Signer,
): Entry {
  const { data } = signed.safeParse(row);
  const isOurs =
    data && sameSecret(data.attachmentSignature, signAttachment(data.attachment, userId, botToken));
  return isOurs
    ? entry
    : { ...entry, attachment: entry.attachment && withoutChat(entry.attachment) };
}

/** Which row is meant where a file has no lines that people see: by the beginning of its text. */
function brokenRow(row: unknown, key: string): string {
  const named = z.looseObject({ [key]: z.string() }).safeParse(row);
  const name = named.success ? String(named.data[key]).slice(0, 40) : '';
  return name === '' ? importTexts.broken : `${importTexts.broken}: «${name}»`;
}
