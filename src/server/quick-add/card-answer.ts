import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { type QuickAddContext } from '@/core/quick-add';
import { mentions } from '@/core/quick-add/conversation/names';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { isUnwantedAlone } from '@/core/quick-add/conversation/vetoes';
import { readRequest } from '@/core/quick-add/messages/request';
import { saysOnce, saysYes } from '@/core/quick-add/replies/consent';
import { changeDraft, type DraftRow, findDraft, findQuestion, keptUntil } from '../drafts/drafts';
import { AppError } from '../platform/errors';
import { type Within } from '../reminders/upcoming';
import { type Said } from '../telegram/said';
import { type MemberTurn } from '../telegram/turn';
import { makeOnce } from './beginning';
import {
  answerTo,
  changeAndStoreIfCertain,
  type CardContent,
  storeDraft,
  type Understood,
  withoutRepeating,
} from './draft';

/** What a line says of a card that is not stored yet: an answer, a correction, «отмена». */
export interface CardAnswer {
  /** The draft of the card, as it was when the line was read. */
  row: DraftRow;
  /** Changes the draft as the line says. */
  take: (within: Within, row: DraftRow) => Promise<CardContent>;
}

/** Reads a line as one about the card that waits, or about the one that it replies to; undefined where it is none. */
export async function readCardAnswer(
  { db, now, account }: Within,
  { text, repliedTo }: Said,
  reading: QuickAddContext,
): Promise<CardAnswer | undefined> {
  const question = await findQuestion(db, account.id, repliedTo?.messageId, now);
  if (!question) return undefined;
  const { row, asked } = question;
  if (readRequest(text) === 'cancel') return { row, take: callOff };
  if (row.state === 'ready' && saysYes(text)) return { row, take: storeDraft };
  const once = saysOnce(text) ? withoutRepeating(row.payload) : undefined;
  if (once) return { row, take: changeTo({ payload: once }) };
  // «с чехлами пока не надо», also as the reply that a card which asks opens by itself.
  const line = spelledOut(text);
  if (isUnwantedAlone(line) && mentions(line, row.payload.text)) return { row, take: callOff };
  const answer = answerTo({ payload: row.payload, asks: asked }, text, reading);
  if (answer === 'called-off') return { row, take: callOff };
  return answer && { row, take: changeTo(answer) };
}

/** Does what was read. Throws `conflict`, before anything is done, where the card is another one by now. */
export const answerCard = (
  turn: MemberTurn,
  { messageId: answerMessageId }: Said,
  { row, take }: CardAnswer,
): Promise<void> =>
  makeOnce(turn, answerMessageId, async (within) => {
    const present = await findDraft(within.db, row.userId, row.id, within.now);
    if (!isDeepStrictEqual(present, row)) throw new AppError('conflict');
    const expiresAt = keptUntil(within.now);
    const answered = await changeDraft(within.db, row, { answerMessageId, expiresAt });
    return { cards: [await take(within, answered)], strip: [row.messageId] };
  });

export const callOff: CardAnswer['take'] = async ({ db }, row) => ({
  row: await changeDraft(db, row, { state: 'cancelled' }),
});

export const changeTo =
  (understood: Understood): CardAnswer['take'] =>
  (within, row) =>
    changeAndStoreIfCertain(within, row, understood);
