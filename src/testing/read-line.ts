import { parseArgs } from 'node:util';
import { type Heard, decide } from '@/core/quick-add/conversation/conversation';
import { readMessage } from '@/core/quick-add';
import { heaviestFeatures, likelihoods } from '@/core/quick-add/conversation/intents';
import { featuresOf } from '@/core/quick-add/conversation/slots';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { BLIND_CONTEXT, inShort } from '@/core/quick-add/test-data/blind-score';
import { instantToWallTime, wallTimeToInstant } from '@/core/time-zone';
import { describedLine } from './described-line';
import { knowledgeIn, type RecordedLine } from './dialogue-record';
import { recordedLines, recordedSets } from './dialogue-sets';

const USAGE = `How a line is read, and what decides it.

  npm run read -- "<line>" [--rang <text>]… [--made <text>] [--ahead <text>]… [--now <wall time>] [--zone <zone>]
  npm run read -- <id of a dialogue>   its recorded lines

  --rang   a reminder that rang five minutes ago and waits for an answer
  --made   the reminder that was made last, for tomorrow at this time
  --ahead  another reminder, for the same time`;

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
  const features = featuresOf(spelledOut(line), knowledge);
  const likely = likelihoods(features).slice(0, 3);
  const told = [
    `«${line}», ${instantToWallTime(now, timeZone)} in ${timeZone}`,
    `  rang    ${textsOf(knowledge.rang)}`,
    `  last    ${latest ? `«${latest.text}», ${knowledge.latestAct ?? 'changed'}` : 'nothing'}`,
    `  named   ${textsOf(knowledge.named)}`,
    `  slots   ${features.find((each) => each.startsWith('pattern '))?.slice(8) ?? ''}`,
    `  intents ${likely.map(({ intent, probability }) => `${intent} ${(probability * 100).toFixed(1)} %`).join(', ')}`,
    ...heaviestFeatures(features, likely[0]?.intent ?? 'new', 5).map(
      ([feature, weight]) => `          ${weight.toFixed(2)} ${feature}`,
    ),
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
  for (const record of recorded.length > 0
    ? recorded
    : [describedLine(asked, { ...values, now: wallTimeToInstant(values.now, values.zone) })])
    tell(record);
}
