import 'server-only';
import { silentUntil } from './pace';
import { type SendResult } from '../telegram/send';

/** How often a message is tried, and how the waits between the attempts grow. */
type Ladder = { attemptsMax: number; firstMs: number; growth: number; delayMaxMs: number };
/** Attempts that never reached Telegram are not counted: those go on for as long as it takes. */
export interface Patience {
  /** Of what may have arrived: each attempt may be one more copy in the chat. */
  unanswered: Ladder;
  /** Of what Telegram refuses for a reason that we do not know. */
  refused: Ladder;
}

const reminder = { attemptsMax: 50, firstMs: 2_000, growth: 2, delayMaxMs: 600_000 };
const notice = { attemptsMax: 3, firstMs: 5_000, growth: 2, delayMaxMs: 600_000 };
const single = { attemptsMax: 8, firstMs: 5_000, growth: 4, delayMaxMs: 3_600_000 };

export const PATIENCE = {
  /** 3.5 to 7 hours. */
  reminder: { unanswered: reminder, refused: reminder },
  notice: { unanswered: notice, refused: notice },
  /** What quiet hours held back, agendas, reviews, news of a joint: two and a half hours; refused, a minute and a quarter. */
  single: { unanswered: single, refused: { ...single, attemptsMax: 5, growth: 2 } },
  /** The same edit twice does no harm; one that is refused changes nothing any more. */
  edit: {
    unanswered: { ...reminder, attemptsMax: Infinity, delayMaxMs: 300_000 },
    refused: { ...reminder, attemptsMax: 1 },
  },
} satisfies Record<string, Patience>;

const UNREACHED_DELAY_MS = 15_000;
/** A refusal that parks nobody, as its user seems to be back (`parkUser`), leaves a reminder due: not each second. */
const UNPARKED_DELAY_MS = 5_000;

const OURS_FIRST_MS = 60_000;
/**
 * From the sixth time on it waits for an hour. Of a reminder that leaves most of its attempts to the sends that
 * follow; a shorter ladder may be at its end by then, and the first answer that fails is its last.
 */
const OURS_TRIES_MAX = 6;
const OURS_DELAY_MAX_MS = 3_600_000;

/** When what our own code cannot read, render or send is tried again, without end: the next release may be able to. */
export const afterOurFault = (at: Date, attempts: number) => ({
  notBefore: new Date(at.getTime() + Math.min(OURS_FIRST_MS * 2 ** attempts, OURS_DELAY_MAX_MS)),
  attempts: Math.min(attempts + 1, OURS_TRIES_MAX),
});

type Over = Extract<SendResult['status'], 'sent' | 'unreachable' | 'rejected'>;

/** Of an answer after which nobody tries the message again: what became of it; null where it may be tried again. */
export const overBy = ({ status }: SendResult): Over | null =>
  status === 'sent' || status === 'unreachable' || status === 'rejected' ? status : null;

/** Whether a message is over, and how; from when on what is still due is tried again, after how many attempts that count. */
export type Verdict = { over: Over | 'failed' | null; notBefore: Date | null; attempts: number };

/**
 * What Telegram's answer at `at` means for a message that had so many attempts before. `spread` from 0 to 1
 * shortens the waits by up to a half: what failed together is not to come back together.
 */
export function verdictOf(
  result: SendResult,
  at: Date,
  attempts: number,
  patience: Patience,
  spread = 1,
): Verdict {
  const later = (ms: number) => new Date(at.getTime() + ms * (1 + spread) * 0.5);
  switch (result.status) {
    case 'sent':
    case 'rejected':
      return { over: result.status, notBefore: null, attempts };
    case 'unreachable':
      return { over: result.status, notBefore: later(UNPARKED_DELAY_MS), attempts };
    case 'rate-limited':
      return { over: null, notBefore: silentUntil(at, result.retryAfterS), attempts };
    case 'unauthorized':
      // All sending halts.
      return { over: null, notBefore: null, attempts };
    case 'fault':
      return { over: null, ...afterOurFault(at, attempts) };
    case 'refused':
    case 'retry': {
      if (result.status === 'retry' && !result.reached) {
        return { over: null, notBefore: later(UNREACHED_DELAY_MS), attempts };
      }
      const { attemptsMax, firstMs, growth, delayMaxMs } =
        result.status === 'refused' ? patience.refused : patience.unanswered;
      if (attempts + 1 >= attemptsMax) {
        return { over: 'failed', notBefore: null, attempts: attempts + 1 };
      }
      const notBefore = later(Math.min(firstMs * growth ** attempts, delayMaxMs));
      return { over: null, notBefore, attempts: attempts + 1 };
    }
  }
}
