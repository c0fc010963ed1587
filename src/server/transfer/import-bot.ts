import 'server-only';
import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { excerpt } from '@/core/cut';
import { textOfFile } from '@/core/file-text';
import { IMPORT_MAX_BYTES } from '@/core/limits';
import { lines } from '@/texts/html';
import { importTexts as texts, reportTexts } from '@/texts/import';
import { nouns } from '@/texts/plural';
import { AppError, orRefusal } from '../platform/errors';
import { takePersonalPermit } from '../platform/rate-limit';
import { dataOf } from '../telegram/callback-data';
import { BotApiError } from '../telegram/send';
import { button, callTimeout, isForbidden, type MemberTurn } from '../telegram/turn';
import { type ImportReport, tryImportFile } from './import';

const applyButton = button(texts.apply, dataOf('import', 'go'));
const cancelButton = button(texts.cancel, dataOf('import', 'no'));

/** Letters of one fault: there may be twenty, and a message holds 4,096 characters. */
const FAULT_SHOWN = 110;

const document = z.object({
  message_id: z.number(),
  document: z.object({
    file_id: z.string(),
    file_name: z.string().catch(''),
    mime_type: z.string().catch(''),
    file_size: z.number().catch(0),
  }),
  caption: z.undefined().optional(),
  media_group_id: z.undefined().optional(),
  animation: z.undefined().optional(),
});

type SentFile = z.infer<typeof document>;

/** The file of a message, where by its name or kind it may be one to import. What has a caption is to be kept. */
function fileIn(message: Message): SentFile | undefined {
  const { data } = document.safeParse(message);
  const fits =
    /\.(?:json|ics|csv)$/i.test(data?.document.file_name ?? '') ||
    /^(?:application\/json|text\/(?:calendar|csv))$/.test(data?.document.mime_type ?? '');
  return fits ? data : undefined;
}

/**
 * A file that can be imported is looked into, and its sender asked. False where it is none after all,
 * or where it cannot be imported, which is said: then it is kept like any other document.
 */
export async function hearImportFile(turn: MemberTurn, message: Message): Promise<boolean> {
  const file = fileIn(message);
  if (!file) return false;
  const report = await readOrReason(turn, file, false);
  if (report === null) return false;
  if ('reason' in report) {
    await turn.say(lines(report.reason));
    return false;
  }
  const { reminders, notes } = report;
  const keyboard = reminders + notes > 0 ? [[applyButton, cancelButton]] : [];
  // The answer holds on to the file: nothing of it is stored until it is imported.
  await turn.answer(file.message_id, lines(...reportLines(report, false)), keyboard);
  return true;
}

/** `read`; why a file cannot be imported now, to be said, is its answer, too. */
async function readOrReason(
  ...given: Parameters<typeof read>
): Promise<ImportReport | null | { reason: string }> {
  try {
    const report = await orRefusal(read(...given), 'invalid', 'too-many');
    return report instanceof AppError ? { reason: report.message } : report;
  } catch (error) {
    if (error instanceof BotApiError && !isForbidden(error)) return { reason: texts.chat.notNow };
    throw error;
  }
}

/**
 * Reads what the file comes to, or with `apply` has come to; null where it is nothing that is known. Throws `invalid`
 * where it cannot be read.
 */
async function read(
  { db, now, settings, download, account }: MemberTurn,
  { document: { file_id, file_size } }: SentFile,
  apply: boolean,
): Promise<ImportReport | null> {
  const tooLarge = texts.tooLarge(IMPORT_MAX_BYTES / 1_000_000);
  if (file_size > IMPORT_MAX_BYTES) throw new AppError('invalid', { message: tooLarge });
  await takePersonalPermit(db, 'importFiles', account.id, now);
  const bytes = await download(file_id, { maxBytes: IMPORT_MAX_BYTES, signal: callTimeout() });
  if (bytes === 'too-large') throw new AppError('invalid', { message: tooLarge });
  const content = textOfFile(bytes);
  if (content === null) throw new AppError('invalid', { message: texts.unknownEncoding });
  const { botToken } = settings;
  return tryImportFile(db, account, { content }, { now, apply, botToken });
}

/** «Импортировать» or «Не надо». Pressed twice, it adds nothing twice. */
export async function pressImport(turn: MemberTurn, [action]: string[]): Promise<unknown> {
  if (action !== 'go') return turn.show(lines(texts.chat.refused));
  const file = turn.pressedReplyTo && fileIn(turn.pressedReplyTo);
  if (!file) return turn.show(lines(texts.chat.gone));
  const report = await readOrReason(turn, file, true);
  if (report === null) return turn.show(lines(texts.unreadable));
  if ('reason' in report) return turn.show(lines(report.reason), [[applyButton, cancelButton]]);
  return turn.show(lines(...reportLines(report, true)));
}

/** Says what a file would come to, or has come to. */
function reportLines(report: ImportReport, isApplied: boolean): string[] {
  const { outlook, remarks, examples, faults, faultsTitle } = reportTexts(report, nouns.reminder);
  const cut = (said: readonly string[]) => said.map((each) => excerpt(each, FAULT_SHOWN));
  const listed = (title: string[], items: readonly string[]) =>
    items.length > 0 ? ['', ...title, ...items.map((each) => `• ${each}`)] : [];
  return [
    ...(isApplied ? [texts.done(nouns.reminder, report)] : outlook),
    ...cut(remarks),
    ...listed([], isApplied ? [] : examples),
    ...listed([faultsTitle], cut(faults)),
  ];
}
