import 'server-only';
import { z } from 'zod';
import { ruleKeys } from '@/contract/draft';
import { historyEntry } from '@/contract/reminder';
import { ruleOfWire } from '@/contract/rule';
import { settingsInput } from '@/contract/settings';
import { COUNTER_MAX, HISTORY_MAX, OWN_CATEGORIES_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { DAY_MESSAGES } from '@/core/settings';
import { isWritable } from '@/core/time-zone';
import { importTexts } from '@/texts/import';
import { EXPORT_FORMAT } from './export';
import {
  adopted,
  type Attachment,
  signAttachment,
  storedAttachment,
  withoutChat,
} from '../platform/attachment';
import { AppError } from '../platform/errors';
import { parseJson, TooManyValues } from '../platform/parse-json';
import { sameSecret } from '../platform/secrets';
import { givingWay } from '../platform/give-way';
import { storedState } from '../reminders/write/columns';
import { checkEntryCount, emptyFile, type ImportFile, type ReminderEntry } from './entries';

const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(isWritable);
/** Members that both kinds of rows have. Names stand for categories and types: ids are each installation's own. */
const entry = {
  category: z.string().nullable(),
  createdAt: instant.nullable().default(null),
  updatedAt: instant.nullable().default(null),
  deletedAt: instant.nullable().default(null),
  attachment: storedAttachment.transform((given) => given && adopted(given)).default(null),
};
const count = z.int().min(0).max(COUNTER_MAX).nullable().default(null);
const TICKS_MAX = 500;
const ticks = z
  .array(z.string().max(REMINDER_TEXT_MAX))
  .max(TICKS_MAX)
  .nullable()
  .default(null)
  .catch(null);
const pastEntry = z.object({
  occurrenceAt: instant,
  cameAt: instant.nullable(),
  endedAt: instant,
  outcome: historyEntry.shape.outcome,
  ticked: ticks,
});
export const reminderRow = z.object({
  text: z.string(),
  type: z.string().nullable(),
  /** The latest ones, which an export has last. */
  history: z
    .array(z.unknown())
    .transform((all) => all.slice(-HISTORY_MAX))
    .pipe(z.array(pastEntry))
    .default([]),
  /** The note that it reminds of, by the `id` that the file gives it. */
  note: z.int().nullable().default(null),
  counterLeft: count,
  counterLow: count,
  ticked: ticks,
  ...entry,
});
const stateRow = storedState(instant)
  .omit({ rule: true })
  .extend({
    firstWallTime: z.string().regex(/^(?!0000)/),
    nagCount: z.int().min(0).max(1_000),
  });
const ruleRow = z.object(ruleKeys);

/** A reminder of the export; what an older one lacks is what it was then. */
function reminderOf(row: unknown): ReminderEntry | undefined {
  const { data: reminder } = reminderRow.safeParse(row);
  const { data: state } = stateRow.safeParse(row);
  const { data: rule } = ruleRow.safeParse(row);
  return reminder && state && rule
    ? { line: null, ...reminder, state: { ...state, rule: ruleOfWire(rule) } }
    : undefined;
}

export const noteRow = z.object({
  /** The number by which reminders of the same file name it; never an id of ours. */
  id: z.int().nullable().default(null),
  title: z.string(),
  content: z.string(),
  dateTime: instant.nullable(),
  pinned: z.boolean().default(false),
  ...entry,
});

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

/**
 * Reads our own export; null where it is none. Of what is attached only the words are left unless `signer`
 * signed it: anybody can write down the number of a file.
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
  const giveWay = givingWay();
  for (const row of data.reminders) {
    await giveWay();
    const entry = reminderOf(row);
    if (entry) read.reminders.push(vouchedFor(entry, row, signer));
    else read.faults.push({ line: null, message: brokenRow(row, 'text') });
  }
  for (const row of data.notes) {
    await giveWay();
    const { data: note } = noteRow.safeParse(row);
    if (note) read.notes.push(vouchedFor({ line: null, ...note }, row, signer));
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

/** The entry; without its account's signature only the words and the origin of what is attached: no file, no message. */
function vouchedFor<Entry extends { attachment: Attachment | null }>(
  entry: Entry,
  row: unknown,
  { userId, botToken }: Signer,
): Entry {
  const { data } = signed.safeParse(row);
  const isSignedForThem =
    data && sameSecret(data.attachmentSignature, signAttachment(data.attachment, userId, botToken));
  return isSignedForThem
    ? entry
    : { ...entry, attachment: entry.attachment && withoutChat(entry.attachment) };
}

/** Which row is meant where a file has no lines that people see: by the beginning of its text. */
function brokenRow(row: unknown, key: string): string {
  const named = z.looseObject({ [key]: z.string() }).safeParse(row);
  const name = named.success ? String(named.data[key]).slice(0, 40) : '';
  return name === '' ? importTexts.broken : `${importTexts.broken}: «${name}»`;
}
