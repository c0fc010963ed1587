import 'server-only';
import { MINUTE_MS } from '@/core/calendar';
import { reminderPath } from '@/contract/launch';
import { LAST_INSTANT, LATE_AFTER_MS } from '@/core/limits';
import { postponedTo, readSnoozePreset } from '@/core/presets';
import { cardTexts } from '@/texts/bot-cards';
import { listTexts } from '@/texts/bot-lists';
import { type Html, lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { presetTexts } from '@/texts/presets';
import { seriesRemovalTexts } from '@/texts/series-removal';
import { shareTexts } from '@/texts/share';
import { whyTexts } from '@/texts/support';
import { botTexts } from '@/texts/bot';
import { replyTexts } from '@/texts/bot-replies';
import { clockOf, settingsOf } from '../accounts/settings';
import { deleteNote } from '../notes/notes';
import { AppError, orRefusal } from '../platform/errors';
import { appButtonRow, excerpt, momentIn } from '../telegram/message';
import {
  dataOf,
  itemData,
  listData,
  type ListPage,
  readId,
  readListPage,
  readNumber,
} from '../telegram/callback-data';
import { button, type Card, type Keyboard, type MemberTurn, type Turn } from '../telegram/turn';
import { pressInList, presentInChat, pressInChat, undoFromChat } from './chat-acts';
import { type ChatReminder, contextOf, factsOf, findReminder } from './upcoming';
import { deleteReminder, restoreReminder } from './deletion';
import { makeNoteOf } from './reminders';
import { expectMoment } from '../accounts/zone';
import { rememberMessage } from '../telegram/chat-messages';
import { jointOf } from './joint-people';
import {
  describePressed,
  hasPoints,
  pointsButton,
  readPress,
  renderMoments,
  renderPressed,
} from './message';
import { takeBack } from './take-back';

const { buttons } = listTexts;

/** What its keys offer: what is done to it most, the moments of «Отложить…», the rest behind «Ещё…», what «Удалить» asks. */
type ItemKeys = 'usual' | 'moments' | 'more' | 'removal';
interface ItemView {
  back: ListPage;
  remark?: Html | undefined;
  undoable?: boolean;
  keys?: ItemKeys;
}

export async function renderItem(
  turn: MemberTurn,
  reminder: ChatReminder,
  { back, remark, undoable = false, keys = 'usual' }: ItemView,
): Promise<Card> {
  const data = (action: string) => itemData(reminder.id, action, back, reminder.version);
  if (reminder.deleted) {
    const restore = [button(buttons.restore, data('restore'))];
    const ended = reminder.endedForAll && jointTexts.ended;
    const text = lines(cardTexts.deleted(excerpt(reminder.text)), ended, remark);
    return { text, keyboard: [restore, toList(back)] };
  }
  const [context, joint] = await Promise.all([
    contextOf(turn),
    jointOf(turn.db, turn.account.id, reminder.id),
  ]);
  const points = hasPoints(reminder) ? [pointsButton(reminder.id, back.which, back.page)] : [];
  const keyboards: Record<ItemKeys, () => Keyboard> = {
    usual: () => usualRows(turn, reminder, { back, undoable, data }),
    moments: () => momentRows(turn, reminder, data),
    more: () => furtherRows(reminder, { isShared: joint !== undefined, points, data }),
    removal: () => removalRows(data),
  };
  const people = joint && jointTexts.people(joint.people);
  return {
    text: lines(
      cardTexts.body(factsOf(reminder, context)),
      people,
      statusLine(reminder, turn),
      remark && '',
      remark,
    ),
    keyboard: keyboards[keys]().filter((row) => row.length > 0),
  };
}

type ItemData = (action: string) => string;

function usualRows(
  turn: MemberTurn,
  reminder: ChatReminder,
  { back, undoable, data }: { back: ListPage; undoable: boolean; data: ItemData },
): Keyboard {
  const isOver = reminder.completed && !reminder.open;
  const act =
    reminder.state === 'paused'
      ? [button(buttons.resume, data('resume'))]
      : [button(buttons.done, data('done'), 'success'), button(buttons.putOff, data('moments'))];
  const why = cameLate(reminder, turn.now)
    ? [button(whyTexts.button, dataOf('why', reminder.id))]
    : [];
  return [
    isOver ? [] : act,
    [
      ...appButtonRow(turn.settings, buttons.open, reminderPath(reminder.id)).flat(),
      button(buttons.more, data('more')),
    ],
    [...(undoable ? [button(buttons.undo, data('undo'))] : why), ...toList(back)],
  ];
}

/** Whether its last message was late, or did not come. */
function cameLate(reminder: ChatReminder, now: Date): boolean {
  const { state, waitingSince, dateTime, nextFireAt } = reminder;
  if (state === 'failed' || state === 'unreachable') return true;
  if (reminder.completed) return reminder.doneAt === null;
  const cameAt = waitingSince === null ? now : new Date(waitingSince);
  const dueAt = waitingSince === null ? nextFireAt : new Date(dateTime);
  const isOfSeries = waitingSince !== null && reminder.repeat;
  return !isOfSeries && dueAt !== null && cameAt.getTime() - dueAt.getTime() > LATE_AFTER_MS;
}

function momentRows(turn: MemberTurn, reminder: ChatReminder, data: ItemData): Keyboard {
  return [
    snoozeLabels(turn, reminder).map(([label, preset]) => button(label, data(preset))),
    [button(buttons.otherTime, data('when')), button(buttons.toCard, data('show'))],
  ];
}

function furtherRows(
  { id, repeat, completed, state }: ChatReminder,
  { isShared, points, data }: { isShared: boolean; points: Keyboard[number]; data: ItemData },
): Keyboard {
  const skip = goesOnComing({ repeat, completed, state })
    ? [button(buttons.skip, data('skip'))]
    : [];
  const shareLabel = isShared ? jointTexts.button : shareTexts.button;
  const share = completed ? [] : [button(shareLabel, dataOf('share', 'open', id))];
  return [
    [...skip, ...share],
    [button(buttons.toNote, data('note')), ...points],
    [button(buttons.remove, data('remove'), 'danger'), button(buttons.toCard, data('show'))],
  ];
}

/** A series in force: an occurrence of it can be left out by itself. */
const goesOnComing = ({
  repeat,
  completed,
  state,
}: Pick<ChatReminder, 'repeat' | 'completed' | 'state'>) =>
  repeat && !completed && state !== 'paused';

/** «Удалить» of a series asks what of it is meant, in the words of the app. */
const removalRows = (data: ItemData): Keyboard => [
  [
    button(seriesRemovalTexts.once, data('skip')),
    button(seriesRemovalTexts.all, data('series'), 'danger'),
  ],
  [button(buttons.toCard, data('show'))],
];

const toList = (back: ListPage) => [button(buttons.back, listData(back))];
const gone = (back: ListPage): Card => ({ text: listTexts.gone, keyboard: [toList(back)] });

/** A press about one reminder of a list. Double and late presses show how it stands now. */
export async function pressItem(
  turn: MemberTurn,
  [id, action = '', which, page, versionOrNoteId]: string[],
) {
  const reminderId = readId(id);
  if (action === 'when') return askMoment(turn, reminderId);
  const back = readListPage(which, page);
  const version = action === 'unnote' ? undefined : readNumber(versionOrNoteId);
  if (action === 'note') return toNote(turn, reminderId, back, version);
  if (action === 'unnote') await fromNote(turn, reminderId, readId(versionOrNoteId));
  const find = () => findReminder(turn.db, turn.account.id, reminderId);
  const before = await find();
  const keys = before && keysAskedBy(action, before);
  const remark = before && (await carryOutPress(turn, before, action, version));
  const reminder = before && (await find());
  if (!reminder) return turn.show(gone(back));
  const isUndo = ['unnote', 'undo', 'restore'].includes(action);
  const acted = !isUndo && reminder.version !== before.version;
  const changedElsewhere = version !== undefined && version !== before.version;
  const wasToAct = keys === undefined && action !== 'undo' && action !== 'show';
  const saysChanged = changedElsewhere && !acted && wasToAct;
  await turn.show(
    await renderItem(turn, reminder, {
      back,
      remark:
        remark ??
        (saysChanged ? listTexts.changed : undefined) ??
        (acted ? goesOn(turn, reminder, action) : undefined),
      undoable: acted,
      ...(keys && { keys }),
    }),
  );
}

/** The keys that a press only asks for; undefined where it is an act. */
function keysAskedBy(action: string, reminder: ChatReminder): ItemKeys | undefined {
  if (action === 'remove') return goesOnComing(reminder) ? 'removal' : undefined;
  return (['moments', 'more'] as const).find((each) => each === action);
}

/** When a series comes next, of which an occurrence has just been finished or left out. */
function goesOn(turn: MemberTurn, reminder: ChatReminder, action: string): Html | undefined {
  const until = { done: replyTexts.doneUntil, skip: replyTexts.skippedUntil };
  if ((action !== 'done' && action !== 'skip') || !reminder.repeat || reminder.completed) return;
  return until[action](momentIn(new Date(reminder.dateTime), turn));
}

async function toNote(
  turn: MemberTurn,
  reminderId: number,
  back: ListPage,
  version = 0,
): Promise<unknown> {
  const { db, now, account } = turn;
  const making = makeNoteOf(db, account, reminderId, { now, version });
  const made = await orRefusal(making, 'full', 'conflict', 'not-found');
  if (made instanceof AppError) {
    const reminder = await findReminder(db, account.id, reminderId);
    if (!reminder || made.code === 'not-found') return turn.show(gone(back));
    const remark = made.code === 'full' ? lines(made.message) : listTexts.changed;
    return turn.show(await renderItem(turn, reminder, { back, remark }));
  }
  const { note, created, message } = made;
  // The note that was there before stays when the act is taken back.
  const undo = itemData(reminderId, 'unnote', back, created ? note.id : 0);
  const open = button(buttons.openNote, dataOf('note', note.id, 'show', 0));
  const keyboard = [[open, button(buttons.undoNote, undo)], toList(back)];
  const text = lines(listTexts.madeNote(excerpt(note.title)), message);
  return turn.show(text, keyboard);
}

async function fromNote(
  { db, now, account: { id: userId } }: MemberTurn,
  reminderId: number,
  noteId: number,
): Promise<void> {
  // No room for it any more, or gone: what is shown next says how it stands.
  const restoring = restoreReminder(db, userId, reminderId, now);
  const refused = await orRefusal(restoring, 'full', 'not-found');
  if (refused instanceof AppError || noteId === 0) return;
  await orRefusal(deleteNote(db, userId, noteId, now), 'not-found');
}

/** Does what a press asks for; answers why that was not done, where there is something to say. */
async function carryOutPress(
  { db, now, account: { id: userId } }: MemberTurn,
  reminder: ChatReminder,
  action: string,
  version: number | undefined,
): Promise<Html | undefined> {
  const reminderId = reminder.id;
  const target = { userId, reminderId, now };
  const act = async (): Promise<Html | undefined> => {
    if (action === 'undo') {
      return (await takeBack(db, target, version)) ? undefined : listTexts.tooLate;
    }
    const plain = (['done', 'skip', 'resume'] as const).find((each) => each === action);
    const change = plain ?? readSnoozePreset(action);
    if (change) await pressInList(db, target, { version }, change);
    const isRemoval = action === 'series' || (action === 'remove' && !goesOnComing(reminder));
    if (isRemoval && !reminder.deleted) await deleteReminder(db, userId, reminderId, now);
    if (action === 'restore' && reminder.deleted)
      await restoreReminder(db, userId, reminderId, now);
    return undefined;
  };
  // No room for it any more, or taken away at this very moment.
  const outcome = await orRefusal(act(), 'full', 'not-found');
  if (!(outcome instanceof AppError)) return outcome;
  return outcome.code === 'full' ? lines(outcome.message) : undefined;
}

function statusLine(reminder: ChatReminder, turn: MemberTurn): Html | undefined {
  if (reminder.completed) {
    return reminder.doneAt === null ? listTexts.unanswered : listTexts.done;
  }
  if (reminder.state === 'failed') return listTexts.failed;
  if (reminder.state === 'paused') {
    return reminder.pausedUntil === null
      ? listTexts.paused
      : listTexts.pausedUntil(momentIn(new Date(reminder.pausedUntil), turn));
  }
  if (reminder.snoozed && reminder.nextFireAt) {
    return listTexts.snoozed(momentIn(reminder.nextFireAt, turn));
  }
  return reminder.open ? listTexts.waiting : undefined;
}

/** When it comes next; null while it waits, and is put off from now. */
const aheadAt = ({ open, snoozed, nextFireAt }: ChatReminder): Date | null =>
  open && !snoozed ? null : nextFireAt;

/** The user's ways to put a reminder off. What lies ahead is moved from its own time: the labels say so. */
export function snoozeLabels({ now, account }: MemberTurn, reminder: ChatReminder) {
  const comesAt = aheadAt(reminder);
  const label = comesAt && comesAt > now ? presetTexts.move : presetTexts.snooze;
  const { snoozes } = settingsOf(account.settings);
  return snoozes.map((preset) => [label(preset), preset] as const);
}

/** A moment that holds for everybody of a joint. */
export const ALL = 'all';

/** A moment to choose: whole minutes. */
export const momentButton = (reminderId: number, at: Date, turn: MemberTurn, ...all: string[]) =>
  button(
    replyTexts.buttons.at(momentIn(at, turn)),
    dataOf('moment', reminderId, Math.ceil(at.getTime() / MINUTE_MS).toString(36), ...all),
  );

/**
 * Reads a press: whose reminder comes when, and whether for all. A moment that is not sound is read as one long past.
 */
export function readMoment([id, minutes = '', all]: readonly string[]) {
  const at = new Date(parseInt(minutes, 36) * MINUTE_MS);
  return { reminderId: readId(id), at: at <= LAST_INSTANT ? at : new Date(0), forAll: all === ALL };
}

/** «отложи для всех»: the usual moments, which then hold for everybody. */
export function rowsForAll(turn: MemberTurn, reminder: ChatReminder): Keyboard {
  const { timeZone, dayParts } = clockOf(turn.account, turn.now);
  const own = aheadAt(reminder);
  return settingsOf(turn.account.settings).snoozes.map((preset) => [
    momentButton(reminder.id, postponedTo(preset, own, turn.now, timeZone, dayParts), turn, ALL),
  ]);
}

/**
 * A button under a reminder message. It works whatever became of the terms: a flood must always be
 * possible to stop. `answer` says what became of the reminder.
 */
export async function pressReminder(
  turn: Turn,
  data: string,
  answer: (toast?: string) => Promise<void>,
): Promise<unknown> {
  const { db, now, person, pressedMessageId } = turn;
  const press = readPress(data);
  if (!press || pressedMessageId === undefined) {
    return Promise.all([answer(), turn.say(botTexts.staleButton)]);
  }
  if (press.button === 'undo') {
    const target = { userId: person.id, reminderId: press.reminderId, now };
    const { pressed, tooLate } = await undoFromChat(db, target, press.version);
    const said = tooLate ? botTexts.reminderMessage.tooLate : describePressed(pressed);
    return Promise.all([answer(said), turn.show(renderPressed(pressed, turn.settings))]);
  }
  const { button, reminderId, occurrenceAt } = press;
  if (button === 'when') return Promise.all([answer(), askMoment(turn, reminderId)]);
  const about = { userId: person.id, reminderId, occurrenceAt, messageId: pressedMessageId, now };
  if (button === 'later' || button === 'back') {
    const render = button === 'later' ? renderMoments : renderPressed;
    const present = await presentInChat(db, about);
    return Promise.all([answer(), turn.show(render(present, turn.settings))]);
  }
  // An act that only its owner may do, as to begin anew what was skipped for all, is answered with how it stands.
  const refused = await orRefusal(pressInChat(db, { ...about, button }), 'invalid');
  const pressed = refused instanceof AppError ? await presentInChat(db, about) : refused;
  const shown = turn.show(renderPressed(pressed, turn.settings));
  return Promise.all([answer(describePressed(pressed)), shown]);
}

/** «Другое время…»: asks when; the next message, or a reply to the question, says it. */
export async function askMoment(turn: Turn, reminderId: number): Promise<unknown> {
  const { db, now, person } = turn;
  const reminder = await findReminder(db, person.id, reminderId);
  if (!reminder || reminder.deleted)
    return turn.say(reminder ? replyTexts.deletedAlready : replyTexts.gone);
  await expectMoment(db, person.id, reminderId, now);
  const question = replyTexts.askWhen(excerpt(reminder.text));
  const messageId = await turn.ask(question, replyTexts.placeholder);
  return rememberMessage(db, { userId: person.id, messageId, reminderId, now });
}
