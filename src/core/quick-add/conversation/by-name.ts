import { readReply, type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { answerIn } from './answers';
import { type Heard, type Knowledge } from './conversation';
import { listen } from './gist';
import {
  type Known,
  type NamedAct,
  readBeside,
  readNamed,
  saysItsDeed,
  thingsOf,
  willDoIt,
} from './named';
import { likeness, namingWords, wordsShared } from './names';
import { ofTheWhole } from './points';

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
  if (acts.length === 0) return undefined;
  acts = better(acts, ({ loose }) => !loose);
  const doubtful = acts.some(({ naming, otherDeed }) => naming !== 'all' || otherDeed);
  const answers = doubtful ? rang.flatMap((each) => answerIn(line, each, clock) ?? []) : [];
  // «сегодня без неё, спину прихватило» speaks of what has rung, and not of «Массаж спины».
  const isAnswer = answers.some(({ act }) => act !== 'unclear');
  acts = acts.filter(
    ({ naming, reminder, reply, loose }) =>
      !isAnswer ||
      naming === 'all' ||
      // «созвона не будет»
      (naming === 'part' && reply.act === 'call-off' && !loose) ||
      hasRung(reminder) ||
      saysItsDeed(line, reminder) ||
      // «гостей встречаем на полчаса позже, перенеси»
      willDoIt(line, reminder),
  );
  acts = better(acts, ({ reply }) => reply.act !== 'unclear');
  acts = better(acts, ({ otherDeed }) => !otherDeed);
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
  // «жена закрыла» with «Встретить жену», when «Закрыть гараж» has rung.
  if (only.otherDeed && answers.some(({ act }) => act === 'done')) return undefined;
  const several = SEVERAL.test(line) && only.reply.act !== 'done';
  if (others.length > 0 || only.otherDeed || several) {
    return { kind: 'which', reminders: acts.map(({ reminder }) => reminder), all: false };
  }
  // «перенеси маникюр и стоматолога на завтра»: not only the one that its words fit best.
  const beside = only.loose ? live.filter((each) => isNamedBeside(line, each, only.reminder)) : [];
  if (beside.length > 0) {
    return { kind: 'which', reminders: [only.reminder, ...beside], all: false };
  }
  // «поставил на зарядку» of «Зарядить павербанк», which has rung, or of «Зарядка»?
  const owners = rang.filter(
    (each) => listen(line, each, clock).named && answerIn(line, each, clock)?.act === 'done',
  );
  const isOwn = hasRung(only.reminder) || saysItsDeed(line, only.reminder);
  if (only.reply.act === 'done' && !isOwn && owners.length > 0) {
    return { kind: 'which', reminders: [...owners, only.reminder], all: false };
  }
  // What has rung is answered: nothing is left of it to ask about.
  const isAnswered = only.reply.act === 'call-off' && hasRung(only.reminder);
  return actOn(isAnswered ? { ...only, naming: 'all' } : only);
}

/** Whether a line names a thing of this reminder that the other has not. */
function isNamedBeside(line: string, reminder: Known, other: Known): boolean {
  const own = namingWords(other.text);
  const words = namingWords(line).filter((word) => !own.some((each) => likeness(word, each)));
  return thingsOf(reminder).some((thing) => words.some((word) => likeness(word, thing) === 'same'));
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

/** «заплатил вчера»: what has passed is no time to come at. */
export function exactly(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  const reply = readReply(line, about, clock);
  if (reply.act === 'unclear') return undefined;
  if (!['past', 'impossible', 'later'].includes(reply.act)) return reply;
  const loosely = answerIn(line, about, clock);
  if (reply.act === 'later' && loosely?.act !== 'move') return reply;
  return loosely && loosely.act !== 'unclear' ? loosely : reply;
}

/** What a line says of a reminder: as a whole, else by its single words. */
export function replyTo(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  const reply =
    readBeside(line, about) ?? exactly(line, about, clock) ?? answerIn(line, about, clock);
  return reply && ofTheWhole(line, about, reply);
}
