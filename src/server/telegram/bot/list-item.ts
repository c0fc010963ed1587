import 'server-only';
import { readSnoozePreset } from '@/core/presets';
import { instantToWallTime } from '@/core/time-zone';
import { reminderPath } from '@/contract/launch';
import { cardTexts } from '@/texts/bot-cards';
import { listTexts } from '@/texts/bot-lists';
import { type Html, lines } from '@/texts/html';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { shareTexts } from '@/texts/share';
import { describeInstant } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { loadReference } from '../../db/reference';
import { AppError } from '../../errors';
import { changeFromList, undoFromList } from '../../chat-acts';
import { deleteNote } from '../../notes';
import { makeNoteOf } from '../../reminder-to-note';
import { deleteReminder, restoreReminder } from '../../reminders';
import { settingsOf } from '../../settings';
import { type ChatReminder, findReminder } from '../../upcoming';
import { appButtonRow } from '../app-button';
import { type Card, excerpt, factsOf } from './card';
import { itemData, listData, type ListPage, readId, readListPage } from './list-callback-data';
import { askMoment } from './ask-moment';
import { noteData } from './note-callback-data';
import { ownShareData } from './share-callback-data';
import { button, type Keyboard, type Turn } from './turn';

const { buttons } = listTexts;

interface ItemView {
  back: ListPage;
  /** Said below the reminder. */
  remark?: Html | undefined;
  /** What the press did can be taken back. */
  undoable?: boolean;
}

/** One reminder with all that can be done about it. */
export async function renderItem(
  turn: Turn,
  account: Account,
  reminder: ChatReminder,
  { back, remark, undoable = false }: ItemView,
): Promise<Card> {
  const data = (action: string) => itemData(reminder.id, action, back, reminder.version);
  const toList = [button(buttons.back, listData(back))];
  if (reminder.deleted) {
    const restore = [button(buttons.restore, data('restore'))];
    const text = lines(cardTexts.deleted(excerpt(reminder.text)), remark);
    return { text, keyboard: [restore, toList] };
  }
  const context = { turn, account, reference: await loadReference(turn.db, account.id) };
  return {
    text: lines(
      cardTexts.body(factsOf(reminder, context)),
      standing(reminder, turn.now, account.timeZone),
      remark && lines('', remark),
    ),
    keyboard: [
      ...(undoable ? [[button(buttons.undo, data('undo'))]] : []),
      ...actionRows(
        reminder,
        { now: turn.now, snoozes: settingsOf(account.settings).snoozes },
        data,
      ),
      [
        ...appButtonRow(turn.settings, buttons.open, reminderPath(reminder.id)).flat(),
        button(buttons.remove, data('remove')),
      ],
      [
        ...(reminder.completed
          ? []
          : [button(shareTexts.button, ownShareData('open', reminder.id))]),
        button(buttons.toNote, data('note')),
      ],
      toList,
    ],
  };
}

/** A press about one reminder of a list. Double and late presses show how it stands now. */
export async function pressItem(
  turn: Turn,
  account: Account,
  [id, action = '', which, page, shown]: string[],
): Promise<void> {
  const reminderId = readId(id);
  if (action === 'when') {
    await askMoment(turn, reminderId);
    return;
  }
  const back = readListPage(which, page);
  if (action === 'note') return toNote(turn, account, { reminderId, back, shown });
  if (action === 'unnote') await fromNote(turn, reminderId, readId(shown));
  const before = await findReminder(turn.db, account.id, reminderId);
  const version = action !== 'unnote' && /^\d{1,9}$/.test(shown ?? '') ? Number(shown) : undefined;
  const remark = before && (await act(turn, before, action, version));
  const reminder = before && (await findReminder(turn.db, account.id, reminderId));
  if (!reminder) {
    await turn.show(listTexts.gone, [[button(buttons.back, listData(back))]]);
    return;
  }
  const acted =
    action !== 'unnote' &&
    action !== 'undo' &&
    action !== 'restore' &&
    reminder.version !== before.version;
  const stale = version !== undefined && version !== before.version && action !== 'undo' && !acted;
  const { text, keyboard } = await renderItem(turn, account, reminder, {
    back,
    remark: remark ?? (stale && action !== 'show' ? listTexts.changed : undefined),
    undoable: acted,
  });
  await turn.show(text, keyboard);
}

