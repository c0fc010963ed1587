import { readReply, type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { type Heard, type Knowledge } from './conversation';
import { replyByIntent } from './decide';
import { exactly } from './exact';
import {
  type Known,
  type NamedAct,
  readBeside,
  namesThings,
  readNamed,
  saysItsDeed,
} from './named';
import { mentions, wordsShared } from './names';
import { namedBy } from './meant';
import { ofTheWhole } from './points';
import { isVetoed } from './vetoes';

/** Acts on what a line names. */

const SEVERAL = /(?:^|\s)(?:все|(?<!(?:для|у)\s)всех)\s/i;
const better = (acts: NamedAct[], isBetter: (act: NamedAct) => boolean): NamedAct[] => {
  const some = acts.filter(isBetter);
  return some.length > 0 ? some : acts;
};

export function actByName(line: string, { named, rang, clock }: Knowledge): Heard | undefined {
  const live = named.filter(({ state }) => state !== 'over');
  const hasRung = ({ id }: Known) => rang.some((each) => each.id === id);
  let acts = live.flatMap((reminder) => {
    if (!hasRung(reminder) && reminder.state === 'waits') {
      // However long it has waited, it is done where the line says so.
      const done = readNamed(line, reminder, clock, { hasRung: true });
      if (done?.reply.act === 'done') return done;
    }
    return readNamed(line, reminder, clock, { hasRung: hasRung(reminder) }) ?? [];
  });
  const [ringing] = rang;
  acts = acts.filter(({ reminder, naming, reply, otherDeed }) => {
    if (['unclear', 'past', 'impossible'].includes(reply.act) || otherDeed) return false;
    if ((reply.act === 'move' || reply.act === 'done') && isVetoed(line, reply.act, reminder))
      return false;
    // «на завтра на 8 утра» behind a ring is no word of «Костюм на утренник».
    return !ringing || hasRung(reminder) || naming === 'all' || namesThings(line, reminder);
  });
  acts = better(acts, ({ naming }) => naming !== 'slip');
  acts = better(acts, ({ reminder }) => saysItsDeed(line, reminder));
  acts = better(acts, ({ reminder }) => hasRung(reminder));
  if (acts.some(({ reply }) => reply.act === 'done' || reply.act === 'later')) {
    acts = better(acts, ({ reminder }) => reminder.state === 'waits');
  }
  // «удали все встречи» names none of them in particular.
  if (!SEVERAL.test(line)) acts = better(acts, ({ naming }) => naming === 'all');
  const most = Math.max(...acts.map(({ words }) => words));
  acts = better(acts, ({ words }) => words === most);
  // «Беловы слились, убери замер у них»
  const shared = acts.map(({ reminder }) => wordsShared(line)(reminder.text));
  acts = acts.filter((_, at) => shared[at] === Math.max(...shared));
  const [only, ...others] = acts;
  if (!only) return undefined;
  // «поставил на зарядку» of «Зарядить павербанк», which has rung, or of «Зарядка»?
  const owners = rang.filter((each) => namedBy(line, each).hasDeed);
  if (only.reply.act === 'done' && !hasRung(only.reminder) && owners.length > 0) {
    return { kind: 'which', reminders: [...owners, only.reminder], all: false };
  }
  const several = SEVERAL.test(line) && only.reply.act !== 'done';
  if (others.length > 0 || several) {
    return { kind: 'which', reminders: acts.map(({ reminder }) => reminder), all: false };
  }
  // What has rung is answered: nothing is left of it to ask about.
  const isAnswered = only.reply.act === 'call-off' && hasRung(only.reminder);
  return actOn(isAnswered ? { ...only, naming: 'all' } : only);
}

/** What becomes of a line that names one reminder: some acts are asked about first. */
export function actOn({ reminder, naming, reply, scopeOpen }: NamedAct): Heard {
  if (reply.act === 'unclear') return { kind: 'which', reminders: [reminder], all: false };
  if (reply.act === 'delete' || reply.act === 'call-off') {
    return naming === 'all' && reminder.rule === null
      ? { kind: 'act', reminder, reply: { act: 'delete' } }
      : { kind: 'delete', reminder };
  }
  return scopeOpen ? { kind: 'scope', reminder } : { kind: 'act', reminder, reply };
}

/** What a line says of a reminder: as a whole, else what is meant by its likes. */
export function replyTo(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  const known = readBeside(line, about) ?? exactly(line, about, clock);
  if (known) return ofTheWhole(line, about, known);
  const reply = replyByIntent(line, about, clock);
  if (reply && reply.act !== 'unclear') return reply;
  const whole = readReply(line, about, clock);
  return whole.act === 'unclear' ? reply : whole;
}

/** The same of one that a line names, whether or not it says so in words that are known. */
export function actOnNamed(line: string, reminder: Known, clock: ReplyClock): NamedAct | undefined {
  const known = readNamed(line, reminder, clock, { hasRung: true });
  if (known || !mentions(line, reminder.text)) return known;
  const reply = replyByIntent(line, reminder, clock);
  const { words, isWhole } = namedBy(line, reminder);
  const naming = isWhole ? 'all' : 'part';
  return reply && { reminder, naming, reply, words, otherDeed: false, scopeOpen: false };
}
