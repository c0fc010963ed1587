import 'server-only';
import { ruleOfWire } from '@/contract/rule';
import { daysAfter } from '@/core/calendar';
import { CHAT_PAGE_SIZE } from '@/core/limits';
import { groupOf } from '@/core/lists';
import { ageOn } from '@/core/recurrence';
import { instantToWallTime, localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { describeAge } from '@/texts/age';
import { type ListItem, listTexts } from '@/texts/bot-lists';
import { lines } from '@/texts/html';
import { describeInstant, describeRule } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { type ChatReminder, listDay, listMissed, listUpcoming } from '../../upcoming';
import { type Card, excerpt, ruleInList } from './card';
import { categoryMark } from './category-keys';
import { itemData, type List, listData, type ListPage, readListPage } from './list-callback-data';
import { appRow } from './onboarding';
import { button, type Keyboard, type Turn } from './turn';

const { buttons } = listTexts;
const LINE_MAX = 80;

/** Sends a list: what is still to come, what is due until midnight, what comes tomorrow, what was missed. */
export async function sayList(turn: Turn, account: Account, which: List): Promise<void> {
  const { text, keyboard } = await renderList(turn, account, { which, page: 0 });
  await turn.say(text, keyboard);
}

export async function pressList(
  turn: Turn,
  account: Account,
  [which, page]: string[],
): Promise<void> {
  const { text, keyboard } = await renderList(turn, account, readListPage(which, page));
  await turn.show(text, keyboard);
}

/** One page of a list, and how many reminders there are in all. */
function readPage(
  { db, now }: Turn,
  { id, timeZone }: Account,
  { which, page }: ListPage,
): Promise<{ reminders: ChatReminder[]; total: number }> {
  const part = { offset: page * CHAT_PAGE_SIZE, limit: CHAT_PAGE_SIZE };
  const midnight = (days: number) =>
    wallTimeToInstant(`${daysAfter(localDateAt(now, timeZone), days)}T00:00`, timeZone);
  switch (which) {
    case 'list':
      return listUpcoming(db, id, { before: null, ...part });
    case 'today':
      return listUpcoming(db, id, { before: midnight(1), ...part });
    case 'tomorrow':
      return listDay(db, id, { from: midnight(1), before: midnight(2), ...part });
    case 'missed':
      return listMissed(db, id, { now, ...part });
  }
}

async function renderList(turn: Turn, account: Account, shown: ListPage): Promise<Card> {
  const { which, page } = shown;
  const { reminders, total } = await readPage(turn, account, shown);
  if (total === 0) return { text: listTexts.none[which], keyboard: appRow(turn) };
  // The page emptied meanwhile: the last one that has something.
  if (reminders.length === 0) {
    return renderList(turn, account, { which, page: Math.ceil(total / CHAT_PAGE_SIZE) - 1 });
  }
  const first = page * CHAT_PAGE_SIZE + 1;
  const wallNow = instantToWallTime(turn.now, account.timeZone);
  const headings = headingsOver(reminders, which, { now: turn.now, timeZone: account.timeZone });
  return {
    text: lines(
      listTexts.heading[which](total),
      ...reminders.map((each, i) =>
        listTexts.item(first + i, itemOf(each, wallNow, account), headings[i] ?? null),
      ),
      listTexts.pick,
    ),
    keyboard: [
      reminders.map(({ id }, i) => button(String(first + i), itemData(id, 'show', shown))),
      pagesRow((to) => listData({ which, page: to }), { page, total }, [
        buttons.earlier,
        buttons.later,
      ]),
      ...appRow(turn),
    ],
  };
}

/** The headings of the app, each over the first of its group; null over the others. */
function headingsOver(
  reminders: readonly ChatReminder[],
  which: List,
  { now, timeZone }: { now: Date; timeZone: string },
): (string | null)[] {
  if (which !== 'list' && which !== 'today') return [];
  const groups = reminders.map((each) => groupOf(each, now, timeZone));
  // The list of today says so itself.
  if (which === 'today' && groups.every((each) => each === 'today')) return [];
  return groups.map((group, i) => (group === groups[i - 1] ? null : listTexts.groups[group]));
}

/** The buttons that turn pages; an empty row where there is nothing to turn. */
export const pagesRow = (
  data: (page: number) => string,
  { page, total }: { page: number; total: number },
  [back, on]: readonly [string, string],
): Keyboard[number] => [
  ...(page > 0 ? [button(back, data(page - 1))] : []),
  ...((page + 1) * CHAT_PAGE_SIZE < total ? [button(on, data(page + 1))] : []),
];

/** A reminder as a line of a list. */
export function itemOf(reminder: ChatReminder, wallNow: string, account: Account): ListItem {
  const { timeZone } = account;
  const rule = ruleOfWire(reminder);
  // Of a series that waits `dateTime` is the next occurrence.
  const came = reminder.repeat ? reminder.waitingSince : null;
  const comes = reminder.snoozed && reminder.nextFireAt ? reminder.nextFireAt : reminder.dateTime;
  const at = came ?? comes;
  const wallTime = instantToWallTime(new Date(reminder.dateTime), timeZone);
  const age = ageOn(rule, new Date(at), reminder.timeZone);
  return {
    when: describeInstant(wallNow, instantToWallTime(new Date(at), timeZone)),
    text: excerpt(reminder.text.replaceAll('\n', ' '), LINE_MAX),
    rule: rule ? ruleInList(describeRule(rule, wallTime)) : '',
    age: age === null ? '' : describeAge(reminder.text, age),
    category: categoryMark(reminder.category, account),
    open: reminder.open,
    snoozed: reminder.snoozed,
    failed: reminder.state === 'failed',
    unanswered: reminder.completed && reminder.doneAt === null,
    paused: reminder.state === 'paused',
    pausedUntil:
      reminder.pausedUntil &&
      describeInstant(wallNow, instantToWallTime(new Date(reminder.pausedUntil), timeZone)),
  };
}
