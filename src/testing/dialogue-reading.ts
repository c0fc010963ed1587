import { daysAfter } from '@/core/calendar';
import { USUAL_DAY_PARTS } from '@/core/day-parts';
import { type QuickAddContext, type QuickAddResult, readMessage } from '@/core/quick-add';
import { type Act, type Heard } from '@/core/quick-add/conversation/conversation';
import { type Known } from '@/core/quick-add/conversation/named';
import { replyOfAll } from '@/core/quick-add/conversation/several';
import { namingWords } from '@/core/quick-add/conversation/names';
import { type Question } from '@/core/quick-add/conversation/questions';
import { type Reply } from '@/core/quick-add/replies/reply';
import { wordFinder } from '@/core/search';
import { localDateAt } from '@/core/time-zone';
import { type Change, type Fate, sameRule, type Shown } from './dialogue-effects';
import { type AskKind } from './dialogue-format';
import { type RecordedLine, knownOf } from './dialogue-record';
import { type Said } from './dialogue-said';
import { type Outcome } from './dialogue-verdict';

/*
 * What a reading of a line would come to, without doing it. `dialogues.parts.test.ts` proves on one set that what is
 * done over PostgreSQL comes to the same verdicts.
 */

const TELLS: Said = { text: '', asks: new Set(), questions: false, tells: true, names: [] };
const asking = (...kinds: AskKind[]): Said => ({
  ...TELLS,
  asks: new Set<AskKind>(['unclear', ...kinds]),
  questions: true,
});

const shown = (text: string, at: Date, fields: Partial<Shown> = {}): Shown => ({
  text,
  rule: null,
  preAlerts: [],
  floodInterval: null,
  dateTime: at,
  completed: false,
  pausedFrom: null,
  snoozedUntil: null,
  openOccurrenceAt: null,
  ...fields,
});

/** What the last line of a dialogue comes to where it is read as `heard`. */
export function outcomeOfReading(record: RecordedLine, heard: Heard | undefined): Outcome {
  const keys = record.reminders.flatMap(({ key }, at) =>
    key === undefined ? [] : [[key, at + 1] as const],
  );
  const latestKey = keys.find(([, id]) => id === record.latest)?.[0];
  const outcome: Outcome = {
    changes: new Map(),
    made: [],
    notes: [],
    drafted: false,
    undone: false,
    said: TELLS,
    ids: new Map(keys),
    touched: new Set(latestKey === undefined ? [] : [latestKey]),
  };
  const comesTo = heard ? effectsOfReading(heard, record) : effectsOfNew(record);
  return { ...outcome, ...comesTo };
}

type ComesTo = Partial<Outcome>;

function effectsOfReading(heard: Heard, record: RecordedLine): ComesTo {
  switch (heard.kind) {
    case 'act':
      return effectsOfActs([heard], record);
    case 'each':
      return effectsOfActs(heard.acts, record);
    case 'acts': {
      const { said = TELLS, ...effects } = effectsOfActs(heard.acts, record);
      return { ...effects, said: heard.asks ? saidOf(heard.asks.heard, record) : said };
    }
    case 'all': {
      const reply = replyOfAll(heard.act);
      const acts = heard.reminders.map((each): Act => ({ kind: 'act', reminder: each, reply }));
      return effectsOfActs(acts, record);
    }
    case 'undo-all':
      return { undone: true };
    default:
      return { said: saidOf(heard, record) };
  }
}

/** What is said where nothing is changed. */
function saidOf(heard: Heard, record: RecordedLine): Said {
  switch (heard.kind) {
    case 'which':
      return heard.reminders.length > 1 ? asking('which') : asking('which', 'what');
    case 'delete':
      return heard.reminder.rule ? asking('delete', 'series') : asking('delete');
    case 'scope':
      return asking('series');
    case 'stands':
      return asking('what');
    case 'no-such':
      return asking();
    case 'question':
      return { ...TELLS, names: keysOf(foundBy(heard.question, record), record) };
    default:
      return TELLS;
  }
}

const keysOf = (those: readonly Known[], { reminders }: RecordedLine): string[] =>
  those.flatMap(({ id }) => reminders[id - 1]?.key ?? []);

const HALF_MINUTE_MS = 30_000;

/** The reminders that the answer to a question names, as far as the record tells. */
function foundBy(question: Question, record: RecordedLine): readonly Known[] {
  const known = knownOf(record).filter(({ state }) => state === 'ahead' || state === 'waits');
  const soonest = known
    .filter(({ comesAt }) => comesAt !== null)
    .toSorted((a, b) => (a.comesAt?.getTime() ?? 0) - (b.comesAt?.getTime() ?? 0));
  switch (question.asks) {
    case 'reminder':
      return question.found;
    case 'next':
      return soonest.slice(0, 1);
    case 'find': {
      const stems = namingWords(question.words).map(({ stem }) => stem);
      const isFound = wordFinder(stems.join(' ') || question.words);
      return known.filter(({ text }) => isFound(text));
    }
    case 'days': {
      const { from, days } = question;
      const before = daysAfter(from, days);
      return soonest.filter(({ comesAt }) => {
        const date = comesAt && localDateAt(new Date(comesAt.getTime()), record.timeZone);
        return date !== null && date >= from && date < before;
      });
    }
  }
}