/** «В заметки»: the note in place of the reminder, with the way back. */
async function toNote(
  turn: Turn,
  account: Account,
  { reminderId, back, shown }: { reminderId: number; back: ListPage; shown: string | undefined },
): Promise<void> {
  const { db, now } = turn;
  const version = /^\d{1,9}$/.test(shown ?? '') ? Number(shown) : 0;
  try {
    const { note, created } = await makeNoteOf(db, account, reminderId, { now, version });
    // The note that was there before stays when the act is taken back.
    const undo = itemData(reminderId, 'unnote', back, created ? note.id : 0);
    await turn.show(listTexts.madeNote(excerpt(note.title)), [
      [button(buttons.openNote, noteData(note.id, 'show', 0)), button(buttons.undoNote, undo)],
      [button(buttons.back, listData(back))],
    ]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reminder = await findReminder(db, account.id, reminderId);
    if (!reminder || !['full', 'conflict'].includes(error.code)) {
      await turn.show(listTexts.gone, [[button(buttons.back, listData(back))]]);
      return;
    }
    const remark = error.code === 'full' ? lines(error.message) : listTexts.changed;
    const { text, keyboard } = await renderItem(turn, account, reminder, { back, remark });
    await turn.show(text, keyboard);
  }
}

/** Takes «В заметки» back: the reminder as it was, without the note that was made of it. */
async function fromNote(
  { db, now, person: { id: userId } }: Turn,
  reminderId: number,
  noteId: number,
): Promise<void> {
  try {
    await restoreReminder(db, userId, reminderId, now);
    if (noteId !== 0) await deleteNote(db, userId, noteId, now);
  } catch (error) {
    // No room for it any more, or gone: what is shown next says how it stands.
    if (!(error instanceof AppError) || !['full', 'not-found'].includes(error.code)) throw error;
  }
}

/** Does what was pressed; answers what there is to say about it. */
async function act(
  { db, now, person: { id: userId } }: Turn,
  reminder: ChatReminder,
  action: string,
  version: number | undefined,
): Promise<Html | undefined> {
  const press = { userId, reminderId: reminder.id, now, version };
  const plain = (['done', 'skip', 'resume'] as const).find((each) => each === action);
  const change = plain ?? readSnoozePreset(action);
  try {
    if (change) await changeFromList(db, press, change);
    else if (action === 'undo') {
      if (!(await undoFromList(db, press))) return listTexts.tooLate;
    } else if (action === 'remove' && !reminder.deleted) {
      await deleteReminder(db, userId, reminder.id, now);
    } else if (action === 'restore' && reminder.deleted) {
      await restoreReminder(db, userId, reminder.id, now);
    }
  } catch (error) {
    // No room for it any more, or taken away at this very moment.
    if (!(error instanceof AppError) || !['full', 'not-found'].includes(error.code)) throw error;
    if (error.code === 'full') return lines(error.message);
  }
  return undefined;
}

function standing(reminder: ChatReminder, now: Date, timeZone: string): Html | undefined {
  if (reminder.completed) {
    return reminder.doneAt === null ? listTexts.unanswered : listTexts.done;
  }
  if (reminder.state === 'failed') return listTexts.failed;
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  if (reminder.state === 'paused') {
    return reminder.pausedUntil === null
      ? listTexts.paused
      : listTexts.pausedUntil(describeInstant(wall(now), wall(new Date(reminder.pausedUntil))));
  }
  if (reminder.snoozed && reminder.nextFireAt) {
    return listTexts.snoozed(describeInstant(wall(now), wall(reminder.nextFireAt)));
  }
  return reminder.open ? listTexts.waiting : undefined;
}

/** What waits, else what comes next, is finished, put off, and of a series dropped. */
function actionRows(
  reminder: ChatReminder,
  { now, snoozes }: { now: Date; snoozes: readonly SnoozePreset[] },
  data: (action: string) => string,
): Keyboard {
  if (reminder.completed && !reminder.open) return [];
  if (reminder.state === 'paused') return [[button(buttons.resume, data('resume'))]];
  const comesAt = reminder.open && !reminder.snoozed ? null : reminder.nextFireAt;
  // What lies ahead is moved from its own time: the labels say so.
  const label = comesAt && comesAt > now ? presetTexts.move : presetTexts.snooze;
  return [
    [
      button(buttons.done, data('done')),
      ...(reminder.repeat ? [button(buttons.skip, data('skip'))] : []),
      button(reminder.repeat ? buttons.otherTimeShort : buttons.otherTime, data('when')),
    ],
    snoozes.map((preset) => button(label(preset), data(preset))),
  ];
}
