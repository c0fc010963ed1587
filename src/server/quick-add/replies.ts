import 'server-only';
import { ruleOfWire } from '@/contract/rule';
import { LAST_DATE, REMINDER_TEXT_MAX } from '@/core/limits';
import { readReply, type Reply, type Subject } from '@/core/quick-add/replies/reply';
import { localDateAt } from '@/core/time-zone';
import { replyTexts } from '@/texts/bot-replies';
import { type Html, html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { describeDate } from '@/texts/schedule';
import { type Account } from '../accounts/accounts';
import { clockOf, settingsOf } from '../accounts/settings';
import { askedMomentOf, expectMoment } from '../accounts/zone';
import { draftsOfMessage, findDraft, reminderOfDraft } from '../drafts/drafts';
import { AppError } from '../platform/errors';
import { actByReply, rewriteByReply, takeBackLast } from '../reminders/chat-acts';
import { renderItem } from '../reminders/item-bot';
import { readPress } from '../reminders/message';
import { deleteReminder, restoreReminder } from '../reminders/reminders';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { ABOUT, dataOf, FIRST_PAGE, itemData, readId } from '../telegram/callback-data';
import { type MessageSubject, rememberMessage, subjectOfMessage } from '../telegram/chat-messages';
import { excerpt, momentIn } from '../telegram/message';
import { type RepliedTo, type Said } from '../telegram/said';
import { button, type Card, type Keyboard, type MemberTurn, type Turn } from '../telegram/turn';
import { actedCard, actedKeyboard, below, ended, moved, paused, repeats } from './reply-cards';
import { askAboutReply } from './unclear-reply';

const MINUTE_MS = 60_000;

/** What the reply is to, and what it says. */
interface Heard {
  reminder: ChatReminder;
  occurrenceAt: Date | null;
  text: Said;
  /** The bot has asked when this one is to come. */
  asked: boolean;
}

/**
 * A reply to a message about a reminder acts on that reminder. False where it is a reply to something
 * else, or of a reminder that is gone for good and the words may be the start of something new.
 */
export async function hearReply(turn: MemberTurn, text: Said): Promise<boolean> {
  const subject = text.repliedTo && (await subjectOf(turn, text.repliedTo));
  if (!subject) return false;
  const { reminderId, occurrenceAt } = subject;
  const reminder = await findReminder(turn.db, turn.account.id, reminderId);
  if (!reminder) {
    const reply = readReply(text.text, NOBODY, clockOf(turn.account, turn.now));
    if (reply.act === 'unclear' || reply.act === 'rewrite') return false;
    await turn.say(replyTexts.gone);
    return true;
  }
  const asked = askedMomentOf(turn.account, turn.now) === reminderId;
  return hear(turn, { reminder, occurrenceAt, text, asked });
}

/** Words of no reminder that is left. */
const NOBODY: Subject = { text: '', rule: null, dueAt: new Date(0), comesAt: null };

/** The answer to «Другое время…», where the bot has asked; false where it is none. */
export async function hearMoment(turn: MemberTurn, text: Said): Promise<boolean> {
  const reminderId = askedMomentOf(turn.account, turn.now);
  if (reminderId === undefined || text.forwarded) return false;
  const reminder = await findReminder(turn.db, turn.account.id, reminderId);
  if (!reminder || reminder.deleted) return false;
  const clock = { ...clockOf(turn.account, turn.now), asked: true };
  const reply = readReply(text.text, subjectFrom(reminder, turn.now), clock);
  if (['unclear', 'rewrite', 'thanks', 'show'].includes(reply.act)) return false;
  return hear(turn, { reminder, occurrenceAt: null, text, asked: true });
}

/** Which reminder a message is about: as it was sent, else as its buttons say now. */
async function subjectOf(
  { db, now, person: { id } }: Turn,
  { messageId, buttons }: RepliedTo,
): Promise<MessageSubject | undefined> {
  const known = await subjectOfMessage(db, id, messageId);
  if (known) return known;
  const found = new Map<number, Date | null>();
  for (const data of buttons) {
    const press = readPress(data);
    const [about, first] = data.split(':');
    if (press) found.set(press.reminderId, press.button === 'undo' ? null : press.occurrenceAt);
    else if (about === ABOUT.item || about === ABOUT.moment) found.set(readId(first), null);
    else if (about === ABOUT.card) {
      const draft = await findDraft(db, id, readId(first), now);
      const made = draft && (await reminderOfDraft(db, draft));
      if (made !== undefined) found.set(made, null);
    }
  }
  // Their own message, of which the reminder was made.
  if (found.size === 0) {
    for (const draft of await draftsOfMessage(db, id, messageId)) {
      const made = await reminderOfDraft(db, draft);
      if (made !== undefined) found.set(made, null);
    }
  }
  const [only, ...others] = [...found];
  return only && others.length === 0 ? { reminderId: only[0], occurrenceAt: only[1] } : undefined;
}

function subjectFrom(reminder: ChatReminder, now: Date): Subject {
  const { openOccurrenceAt, snoozed, nextFireAt, completed, text } = reminder;
  const dateTime = new Date(reminder.dateTime);
  const ahead = openOccurrenceAt === null && !completed && dateTime > now ? dateTime : null;
  return {
    text,
    rule: ruleOfWire(reminder),
    dueAt: openOccurrenceAt ?? dateTime,
    comesAt: snoozed ? nextFireAt : ahead,
  };
}

async function hear(turn: MemberTurn, heard: Heard): Promise<boolean> {
  const { reminder, text, asked } = heard;
  const clock = { ...clockOf(turn.account, turn.now), asked };
  const reply = readReply(text.text, subjectFrom(reminder, turn.now), clock);
  if (reply.act === 'rewrite' && reply.text.length > REMINDER_TEXT_MAX) return false;
  const card =
    reminder.deleted && reply.act !== 'unclear' && reply.act !== 'rewrite'
      ? await aboutDeleted(turn, reminder, reply)
      : await cardOf(turn, heard, reply).catch(refusal);
  const messageId = await turn.say(card.text, card.keyboard);
  const about = { userId: turn.account.id, messageId, reminderId: reminder.id, now: turn.now };
  await rememberMessage(turn.db, about);
  return true;
}

/** The account is full, or the reminder was taken away at this very moment. */
function refusal(error: unknown): Card {
  if (!(error instanceof AppError) || !['full', 'not-found'].includes(error.code)) throw error;
  return {
    text: error.code === 'full' ? html`${error.message}` : replyTexts.deletedAlready,
    keyboard: [],
  };
}

async function aboutDeleted(turn: MemberTurn, reminder: ChatReminder, reply: Reply): Promise<Card> {
  const { db, now, account } = turn;
  if (reply.act === 'undo') {
    try {
      await restoreReminder(db, account.id, reminder.id, now);
      return actedCard(turn, { reminder, undo: null }, replyTexts.restored);
    } catch (error) {
      return refusal(error);
    }
  }
  const data = itemData(reminder.id, 'restore', FIRST_PAGE);
  return {
    text: replyTexts.about(excerpt(reminder.text), replyTexts.isDeleted),
    keyboard: [[button(replyTexts.buttons.undo, data)]],
  };
}

/** Does what the reply says, and answers what to say about it. */
async function cardOf(turn: MemberTurn, heard: Heard, reply: Reply): Promise<Card> {
  const { db, now, account } = turn;
  const { reminder, occurrenceAt, text, asked } = heard;
  const target = { userId: account.id, reminderId: reminder.id, now };
  const press = { ...target, occurrenceAt, messageId: text.messageId };
  const item = (remark?: Html) => renderItem(turn, reminder, { back: FIRST_PAGE, remark });
  const ask = async (said: Html | string, keyboard: Keyboard): Promise<Card> => {
    await expectMoment(db, account.id, reminder.id, now);
    return { text: replyTexts.about(excerpt(reminder.text), said), keyboard };
  };

  switch (reply.act) {
    case 'done':
    case 'skip': {
      const replied = await actByReply(db, press, reply.act);
      if (!replied) throw new AppError('not-found');
      await spend(turn, replied);
      if (replied.result !== 'older') {
        return actedCard(turn, replied, ended(reply.act, replied, turn));
      }
      const came = replied.reminder.openOccurrenceAt ?? replied.reminder.dateTime;
      return item(replyTexts.older(momentIn(came, turn)));
    }
    case 'move': {
      if (reply.to > new Date(`${LAST_DATE}T23:59:59Z`)) return ask(replyTexts.tooFar, []);
      const replied = await actByReply(db, press, reply.to);
      if (!replied) throw new AppError('not-found');
      await spend(turn, replied);
      return actedCard(turn, replied, moved(replied.reminder, reply.to, turn));
    }
    case 'repeat': {
      const { dateTime, rule } = reply.when;
      const floodInterval = reminder.floodInterval;
      const replied = await actByReply(db, press, { dateTime, rule, floodInterval });
      if (!replied) throw new AppError('not-found');
      await spend(turn, replied);
      return actedCard(turn, replied, repeats(replied.reminder, turn));
    }
    case 'rewrite': {
      const replied = await rewriteByReply(db, target, reply.text);
      if (!replied) throw new AppError('not-found');
      return actedCard(turn, replied, replyTexts.rewritten(excerpt(reminder.text)));
    }
    case 'delete': {
      await deleteReminder(db, account.id, reminder.id, now);
      const data = itemData(reminder.id, 'restore', FIRST_PAGE);
      return {
        text: replyTexts.about(excerpt(reminder.text), replyTexts.deleted),
        keyboard: [[button(replyTexts.buttons.undo, data)]],
      };
    }
    case 'undo':
      return takenBack(turn, reminder);
    case 'not-done':
      if (reminder.completed || (reminder.repeat && !reminder.open)) {
        return takenBack(turn, reminder);
      }
      return ask(replyTexts.later, snoozeRows(reminder, account));
    case 'later':
      return ask(asked ? replyTexts.unclear : replyTexts.later, snoozeRows(reminder, account));
    case 'past': {
      const { date, time, instead } = reply;
      const day = describeDate(localDateAt(now, account.timeZone), date);
      const rows = instead.map((at) => [momentButton(reminder.id, at, turn)]);
      return ask(replyTexts.past(time === null ? day : `${day} в ${time}`), rows);
    }
    case 'impossible':
      return ask(replyTexts.impossible(reply.phrase), []);
    case 'unsupported':
      return below(await item(), replyTexts.unsupported(reply.phrase));
    case 'call-off':
      return asked
        ? { text: lines(replyTexts.kept), keyboard: [] }
        : {
            text: replyTexts.about(excerpt(reminder.text), replyTexts.callOff),
            keyboard: callOffRows(reminder),
          };
    case 'thanks':
      return {
        text: lines(
          reminder.open && !reminder.snoozed ? replyTexts.thanksWaiting : replyTexts.thanks,
        ),
        keyboard: actedKeyboard(turn, reminder.id, null),
      };
    case 'pause':
    case 'resume': {
      const act = reply.act === 'pause' ? { pauseUntil: reply.until } : reply.act;
      const replied = await actByReply(db, press, act);
      if (!replied) throw new AppError('not-found');
      await spend(turn, replied);
      return actedCard(turn, replied, paused(replied.reminder, turn));
    }
    case 'show':
      return item();
    case 'unclear':
      return (await askAboutReply(turn, heard)) ?? item(lines(replyTexts.notUnderstood));
  }
}

async function takenBack(turn: MemberTurn, reminder: ChatReminder): Promise<Card> {
  const { db, now, account } = turn;
  const undone = await takeBackLast(db, { userId: account.id, reminderId: reminder.id, now });
  const present = (await findReminder(db, account.id, reminder.id)) ?? reminder;
  return renderItem(turn, present, {
    back: FIRST_PAGE,
    remark: lines(undone ? replyTexts.undone : replyTexts.nothingToUndo),
  });
}

/** The buttons of the message that was acted on no longer count. */
async function spend(
  turn: Turn,
  { result, spentMessageId }: { result: string; spentMessageId: number | null },
): Promise<void> {
  if (result === 'acted' && spentMessageId !== null) await turn.strip(spentMessageId);
}

const snoozeRows = (reminder: ChatReminder, { settings }: Account): Keyboard => [
  settingsOf(settings).snoozes.map((preset) => {
    const ahead = !reminder.open || reminder.snoozed;
    const label = (ahead ? presetTexts.move : presetTexts.snooze)(preset);
    return button(label, itemData(reminder.id, preset, FIRST_PAGE, reminder.version));
  }),
];

const callOffRows = ({ id, version }: ChatReminder): Keyboard => {
  const { buttons } = replyTexts;
  const data = (action: string) => itemData(id, action, FIRST_PAGE, version);
  return [
    [button(buttons.skip, data('skip')), button(buttons.remove, data('remove'))],
    [button(buttons.otherTime, data('when'))],
  ];
};

const momentButton = (reminderId: number, at: Date, turn: MemberTurn) =>
  button(
    replyTexts.buttons.at(momentIn(at, turn)),
    dataOf('moment', reminderId, (at.getTime() / MINUTE_MS).toString(36)),
  );

/** A suggested moment was pressed: the reminder comes then. Pressed twice it is the same. */
export async function pressMoment(turn: MemberTurn, [id, minutes = '']: string[]): Promise<void> {
  const { db, now, pressedMessageId = 0, account } = turn;
  const to = new Date((/^[0-9a-z]{1,8}$/.test(minutes) ? parseInt(minutes, 36) : 0) * MINUTE_MS);
  if (to <= now) return turn.show(replyTexts.tooLate);
  const target = { userId: account.id, reminderId: readId(id), now };
  const press = { ...target, occurrenceAt: null, messageId: pressedMessageId };
  const replied = await actByReply(db, press, to);
  if (!replied) return turn.show(replyTexts.deletedAlready);
  await spend(turn, replied);
  await turn.show(actedCard(turn, replied, moved(replied.reminder, to, turn)));
}
