import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { type Category } from '@/contract/category';
import { type SettingsInput } from '@/contract/settings';
import { DAY_PART_NAMES, type DayParts, minuteOfDay } from '@/core/day-parts';
import { CONSENT_MINUTES, DAY_PART_RANGES, SNOOZE_CHOICES } from '@/core/limits';
import { quietEndOf } from '@/core/quiet-hours';
import { DAY_MESSAGES, type DayMessageKind, type Settings } from '@/core/settings';
import { zoneOffset } from '@/core/zone-names';
import { attachmentTexts } from '@/texts/attachments';
import { botTexts } from '@/texts/bot';
import { type Html, lines } from '@/texts/html';
import { nouns } from '@/texts/plural';
import { presetTexts } from '@/texts/presets';
import { chatSettingsTexts as texts } from '@/texts/settings';
import { zoneName } from '@/texts/zones';
import { localDateAt } from '@/core/time-zone';
import { findAccount } from '../accounts/accounts';
import { type Visit } from '../accounts/routes';
import { saveSettings, settingsOf } from '../accounts/settings';
import { categoryRows } from '../categories/category-keys';
import { loadReference } from '../platform/db/reference';
import { env } from '../platform/env';
import { AppError, orRefusal } from '../platform/errors';
import { timeZone } from '../reminders/zone-bot';
import { appButtonRow, appRow } from '../telegram/message';
import { dataOf, readNumber } from '../telegram/callback-data';
import { BotApiError, ownBot } from '../telegram/send';
import {
  button,
  type Card,
  inRows,
  isForbidden,
  type MemberTurn,
  sendFileVia,
  type Turn,
} from '../telegram/turn';
import { privacy } from './onboarding';
import { forgetEarlyMessages } from '../accounts/before-terms';
import { calendarOf } from '../calendar/feed';
import { takePersonalPermit } from '../platform/rate-limit';
import { countStored, eraseAccount } from '../retention/erase-account';
import { exportAccount } from '../transfer/export';
import { tableOf } from '../transfer/table';

const { buttons } = texts;
const data = (...words: (string | number)[]) => dataOf('settings', ...words);
const toMenu = [button(buttons.back, data('menu'))];
/** Times of the day on offer, in minutes. */
const STEP = 30;

/** Hours on offer for the quiet ones; any others are set in the app. */
const QUIET_FROM = ['21:00', '22:00', '22:30', '23:00', '23:30', '00:00'];
const QUIET_TO = ['06:00', '07:00', '07:30', '08:00', '09:00', '10:00'];

const DAY_MESSAGE_HOURS = {
  agenda: ['06:00', '06:30', '07:00', '07:30', '08:00', '08:30', '09:00', '10:00'],
  review: ['18:00', '19:00', '20:00', '20:30', '21:00', '21:30', '22:00', '23:00'],
} as const;

/** A time as callback data, which a colon would part, and back. */
const wordOf = (clock: string): string => clock.replace(':', '');
const clockOfData = (word: string): string | undefined =>
  /^\d{4}$/.test(word) ? `${word.slice(0, 2)}:${word.slice(2)}` : undefined;

export const settings = async (turn: MemberTurn): Promise<unknown> => turn.say(await menu(turn));

async function menu(turn: MemberTurn): Promise<Card> {
  const { timeZone: zone, timeZoneManual, termsAcceptedAt } = turn.account;
  const { categories } = await loadReference(turn.db, turn.account.id);
  const known = settingsOf(turn.account.settings);
  const { dayParts, snoozes, categoryId, quietHours, agenda, review } = known;
  const text = texts.present({
    zone: zoneName(zone, zoneOffset(zone, turn.now)),
    manual: timeZoneManual,
    accepted:
      termsAcceptedAt && formatInTimeZone(termsAcceptedAt, zone, 'd MMMM yyyy', { locale: ru }),
    dayParts,
    snoozes: snoozes.map(presetTexts.snooze),
    category: categories.find(({ id }) => id === categoryId)?.name,
    quiet: quietHours,
    agenda: dayClock(agenda, quietHours),
    review: dayClock(review, quietHours),
  });
  const keyboard = [
    [button(buttons.zone, data('zone')), button(buttons.parts, data('parts'))],
    [button(buttons.snoozes, data('snoozes')), button(buttons.category, data('category'))],
    [button(buttons.quiet, data('quiet'))],
    DAY_MESSAGES.map((kind) => button(buttons.day[kind], data(kind))),
    [button(buttons.export, data('export')), button(buttons.erase, data('erase'))],
    [button(buttons.terms, data('terms')), button(buttons.help, data('help'))],
    ...appButtonRow(turn.settings, botTexts.app.open, '/profile'),
  ];
  return { text, keyboard };
}

