import 'server-only';
import { parseQuickAdd } from '@/core/quick-add';
import { cardTexts } from '@/texts/bot-cards';
import { type Account } from '../../accounts';
import { loadReference } from '../../db/reference';
import { changeDraft, createDraft, type DraftRow, findQuestion } from '../../drafts';
import { answerTo, draftOfReading, isCorrection, type Understood } from './answers';
import { type CardContext, renderDraft } from './card';
import { type Turn } from './turn';

export interface HeardText {
  messageId: number;
  sentAt: Date;
  text: string;
  forwarded: boolean;
  /** The bot's message that this one replies to. */
  repliedTo: number | undefined;
}

/**
 * Any text that is no command: the answer to what a card asked, or a new reminder in the making. A
 * forwarded text is somebody else's: it is kept whole, and only the time is asked for.
 */
export async function hearText(turn: Turn, account: Account, heard: HeardText): Promise<void> {
  const { db, now } = turn;
  const reference = await loadReference(db);
  const context = { now, timeZone: account.timeZone, ...reference };

  const question = heard.forwarded
    ? undefined
    : await findQuestion(db, account.id, heard.repliedTo, now);
  const answers =
    question &&
    (question.asked || isCorrection(question.row.payload, heard.text, context)) &&
    answerTo(question.row.payload, heard.text, context);
  if (question && answers) {
    const { row } = question;
    if (row.messageId !== null) await turn.strip(row.messageId);
    const cardContext = { turn, timeZone: account.timeZone, reference };
    if (answers === 'called-off') {
      return showCard(turn, await changeDraft(db, row, { state: 'cancelled' }), cardContext);
    }
    const { payload, problem } = answers;
    const changed = await changeDraft(db, row, { payload, state: stateOf(payload) });
    return showCard(turn, changed, cardContext, problem);
  }
  const reading = parseQuickAdd(heard.text, context);
  const started = draftOfReading(
    heard.forwarded ? { ...reading, outcome: 'no-date', text: heard.text.trim() } : reading,
    context,
  );
  if (!('payload' in started)) {
    await turn.say(started.problem);
    return;
  }
  const { payload } = started;
  const row = await createDraft(db, account.id, { payload, state: stateOf(payload) }, now);
  await showCard(turn, row, { turn, timeZone: account.timeZone, reference }, started.problem);
}

export const stateOf = (payload: Understood['payload']): DraftRow['state'] =>
  payload.dateTime !== null && payload.text !== '' ? 'ready' : 'asking';

async function showCard(
  turn: Turn,
  row: DraftRow,
  context: CardContext,
  problem?: Understood['problem'],
): Promise<void> {
  const { text, keyboard } = renderDraft(row, context, problem);
  const messageId = await turn.say(text, keyboard);
  await changeDraft(turn.db, row, { messageId });
}

/** Content without a text: what the bot can take of it, and a hint what to send instead. */
export async function hearOther(
  turn: Turn,
  content: keyof typeof cardTexts.notText,
): Promise<void> {
  await turn.say(cardTexts.notText[content]);
}
