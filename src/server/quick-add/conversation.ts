import 'server-only';
import { and, desc, eq, gt, inArray, isNull, max } from 'drizzle-orm';
import { ruleOfWire, withRule } from '@/contract/rule';
import { CORRECTION_MINUTES, RING_ANSWERED_MINUTES } from '@/core/limits';
import {
  actOn,
  type Heard,
  type Knowledge,
  readConversation,
} from '@/core/quick-add/conversation/conversation';
import { type Known, readNamed } from '@/core/quick-add/conversation/named';
import { namingWords, sharesAWord } from '@/core/quick-add/conversation/names';
import { type Question } from '@/core/quick-add/conversation/questions';
import { readRequest } from '@/core/quick-add/messages/request';
import { readReply } from '@/core/quick-add/replies/reply';
import { conversationTexts as texts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { clockOf, readingOf } from '../accounts/settings';
import { draftsOfMessage, findQuestion, justStored } from '../drafts/drafts';
import { deliveries, reminders } from '../platform/db/schema';
import { givingWay } from '../platform/give-way';
import { actByReply, keyOfMessage } from '../reminders/chat-acts';
import { find, sayList } from '../reminders/list-bot';
import { type ChatReminder, findReminder, remindersOfIds } from '../reminders/upcoming';
import { deleteReminder } from '../reminders/reminders';
import { dataOf, dayList, FIRST_PAGE, itemData, readId } from '../telegram/callback-data';
import { excerpt, LINE_MAX, momentIn } from '../telegram/message';
import { contentOf, type Said } from '../telegram/said';
import { button, type Card, inRows, type MemberTurn } from '../telegram/turn';
import { answerTo, isCorrection } from './draft';
import { hearText } from './quick-add';
import { aboutRestorable, cardAbout, hear, subjectFrom } from './replies';

/** A line that replies to no message, as one about what is there already: see docs/conversation.md. */

const MINUTE_MS = 60_000;
/** Of the reminders that share a word with a line, and of those that one question names. */
const NAMED_MAX = 50;
const ASKED_MAX = 8;

/** Answers a line about reminders that are there; false where it makes something new, or answers a card. */
export async function hearConversation(turn: MemberTurn, said: Said): Promise<boolean> {
  if (said.forwarded || said.attachment !== null || said.repliedTo) return false;
  if ((await draftsOfMessage(turn.db, turn.account.id, said.messageId)).length > 0) return false;
  const rang = await rangLately(turn);
  if (await isAboutCard(turn, said, rang.at)) return false;
  const known = await knowledgeOf(turn, said.text, rang);
  const heard = readConversation(said.text, known.knowledge);
  return heard !== undefined && answer(turn, said, heard, known.shown);
}

/** What rang within the hour and waits, the latest first, and when anything rang last. */
async function rangLately({ db, now, account: { id: userId } }: MemberTurn) {
  const { reminderId, sentAt } = deliveries;
  const since = new Date(now.getTime() - RING_ANSWERED_MINUTES * MINUTE_MS);
  const latest = max(sentAt);
  const rings = await db
    .select({ reminderId, at: latest })
    .from(deliveries)
    .where(
      and(
        ...[eq(deliveries.userId, userId), gt(sentAt, since), eq(deliveries.outcome, 'sent')],
        inArray(deliveries.kind, ['first', 'nag', 'snooze']),
      ),
    )
    .groupBy(reminderId)
    .orderBy(desc(latest));
  const rows = await remindersOfIds(
    db,
    userId,
    rings.flatMap((ring) => ring.reminderId ?? []),
  );
  return { reminders: rows.filter(waits), at: rings[0]?.at ?? null };
}

const waits = ({ open, snoozed, completed, deleted, state }: ChatReminder): boolean =>
  open && !snoozed && !completed && !deleted && state !== 'paused';

/** Whether a card has asked for this, or shows what the line corrects and nothing rang since. */
async function isAboutCard(turn: MemberTurn, { text }: Said, rangAt: Date | null) {
  const { db, now, account } = turn;
  const reading = await readingOf(turn);
  const question = await findQuestion(db, account.id, undefined, now);
  if (question) {
    const { row, asked } = question;
    if (asked && answerTo(row.payload, text, reading) !== undefined) return true;
    if (!asked && isCorrection(row.payload, text, reading)) return true;
  }
  const stored = await justStored(db, account.id, now);
  if (!stored || (rangAt !== null && rangAt > stored.createdAt)) return false;
  if (readRequest(text) === 'cancel') return true;
  const reminder = await findReminder(db, account.id, stored.reminderId);
  if (!reminder || reminder.deleted || reminder.completed) return false;
  const { dateTime } = reminder;
  const shown = { ...withRule(stored.payload, ruleOfWire(reminder)), dateTime, date: null };
  return isCorrection(shown, text, reading);
}

type Rang = Awaited<ReturnType<typeof rangLately>>;

async function knowledgeOf(turn: MemberTurn, line: string, rang: Rang) {
  const { db, now, account } = turn;
  const { id, text, openOccurrenceAt, updatedAt } = reminders;
  const rows = await db
    .select({ id, text, openOccurrenceAt, updatedAt })
    .from(reminders)
    .where(
      and(
        eq(reminders.userId, account.id),
        isNull(reminders.deletedAt),
        eq(reminders.completed, false),
      ),
    )
    .orderBy(desc(updatedAt));
  const isNamed = sharesAWord(line);
  const giveWay = givingWay();
  const named: number[] = [];
  for (const row of rows) {
    await giveWay();
    if (named.length < NAMED_MAX && isNamed(row.text)) named.push(row.id);
  }
  const waiting = rows.flatMap((row) => (row.openOccurrenceAt === null ? [] : row.id));
  const latest = latestOf(rows, rang.at, now);
  const ids = [...named, ...waiting.slice(0, ASKED_MAX), ...(latest === undefined ? [] : [latest])];
  const shown = new Map(rang.reminders.map((each) => [each.id, each]));
  for (const each of await remindersOfIds(db, account.id, ids)) shown.set(each.id, each);
  const knownOf = (those: readonly number[]): Known[] =>
    those.flatMap((each) => {
      const reminder = shown.get(each);
      return reminder ? knownFrom(reminder, now) : [];
    });
  const knowledge: Knowledge = {
    clock: clockOf(account, now),
    rang: knownOf(rang.reminders.map((each) => each.id)),
    latest: latest === undefined ? undefined : knownOf([latest])[0],
    named: knownOf(named),
    waiting: knownOf(waiting.slice(0, ASKED_MAX)).filter(({ state }) => state === 'waits'),
  };
  return { knowledge, shown };
}

/** What was made or changed last: a short while ago, alone, and nothing rang since. */
function latestOf(
  [first, second]: readonly { id: number; updatedAt: Date }[],
  rangAt: Date | null,
  now: Date,
): number | undefined {
  if (!first || first.updatedAt.getTime() === second?.updatedAt.getTime()) return undefined;
  const age = now.getTime() - first.updatedAt.getTime();
  const isFresh = age >= 0 && age <= CORRECTION_MINUTES * MINUTE_MS;
  return isFresh && !(rangAt !== null && rangAt > first.updatedAt) ? first.id : undefined;
}

const knownFrom = (reminder: ChatReminder, now: Date): Known => ({
  ...subjectFrom(reminder, now),
  id: reminder.id,
  state: reminder.completed
    ? 'done'
    : reminder.state === 'paused'
      ? 'paused'
      : waits(reminder)
        ? 'waits'
        : 'ahead',
});

type Shown = ReadonlyMap<number, ChatReminder>;

const aboutIt = (reminder: ChatReminder, text: Said) => ({
  reminder,
  occurrenceAt: reminder.openOccurrenceAt,
  text,
  asked: false,
});

async function answer(turn: MemberTurn, said: Said, heard: Heard, shown: Shown): Promise<boolean> {
  switch (heard.kind) {
    case 'act': {
      const reminder = shown.get(heard.reminder.id);
      return reminder !== undefined && hear(turn, aboutIt(reminder, said), heard.reply);
    }
    case 'all':
      return actOnAll(turn, said, heard);
    case 'question':
      return answerQuestion(turn, heard.question, shown);
    case 'nothing-waits':
      await turn.say(texts.nothingWaits);
      return true;
    default: {
      // The question holds on to the line that it is about: nothing is stored until it is answered.
      const { text, keyboard } = questionAbout(heard);
      await turn.answer(said.messageId, text, keyboard);
      return true;
    }
  }
}

type Asks = Extract<Heard, { kind: 'which' | 'delete' | 'scope' | 'no-such' }>;

function questionAbout(heard: Asks): Card {
  const { buttons } = texts;
  if (heard.kind === 'no-such') {
    return { text: texts.noSuch, keyboard: [[button(buttons.fresh, dataOf('which', 0, 'new'))]] };
  }
  if (heard.kind === 'which') {
    const keys = heard.reminders
      .slice(0, ASKED_MAX)
      .map(({ id, text }) => [button(excerpt(text, LINE_MAX), dataOf('which', id))]);
    const all = heard.all ? [[button(buttons.all, dataOf('which', 'all'))]] : [];
    return { text: texts.which, keyboard: [...keys, ...all] };
  }
  const { id, text } = heard.reminder;
  return heard.kind === 'delete'
    ? {
        text: texts.delete(excerpt(text)),
        keyboard: [
          [
            button(buttons.delete, dataOf('which', id, 'delete')),
            button(buttons.keep, dataOf('which', 0, 'keep')),
          ],
        ],
      }
    : {
        text: texts.scope(excerpt(text)),
        keyboard: [
          [
            button(buttons.once, dataOf('which', id, 'once')),
            button(buttons.always, dataOf('which', id, 'always')),
          ],
        ],
      };
}

/** Acts on several at once; «Вернуть» takes all of it back. */
async function actOnAll(
  turn: MemberTurn,
  { messageId }: Said,
  { reminders: those, act }: Extract<Heard, { kind: 'all' }>,
): Promise<boolean> {
  const { db, now, account } = turn;
  for (const { id: reminderId, dueAt } of those) {
    const press = { userId: account.id, reminderId, now, messageId, occurrenceAt: dueAt };
    const acted = await actByReply(db, { ...press, together: true }, act);
    const spent = acted?.result === 'acted' ? acted.spentMessageId : null;
    if (spent !== null) await turn.strip(spent);
  }
  const names = those.map(({ text }) => excerpt(text, LINE_MAX));
  const said =
    act instanceof Date
      ? texts.allMoved(momentIn(act, turn), names)
      : act === 'done'
        ? texts.allDone(names)
        : texts.allSkipped(names);
  const undo = dataOf('all', 'undo', keyOfMessage(messageId));
  await turn.say(said, [[button(texts.buttons.undo, undo)]]);
  return true;
}

async function answerQuestion(
  turn: MemberTurn,
  question: Question,
  shown: Shown,
): Promise<boolean> {
  if (question.asks === 'days') {
    await sayList(turn, dayList(question.from, question.days));
    return true;
  }
  if (question.asks === 'find') {
    const beginnings = namingWords(question.words).map(({ stem }) => stem);
    await find(turn, question.words, beginnings.join(' ') || question.words);
    return true;
  }
  const found = question.found.flatMap(({ id }) => shown.get(id) ?? []).slice(0, ASKED_MAX);
  if (found.length === 0) {
    await turn.say(texts.notThere);
    return true;
  }
  const keys = found.map(({ id, text }) =>
    button(excerpt(text, LINE_MAX), itemData(id, 'show', FIRST_PAGE)),
  );
  await turn.say(lines(...found.map((each) => sentenceOf(each, turn))), inRows(keys, 1));
  return true;
}

/** «Стоматолог — в пятницу, 12 марта, в 16:00» */
function sentenceOf(reminder: ChatReminder, turn: MemberTurn): Html {
  const text = excerpt(reminder.text, LINE_MAX);
  const came = reminder.waitingSince;
  if (waits(reminder) && came) return texts.waits(text, momentIn(new Date(came), turn));
  if (reminder.state === 'paused') return texts.paused(text);
  return texts.comes(text, momentIn(reminder.nextFireAt ?? new Date(reminder.dateTime), turn));
}

/** A press under one of the questions above; the line that it is about is the one that it replies to. */
export async function pressWhich(turn: MemberTurn, [id = '', how]: string[]): Promise<unknown> {
  const { db, now, account, pressedReplyTo } = turn;
  const content = pressedReplyTo && contentOf(pressedReplyTo);
  if (content?.kind !== 'said') return turn.show(texts.stale);
  if (how === 'keep') return turn.show(texts.kept);
  if (how === 'new') {
    await turn.show(texts.fresh);
    return hearText(turn, content);
  }
  if (id === 'all') {
    const { knowledge } = await knowledgeOf(turn, content.text, await rangLately(turn));
    const heard = readConversation(`все ${content.text}`, knowledge);
    if (heard?.kind !== 'all') return turn.show(texts.stale);
    await turn.show(texts.all);
    return actOnAll(turn, content, heard);
  }
  const reminder = await findReminder(db, account.id, readId(id));
  if (!reminder) return turn.show(texts.stale);
  if (how === 'delete') {
    if (!reminder.deleted) await deleteReminder(db, account.id, reminder.id, now);
    return turn.show(aboutRestorable(reminder, texts.deleted));
  }
  const known = knownFrom(reminder, now);
  const clock = clockOf(account, now);
  const act = readNamed(content.text, known, clock, { always: how === 'always' });
  const heard = act && actOn({ ...act, scopeOpen: act.scopeOpen && how === undefined });
  if (heard?.kind === 'delete' || heard?.kind === 'scope') return turn.show(questionAbout(heard));
  const reply = heard?.kind === 'act' ? heard.reply : readReply(content.text, known, clock);
  return turn.show(await cardAbout(turn, aboutIt(reminder, content), reply));
}