const dayClock = (clock: string | null, quietHours: Settings['quietHours']) =>
  clock === null ? null : { clock, held: quietEndOf(quietHours, clock) };

export async function pressSettings(turn: MemberTurn, [what, subject = '', choice]: string[]) {
  if (what === 'zone') return timeZone(turn, '');
  if (what === 'export') return exportData(turn);
  if (what === 'erase') return askToErase(turn);
  if (what === 'terms') return privacy(turn);
  if (what === 'help') return help(turn);
  const { db, now, account } = turn;
  const { categories } = await loadReference(db, account.id);
  const question = questionOf(settingsOf(account.settings), categories, what, subject);
  const change = choice === undefined ? undefined : question?.change?.(choice);
  if (question && !change) return turn.show(question.text, [...question.keyboard, toMenu]);
  // It may no longer fit what was changed meanwhile.
  const saved = change && (await orRefusal(saveSettings(db, account.id, change, now), 'invalid'));
  const present = (await findAccount(db, account.id)) ?? account;
  const { text, keyboard } = await menu({ ...turn, account: present });
  const refused = saved instanceof AppError && texts.refused(saved.message);
  await turn.show(refused ? lines(text, '', refused) : text, keyboard);
}

type Question = Card & { change?: (choice: string) => SettingsInput | undefined };

const key = (label: string, chosen: boolean, ...words: (string | number)[]) =>
  button(chosen ? buttons.chosen(label) : label, data(...words));
const clockKeys = (
  clocks: readonly string[],
  present: string | undefined | null,
  question: string,
  subject: string,
) => clocks.map((clock) => key(clock, clock === present, question, subject, wordOf(clock)));

/** Undefined for the menu itself, and for what nobody knows. */
function questionOf(
  known: Settings,
  categories: readonly Category[],
  what: string | undefined,
  subject: string,
): Question | undefined {
  switch (what) {
    case 'parts':
      return partQuestion(known, subject);
    case 'snoozes':
      return snoozeQuestion(known, subject);
    case 'category':
      return categoryQuestion(known, categories);
    case 'quiet':
      return quietQuestion(known, subject);
    case 'agenda':
    case 'review':
      return dayMessageQuestion(known, what, subject);
    default:
      return undefined;
  }
}

/** Which part of the day, and then when it is. */
function partQuestion({ dayParts }: Settings, subject: string): Question {
  const part = DAY_PART_NAMES.find((each) => each === subject);
  if (!part) {
    const label = (each: keyof DayParts) => buttons.part(each, dayParts[each]);
    const parts = DAY_PART_NAMES.map((each) => [key(label(each), false, 'parts', each)]);
    return { text: texts.parts, keyboard: parts };
  }
  const times = clockKeys(timesOf(part, dayParts), dayParts[part], 'parts', part);
  return {
    text: texts.partOf(part, dayParts[part]),
    keyboard: inRows(times, 4),
    change: (choice) => ({ dayParts: { ...dayParts, [part]: clockOfData(choice) ?? '' } }),
  };
}

/** Which way to put off, and then what takes its place. */
function snoozeQuestion({ snoozes }: Settings, subject: string): Question {
  const replaced = subject === '' ? undefined : snoozes[Number(subject)];
  if (!replaced) {
    const present = snoozes.map((each, at) => [
      key(presetTexts.snooze(each), false, 'snoozes', at),
    ]);
    return { text: texts.snoozes, keyboard: present };
  }
  const others = SNOOZE_CHOICES.filter((each) => !snoozes.includes(each));
  const keys = others.map((each) => key(presetTexts.snooze(each), false, 'snoozes', subject, each));
  return {
    text: texts.snoozeOf(presetTexts.snooze(replaced)),
    keyboard: inRows(keys, 3),
    change: (choice) => ({
      snoozes: snoozes.map((each, at) => (at === Number(subject) ? choice : each)),
    }),
  };
}

