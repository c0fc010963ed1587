import 'server-only';
import { DAY_MS } from '@/core/calendar';
import { LATE_AFTER_MS } from '@/core/limits';
import { botTexts } from '@/texts/bot';
import { lines } from '@/texts/html';
import { momentIn } from './message';
import { type MemberTurn, withFirstMessage } from './turn';

/**
 * Telegram keeps for a day what it cannot hand over, and what was said before the terms waits here for another. A message
 * that is older has no date to go by.
 */
const DATE_TRUSTED_MS = 2 * DAY_MS;

/**
 * The turn of what was said at `saidAt`. Where that arrives late, its `now` is then, so that it is read and done as of
 * then, `shownAt` is the present, and the first new message in answer tells of it. `kept`: it has waited here.
 */
export function asOf(turn: MemberTurn, saidAt: Date, kept = false): MemberTurn {
  const lateness = turn.now.getTime() - saidAt.getTime();
  if (lateness <= LATE_AFTER_MS || lateness > DATE_TRUSTED_MS) return turn;
  const remark = botTexts[kept ? 'readAsOf' : 'cameLate'](momentIn(saidAt, turn));
  return {
    ...withFirstMessage(turn, (text) => lines(text, '', remark)),
    now: saidAt,
    shownAt: turn.now,
  };
}

/**
 * The instant until which something has to have rung to be meant; null where anything that has may be. Dates of
 * messages are whole seconds.
 */
export const rangBy = ({ now, shownAt }: Pick<MemberTurn, 'now' | 'shownAt'>): Date | null =>
  shownAt ? new Date(now.getTime() + 999) : null;
