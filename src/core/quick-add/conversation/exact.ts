import { readRequest } from '../messages/request';
import { readReply } from '../replies/read-reply';
import { type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { type Heard, type Knowledge } from './conversation';
import { rewriting } from './correction';
import { asksAgain, minutesAhead, momentIn, saysOnlyWhen } from './moment';
import { type Known, namesThings } from './named';
import { withoutName } from './names';
import { otherNumber } from './other-number';
import { denies, isVetoed, ORDER, speaksOfSeveral } from './vetoes';

/** Sentences that are known as a whole. */

/** What a line says of a reminder; undefined where no sentence that is known is all of it. */
export function exactly(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  const reply = readReply(line, about, clock);
  // «заплатил вчера» says no time to come at; «потом, в 9 вечера» says one.
  if (['unclear', 'past', 'impossible'].includes(reply.act)) return undefined;
  return reply.act === 'later' && momentIn(line, about, clock)?.act === 'move' ? undefined : reply;
}

/** An answer to a ring may say these; anything else is something new. */
const ANSWERS: readonly Reply['act'][] = [
  'done',
  'either',
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
];

/** Right behind a card a line may say these of what that shows. */
const CORRECTS: readonly Reply['act'][] = [
  'ahead',
  'either',
  'move',
  'repeat',
  'delete',
  'rewrite',
  'add-point',
  'pause',
  'share',
  'leave',
];

/** Of what a line names, whatever is learned. */
const OF_NAMED: readonly Reply['act'][] = ['share', 'leave', 'flood'];

/** What a line puts right of the card above it. */
function corrected(
  line: string,
  latest: Known,
  { clock, latestAct }: Knowledge,
): Reply | undefined {
  // «через час» behind «готово» is no word of the next time.
  if (latestAct === 'answered') return undefined;
  const other = otherNumber(line, latest, clock, latestAct === 'made');
  if (other !== undefined) return exactly(other, latest, clock);
  const minutes = saysOnlyWhen(line, clock) ? minutesAhead(line, latest, clock) : [];
  if (minutes.length > 0) {
    // «предупреди за час» says only that; «завтра в 10, предупреди за час» also when it comes.
    const whole = exactly(line, latest, clock);
    if (whole?.act !== 'move' && whole?.act !== 'repeat') return { act: 'ahead', minutes };
  }
  const rewritten = rewriting(line, latest, clock);
  // «не вторник, а четверг» of each week is no «четверг».
  if (rewritten || denies(line)) return rewritten;
  const whole = exactly(line, latest, clock);
  const isOfNewSeries = whole?.act === 'move' && latestAct === 'made' && latest.rule !== null;
  const lasting = isOfNewSeries ? momentIn(line, latest, clock, true) : undefined;
  return lasting?.act === 'repeat' ? lasting : whole;
}

/** Whether there is an act that «отмена» takes back, on one reminder or on several: behind a ring there is none. */
export const isLastActThere = ({
  latest,
  together,
}: Pick<Knowledge, 'latest' | 'together'>): boolean =>
  latest !== undefined || together !== undefined;

/**
 * A sentence that is known, of the only one that rang, else of what was acted on last, where the line names no other;
 * else of what it names, where it shares that, leaves it or has it flood.
 */
export function knownSentence(line: string, knowledge: Knowledge): Heard | undefined {
  const { rang, latest, named, clock } = knowledge;
  const mentioned = named.filter((each) => namesThings(line, each));
  if (isLastActThere(knowledge) && readRequest(line) === 'cancel') return undefined;
  const isAgain = asksAgain(line, clock);
  if (rang.length === 0 && isAgain) return { kind: 'no-such' };
  // What was made behind a ring is what a moment is said of, but for «ещё раз».
  if (rang.length > 0 && !isAgain && latest && knowledge.latestAct === 'made') {
    const reply = mentioned.length > 0 ? undefined : corrected(line, latest, knowledge);
    if (reply?.act === 'move' || reply?.act === 'repeat')
      return answering({ reminder: latest, reply });
  }
  const [about = latest ?? mentioned[0], ...others] = rang;
  if (!about || others.length > 0 || about.state === 'over') return undefined;
  if (mentioned.some(({ id }) => id !== about.id)) return undefined;
  const hasRung = rang.length > 0;
  // «удали всё», «перенеси всё на завтра»: of more than the one that rang.
  if (ORDER.test(line) && speaksOfSeveral(line)) return undefined;
  const moment = hasRung && isAgain ? momentIn(line, about, clock) : undefined;
  if (moment?.act === 'move') return { kind: 'act', reminder: about, reply: moment };
  const reply = hasRung
    ? exactly(line, about, clock)
    : latest
      ? corrected(line, latest, knowledge)
      : exactly(withoutName(line, about.text), about, clock);
  const sayable = latest ? CORRECTS : OF_NAMED;
  const acts = hasRung ? ANSWERS : sayable;
  if (!reply || !acts.includes(reply.act) || isVetoed(line, reply.act, about)) return undefined;
  return answering({ reminder: about, reply: onceOnly(reply, about) });
}

/** Of a series it is asked whether all of it is to go. */
const answering = (answer: { reminder: Known; reply: Reply }): Heard =>
  answer.reply.act === 'delete' && answer.reminder.rule
    ? { kind: 'delete', reminder: answer.reminder }
    : { kind: 'act', ...answer };

/** «не надо» about what has rung: not this time; of a one-shot nothing is left. */
export const onceOnly = (reply: Reply, { rule }: Known): Reply =>
  reply.act === 'call-off' ? { act: rule ? 'skip' : 'delete' } : reply;
