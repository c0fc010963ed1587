import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { type SettingsInput } from '@/contract/settings';
import { DAY_PART_NAMES, minuteOfDay } from '@/core/day-parts';
import { DAY_PART_RANGES, SNOOZE_CHOICES } from '@/core/limits';
import { quietEndOf } from '@/core/quiet-hours';
import { DAY_MESSAGES, type Settings } from '@/core/settings';
import { zoneOffset } from '@/core/zone-names';
import { botTexts } from '@/texts/bot';
import { type Html, lines } from '@/texts/html';
import { presetTexts } from '@/texts/presets';
import { chatSettingsTexts as texts } from '@/texts/settings';
import { zoneName } from '@/texts/zones';
import { findAccount } from '../accounts/accounts';
import { saveSettings, settingsOf } from '../accounts/settings';
import { categoryRows } from '../categories/category-keys';
import { loadReference } from '../platform/db/reference';
import { AppError, orRefusal } from '../platform/errors';
import { timeZone } from '../reminders/zone-bot';
import { appButtonRow } from '../telegram/app-button';
import { dataOf } from '../telegram/callback-data';
import { button, type Card, inRows, type MemberTurn } from '../telegram/turn';
import { privacy } from './onboarding';
import { askToErase, exportData, help } from './own-data';

const { buttons } = texts;
const data = (...words: (string | number)[]) => dataOf('settings', ...words);
const toMenu = [button(buttons.back, data('menu'))];
/** Times of the day on offer, in minutes. */
const STEP = 30;

/** Hours on offer for the quiet ones; any others are set in the app. */
const QUIET_FROM = ['21:00', '22:00', '22:30', '23:00', '23:30', '00:00'];
const QUIET_TO = ['06:00', '07:00', '07:30', '08:00', '09:00', '10:00'];

/** The same of the agenda and the review. */
const DAY_MESSAGE_HOURS = {
  agenda: ['06:00', '06:30', '07:00', '07:30', '08:00', '08:30', '09:00', '10:00'],
  review: ['18:00', '19:00', '20:00', '20:30', '21:00', '21:30', '22:00', '23:00'],
} as const;

/** A time as callback data, which a colon would part, and back. */
const wordOf = (clock: string): string => clock.replace(':', '');
const clockOfData = (word: string): string | undefined =>
  /^\d{4}$/.test(word) ? `${word.slice(0, 2)}:${word.slice(2)}` : undefined;

/** /settings: what is set, and where each of it is changed. */
export const settings = async (turn: MemberTurn): Promise<unknown> => turn.say(await menu(turn));

