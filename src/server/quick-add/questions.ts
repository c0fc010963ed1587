import 'server-only';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { parseQuickAdd } from '@/core/quick-add';
import {
  type Act,
  type AllAct,
  type Asks,
  type Knowledge,
} from '@/core/quick-add/conversation/conversation';
import { actShouldAllBeMeant } from '@/core/quick-add/conversation/decide';
import { type Known } from '@/core/quick-add/conversation/named';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { conversationTexts as texts, replyTexts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { readingOf } from '../accounts/settings';
import { createDraft } from '../drafts/drafts';
import { type HeldQuestion } from '../platform/db/schema';
import { type ChatReminder } from '../reminders/upcoming';
import { dataOf } from '../telegram/callback-data';
import { excerpt, keyLabel, LINE_MAX, momentIn } from '../telegram/message';
import { type Said } from '../telegram/said';
import { atPresent, button, type Card, inRows, type MemberTurn } from '../telegram/turn';
import { draftOfForwarded } from './draft';
import { ASKED_MAX } from './knowledge';

/** What a line leaves open about reminders that are there: the question and its keys. `choices.ts` hears the answers. */

/**
 * Asks about a line, and holds on to what it has asked: it is answered by a press or in words, and nothing is stored
 * until then. Of what is known, what «Все» would do is read now.
 */
export async function ask(
  turn: MemberTurn,
  said: Said,
  asks: Asks,
  knowledge?: Knowledge,
): Promise<void> {
  const all = actsForAll(spelledOut(said.text), asks, knowledge);
  await askWith(turn, said, { ...questionAbout(turn, asks), question: questionOf(asks, all) });
}

/** A card that asks, and what is held on to of its question. */
export type Asking = Card & { question: HeldQuestion };

/** Asks about a line, which is held on to; answers the id of the question. */
export async function askWith(
  turn: MemberTurn,
  { messageId: sourceMessageId, text, attachment }: Said,
  { question, ...card }: Asking,
): Promise<number> {
  const { db, now, account } = atPresent(turn);
  const messageId = await turn.answer(sourceMessageId, card.text, card.keyboard);
  const { payload } = draftOfForwarded(text, await readingOf(turn));
  const held = { payload: { ...payload, question }, state: 'held' as const };
  await createDraft(db, account.id, { ...held, sourceMessageId, messageId, attachment }, now);
  return messageId;
}

/** The question whether a line is about a reminder, or something new; undefined where there is nothing in it to keep. */
export async function whetherNew(
  turn: MemberTurn,
  { id, text, deleted }: ChatReminder,
  { text: line, attachment }: Said,
): Promise<Asking | undefined> {
  const read = parseQuickAdd(line, await readingOf(turn));
  const saysSomething = read.outcome !== 'none' && /[\p{L}\p{N}]/u.test(read.text);
  if (!attachment && !saysSomething) return undefined;
  const { buttons, aboutItOrNew, aboutDeletedOrNew } = replyTexts;
  const row = (label: string, how: string) => [button(label, dataOf('which', id, how))];
  const mayBeItsText = read.text !== '' && read.text.length <= REMINDER_TEXT_MAX;
  const moves = read.outcome === 'ready' && !read.rule && read.dateTime;
  const ofIt = [
    ...(mayBeItsText ? [row(buttons.rewrite, 'rewrite')] : []),
    ...(moves ? [row(buttons.moveTo(momentIn(moves, turn)), 'move')] : []),
  ];
  return {
    text: (deleted ? aboutDeletedOrNew : aboutItOrNew)(excerpt(line.trim()), excerpt(text)),
    keyboard: [
      row(texts.buttons.fresh, 'new'),
      ...(deleted ? [] : ofIt),
      row(buttons.cancel, 'keep'),
    ],
    question: { kind: 'about', ids: [id], all: [] },
  };
}

export const questionOf = (asks: Asks, all: readonly AllAct[] = []): HeldQuestion => ({
  kind: asks.kind,
  ids: remindersIn(asks).map(({ id }) => id),
  ...(asks.kind === 'which' && asks.ofAll && { ofAll: true }),
  all: all.map((act) => (act instanceof Date ? { to: act.toISOString() } : act)),
});

/** What «Все» would do to each that is asked about; nothing where it is no answer. */
function actsForAll(line: string, asks: Asks, knowledge?: Knowledge): readonly AllAct[] {
  if (asks.kind !== 'which' || !asks.all) return [];
  if (asks.acts) return asks.acts.map(actOfReply);
  const act = knowledge && actShouldAllBeMeant(line, asks.reminders, knowledge);
  return act ? asks.reminders.map(() => act) : [];
}

export const actOfReply = ({ reply }: Act): AllAct => {
  if (reply.act === 'move') return reply.to;
  return reply.act === 'pause' || reply.act === 'delete' ? reply.act : 'skip';
};

const remindersIn = (asks: Asks) =>
  asks.kind === 'which' ? asks.reminders : asks.kind === 'no-such' ? [] : [asks.reminder];

/** The question as a card: its words, and a key for each answer. */
export function questionAbout(turn: MemberTurn, asks: Asks): Card {
  const { buttons } = texts;
  const key = (label: string, how: string, id = 0) =>
    button(label, dataOf('which', id, how), how === 'delete' ? 'danger' : undefined);
  const fresh = [key(buttons.fresh, 'new')];
  if (asks.kind === 'no-such') {
    return { text: texts.noSuch, keyboard: [fresh, [key(buttons.note, 'note')]] };
  }
  if (asks.kind === 'which') {
    const { length } = asks.reminders;
    const first = asks.all ? [[key(buttons.all(length), 'all')]] : [];
    // What is said of all of them is nothing new.
    const last = asks.all ? [] : [fresh];
    const rowsLeft = KEY_ROWS - first.length - last.length;
    const keyed = asks.reminders.slice(0, 2 * rowsLeft);
    const inRow = length > rowsLeft ? 2 : 1;
    const names = keyed.map(({ id, text }) => key(keyLabel(text, inRow), 'act', id));
    const text = asks.ofAll ? texts.allOrOne(length) : texts.which;
    return {
      text: lines(text, withoutKey(asks.reminders.slice(keyed.length)), leftOutOf(asks.leftOut)),
      keyboard: [...first, ...inRows(names, inRow), ...last],
    };
  }
  const { id, text, rule, comesAt } = asks.reminder;
  const keep = key(buttons.keep, 'keep', id);
  if (asks.kind === 'stands') {
    const when = momentIn(comesAt ?? asks.reminder.dueAt, turn);
    return {
      text: texts.stands(excerpt(text), when, asks.more ?? 0),
      keyboard: [[key(buttons.another, 'new'), keep]],
    };
  }
  const once = (how: string) => key(buttons.once, how, id);
  if (asks.kind === 'scope') {
    const keys = [once('once'), key(buttons.always, 'always', id)];
    return { text: texts.scope(excerpt(text)), keyboard: [keys] };
  }
  return rule === null
    ? { text: texts.delete(excerpt(text)), keyboard: [[key(buttons.delete, 'delete', id), keep]] }
    : {
        text: texts.deleteSeries(excerpt(text)),
        keyboard: [[once('skip'), key(buttons.series, 'delete', id)], [keep]],
      };
}

/** No more rows stand under a question. */
const KEY_ROWS = 3;

/** Names those for which there is no key: words choose them. */
function withoutKey(those: readonly Known[]): Html | undefined {
  if (those.length === 0) return undefined;
  const names = those.slice(0, ASKED_MAX).map(({ text }) => excerpt(text, LINE_MAX));
  return texts.inWords(names, those.length - names.length);
}

/** Names those of a day that an act on all of them passes over; undefined where there are none. */
export const leftOutOf = (those: readonly Known[] = []): Html | undefined =>
  those.length > 0 ? texts.leftOut(those.map(({ text }) => excerpt(text, LINE_MAX))) : undefined;

export async function sayNothingWaits(turn: MemberTurn): Promise<void> {
  await turn.say(turn.shownAt ? texts.nothingWaitsOfThen : texts.nothingWaits);
}
