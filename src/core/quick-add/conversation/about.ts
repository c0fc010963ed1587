import { readReply } from '../replies/read-reply';
import { type Reply, type ReplyClock, type Subject, UNCLEAR } from '../replies/reply';
import { type Asks } from './conversation';
import { replyByIntent } from './decide';
import { exactly } from './exact';
import { namedBy } from './meant';
import { isScopeOpen, type Known, readBeside } from './named';
import { withoutName } from './names';
import { unclearIfOnlyAPoint } from './points';
import { callingOff, replyFor } from './reply-for';
import { isVetoed } from './vetoes';

/** What a line says of one reminder that is known to be meant. */

/** As a whole, else what is meant by its likes. */
export function replyTo(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  const known = readBeside(line, about) ?? exactly(line, about, clock);
  if (known && !isVetoed(line, known.act, about)) return unclearIfOnlyAPoint(line, about, known);
  const reply = replyByIntent(line, about, clock);
  if (reply && reply.act !== 'unclear') return reply;
  const whole = readReply(line, about, clock);
  return whole.act === 'unclear' || known ? reply : whole;
}

/** Of a reminder that was chosen for the line, once, or for always; `act` may leave one thing more open. */
export function replyToChosen(
  line: string,
  chosen: Known,
  clock: ReplyClock,
  scope: 'act' | 'once' | 'always',
): Reply | Asks {
  const lasting = scope === 'always' ? replyFor(line, chosen, 'repeat', clock) : UNCLEAR;
  if (lasting.act !== 'unclear') return lasting;
  const left = exactly(withoutName(line, chosen.text), chosen, clock);
  const reply = left ?? replyTo(line, chosen, clock) ?? UNCLEAR;
  if (reply.act === 'delete' || reply.act === 'call-off') {
    if (chosen.state === 'waits') return callingOff(chosen, 'skip');
    const isClear = chosen.rule === null && namedBy(line, chosen).isWhole;
    return isClear ? { act: 'delete' } : { kind: 'delete', reminder: chosen };
  }
  const isOpen = scope === 'act' && isScopeOpen(chosen, reply, line);
  return isOpen ? { kind: 'scope', reminder: chosen } : reply;
}
