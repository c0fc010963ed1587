import { readReply, type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { type Heard, type Knowledge } from './conversation';
import { momentIn } from './moment';
import { type Known, namesThings } from './named';
import { denies, isVetoed } from './vetoes';

/** Sentences that are known as a whole. */

/** What a line says of a reminder; undefined where no sentence that is known is all of it. */
export function exactly(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  const reply = readReply(line, about, clock);
  // «заплатил вчера» says no time to come at; «потом, в 9 вечера» says one.
  if (['unclear', 'past', 'impossible'].includes(reply.act)) return undefined;
  return reply.act === 'later' && momentIn(line, about, clock)?.act === 'move' ? undefined : reply;
}

/** An answer to a ring may say these; anything else is something new. */
const ANSWERS: ReadonlySet<Reply['act']> = new Set([
  'done',
  'skip',
  'move',
  'later',
  'not-done',
  'call-off',
  'quiet',
  'pause',
  'past',
  'delete',
  'undo',
  'impossible',
  'refill',
  'share',
  'leave',
  'flood',
] as const);

/** Right behind a card a line may say these of what that shows. */
const CORRECTS: ReadonlySet<Reply['act']> = new Set([
  'move',
  'repeat',
  'delete',
  'rewrite',
  'pause',
  'share',
  'leave',
] as const);

/** A sentence that is known, of the only one that rang, else of what was just shown, where the line names no other. */
export function knownSentence(
  line: string,
  { rang, latest, latestAct, named, clock }: Knowledge,
): Heard | undefined {
  const [about = latest, ...others] = rang;
  if (!about || others.length > 0 || (rang.length === 0 && about.state === 'over'))
    return undefined;
  // «через час» behind «готово» is no word of the next time.
  if (rang.length === 0 && latestAct === 'answered') return undefined;
  // «не вторник, а четверг» of each week is no «четверг».
  if (rang.length === 0 && denies(line)) return undefined;
  const reply = exactly(line, about, clock);
  const acts = rang.length === 0 ? CORRECTS : ANSWERS;
  const answers = reply && acts.has(reply.act) && !isVetoed(line, reply.act, about);
  const isOther = named.some((each) => each.id !== about.id && namesThings(line, each));
  return answers && !isOther
    ? answering({ reminder: about, reply: onceOnly(reply, about) })
    : undefined;
}

/** Of a series it is asked whether all of it is to go. */
const answering = (answer: { reminder: Known; reply: Reply }): Heard =>
  answer.reply.act === 'delete' && answer.reminder.rule
    ? { kind: 'delete', reminder: answer.reminder }
    : { kind: 'act', ...answer };

/** «не надо» about what has rung: not this time; of a one-shot nothing is left. */
export const onceOnly = (reply: Reply, { rule }: Known): Reply =>
  reply.act === 'call-off' ? { act: rule ? 'skip' : 'delete' } : reply;
