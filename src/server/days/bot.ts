import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { excerpt } from '@/core/cut';
import { answerableOccurrence } from '@/core/firing';
import { DAY_MESSAGE_CLOCKS } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { DAY_MESSAGES } from '@/core/settings';
import { listTexts } from '@/texts/bot-lists';
import { dayTexts as texts } from '@/texts/day';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { saveSettings, settingsOf } from '../accounts/settings';
import { nudgeDelivery } from '../outbox/nudge';
import { dayMessages } from '../platform/db/schema';
import { actOnLine, undoFromList } from '../reminders/chat-acts';
import { askMoment, renderItem } from '../reminders/item-bot';
import { messageIsOutdated } from '../reminders/message-refresh';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { FIRST_PAGE, readId } from '../telegram/callback-data';
import { button, inRows, type Keyboard, type MemberTurn } from '../telegram/turn';
import { dayData, renderDay } from './message';
import { readDay } from './read';

const { buttons } = texts;
const EXCERPT = 60;

/** A press under an agenda or a review, or under the offer of one. */
export async function pressDay(turn: MemberTurn, [what = '', of = '', word = '']: string[]) {
  const kind = DAY_MESSAGES.find((each) => each === of);
  if (kind && what === 'on') {
    const clock = settingsOf(turn.account.settings)[kind] ?? DAY_MESSAGE_CLOCKS[kind];
    await saveSettings(turn.db, turn.account.id, { [kind]: clock }, turn.now);
    nudgeDelivery(turn.now);
    return turn.show(texts.on[kind](clock));
  }
  if (kind) return turn.show(texts.unwanted(kind));
  const reminder = await findReminder(turn.db, turn.account.id, readId(of));
  if (!reminder || reminder.deleted) return showDay(turn);
  if (what === 'open') return openReminder(turn, reminder);
  const occurrenceAt = new Date(parseInt(word, 36));
  if (what === 'when') {
    const answerable = answerableOccurrence({
      ...reminder,
      dateTime: new Date(reminder.dateTime),
    });
    // Another occurrence would be moved than the one of the line.
    return answerable?.getTime() === occurrenceAt.getTime()
      ? askMoment(turn, reminder.id)
      : showDay(turn, { changed: reminder });
  }
  if (what === 'undo') {
    const version = /^\d{1,9}$/.test(word) ? Number(word) : undefined;
    const { db, now, account } = turn;
    const undone = await undoFromList(db, {
      userId: account.id,
      reminderId: reminder.id,
      now,
      version,
    });
    return showDay(turn, {
      changed: reminder,
      remark: undone ? undefined : listTexts.tooLate,
    });
  }
  if (what === 'later') return askSnooze(turn, reminder, word);
  const act = what === 'done' ? what : readSnoozePreset(what);
  if (act && !Number.isNaN(occurrenceAt.getTime())) {
    await actOnLine(
      turn.db,
      { userId: turn.account.id, reminderId: reminder.id, occurrenceAt, now: turn.now },
      act,
    );
  }
  await showDay(turn, { changed: reminder });
}

/** The message under which was pressed, as it is by now; the reminder alone where the message is too old. */
async function showDay(
  turn: MemberTurn,
  { changed, remark }: { changed?: ChatReminder; remark?: Html | undefined } = {},
): Promise<void> {
  if (changed) messageIsOutdated({ userId: turn.account.id, reminderId: changed.id });
  const found = await renderedDay(turn);
  if (found) {
    const { html, keyboard } = found.message;
    await turn.show(remark ? lines(html, '', remark) : html, keyboard);
    if (!remark) await found.isShown();
    return;
  }
  const reminder = changed && (await findReminder(turn.db, turn.account.id, changed.id));
  if (reminder) return openReminder(turn, reminder);
  await turn.say(listTexts.gone);
}

async function renderedDay({ db, pressedMessageId = 0, account: { id, timeZone } }: MemberTurn) {
  const own = and(eq(dayMessages.userId, id), eq(dayMessages.messageId, pressedMessageId));
  const [stored] = await db.select().from(dayMessages).where(own);
  if (!stored) return undefined;
  const { view, items, print } = await readDay(db, { userId: id, timeZone }, stored, stored.items);
  return {
    message: renderDay(view),
    /** Delivery need not edit it once more, unless there was a change since or it is at it just now. */
    isShown: async () => {
      const { revision, leaseToken } = dayMessages;
      await db
        .update(dayMessages)
        .set({ shown: print, items })
        .where(and(own, eq(revision, stored.revision), isNull(leaseToken)));
    },
  };
}

async function openReminder(turn: MemberTurn, reminder: ChatReminder): Promise<void> {
  await turn.say(await renderItem(turn, reminder, { back: FIRST_PAGE }));
}

/** «Отложить»: until when? */
async function askSnooze(turn: MemberTurn, reminder: ChatReminder, occurrence: string) {
  const comesAt = reminder.open && !reminder.snoozed ? null : reminder.nextFireAt;
  const label = comesAt && comesAt > turn.now ? presetTexts.move : presetTexts.snooze;
  const presets = settingsOf(turn.account.settings).snoozes.map((preset) =>
    button(label(preset), dayData(preset, reminder.id, occurrence)),
  );
  const keyboard: Keyboard = [
    ...inRows(presets, 2),
    [
      button(buttons.otherTime, dayData('when', reminder.id, occurrence)),
      button(buttons.back, dayData('back', reminder.id, occurrence)),
    ],
  ];
  const found = await renderedDay(turn);
  const question = texts.snoozeUntil(excerpt(reminder.text.replaceAll('\n', ' '), EXCERPT));
  await turn.show(found ? lines(found.message.html, '', question) : question, keyboard);
}