function effectsOfActs(acts: readonly Act[], record: RecordedLine): ComesTo {
  const changes = new Map<number, Change>();
  let said = TELLS;
  let undone = false;
  for (const { reminder, reply } of acts) {
    const change = changeOf(reminder, reply);
    if (change) changes.set(reminder.id, change);
    else said = saidOfReply(reminder, reply, record);
    if (takesBack(reminder, reply, record)) undone = true;
  }
  return { changes, said, undone };
}

/** Whether the act makes undone what was made or done last. */
function takesBack(reminder: Known, { act }: Reply, { latest, latestAct }: RecordedLine): boolean {
  if (act === 'undo') return true;
  const isLatest = reminder.id === latest;
  if (act === 'delete') return isLatest && latestAct === 'made';
  if (act === 'resume') return isLatest;
  const isAnswered = reminder.state === 'over' || (reminder.rule && reminder.state === 'ahead');
  return act === 'not-done' && Boolean(isAnswered);
}

/** What an act changes of a reminder; undefined where it only says or asks something. */
function changeOf(reminder: Known, reply: Reply): Change | undefined {
  const { text, dueAt, rule, state, floods = false } = reminder;
  const isOver = state === 'over';
  const row = shown(text, dueAt, { rule });
  const comesTo = (fate: Fate, after = row): Change => ({ row: after, fates: new Set([fate]) });
  const unseen: Change = { row, fates: new Set() };
  switch (reply.act) {
    case 'done':
      return isOver ? undefined : comesTo('done');
    case 'skip':
      return isOver ? undefined : comesTo('skipped');
    case 'delete':
      return comesTo('deleted');
    case 'pause':
      return state === 'paused' ? undefined : comesTo('paused');
    case 'resume':
      return state === 'paused' ? comesTo('resumed') : undefined;
    case 'quiet':
      return floods ? comesTo('floodEnds') : undefined;
    case 'move': {
      const moved = Math.abs(reply.to.getTime() - (reminder.comesAt?.getTime() ?? 0));
      const after = { ...row, dateTime: reply.to };
      return moved > HALF_MINUTE_MS ? comesTo('moved', after) : { ...unseen, row: after };
    }
    case 'repeat': {
      const { dateTime, rule: anew } = reply.when;
      const fates = new Set<Fate>(sameRule(rule, anew) ? ['moved'] : ['moved', 'rule']);
      return { row: shown(text, dateTime, { rule: anew }), fates };
    }
    case 'rewrite':
      return comesTo('renamed', { ...row, text: reply.text });
    case 'ahead':
      return comesTo('preAlerts', { ...row, preAlerts: [...reply.minutes] });
    case 'undo':
      return unseen;
    default:
      return undefined;
  }
}

function saidOfReply(reminder: Known, { act }: Reply, record: RecordedLine): Said {
  switch (act) {
    case 'later':
    case 'not-done':
      return asking('when', 'snooze');
    case 'either':
    case 'past':
    case 'impossible':
      return asking('when');
    case 'call-off':
    case 'unclear':
      return asking();
    default:
      return { ...TELLS, names: keysOf([reminder], record) };
  }
}

/** A line that makes something new. */
function effectsOfNew({ line, now, timeZone }: RecordedLine): ComesTo {
  const context: QuickAddContext = {
    now,
    timeZone,
    dayParts: USUAL_DAY_PARTS,
    types: [],
    categories: [],
  };
  const [only, ...others] = readMessage(line, context);
  if (!only || others.length > 0) return { drafted: true, said: asking() };
  return effectsOfLine(only);
}

function effectsOfLine(read: QuickAddResult): ComesTo {
  const { outcome, text, preAlerts, floodInterval } = read;
  switch (outcome) {
    case 'ready': {
      const isAsked = read.doubt !== null || read.movedToTomorrow;
      if (isAsked) return { drafted: true, said: asking('when') };
      const fields = { rule: read.rule, preAlerts, floodInterval };
      return { made: [shown(text, read.dateTime, fields)] };
    }
    case 'note':
      return { notes: [{ title: text, content: text }] };
    case 'none':
      return { said: { ...TELLS, tells: false } };
    case 'no-text':
      return { drafted: read.when !== null, said: asking('what') };
    default:
      return { drafted: text !== '', said: asking('when') };
  }
}
