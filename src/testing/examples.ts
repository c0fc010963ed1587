import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Heard, type Knowledge } from '@/core/quick-add/conversation/conversation';
import { knowledgeOfOne } from '@/core/quick-add/conversation/decide';
import { type Intent, INTENTS } from '@/core/quick-add/conversation/intents';
import { featuresOf } from '@/core/quick-add/conversation/slots';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { type Reply } from '@/core/quick-add/replies/reply';
import {
  BLIND_REPLIES,
  REPLY_CLOCK,
  REPLY_SUBJECTS,
} from '@/core/quick-add/test-data/blind-replies';
import { jsonLines, readBlindSet } from '@/core/quick-add/test-data/blind-score';
import { type Dialogue, type Wanted } from './dialogue-format';
import { knowledgeIn, readingOf, type RecordedLine, knownOf } from './dialogue-record';
import { describedLine } from './described-line';
import { dialoguesIn, FOLDER, recordedLines, recordedSets } from './dialogue-sets';
import { type Example } from './train';

/*
 * What core's weights are trained on: the recorded lines of all dialogues with what their writers mean, and first
 * lines said behind a ring, which answer nothing.
 */

export interface LabelledLine {
  intent: Intent;
  /** The file that it comes from; '' for a first line. */
  set: string;
  /** All intents that are right. */
  intents: readonly Intent[];
  /** Not given for a first line and a reply. */
  record: RecordedLine | undefined;
  line: string;
  knowledge: Knowledge;
}

/** In an order that depends on nothing but the files. */
export function labelledLines(): LabelledLine[] {
  const said = recordedSets().toSorted().flatMap(linesOfSet);
  const first = firstLines(said.flatMap(({ record }) => record ?? []));
  return [...said, ...taughtLines(), ...repliedLines(), ...first];
}

/** What training sees of a line. */
export const exampleOf = ({ line, knowledge, intent }: LabelledLine): Example => ({
  features: featuresOf(spelledOut(line), knowledge),
  intent,
});

/** The features of so many lines are part of the hash: those of all take longer than the other tests. */
const HASHED = 25;

/** Tells whether the weights are those of these examples, as far as a few seconds show it. */
export function hashOf(lines: readonly LabelledLine[]): string {
  const hash = createHash('sha256');
  for (const [at, labelled] of lines.entries()) {
    const { line, intent } = labelled;
    const features = at % HASHED === 0 ? exampleOf(labelled).features.toSorted() : [];
    hash.update(`${JSON.stringify([line, intent, ...features])}\n`);
  }
  return hash.digest('hex');
}

function linesOfSet(set: string): LabelledLine[] {
  const dialogues = new Map(dialoguesIn(set).map((each) => [each.id, each]));
  return recordedLines(set).flatMap((record) => {
    const dialogue = dialogues.get(record.dialogue);
    const intents = dialogue ? intentsOf(record, dialogue) : [];
    const [intent] = intents;
    if (intent === undefined) return [];
    const knowledge = knowledgeIn(record);
    const { line } = record;
    return [{ set: path.basename(set), intents, intent, record, line, knowledge }];
  });
}

/** What the writer of a dialogue means by its last line; an earlier one is labelled by its reading. */
export function intentsOf(record: RecordedLine, { steps, expect: wanted }: Dialogue): Intent[] {
  const known = knownOf(record);
  const { expected } = record;
  const reading =
    expected === undefined ? undefined : readingOf(expected, (place) => known[place - 1]);
  const isLast = record.step === steps.length - 1;
  // «купить лампочки», to which «Когда напомнить?» is asked
  if (expected === null) return ['new'];
  const meant = isLast ? wanted.flatMap(intentsOfWanted) : [];
  const read = expected === undefined ? [] : intentsOfReading(reading);
  // What was just made is deleted to be undone.
  return meant.includes('undo') ? [...meant, ...read] : [...read, ...meant];
}

const has = (value: object | undefined): boolean => Object.keys(value ?? {}).length > 0;

/** Where the bot is to ask which one is meant, nothing is said of what for. */
function intentsOfWanted(wanted: Wanted): Intent[] {
  if (wanted.undone) return ['undo'];
  if (has(wanted.made) || has(wanted.note)) return has(wanted.done) ? [] : ['new'];
  if (has(wanted.deleted)) return ['delete'];
  if (has(wanted.rule)) return ['repeat'];
  if (has(wanted.moved)) return ['move'];
  if (has(wanted.done)) return ['done'];
  if (has(wanted.skipped)) return ['skip'];
  if (has(wanted.renamed)) return ['rewrite'];
  if (has(wanted.preAlerts)) return ['ahead'];
  if (has(wanted.paused)) return ['pause'];
  if (has(wanted.resumed)) return ['resume'];
  if (has(wanted.floodEnds)) return ['quiet'];
  if (wanted.answers) return ['question'];
  if (wanted.asks) return wanted.asks.flatMap((each) => ASKED_ABOUT[each] ?? []);
  return ['talk'];
}

const ASKED_ABOUT: Partial<Record<string, Intent>> = {
  delete: 'delete',
  snooze: 'later',
  when: 'later',
  series: 'move',
};