function categoryQuestion({ categoryId }: Settings, categories: readonly Category[]): Question {
  const choose = (name: string, id: number) =>
    key(name, id === (categoryId ?? 0), 'category', 'id', id);
  return {
    text: texts.category,
    keyboard: [...categoryRows(categories, choose), [choose(buttons.noCategory, 0)]],
    change: (choice) => {
      const id = readNumber(choice);
      return id === undefined ? undefined : { categoryId: id || null };
    },
  };
}

/** From when, and then until when: the second question carries the answer to the first. */
function quietQuestion({ quietHours }: Settings, subject: string): Question {
  const from = clockOfData(subject);
  if (!from) {
    const hours = QUIET_FROM.map((clock) =>
      key(buttons.quietFrom(clock), clock === quietHours?.from, 'quiet', wordOf(clock)),
    );
    const off = quietHours ? [[key(buttons.quietOff, false, 'quiet', 'off', 'off')]] : [];
    return {
      text: texts.quietFrom,
      keyboard: [...inRows(hours, 3), ...off],
      change: () => (subject === 'off' ? { quietHours: null } : undefined),
    };
  }
  const ends = QUIET_TO.map((to) => key(buttons.quietTo(to), false, 'quiet', subject, wordOf(to)));
  return {
    text: texts.quietTo(from),
    keyboard: inRows(ends, 3),
    change: (choice) => {
      const to = clockOfData(choice);
      return to === undefined ? undefined : { quietHours: { from, to } };
    },
  };
}

function dayMessageQuestion(known: Settings, what: DayMessageKind, subject: string): Question {
  const present = known[what];
  const hours = inRows(clockKeys(DAY_MESSAGE_HOURS[what], present, what, 'at'), 4);
  const off = present === null ? [] : [[key(buttons.dayOff, false, what, 'off', 'off')]];
  return {
    text: texts.day[what],
    keyboard: [...hours, ...off],
    change: (choice) => {
      const clock = subject === 'off' ? null : clockOfData(choice);
      return clock === undefined ? undefined : { [what]: clock };
    },
  };
}

function timesOf(part: keyof DayParts, dayParts: DayParts): string[] {
  const [first, last] = DAY_PART_RANGES[part];
  const at = DAY_PART_NAMES.indexOf(part);
  const before = DAY_PART_NAMES[at - 1];
  const behind = DAY_PART_NAMES[at + 1];
  const times: string[] = [];
  for (let minute = minuteOfDay(first); minute <= minuteOfDay(last); minute += STEP) {
    const clock = new Date(minute * 60_000).toISOString().slice(11, 16);
    if (before && clock <= dayParts[before]) continue;
    if (behind && clock >= dayParts[behind]) continue;
    times.push(clock);
  }
  return times;
}

const ownTexts = botTexts.ownData;

export const help = (turn: Turn): Promise<unknown> =>
  turn.say(botTexts.help(turn.settings.transcriber !== undefined), appRow(turn));

export function app(turn: Turn): Promise<unknown> {
  const row = appRow(turn);
  const { hint, address } = botTexts.app;
  return turn.say(row.length > 0 ? hint : address(turn.settings.appUrl), row);
}

/** «Оставить всё как есть» under a warning. The press itself counts as activity: see `recordVisit`. */
export const pressStay = (turn: Turn): Promise<unknown> =>
  turn.account
    ? turn.show(botTexts.inactivity.stayed, appRow(turn))
    : turn.show(ownTexts.nothingStored);

/**
 * /export: a JSON file with everything that is stored; `/export csv` a table, `/export ics` a calendar of
 * what is to come. Needs no accepted terms: the data are theirs.
 */
