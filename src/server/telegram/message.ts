import 'server-only';
import { DAY_MS } from '@/core/calendar';
import { excerpt as cut } from '@/core/cut';
import { CHAT_PAGE_SIZE, READERS_CLOCK_DAYS_MAX } from '@/core/limits';
import { instantToWallTime } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { html, type Html, onReadersClock } from '@/texts/html';
import { describeInstant } from '@/texts/schedule';
import { withoutRemark } from '@/texts/workdays';
import { appAddress } from '@/contract/launch';
import { button, type Keyboard, type MemberTurn, type Turn } from './turn';
import { type Env } from '../platform/env';

/** Longer texts are cut where a card only has to remind of them. */
const EXCERPT = 200;
/** Letters of a text that stands in a list as a line. */
export const LINE_MAX = 80;
/** Letters of a text on a key, where these are no wider than most. */
const KEY_MAX = 28;
/** What the narrowest phones show of a label, in sizes of its font, by how many keys stand in its row. */
const KEY_ROOMS = { 1: 20, 2: 9.6 } as const;
/** Letters of a repetition in a list, and of a quote; one that names every day and hour takes some 500. */
const WORDS_MAX = 100;

export const excerpt = (text: string, max = EXCERPT): string => cut(text, max);

/** At least the width of a character in the clients' fonts, in sizes of the font. */
const WIDTHS: readonly [RegExp, number][] = [
  [/\p{Emoji_Presentation}/u, 1.25],
  [/[ЖШЩ№]/u, 1.03],
  [/[—ФжышющМЮ]/u, 0.92],
  [/[ ,.:!]/u, 0.3],
  [/[абвгеёзийклнопрстухчьэя\d]/u, 0.58],
  [/[дъАБВГЕЗКОРСТУХЭЯ]/u, 0.69],
  [/./su, 0.77],
];
const widthOf = (label: string): number =>
  Array.from(label).reduce(
    (sum, character) => sum + (WIDTHS.find(([those]) => those.test(character))?.[1] ?? 1),
    0,
  );

/** The beginning of a text as the label of a key in a row of so many, none of it cut by any phone. */
export function keyLabel(text: string, inRow: keyof typeof KEY_ROOMS = 1): string {
  let label = excerpt(text, KEY_MAX);
  for (let max = KEY_MAX - 1; max > 0 && widthOf(label) > KEY_ROOMS[inRow]; max -= 1) {
    label = excerpt(text, max);
  }
  return label;
}

export const inLine = (text: string, max = LINE_MAX): string =>
  cut(text.replaceAll('\n', ' '), max);

/** Words as a line shows them: many end with «…» behind the last whole one. */
export const inWholeWords = (words: string): string => cut(words, WORDS_MAX).replace(/\S+…$/, '…');

/** A repetition as a line of a list says it. */
export const ruleInList = (rule: string): string => inWholeWords(withoutRemark(rule));

/** «завтра в 10:00», on the clocks of the user. */
export const momentIn = (
  at: Date,
  { now, shownAt = now, account: { timeZone } }: Pick<MemberTurn, 'now' | 'shownAt' | 'account'>,
): string => describeInstant(instantToWallTime(shownAt, timeZone), instantToWallTime(at, timeZone));

/** A moment in a message that several people read; these are the words for its author's clock. */
export const momentOnEachClock = (words: string, at: Date, now: Date): Html =>
  at.getTime() - now.getTime() > READERS_CLOCK_DAYS_MAX * DAY_MS
    ? html`${words}`
    : onReadersClock(words, at);

export const appRow = (turn: Turn): Keyboard => appButtonRow(turn.settings, botTexts.app.open);

/** The buttons that turn pages; an empty row where there is nothing to turn. */
export const pagesRow = (
  data: (page: number) => string,
  { page, total }: { page: number; total: number },
  [back, forward]: readonly [string, string],
): Keyboard[number] => [
  ...(page > 0 ? [button(back, data(page - 1))] : []),
  ...((page + 1) * CHAT_PAGE_SIZE < total ? [button(forward, data(page + 1))] : []),
];

/** The address of the mini app, and whether it is the simulator that is told so. */
export type AppAddress = Pick<Env, 'appUrl' | 'simulated'>;

const LOOPBACK = /^https?:\/\/(localhost|\[::1\]|127(\.\d{1,3}){3})(:|\/|$)/;

/**
 * Telegram takes only https in a `web_app` button, a Bot API server of one's own included; one http
 * button has it refuse the whole message. Only the demo's simulator takes http, on its own machine.
 */
export const mayOpenApp = ({ appUrl, simulated }: AppAddress): boolean =>
  appUrl.startsWith('https:') || (simulated && LOOPBACK.test(appUrl));

/** The row of a keyboard that opens the mini app at a path; no row where Telegram would refuse the whole message. */
export const appButtonRow = (address: AppAddress, text: string, path = '/') =>
  mayOpenApp(address) ? [[{ text, web_app: { url: `${address.appUrl}${appAddress(path)}` } }]] : [];
