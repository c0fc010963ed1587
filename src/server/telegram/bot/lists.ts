import 'server-only';
import { ruleOfWire } from '@/contract/rule';
import { daysAfter } from '@/core/calendar';
import { PAGE_SIZE, SNOOZE_PRESETS } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { instantToWallTime, localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { cardTexts } from '@/texts/bot-cards';
import { type ListItem, listTexts } from '@/texts/bot-lists';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { describeInstant, describeRule } from '@/texts/schedule';
import { reminderPath } from '@/contract/launch';
import { type Account } from '../../accounts';
import { loadReference } from '../../db/reference';
import { changeFromList, undoFromList } from '../../reminder-actions';
import { deleteReminder, restoreReminder } from '../../reminders';
import { type ChatReminder, findReminder, listUpcoming } from '../../upcoming';
import { appButtonRow } from '../app-button';
import { type Card, excerpt, factsOf } from './card';
import { appRow } from './onboarding';
import { button, type Keyboard, type Turn } from './turn';

/** Callback data: `l:<list>:<page>` turns a list's page, `i:<reminder id>:<action>:<list>:<page>` is about one of it. */
export const LIST_PREFIX = 'l';
export const ITEM_PREFIX = 'i';

const { buttons } = listTexts;
const LINE_MAX = 80;

type List = 'list' | 'today';
const listOf = (word: string | undefined): List => (word === 'today' ? 'today' : 'list');
const pageOf = (word: string | undefined): number =>
  /^\d{1,6}$/.test(word ?? '') ? Number(word) : 0;

/** /list: everything that is still to come; /today: what is due until midnight. */
export const list = async (turn: Turn, account: Account): Promise<void> => {
  const { text, keyboard } = await renderList(turn, account, 'list', 0);
  await turn.say(text, keyboard);
};
export const today = async (turn: Turn, account: Account): Promise<void> => {
  const { text, keyboard } = await renderList(turn, account, 'today', 0);
  await turn.say(text, keyboard);
};

export async function pressList(
  turn: Turn,
  account: Account,
  [which, page]: string[],
): Promise<void> {
  const { text, keyboard } = await renderList(turn, account, listOf(which), pageOf(page));
  await turn.show(text, keyboard);
}

async function renderList(turn: Turn, account: Account, which: List, page: number): Promise<Card> {
  const { db, now } = turn;
  const { timeZone } = account;
  const tomorrow = daysAfter(localDateAt(now, timeZone), 1);
  const before = which === 'today' ? wallTimeToInstant(`${tomorrow}T00:00`, timeZone) : null;
  const { reminders, total } = await listUpcoming(db, account.id, {
    before,
    offset: page * PAGE_SIZE,
    limit: PAGE_SIZE,
  });
  if (total === 0) {
    return {
      text: which === 'today' ? listTexts.noToday : listTexts.noUpcoming,
      keyboard: appRow(turn),
    };
  }
  // The page emptied meanwhile: the last one that has something.
  if (reminders.length === 0) {
    return renderList(turn, account, which, Math.ceil(total / PAGE_SIZE) - 1);
  }
  const first = page * PAGE_SIZE + 1;
  const wallNow = instantToWallTime(now, timeZone);
  return {
    text: lines(
      which === 'today' ? listTexts.today(total) : listTexts.upcoming(total),
      ...reminders.map((each, i) => listTexts.item(first + i, itemOf(each, wallNow, timeZone))),
      listTexts.pick,
    ),
    keyboard: [
      reminders.map(({ id }, i) =>
        button(String(first + i), `${ITEM_PREFIX}:${id}:show:${which}:${page}`),
      ),
      turnRow((to) => `${LIST_PREFIX}:${which}:${to}`, { page, total }, [
        buttons.earlier,
        buttons.later,
      ]),
      ...appRow(turn),
    ],
  };
}

/** The buttons that turn pages; an empty row where there is nothing to turn. */
export const turnRow = (
  data: (page: number) => string,
  { page, total }: { page: number; total: number },
  [back, on]: readonly [string, string],
): Keyboard[number] => [
  ...(page > 0 ? [button(back, data(page - 1))] : []),
  ...((page + 1) * PAGE_SIZE < total ? [button(on, data(page + 1))] : []),
];

function itemOf(reminder: ChatReminder, wallNow: string, timeZone: string): ListItem {
  const rule = ruleOfWire(reminder);
  // Of a series that waits `dateTime` is the next occurrence.
  const came = reminder.repeat ? reminder.waitingSince : null;
  const comes = reminder.snoozed && reminder.nextFireAt ? reminder.nextFireAt : reminder.dateTime;
  const at = came ?? comes;
  const wallTime = instantToWallTime(new Date(reminder.dateTime), timeZone);
  return {
    when: describeInstant(wallNow, instantToWallTime(new Date(at), timeZone)),
    text: excerpt(reminder.text.replaceAll('\n', ' '), LINE_MAX),
    rule: rule ? describeRule(rule, wallTime) : '',
    open: reminder.open,
    snoozed: reminder.snoozed,
    failed: reminder.state === 'failed',
  };
}

/** A press about one reminder of a list. Double and late presses show how it stands now. */
export async function pressItem(
  turn: Turn,
  account: Account,
  [id = '', action = '', which, page, shown]: string[],
): Promise<void> {
  const { db, now } = turn;
  const reminderId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const back = button(buttons.back, `${LIST_PREFIX}:${listOf(which)}:${pageOf(page)}`);
  const before = await findReminder(db, account.id, reminderId);
  let tooLate = false;
  if (before) {
    const preset = readSnoozePreset(action);
    const version = /^\d{1,9}$/.test(shown ?? '') ? Number(shown) : undefined;
    const press = { userId: account.id, reminderId, now, version };
    if (action === 'done' || preset) {
      await changeFromList(db, press, preset ?? 'done');
    } else if (action === 'undo') {
      tooLate = !(await undoFromList(db, press));
    } else if (action === 'remove' && !before.deleted) {
      await deleteReminder(db, account.id, reminderId, now);
    } else if (action === 'restore' && before.deleted) {
      await restoreReminder(db, account.id, reminderId, now);
    }
  }
  const reminder = before && (await findReminder(db, account.id, reminderId));
  if (!reminder) {
    await turn.show(listTexts.gone, [[back]]);
    return;
  }
  const data = (to: string) =>
    `${ITEM_PREFIX}:${reminderId}:${to}:${listOf(which)}:${pageOf(page)}:${reminder.version}`;
  const acted = action !== 'undo' && reminder.version !== before.version;
  const context = { turn, timeZone: account.timeZone, reference: await loadReference(db) };
  if (reminder.deleted) {
    await turn.show(cardTexts.deleted(excerpt(reminder.text)), [
      [button(buttons.restore, data('restore'))],
      [back],
    ]);
    return;
  }
  await turn.show(
    lines(
      cardTexts.body(factsOf(reminder, context)),
      reminder.flood && listTexts.flood(reminder.floodInterval ?? 0),
      standing(reminder, turn.now, account.timeZone),
      tooLate && listTexts.tooLate,
    ),
    [
      ...(acted && action !== 'restore' ? [[button(buttons.undo, data('undo'))]] : []),
      ...actionRows(reminder, now, data),
      ...editRow(turn, reminder, data),
      [back],
    ],
  );
}

function standing(reminder: ChatReminder, now: Date, timeZone: string): Html | undefined {
  if (reminder.completed) {
    return reminder.doneAt === null ? listTexts.unanswered : listTexts.done;
  }
  if (reminder.state === 'failed') return listTexts.failed;
  if (reminder.snoozed && reminder.nextFireAt) {
    const until = instantToWallTime(reminder.nextFireAt, timeZone);
    return listTexts.snoozed(describeInstant(instantToWallTime(now, timeZone), until));
  }
  return reminder.open ? listTexts.waiting : undefined;
}

/** Finishing and putting off; a series between two occurrences has nothing to finish. */
function actionRows(reminder: ChatReminder, now: Date, data: (action: string) => string): Keyboard {
  if (reminder.completed || (reminder.repeat && !reminder.open)) return [];
  const comesAt = reminder.open && !reminder.snoozed ? null : reminder.nextFireAt;
  // What lies ahead is moved from its own time: the labels say so.
  const label = comesAt && comesAt > now ? presetTexts.move : presetTexts.snooze;
  return [
    [button(buttons.done, data('done'))],
    SNOOZE_PRESETS.map((preset) => button(label(preset), data(preset))),
  ];
}

function editRow(turn: Turn, reminder: ChatReminder, data: (action: string) => string): Keyboard {
  const edit = appButtonRow(turn.settings, buttons.edit, reminderPath(reminder.id)).flat();
  return [[...edit, button(buttons.remove, data('remove'))]];
}