export async function exportData(turn: Turn, args = ''): Promise<void> {
  const refused = await sendExport(turn, args);
  if (refused) await turn.say(refused);
}

/** Sends the files of an export; answers in words why there are none, undefined where they are in the chat. */
async function sendExport(
  turn: Pick<Turn, 'db' | 'now' | 'account' | 'settings' | 'sendFile'>,
  args: string,
): Promise<Html | undefined> {
  const { db, now, account, settings } = turn;
  if (!account) return ownTexts.nothingStored;
  const minutes = ({ retryAfter = 60 }: AppError) => Math.ceil(retryAfter / 60);
  const often = await orRefusal(takePersonalPermit(db, 'exports', account.id, now), 'too-many');
  if (often) return ownTexts.exportedOften(minutes(often));
  const name = `napomnyu-${localDateAt(now, account.timeZone)}`;
  const format = args.trim().toLowerCase();
  if (format === 'csv') {
    await turn.sendFile(`${name}.csv`, await tableOf(db, account), ownTexts.exportedTable);
    return undefined;
  }
  if (format === 'ics') {
    const { appUrl } = settings;
    const making = calendarOf(db, account.id, { appUrl, now, alarms: 'ahead' });
    const calendar = await orRefusal(making, 'too-many');
    if (calendar instanceof AppError) return ownTexts.calendarBusy;
    await turn.sendFile(`${name}.ics`, Buffer.from(calendar), ownTexts.exportedCalendar);
    return undefined;
  }
  let part = 0;
  const { botToken } = settings;
  for await (const file of exportAccount(db, account, now, { botToken })) {
    part += 1;
    const [suffix, caption] =
      part === 1 ? ['', ownTexts.exported] : [`-${part}`, ownTexts.exportedPart(part)];
    await turn.sendFile(`${name}${suffix}.json`, file, caption);
  }
  return undefined;
}

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000);

export async function askToErase(turn: Turn): Promise<unknown> {
  const { db, now, account, person } = turn;
  if (!account) {
    await forgetEarlyMessages(db, person.id);
    return turn.say(ownTexts.nothingStored);
  }
  return turn.say(ownTexts.askErase(await countStored(db, account.id)), [
    [button(ownTexts.buttons.keep, dataOf('erase', 'no'))],
    [button(ownTexts.buttons.erase, dataOf('erase', 'yes', minuteOf(now)), 'danger')],
  ]);
}

export async function pressErase(turn: Turn, [action, asked]: string[]): Promise<unknown> {
  const { db, now, account } = turn;
  if (!account) return turn.show(ownTexts.nothingStored);
  if (action !== 'yes') return turn.show(ownTexts.kept);
  const minutes = minuteOf(now) - (readNumber(asked) ?? 0);
  if (minutes < 0 || minutes > CONSENT_MINUTES) return turn.show(ownTexts.askedLongAgo);
  const erased = await eraseAccount(db, account.id);
  return turn.show(erased ? ownTexts.erased(erased) : ownTexts.nothingStored);
}

/** The words of /delete before it asks; the app asks with buttons of its own. */
export const whatWouldGo = async ({ db, userId }: Visit) => ({
  message: ownTexts.wouldGo(await countStored(db, userId), nouns.notification).toPlainText(),
});

export async function eraseFromApp({ db, userId }: Visit<object>) {
  const erased = await eraseAccount(db, userId);
  const said = erased ? ownTexts.erased(erased, nouns.notification) : ownTexts.nothingStored;
  return { message: said.toPlainText() };
}

/** /export, asked for in the app. What the chat would say instead of the file is why there is none. */
export async function exportFromApp({ db, now, account, userId }: Visit<object>): Promise<void> {
  const sendFile = sendFileVia(ownBot(), userId);
  try {
    const refused = await sendExport({ db, now, account, settings: env(), sendFile }, '');
    if (refused) throw new AppError('too-many', { message: refused.toPlainText() });
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    const { unreachable, notSent } = attachmentTexts;
    throw isForbidden(error)
      ? new AppError('invalid', { message: unreachable })
      : new AppError('unavailable', { message: notSent });
  }
}
