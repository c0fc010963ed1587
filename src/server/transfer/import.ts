import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { type Responses } from '@/contract/api';
import { foldedName } from '@/core/category-rules';
import { excerpt } from '@/core/cut';
import { comesAt } from '@/core/firing';
import { IMPORTS_IN_HAND_MAX } from '@/core/limits';
import { importTexts } from '@/texts/import';
import { describeRule } from '@/texts/schedule';
import { EXPORT_FORMAT } from './export';
import { type Account } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { AppError } from '../platform/errors';
import { oneAtATime } from '../platform/give-way';
import { takePersonalPermit } from '../platform/rate-limit';
import { settingsOf } from '../accounts/settings';
import { type ImportFile } from './entries';
import { readCsv } from './csv';
import { readIcs, type ReadingContext } from './ics';
import { readOwnExport, type Signer } from './own-export';
import { importInto } from './store';

const FAULTS_SHOWN = 20;
const EXAMPLE_MAX = 60;

/** The account of an import that the app and the chat give. */
export type ImportReport = Responses['imported'];

/** As `tryImportFile`; throws `invalid` where the file is none of the formats that are known. */
export async function importFile(
  ...given: Parameters<typeof tryImportFile>
): Promise<ImportReport> {
  const report = await tryImportFile(...given);
  if (!report) throw new AppError('invalid', { message: importTexts.unknownFormat });
  return report;
}

/**
 * Imports a file into an account, or says what would come of it; null where it is none of the formats
 * that are known. A file without the signs of any costs no permit. An account's imports take place one after another.
 * Throws `invalid` where it has too many entries, and `too-many`.
 */
export async function tryImportFile(
  db: Db,
  account: Account,
  file: { content: string },
  { now, apply, botToken }: { now: Date; apply: boolean; botToken: string },
): Promise<ImportReport | null> {
  const content = file.content.replace(/^\uFEFF/, '');
  const format = FORMATS.find(({ signs }) => signs.every((sign) => sign.test(content)));
  if (!format) return null;
  await takePersonalPermit(db, 'imports', account.id, now);
  const { morning } = settingsOf(account.settings).dayParts;
  const reference = await loadReference(db, account.id);
  const categories = new Set(reference.categories.map(({ name }) => foldedName(name)));
  const context = { now, timeZone: account.timeZone, morning, categories };
  const outcome = await oneAtATime(`import:${account.id}`, IMPORTS_IN_HAND_MAX, async () => {
    const read = await format.read(content, context, { userId: account.id, botToken });
    return read && importInto(db, account, read, { now, apply });
  });
  if (!outcome) return null;
  const { faults, firstReminders, ...counts } = outcome;
  return {
    ...counts,
    faults: faults.slice(0, FAULTS_SHOWN),
    moreFaults: Math.max(0, faults.length - FAULTS_SHOWN),
    examples: firstReminders.map(({ text, state }) => {
      const { dateTime, timeZone, rule, firstWallTime } = state;
      const comes = comesAt(state) ?? dateTime;
      const moment = formatInTimeZone(comes, timeZone, 'dd.MM.yyyy, HH:mm');
      const often = rule ? `, ${describeRule(rule, firstWallTime)}` : '';
      return `${moment}${often} — ${excerpt(text, EXAMPLE_MAX)}`;
    }),
  };
}

/** Tells what a file is at a first look at its content. Reading it may still find that it is not. */
const FORMATS: readonly {
  signs: readonly RegExp[];
  read: (text: string, context: ReadingContext, signer: Signer) => Promise<ImportFile | null>;
}[] = [
  {
    signs: [/^\s*\{/, new RegExp(EXPORT_FORMAT)],
    read: (text, _, signer) => readOwnExport(text, signer),
  },
  { signs: [/^\s*BEGIN:VCALENDAR/i], read: readIcs },
  { signs: [/^\s*[^\s{]/, /\b(?:title|content)\b/i], read: readCsv },
];
