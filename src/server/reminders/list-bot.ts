import 'server-only';
import { ruleOfWire } from '@/contract/rule';
import { daysAfter, type LocalDate } from '@/core/calendar';
import { CHAT_PAGE_SIZE, FOUND_MAX } from '@/core/limits';
import { groupOf, type ReminderGroup } from '@/core/lists';
import { ageOn } from '@/core/recurrence';
import { instantToWallTime, localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { describeAge } from '@/texts/age';
import { type ListItem, listTexts } from '@/texts/bot-lists';
import { lines } from '@/texts/html';
import { capital } from '@/texts/plural';
import { describeDate, describeRule, fromDayToDay } from '@/texts/schedule';
import { categoryMark } from '../categories/category-keys';
import { waitingDrafts } from '../drafts/drafts';
import { noteLine } from '../notes/bot';
import { takePersonalPermit } from '../platform/rate-limit';
import {
  dataOf,
  daysOfList,
  FIRST_PAGE,
  itemData,
  type List,
  listData,
  listNames,
  type ListPage,
  readListPage,
} from '../telegram/callback-data';
import {
  appRow,
  excerpt,
  inLine,
  LINE_MAX,
  momentIn,
  pagesRow,
  ruleInList,
} from '../telegram/message';
import { atPresent, button, type Card, type MemberTurn } from '../telegram/turn';
import { type ChatReminder, findByWords, listDay, listMissed, listUpcoming } from './upcoming';

const { buttons } = listTexts;

/** Sends a list: what is still to come, what is due until midnight, what comes tomorrow, what was missed. */
export const sayList = async (turn: MemberTurn, which: List): Promise<unknown> =>
  turn.say(await renderList(turn, { which, page: 0 }));

export const pressList = async (turn: MemberTurn, [which, page]: string[]): Promise<unknown> =>
  turn.show(await renderList(turn, readListPage(which, page)));

function readPage({ db, now, account: { id, timeZone } }: MemberTurn, { which, page }: ListPage) {
  const part = { offset: page * CHAT_PAGE_SIZE, limit: CHAT_PAGE_SIZE };
  const midnight = (day: LocalDate) => wallTimeToInstant(`${day}T00:00`, timeZone);
  const tomorrow = daysAfter(localDateAt(now, timeZone), 1);
  const days = which === 'tomorrow' ? { from: tomorrow, days: 1 } : daysOfList(which);
  if (days) {
    const span = { from: midnight(days.from), before: midnight(daysAfter(days.from, days.days)) };
    return listDay(db, id, { ...span, ...part });
  }
  if (which === 'missed') return listMissed(db, id, { now, ...part });
  const before = which === 'today' ? midnight(tomorrow) : null;
  return listUpcoming(db, id, { before, ...part });
}

function wordsOf({ now, account }: MemberTurn, which: List) {
  const days = daysOfList(which);
  if (days) {
    const today = localDateAt(now, account.timeZone);
    const last = daysAfter(days.from, days.days - 1);
    const span =
      days.days === 1 ? capital(describeDate(today, days.from)) : fromDayToDay(days.from, last);
    return { heading: listTexts.headingOfDays(span), none: listTexts.noneOnDays(span) };
  }
  const named = listNames.find((each) => each === which) ?? 'list';
  return { heading: listTexts.heading[named], none: listTexts.none[named] };
}

async function renderList(asked: MemberTurn, shown: ListPage): Promise<Card> {
  const turn = atPresent(asked);
  const { which, page } = shown;
  const { db, now, account } = turn;
  const { reminders, total: dated } = await readPage(turn, shown);
  const waiting = which === 'list' ? await waitingDrafts(db, account.id, now) : [];
  const total = dated + waiting.length;
  if (total === 0) return { text: wordsOf(turn, which).none, keyboard: appRow(turn) };
  const from = page * CHAT_PAGE_SIZE;
  const undated = waiting
    .slice(Math.max(0, from - dated))
    .slice(0, CHAT_PAGE_SIZE - reminders.length);
  // The page emptied meanwhile: the last one that has something.
  if (reminders.length + undated.length === 0) {
    return renderList(turn, { which, page: Math.ceil(total / CHAT_PAGE_SIZE) - 1 });
  }
  const first = from + 1;
  const firstUndated = first + reminders.length;
  const turns = [buttons.earlier, buttons.later] as const;
  const today = localDateAt(now, account.timeZone);
  const headings = headingsOver(turn, reminders, which);
  const day = dayOfList(which, today);
  const dayOfGroup = (each: ChatReminder) =>
    which === 'list' ? dayOfList(groupOf(each, now, account.timeZone), today) : undefined;
  return {
    text: lines(
      dated > 0 ? wordsOf(turn, which).heading(dated) : listTexts.undatedAlone(total),
      !headings[0] && '',
      ...reminders.map((each, i) =>
        listTexts.item(first + i, itemOf(each, turn, day ?? dayOfGroup(each)), headings[i] ?? null),
      ),
      ...undated.map(({ payload }, i) =>
        listTexts.undated(firstUndated + i, inLine(payload.text), dated > 0 && i === 0),
      ),
      waiting.length > 0 && undated.length === 0 && listTexts.undatedLater(waiting.length),
      reminders.length > 0 ? listTexts.pick : listTexts.pickUndated,
    ),
    keyboard: [
      [
        ...reminders.map(({ id }) => itemData(id, 'show', shown)),
        ...undated.map(({ id }) => dataOf('card', id, 'again')),
      ].map((data, i) => button(String(first + i), data)),
      pagesRow((to) => listData({ which, page: to }), { page, total }, turns),
      ...appRow(turn),
    ],
  };
}

function dayOfList(which: List | ReminderGroup, today: LocalDate): LocalDate | undefined {
  const days = daysOfList(which);
  if (days) return days.days === 1 ? days.from : undefined;
  const after = ['today', 'tomorrow'].indexOf(which);
  return after < 0 ? undefined : daysAfter(today, after);
}

/** The headings of the app, each over the first of its group; null over the others. */
function headingsOver(
  { now, account }: MemberTurn,
  reminders: readonly ChatReminder[],
  which: List,
) {
  if (which !== 'list' && which !== 'today') return [];
  const groups = reminders.map((each) => groupOf(each, now, account.timeZone));
  // The list of today says so itself.
  if (which === 'today' && groups.every((each) => each === 'today')) return [];
  return groups.map((group, i) => (group === groups[i - 1] ? null : listTexts.groups[group]));
}

/** `day`: the one whose list it is, which need not be said again. */
export function itemOf(reminder: ChatReminder, turn: MemberTurn, day?: LocalDate): ListItem {
  const { account } = turn;
  const { timeZone } = account;
  const rule = ruleOfWire(reminder);
  // A series that waits has its next occurrence in `dateTime`.
  const came = reminder.repeat ? reminder.waitingSince : null;
  const comes = reminder.snoozed && reminder.nextFireAt ? reminder.nextFireAt : reminder.dateTime;
  const at = came ?? comes;
  const wallTime = instantToWallTime(new Date(reminder.dateTime), timeZone);
  const age = ageOn(rule, new Date(at), reminder.timeZone);
  const wallAt = instantToWallTime(new Date(at), timeZone);
  const isOfDay = wallAt.slice(0, 10) === day;
  return {
    when: isOfDay ? wallAt.slice(11, 16) : capital(momentIn(new Date(at), turn)),
    text: inLine(reminder.text),
    rule: rule ? ruleInList(describeRule(rule, wallTime)) : '',
    age: age === null ? '' : describeAge(reminder.text, age),
    category: categoryMark(reminder.category, account),
    open: reminder.open,
    snoozed: reminder.snoozed,
    failed: reminder.state === 'failed',
    unanswered: reminder.completed && reminder.doneAt === null,
    paused: reminder.state === 'paused',
    pausedUntil: reminder.pausedUntil && momentIn(new Date(reminder.pausedUntil), turn),
  };
}

/** /find: reminders and notes in which each word of `search`, or of its `beginnings`, begins a word. Throws `too-many`. */
export async function find(
  asked: MemberTurn,
  search: string,
  beginnings = search,
): Promise<unknown> {
  const turn = atPresent(asked);
  const { db, now, account } = turn;
  if (search === '') return turn.say(listTexts.howToFind);
  await takePersonalPermit(db, 'searches', account.id, now);
  const sought = { search: beginnings, limit: FOUND_MAX };
  const { reminders, notes, total } = await findByWords(db, account.id, sought);
  if (total === 0) return turn.say(listTexts.nothingFound(excerpt(search, LINE_MAX)));
  const keys = [
    ...reminders.map(({ id }) => itemData(id, 'show', FIRST_PAGE)),
    ...notes.map(({ id }) => dataOf('note', id, 'show', 0)),
  ].map((data, i) => button(String(i + 1), data));
  return turn.say(
    lines(
      listTexts.found(excerpt(search, LINE_MAX), total),
      reminders.length > 0 && '',
      ...reminders.map((each, i) => listTexts.item(i + 1, itemOf(each, turn), null)),
      ...notes.map((each, i) => noteLine(turn, each, reminders.length + i + 1, LINE_MAX)),
      total > keys.length && listTexts.foundMore(total - keys.length),
      listTexts.pickFound,
    ),
    [keys.slice(0, 5), keys.slice(5)],
  );
}