const OF_REPLY: Partial<Record<Reply['act'], Intent>> = {
  done: 'done',
  skip: 'skip',
  delete: 'delete',
  'call-off': 'delete',
  undo: 'undo',
  resume: 'resume',
  pause: 'pause',
  move: 'move',
  past: 'move',
  repeat: 'repeat',
  rewrite: 'rewrite',
  ahead: 'ahead',
  later: 'later',
  'not-done': 'later',
  quiet: 'quiet',
};

function intentsOfReading(reading: Heard | undefined): Intent[] {
  switch (reading?.kind) {
    case undefined:
      return ['new'];
    case 'act':
      return [OF_REPLY[reading.reply.act] ?? []].flat();
    case 'all':
      return [reading.act instanceof Date ? 'move' : reading.act];
    case 'undo-all':
      return ['undo'];
    case 'delete':
      return ['delete'];
    case 'scope':
      return ['move'];
    case 'question':
      return ['question'];
    case 'no-such':
      return ['order'];
    case 'nothing-waits':
      return ['done'];
    case 'small-talk':
      return ['talk'];
    default:
      return [];
  }
}

const taught = z.object({
  line: z.string(),
  intent: z.enum(INTENTS),
  /** A reminder that rang, was made, or lies ahead. */
  rang: z.union([z.string(), z.array(z.string())]).optional(),
  made: z.string().optional(),
  /** Or the one that was changed last. */
  changed: z.string().optional(),
  /** The key of what was done to several last. */
  together: z.string().optional(),
  ahead: z.union([z.string(), z.array(z.string())]).optional(),
});

/** Expressions that somebody teaches, with what is known when they are said. */
function taughtLines(): LabelledLine[] {
  const text = readFileSync(path.join(FOLDER, TAUGHT), 'utf8');
  return jsonLines(text).map((each) => {
    const { line, intent, ...said } = taught.parse(each);
    const record = describedLine(line, said);
    const knowledge = knowledgeIn(record);
    return { set: TAUGHT, intents: [intent], intent, record, line, knowledge };
  });
}

const TAUGHT = 'taught.jsonl';

const OF_REPLIED: Partial<Record<string, Intent>> = {
  ...OF_REPLY,
  'ask-when': 'later',
  suggest: 'move',
  text: 'rewrite',
  thanks: 'talk',
};

/** What people reply to a message about a reminder. */
const repliedLines = (): LabelledLine[] =>
  BLIND_REPLIES.flatMap(([about, line, expected]) => {
    const intents = expected
      .split(' or ')
      .flatMap((each) => OF_REPLIED[each.split(' ')[0] ?? ''] ?? []);
    const [intent] = intents;
    if (intent === undefined) return [];
    const knowledge = knowledgeOfOne(REPLY_SUBJECTS[about], REPLY_CLOCK);
    return [{ set: 'replies', intents, intent, record: undefined, line, knowledge }];
  });

/** Each so manieth: as many as the dialogues have of any one intent. */
const TAKEN = 5;
/** Spreads them over what was talked about, whatever order the sets have. */
const STRIDE = 7919;

/** Otherwise a new task that is said behind a ring or a card would be taken for an answer to it. */
function firstLines(records: readonly RecordedLine[]): LabelledLine[] {
  const talkedOf = records.filter(({ rang, latest }) => rang.length > 0 || latest !== undefined);
  const ofSeries = talkedOf.filter(({ latest, reminders }) => reminders[(latest ?? 0) - 1]?.rule);
  const files = readdirSync(FOLDER).filter((name) =>
    /^(?:blind-|clocks|lines-).*jsonl$/.test(name),
  );
  const lines = files
    .filter((name) => !UNLEARNED.some((set) => name.includes(set)))
    .toSorted()
    .flatMap((set) => readBlindSet(readFileSync(path.join(FOLDER, set), 'utf8')))
    .filter(({ expect: wanted }) =>
      wanted.every(({ kind }) => ['ready', 'note', 'ask'].includes(kind)),
    )
    .filter((_, at) => at % TAKEN === 0)
    .filter(({ text }) => text.length <= 200 && !text.includes('\n'));
  return lines.flatMap(({ text: line, expect: wanted }, at) => {
    // Said behind a series, a rule could be another one for that.
    const those = wanted.some(({ rule }) => rule) ? ofSeries : talkedOf;
    const record = those[(at * STRIDE) % those.length];
    if (!record) return [];
    const isAlone = at % 4 === 0;
    const context = isAlone ? { ...record, rang: [], latest: undefined, latestAct: null } : record;
    const knowledge = knowledgeIn({ ...context, line });
    const intent = 'new' as const;
    return [{ set: '', intents: [intent], intent, record: undefined, line, knowledge }];
  });
}

/** First lines of sealed sets, and of those that have only been repaired by. */
const UNLEARNED = [
  '2026-11-28',
  '2026-11-29-e',
  '2026-11-29-k',
  '2026-11-29-u',
  '2026-11-29-v',
  '2026-11-30',
];
