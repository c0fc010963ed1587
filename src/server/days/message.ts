import 'server-only';
import { type InlineKeyboardButton } from 'telegraf/types';
import { excerpt } from '@/core/cut';
import { DAY_MESSAGE_CLOCKS } from '@/core/limits';
import { type DayMessageKind } from '@/core/settings';
import { instantToWallTime } from '@/core/time-zone';
import { dayTexts as texts } from '@/texts/day';
import { type Html, lines } from '@/texts/html';
import { dayAndMonth, describeInstant } from '@/texts/schedule';
import { type OutgoingDay } from './tell';
import { type DayView, openCount, type ShownLine } from './read';
import { type Card } from '../telegram/turn';
import { type BotApi, editMessageVia, sendMessageVia, type Send } from '../telegram/send';

/**
 * Callback data: `day:<button>:<reminder id>:<occurrence>`, the occurrence in base-36 milliseconds since
 * 1970, of `undo` the version; `day:on:<kind>` and `day:no:<kind>` answer an offer.
 */
export const DAY_PREFIX = 'day';
export const dayData = (...words: (string | number)[]): string => [DAY_PREFIX, ...words].join(':');

const LINE_MAX = 80;

/** An agenda or a review: its lines by number, and under it what can be done about each. */
export function renderDay(view: DayView): Card {
  const { kind, day, lines: shown, more } = view;
  return {
    text: lines(
      texts.heading[kind](dayAndMonth(day)),
      '',
      ...shown.map((line, at) => renderLine(line, at + 1, view)),
      more > 0 && texts.more(more),
      shown.length === 0 && texts.nothingLeft[kind],
      ...(shown.length > 0 && shown.every(({ state }) => state === 'done')
        ? ['', texts.allDone]
        : []),
    ),
    keyboard: shown.map((line, at) => buttonsOf(line, at + 1)).filter((row) => row.length > 0),
  };
}

function renderLine(line: ShownLine, n: number, { kind, day, timeZone }: DayView): Html {
  const { remarks } = texts;
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  const clock = (instant: Date) => wall(instant).slice(11, 16);
  const text = excerpt(line.text.replaceAll('\n', ' '), LINE_MAX);
  const { state, at, last, count = 0 } = line;
  const plain = texts.line(n, clock(at), text);
  switch (state) {
    case 'planned':
      return plain;
    case 'waiting':
      return kind === 'review' ? plain : texts.withRemark(plain, remarks.waiting);
    case 'moved': {
      if (wall(at).startsWith(day)) return texts.withRemark(plain, remarks.moved);
      const when = describeInstant(`${day}T00:00`, wall(at));
      return texts.withRemark(texts.away(n, text), remarks.movedTo(when));
    }
    case 'often': {
      const from = texts.from(clock(at), clock(last ?? at));
      return texts.withRemark(texts.line(n, from, text), remarks.often(count));
    }
    case 'done':
      return texts.done(n, clock(at), text);
    case 'skipped':
    case 'unanswered':
    case 'paused':
      return texts.withRemark(plain, remarks[state]);
  }
}

const button = (text: string, data: string): InlineKeyboardButton => ({
  text,
  callback_data: data,
});

function buttonsOf(line: ShownLine, n: number): InlineKeyboardButton[] {
  const { reminderId, occurrenceAt, state, answerable, undo } = line;
  const about = [reminderId, occurrenceAt.getTime().toString(36)] as const;
  if (state === 'done' || state === 'skipped') {
    return undo === null ? [] : [button(texts.buttons.undo(n), dayData('undo', reminderId, undo))];
  }
  if (!answerable) return [button(texts.buttons.open(n), dayData('open', ...about))];
  return [
    button(texts.buttons.done(n), dayData('done', ...about)),
    button(texts.buttons.snooze(n), dayData('later', ...about)),
  ];
}

/** Asks whether such messages are wanted. */
export const renderOffer = (kind: DayMessageKind, count: number): Card => ({
  text: texts.offer[kind](count, DAY_MESSAGE_CLOCKS[kind]),
  keyboard: [
    [
      button(texts.buttons.wanted, dayData('on', kind)),
      button(texts.buttons.unwanted, dayData('no', kind)),
    ],
  ],
});

export const sendDayVia = (api: BotApi): Send<OutgoingDay> => {
  const [send, edit] = [sendMessageVia(api), editMessageVia(api)];
  return ({ chatId, view, offer, messageId }, signal) => {
    const message = offer ? renderOffer(view.kind, openCount(view)) : renderDay(view);
    return messageId === null
      ? send({ chatId, message }, signal)
      : edit({ chatId, messageId, message }, signal);
  };
};