async function menu(turn: MemberTurn): Promise<Card> {
  const { timeZone: zone, timeZoneManual, termsAcceptedAt } = turn.account;
  const { categories } = await loadReference(turn.db, turn.account.id);
  const { dayParts, snoozes, categoryId, quietHours, agenda, review } = settingsOf(
    turn.account.settings,
  );
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

export async function pressSettings(
  turn: MemberTurn,
  [what, of = '', choice]: string[],
): Promise<unknown> {
  if (what === 'zone') return timeZone(turn, '');
  if (what === 'export') return exportData(turn);
  if (what === 'erase') return askToErase(turn);
  if (what === 'terms') return privacy(turn);
  if (what === 'help') return help(turn);
  const known = settingsOf(turn.account.settings);
  const asked = await choicesOf(turn, known, what, of);
  const change = asked && choice !== undefined ? changeTo(known, what, of, choice) : undefined;
  if (asked && !change) return turn.show(asked.text, [...asked.keyboard, toMenu]);
  const refused = change && (await refusalOf(turn, change));
  const present = (await findAccount(turn.db, turn.account.id)) ?? turn.account;
  const { text, keyboard } = await menu({ ...turn, account: present });
  await turn.show(refused ? lines(text, '', refused) : text, keyboard);
}

/** What there is to choose from; undefined for the menu itself, and for what nobody knows. */
async function choicesOf(
  { db, account }: MemberTurn,
  { dayParts, snoozes, categoryId, quietHours, ...known }: Settings,
  what: string | undefined,
  of: string,
): Promise<Card | undefined> {
  const mark = (name: string, chosen: boolean) => (chosen ? buttons.chosen(name) : name);
  switch (what) {
    case 'parts': {
      const part = DAY_PART_NAMES.find((each) => each === of);
      if (!part) {
        const parts = DAY_PART_NAMES.map((each) => [
          button(buttons.part(each, dayParts[each]), data('parts', each)),
        ]);
        return { text: texts.parts, keyboard: parts };
      }
      const times = timesOf(part, dayParts).map((clock) =>
        button(mark(clock, clock === dayParts[part]), data('parts', part, wordOf(clock))),
      );
      return { text: texts.partOf(part, dayParts[part]), keyboard: inRows(times, 4) };
    }
    case 'snoozes': {
      const replaced = snoozes[Number(of)];
      if (of === '' || !replaced) {
        const present = snoozes.map((each, at) => [
          button(presetTexts.snooze(each), data('snoozes', at)),
        ]);
        return { text: texts.snoozes, keyboard: present };
      }
      const others = SNOOZE_CHOICES.filter((each) => !snoozes.includes(each)).map((each) =>
        button(presetTexts.snooze(each), data('snoozes', of, each)),
      );
      return { text: texts.snoozeOf(presetTexts.snooze(replaced)), keyboard: inRows(others, 3) };
    }
    case 'category': {
      const { categories } = await loadReference(db, account.id);
      const all = categoryRows(categories, (name, id) =>
        button(mark(name, id === categoryId), data('category', 'id', id)),
      );
      const none = button(mark(buttons.noCategory, categoryId === null), data('category', 'id', 0));
      return { text: texts.category, keyboard: [...all, [none]] };
    }
    case 'quiet': {
      // Asked one after the other; the second question carries the first answer.
      const from = clockOfData(of);
      if (!from) {
        const hours = QUIET_FROM.map((clock) =>
          button(
            mark(buttons.quietFrom(clock), clock === quietHours?.from),
            data('quiet', wordOf(clock)),
          ),
        );
        const off = quietHours ? [[button(buttons.quietOff, data('quiet', 'off', 'off'))]] : [];
        return { text: texts.quietFrom, keyboard: [...inRows(hours, 3), ...off] };
      }
      const ends = QUIET_TO.map((clock) =>
        button(buttons.quietTo(clock), data('quiet', of, wordOf(clock))),
      );
      return { text: texts.quietTo(from), keyboard: inRows(ends, 3) };
    }
    case 'agenda':
    case 'review': {
      const present = known[what];
      const hours = DAY_MESSAGE_HOURS[what].map((clock) =>
        button(mark(clock, clock === present), data(what, 'at', wordOf(clock))),
      );
      const off = present === null ? [] : [[button(buttons.dayOff, data(what, 'off', 'off'))]];
      return { text: texts.day[what], keyboard: [...inRows(hours, 4), ...off] };
    }
    default:
      return undefined;
  }
}

/** Times for a part of the day that keep it between its neighbours. */
function timesOf(part: keyof Settings['dayParts'], dayParts: Settings['dayParts']): string[] {
  const [first, last] = DAY_PART_RANGES[part];
  const at = DAY_PART_NAMES.indexOf(part);
  const [before, behind] = [DAY_PART_NAMES[at - 1], DAY_PART_NAMES[at + 1]];
  const times: string[] = [];
  for (let minute = minuteOfDay(first); minute <= minuteOfDay(last); minute += STEP) {
    const clock = new Date(minute * 60_000).toISOString().slice(11, 16);
    if (before && clock <= dayParts[before]) continue;
    if (behind && clock >= dayParts[behind]) continue;
    times.push(clock);
  }
  return times;
}

/** A choice as a change of the settings; undefined where it is none. */
function changeTo(
  { dayParts, snoozes }: Settings,
  what: string | undefined,
  of: string,
  choice: string,
): SettingsInput | undefined {
  if (what === 'parts') {
    return { dayParts: { ...dayParts, [of]: clockOfData(choice) ?? '' } };
  }
  if (what === 'snoozes') {
    return { snoozes: snoozes.map((each, at) => (at === Number(of) ? choice : each)) };
  }
  if (what === 'quiet') {
    const [from, to] = [clockOfData(of), clockOfData(choice)];
    if (from && to) return { quietHours: { from, to } };
    return of === 'off' ? { quietHours: null } : undefined;
  }
  if (what === 'agenda' || what === 'review') {
    const clock = of === 'off' ? null : clockOfData(choice);
    return clock === undefined ? undefined : { [what]: clock };
  }
  return /^\d{1,9}$/.test(choice) ? { categoryId: Number(choice) || null } : undefined;
}

/** Saves a change; answers what is wrong with it, where it no longer fits what was changed meanwhile. */
async function refusalOf(
  { db, now, account }: MemberTurn,
  change: SettingsInput,
): Promise<Html | undefined> {
  const refused = await orRefusal(saveSettings(db, account.id, change, now), 'invalid');
  return refused instanceof AppError ? texts.refused(refused.message) : undefined;
}
