import 'server-only';
import { parseQuickAdd, type QuickAddContext } from '@/core/quick-add';
import { readRequest } from '@/core/quick-add/request';
import { botTexts } from '@/texts/bot';
import { cardTexts } from '@/texts/bot-cards';
import { type Account } from '../../accounts';
import { safeFault } from '../../db/faults';
import { loadReference } from '../../db/reference';
import {
  alone,
  changeDraft,
  createDraft,
  type DraftRow,
  findQuestion,
  type Question,
} from '../../drafts';
import { type Db } from '../../db/client';
import { answerTo, draftOfReading, isCorrection, type Understood } from './answers';
import { renderDraft } from './card';
import { type Turn } from './turn';

export interface HeardText {
  messageId: number;
  sentAt: Date;
  text: string;
  forwarded: boolean;
  repliedTo: RepliedTo | undefined;
}

/** The bot's message that a message replies to. */
export interface RepliedTo {
  messageId: number;
  /** Callback data of its buttons. */
  buttons: readonly string[];
}

/**
 * Any text that is no command: the answer to what a card asked, or a new reminder in the making. A
 * forwarded text is somebody else's: it is kept whole, and only the time is asked for.
 */
export async function hearText(
  turn: Turn,
  account: Account,
  heard: HeardText,
): Promise<'heard' | 'no-account'> {
  const { db, now } = turn;
  const reference = await loadReference(db);
  const { timeZone } = account;
  const context = { now, timeZone, ...reference };
  const said = await alone(db, account.id, async (tx): Promise<Said> => {
    const { id } = account;
    const question = heard.forwarded
      ? undefined
      : await findQuestion(tx, id, heard.repliedTo?.messageId, now);
    const cancels = !heard.forwarded && readRequest(heard.text) === 'cancel';
    if (cancels) {
      return question ? calledOff(tx, question) : { problem: botTexts.nothingToCancel };
    }
    return (
      (question && (await answered(tx, question, heard, context))) ??
      (await started(tx, id, heard, context))
    );
  }).catch(erasedMeanwhile);
  if (said === 'no-account') return said;
  if (!('row' in said)) {
    await turn.say(said.problem);
    return 'heard';
  }
  if (said.strip !== null) await turn.strip(said.strip);
  const { text, keyboard } = renderDraft(said.row, { turn, timeZone, reference }, said.problem);
  const messageId = await turn.say(text, keyboard);
  await changeDraft(db, said.row, { messageId });
  return 'heard';
}

/** A press of «Удалить» that came at the same time has taken the account away. */
function erasedMeanwhile(error: unknown): 'no-account' {
  if (safeFault(error).code !== FOREIGN_KEY_VIOLATION) throw error;
  return 'no-account';
}
const FOREIGN_KEY_VIOLATION = '23503';

/** What became of a text: a draft and what to say about it, or a sentence alone. */
type Said =
  | { row: DraftRow; strip: number | null; problem?: Understood['problem'] }
  | { problem: NonNullable<Understood['problem']> };

/** The text as the answer to what a card asks, or as a correction of what it shows; else undefined. */
async function answered(
  tx: Db,
  { row, asked }: Question,
  { text }: HeardText,
  context: QuickAddContext,
): Promise<Said | undefined> {
  if (!asked && !isCorrection(row.payload, text, context)) return undefined;
  const answer = answerTo(row.payload, text, context);
  if (!answer) return undefined;
  if (answer === 'called-off') return calledOff(tx, { row, asked });
  const strip = row.messageId;
  const { payload, problem } = answer;
  const changed = await changeDraft(tx, row, { payload, state: stateOf(payload) });
  return { row: changed, strip, problem };
}

const calledOff = async (tx: Db, { row }: Question): Promise<Said> => ({
  row: await changeDraft(tx, row, { state: 'cancelled' }),
  strip: row.messageId,
});

/** The text as the start of something new. */
async function started(
  tx: Db,
  userId: number,
  { text, forwarded }: HeardText,
  context: QuickAddContext,
): Promise<Said> {
  const reading = parseQuickAdd(text, context);
  const draft = draftOfReading(
    forwarded ? { ...reading, outcome: 'no-date', text: text.trim() } : reading,
    context,
  );
  if (!('payload' in draft)) return draft;
  const { payload, problem } = draft;
  const row = await createDraft(tx, userId, { payload, state: stateOf(payload) }, context.now);
  return { row, strip: null, problem };
}

export const stateOf = (payload: Understood['payload']): DraftRow['state'] =>
  payload.dateTime !== null && payload.text !== '' ? 'ready' : 'asking';

/** Content without a text: what the bot can take of it, and a hint what to send instead. */
export async function hearOther(
  turn: Turn,
  content: keyof typeof cardTexts.notText,
): Promise<void> {
  await turn.say(cardTexts.notText[content]);
}
