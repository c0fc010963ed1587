import 'server-only';
import { daysEarlier } from '@/core/calendar';
import { type Html, html, lines } from '@/texts/html';
import { replyTexts } from '@/texts/bot-replies';
import { supportTexts as texts, whyTexts } from '@/texts/support';
import { AppError } from '../platform/errors';
import { ownClock } from '../reminders/zone-bot';
import { excerpt, inLine, momentIn } from '../telegram/message';
import { type MemberTurn, type Turn } from '../telegram/turn';
import { type Told, type Why, why } from './why';

const DAYS = 2;
const LINES_MAX = 10;

/** /support, «почему не пришло напоминание»: what became of those that were due of late, and whom to write to. */
export async function support(turn: Turn): Promise<unknown> {
  const { account, settings } = turn;
  const { contactEmail, operatorName } = settings;
  const known = account ? [...(await knownOf({ ...turn, account })), '', texts.check] : [];
  const operator = contactEmail ? texts.operator(contactEmail, operatorName) : texts.noOperator;
  return turn.say(lines(...known, ...(account ? [''] : []), operator));
}

async function knownOf(turn: MemberTurn): Promise<(Html | string)[]> {
  const { db, now, account } = turn;
  const since = daysEarlier(now, DAYS);
  const told = await why(db, { userId: account.id, since, now });
  const all = (told?.reminders ?? []).flatMap(({ text, messages }) =>
    messages.map((message) => ({ text, message })),
  );
  const due = all
    .filter(({ message }) => isAskedFor(message, since, now))
    .sort((a, b) => +b.message.scheduledAt - +a.message.scheduledAt);
  const line = ({ text, message }: (typeof all)[number]) =>
    texts.line(inLine(text), momentIn(message.scheduledAt, turn), fateIn(message, turn));
  return [
    texts.heading(DAYS, ownClock(turn)),
    '',
    // Of reminders that nobody has looked at there is no telling.
    ...(due.length === 0 && !told?.hasMore ? [texts.nothingDue(DAYS)] : []),
    ...due.slice(0, LINES_MAX).map(line),
    ...moreLine(due.length - LINES_MAX, told?.hasMore ?? false),
  ];
}

/** `left`: messages that found no room, below 1 where all did. Nobody has counted those of other reminders. */
function moreLine(left: number, hasOthers: boolean): Html[] {
  if (hasOthers) return [texts.others];
  return left > 0 ? [texts.more(left)] : [];
}

/** A re-send of a flood is told of only where it did not come; a pause is told of however long it lasts. */
function isAskedFor({ kind, scheduledAt, fate }: Told, since: Date, now: Date): boolean {
  if (fate.is === 'waits' && fate.because === 'paused') return true;
  if (kind === 'nag' && fate.is === 'sent') return false;
  return scheduledAt > since && scheduledAt <= now;
}

type Asking = Pick<MemberTurn, 'db' | 'now' | 'account'>;

function fateIn({ fate }: Told, turn: Omit<Asking, 'db'>): string {
  switch (fate.is) {
    case 'sent': {
      const { at, because, overtook } = fate;
      const sent = because === null ? texts.sent : texts.sentLate(momentIn(at, turn), because);
      return overtook === 0 ? sent : sent + texts.missedBefore(overtook);
    }
    case 'failed':
      return texts.failed;
    case 'called-off':
      return texts.calledOff(fate.by);
    case 'given-way':
      return texts.givenWay(fate.because);
    case 'waits': {
      const { because } = fate;
      if (because === 'paused') return texts.paused;
      return texts.waits(because);
    }
  }
}

const MESSAGES_MAX = 5;

/** «Почему не пришло?» under a reminder in the chat, or in a reply to it. */
export async function sayWhy(turn: MemberTurn, reminderId: number): Promise<unknown> {
  const told = await explain(turn, reminderId);
  if (!told) return turn.say(replyTexts.gone);
  const said = told.lines.flatMap((line) => ['', html`${line}`]);
  return turn.say(lines(whyTexts.heading(excerpt(told.text)), ...said));
}

/** `sayWhy` for the app; not-found where there is no such reminder. */
export async function tellWhy(asking: Asking & { id: number }): Promise<{ message: string }> {
  const told = await explain(asking, asking.id);
  if (!told) throw new AppError('not-found');
  return { message: told.lines.join('\n') };
}

/**
 * Tells what became of the latest messages of one reminder of somebody's, in words, and what can be done; undefined
 * where they have none such.
 */
async function explain(
  { db, now, account }: Asking,
  reminderId: number,
): Promise<{ text: string; lines: string[] } | undefined> {
  const found = await why(db, { userId: account.id, reminderId, now });
  const told = found?.reminders[0];
  if (!told) return undefined;
  const { text, rests } = told;
  const isOut = ({ kind, fate }: Told) => kind !== 'nag' || fate.is !== 'sent';
  const messages = told.messages.filter(isOut);
  const waits = ({ fate }: Told) => fate.is === 'waits' && fate.because === 'its-time';
  const past = messages.filter((message) => !waits(message));
  const next = messages.find(waits);
  const line = (message: Told) =>
    whyTexts.line(
      momentIn(message.scheduledAt, { now, account }),
      fateIn(message, { now, account }),
    );
  const advice = adviceOn(past.at(-1), told);
  return {
    text,
    lines: [
      ...(past.length === 0 && rests === null ? [whyTexts.nothing] : []),
      ...past.slice(-MESSAGES_MAX).map(line),
      ...(next ? [whyTexts.comes(momentIn(next.scheduledAt, { now, account }))] : []),
      ...(rests ? [whyTexts.rests[rests]] : []),
      ...(advice === null ? [] : [advice]),
    ],
  };
}

function adviceOn(latest: Told | undefined, { rests }: Why): string | null {
  const { advice } = whyTexts;
  if (!latest) return rests === null ? advice['its-time'] : null;
  const { fate } = latest;
  if (fate.is === 'failed') return advice.refused;
  if (fate.is === 'called-off') {
    return fate.by === 'pause' || fate.by === 'pause-all' ? advice.paused : advice['called-off'];
  }
  const { because } = fate;
  if (because === null) return advice.sent;
  const isOver = fate.is !== 'waits';
  if (because === 'blocked' && isOver) return advice.mended;
  const own: Partial<Record<typeof because, string>> = advice;
  return own[because] ?? (isOver ? advice.mended : advice.waits);
}
