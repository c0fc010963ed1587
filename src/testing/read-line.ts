import { parseArgs } from 'node:util';
import { type Heard, decide } from '@/core/quick-add/conversation/conversation';
import { readMessage } from '@/core/quick-add';
import { BLIND_CONTEXT, inShort } from '@/core/quick-add/test-data/blind-score';
import { instantToWallTime, wallTimeToInstant } from '@/core/time-zone';
import { knowledgeIn, type RecordedLine } from './dialogue-record';
import { recordedLines, recordedSets } from './dialogue-sets';

const USAGE = `How a line is read, and what decides it.

  npm run read -- "<line>" [--rang <text>]… [--made <text>] [--ahead <text>]… [--now <wall time>] [--zone <zone>]
  npm run read -- <id of a dialogue>   its recorded lines

  --rang   a reminder that rang five minutes ago and waits for an answer
  --made   the reminder that was made last, for tomorrow at this time
  --ahead  another reminder, for the same time`;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rang: { type: 'string', multiple: true, default: [] },
    ahead: { type: 'string', multiple: true, default: [] },
    made: { type: 'string' },
    now: { type: 'string', default: '2026-11-20T12:00' },
    zone: { type: 'string', default: BLIND_CONTEXT.timeZone },
  },
});

/** What the options describe, as a line that was recorded. */
function described(line: string): RecordedLine {
  const { rang, ahead, made, now: wallNow, zone: timeZone } = values;
  const now = wallTimeToInstant(wallNow, timeZone);
  const usual = { rule: null, counts: false, noteContent: null, floods: false } as const;
  const since = new Date(now.getTime() - 5 * MINUTE_MS);
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const waits = rang.map((text) => {
    return { ...usual, text, dueAt: since, comesAt: null, state: 'waits' } as const;
  });
  const comes = [...ahead, ...(made === undefined ? [] : [made])].map((text) => {
    return { ...usual, text, dueAt: tomorrow, comesAt: tomorrow, state: 'ahead' } as const;
  });
  const reminders = [...waits, ...comes];
  return {
    dialogue: '',
    step: 0,
    line,
    now,
    timeZone,
    reminders,
    rang: rang.map((_, at) => at + 1),
    waiting: rang.map((_, at) => at + 1),
    latest: made === undefined ? undefined : reminders.length,
    latestAct: made === undefined ? null : 'made',
  };
}

/** The fields of a reading, its reminders by their texts and its instants on the clocks of the zone. */
const readable = (heard: Heard, timeZone: string): string =>
  JSON.stringify(
    heard,
    function (this: Record<string, unknown>, name, value: unknown) {
      const { [name]: unwritten } = this;
      if (unwritten instanceof Date) return instantToWallTime(unwritten, timeZone);
      const isReminder = typeof value === 'object' && value !== null && 'dueAt' in value;
      return isReminder && 'text' in value ? `«${String(value.text)}»` : value;
    },
    2,
  );

function tell(record: RecordedLine): void {
  const { line, now, timeZone } = record;
  const knowledge = knowledgeIn(record);
  const textsOf = (those: readonly { text: string }[]) =>
    those.map(({ text }) => `«${text}»`).join(', ') || 'nothing';
  const decision = decide(line, knowledge);
  const { latest } = knowledge;
  const told = [
    `«${line}», ${instantToWallTime(now, timeZone)} in ${timeZone}`,
    `  rang    ${textsOf(knowledge.rang)}`,
    `  last    ${latest ? `«${latest.text}», ${knowledge.latestAct ?? 'changed'}` : 'nothing'}`,
    `  named   ${textsOf(knowledge.named)}`,
  ];
  if (decision) {
    told.push(`  words   ${decision.words}`, `  row     ${decision.row}`);
    told.push(`  reading ${readable(decision.heard, timeZone).replaceAll('\n', '\n          ')}`);
  } else {
    const context = { ...BLIND_CONTEXT, now, timeZone };
    told.push(
      '  row     something new',
      `  reading ${readMessage(line, context).map(inShort).join(' | ')}`,
    );
  }
  process.stdout.write(`${told.join('\n')}\n`);
}

const [asked] = positionals;
if (asked === undefined || positionals.length > 1) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  const recorded = recordedSets()
    .flatMap(recordedLines)
    .filter(({ dialogue }) => dialogue === asked);
  for (const record of recorded.length > 0 ? recorded : [described(asked)]) tell(record);
}
