import 'server-only';
import { type AllAct } from '@/core/quick-add/conversation/conversation';
import { conversationTexts as texts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { AppError, orRefusal } from '../platform/errors';
import { actByReply, keyOfMessage, keyOfPress } from '../reminders/chat-acts';
import { deleteReminder } from '../reminders/deletion';
import { jointOf } from '../reminders/joint-people';
import { type ChatReminder } from '../reminders/upcoming';
import { dataOf } from '../telegram/callback-data';
import { rangBy } from '../telegram/late';
import { excerpt, LINE_MAX, momentIn } from '../telegram/message';
import { type Said } from '../telegram/said';
import { button, type MemberTurn } from '../telegram/turn';
import { ASKED_MAX } from './knowledge';
import { sayNothingWaits } from './questions';

interface Acted {
  text: string;
  act: AllAct;
  isOver: boolean;
}

/** Acts on several at once; «Вернуть» takes all of it back. What is others' too is deleted only by itself, and named. */
export async function actOnAll(
  turn: MemberTurn,
  { messageId }: Said,
  acts: readonly { reminder: ChatReminder; act: AllAct }[],
  remark?: Html,
): Promise<void> {
  const done: Acted[] = [];
  const leftOut: string[] = [];
  for (const { reminder, act } of acts) {
    const { id, text } = reminder;
    const isOthersToo =
      act === 'delete' && (await jointOf(turn.db, turn.account.id, id))?.owned === true;
    if (isOthersToo) {
      leftOut.push(excerpt(text, LINE_MAX));
      continue;
    }
    const acted = await actOnOne(turn, { messageId, reminder, act });
    // It was answered, or taken away, at this very moment.
    if (!acted) continue;
    done.push({ text, act, isOver: acted.isOver });
    // Of a heap the buttons of the others say what became of it when they are pressed.
    const { spent } = acted;
    if (spent !== null && done.length <= ASKED_MAX) await turn.strip(spent);
  }
  const shared = leftOut.length > 0 && texts.sharedLeftOut(leftOut);
  if (done.length === 0) {
    await (shared ? turn.say(shared) : sayNothingWaits(turn));
    return;
  }
  const deleted = done.filter(({ act }) => act === 'delete');
  const others = done.filter(({ act }) => act !== 'delete');
  const said = [deleted, others].map((each) => toldOf(each, turn));
  const undo = dataOf('all', 'undo', keyOfMessage(messageId));
  await turn.say(lines(...said, remark, shared), [[button(texts.buttons.undo, undo)]]);
}

/** Undefined where it is not as it was. */
async function actOnOne(
  turn: MemberTurn,
  { messageId, reminder, act }: { messageId: number; reminder: ChatReminder; act: AllAct },
): Promise<{ isOver: boolean; spent: number | null } | undefined> {
  const { db, now, account } = turn;
  const { id: reminderId, openOccurrenceAt, dateTime, version } = reminder;
  if (act === 'delete') {
    const by = keyOfPress({ messageId, onSeveral: true });
    const deletion = deleteReminder(db, account.id, reminderId, now, { by });
    const gone = (await orRefusal(deletion, 'not-found')) instanceof AppError;
    return gone ? undefined : { isOver: true, spent: null };
  }
  const target = { userId: account.id, reminderId, now, version, rangBy: rangBy(turn) };
  const press = { ...target, messageId, occurrenceAt: openOccurrenceAt ?? new Date(dateTime) };
  const asked = act === 'pause' ? { pauseUntil: null } : act;
  const acted = await orRefusal(actByReply(db, { ...press, onSeveral: true }, asked), 'conflict');
  if (!acted || acted instanceof AppError || acted.result !== 'acted') return undefined;
  return { isOver: acted.reminder.completed, spent: acted.spentMessageId };
}

/** What was done to these; undefined where there are none. */
function toldOf(done: readonly Acted[], turn: MemberTurn): Html | undefined {
  const [first] = done;
  if (!first) return undefined;
  const kinds = new Set(done.map(({ act }) => (act instanceof Date ? act.getTime() : act)));
  const isSame = kinds.size === 1;
  const names = done.slice(0, ASKED_MAX).map(({ text, act }) => {
    const name = excerpt(text, LINE_MAX);
    return isSame || !(act instanceof Date) ? name : texts.movedTo(name, momentIn(act, turn));
  });
  const more = done.length - names.length;
  const areOver = first.act === 'skip' && done.every(({ isOver }) => isOver);
  return first.act instanceof Date
    ? texts.allMoved(isSame ? momentIn(first.act, turn) : null, names, more)
    : texts.allActed[areOver ? 'over' : first.act](names, more);
}
