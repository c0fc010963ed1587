import { folded } from '../../search';
import { pauseUntil } from '../replies/pause-all';
import { readReply } from '../replies/read-reply';
import { type Reply, type ReplyClock, UNCLEAR } from '../replies/reply';
import { tokenize } from '../tokens/tokens';
import { rewriting } from './correction';
import { type Intent } from './intents';
import { minutesAhead, momentIn, PUTS_OFF, timedTokens } from './moment';
import { type Known } from './named';
import { unclearIfOnlyAPoint } from './points';

export type ActIntent = Exclude<Intent, 'new' | 'talk' | 'question' | 'undo'>;

/** What an intent comes to of one reminder. */
export function replyFor(
  line: string,
  reminder: Known,
  intent: ActIntent,
  clock: ReplyClock,
): Reply {
  switch (intent) {
    case 'order':
      return UNCLEAR;
    case 'move': {
      const moment = momentIn(line, reminder, clock);
      // «всё, спать, завтра в 11» of what has rung by night: the day behind it.
      if (moment?.act === 'either' && reminder.state === 'waits') {
        return { act: 'move', to: moment.moments[0] };
      }
      if (moment && moment.act !== 'repeat') return moment;
      // «это не врачу, а стоматологу» says no other time at all.
      return PUTS_OFF.test(line) ? { act: 'later' } : UNCLEAR;
    }
    case 'repeat': {
      const moment = momentIn(line, reminder, clock);
      return moment?.act === 'repeat' ? moment : (momentIn(line, reminder, clock, true) ?? UNCLEAR);
    }
    case 'rewrite':
      return rewriting(line, reminder, clock) ?? UNCLEAR;
    case 'ahead': {
      const minutes = minutesAhead(line, reminder, clock);
      return minutes.length > 0 ? { act: 'ahead', minutes } : UNCLEAR;
    }
    case 'pause':
      return pausing(line, reminder, clock);
    case 'skip':
    case 'delete':
      return callingOff(reminder, intent);
    case 'done':
      return unclearIfOnlyAPoint(line, reminder, { act: 'done' });
    case 'quiet':
      return { act: reminder.floods ? 'quiet' : 'skip' };
    default:
      return { act: intent };
  }
}

/** «поставь таблетки на паузу до 10 декабря»; a moment that is not understood is asked about. */
function pausing(line: string, reminder: Known, clock: ReplyClock): Reply {
  const exact = readReply(line, reminder, clock);
  if (exact.act === 'pause') return exact;
  const [end] = PAUSE_END.exec(line) ?? [];
  const pause = pauseUntil(end && folded(end).replace(/[\s.!]+$/, ''), clock);
  if (pause.act === 'pause') return pause;
  // «до выздоровления» is no moment: until it is resumed.
  const isMoment = timedTokens(tokenize(end ?? ''), clock).includes(true);
  return isMoment ? UNCLEAR : { act: 'pause', until: null };
}
const PAUSE_END =
  /(?<!\p{L})(?:до\s+\S.*|(?:на|по)\s+(?!пауз)\S.*(?:недел|месяц|дн[яейь]|ч(?:ас|исл))\p{L}*.*)$/iu;

/** Of what has rung only this time, of which nothing is left where it does not repeat. */
export const callingOff = ({ rule, state }: Known, intent: 'skip' | 'delete'): Reply => ({
  act: rule === null && state !== 'waits' ? 'delete' : intent,
});
