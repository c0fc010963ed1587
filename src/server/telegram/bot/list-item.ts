import 'server-only';
import { readSnoozePreset } from '@/core/presets';
import { instantToWallTime } from '@/core/time-zone';
import { reminderPath } from '@/contract/launch';
import { cardTexts } from '@/texts/bot-cards';
import { listTexts } from '@/texts/bot-lists';
import { type Html, lines } from '@/texts/html';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { describeInstant } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { loadReference } from '../../db/reference';
import { AppError } from '../../errors';
import { changeFromList, undoFromList } from '../../chat-acts';
import { deleteReminder, restoreReminder } from '../../reminders';
import { settingsOf } from '../../settings';
import { type ChatReminder, findReminder } from '../../upcoming';
import { appButtonRow } from '../app-button';
import { type Card, excerpt, factsOf } from './card';
import { itemData, listData, type ListPage, readId, readListPage } from './list-data';
import { askMoment } from './moment';
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
  const before = await findReminder(turn.db, account.id, reminderId);
  const version = /^\d{1,9}$/.test(shown ?? '') ? Number(shown) : undefined;
  const remark = before && (await act(turn, before, action, version));
  const reminder = before && (await findReminder(turn.db, account.id, reminderId));
  if (!reminder) {
    await turn.show(listTexts.gone, [[button(buttons.back, listData(back))]]);
    return;
  }
  const acted = action !== 'undo' && action !== 'restore' && reminder.version !== before.version;
  const stale = version !== undefined && version !== before.version && action !== 'undo' && !acted;
  const { text, keyboard } = await renderItem(turn, account, reminder, {
    back,
    remark: remark ?? (stale && action !== 'show' ? listTexts.changed : undefined),
    undoable: acted,
  });
  await turn.show(text, keyboard);
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
