import { type ChatMessage } from '@/dev/simulator/world';
import { folded } from '@/core/quick-add/test-data/blind-score';
import { readPress } from '@/server/reminders/message';
import { ABOUT } from '@/server/telegram/callback-data';
import { readSnoozePreset } from '@/core/presets';
import { type AskKind } from './dialogue-format';

/*
 * What the bot's new messages amount to. The only place that says what a question is:
 * - It asks where a sentence of its own ends in «?» (what it quotes aside), where it begins with «Не понял»,
 *   «Сохранить так», «Напишите» and the like, or where its buttons choose: Удалить/Оставить, только этот раз/всегда, or
 *   several reminders by name.
 * - A question has all kinds that its buttons and asking sentences speak of, and `unclear` in any case; but
 *   where a draft is kept (dialogue-verdict) it asks when or what, not what is meant.
 * - Only telling is what begins with no such «Не понял», «Напишите».
 * - It names a reminder where message or buttons hold its text, or as much of it as lists show.
 */

export interface Said {
  /** Everything, without markup; empty where the bot was silent. */
  text: string;
  asks: ReadonlySet<AskKind>;
  /** A sentence of its own ends in «?». */
  questions: boolean;
  /** It begins with something of its own, not with how to write to it. */
  tells: boolean;
  names: string[];
}

const ASKING = /^(не понял|сохранить так|напишите|выберите|уточните|ответьте)/i;
const KINDS: [AskKind, RegExp][] = [
  ['when', /когда|во сколько|на какое время|на какой день|на какое число|в котором часу/i],
  ['what', /о ч[её]м|что напомнить|что именно|что записать/i],
  [
    'which',
    /как(ое|ой|ую|ие|ого)( из| напоминани| именно|\?)|котор(ое|ый|ую|ые|ая)|о каком|что из/i,
  ],
  ['series', /только (этот|в этот|ближайш|один)|всегда|вс[юе] (серию|повторени|дальнейш)/i],
  ['delete', /удалить/i],
];

/** What it says of its own, sentence by sentence. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/«[^»]*»/g, '…')
    .split(/\n|(?<=[.!?])\s/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Whether pressing it puts off a reminder that is stored. */
function putsOff(data = ''): boolean {
  const [about, , action = ''] = data.split(':');
  const press = readPress(data);
  if (press) return press.button !== 'undo' && press.button !== 'done' && press.button !== 'when';
  return about === ABOUT.item && readSnoozePreset(action) !== undefined;
}

const LISTED = 25;

/** The keys of the texts that stand in a message; a longer text hides a shorter one that it holds. */
function namedIn(text: string, known: ReadonlyMap<string, string>): string[] {
  let rest = folded(text);
  const byLength = [...known].sort(([, a], [, b]) => b.length - a.length);
  const named: string[] = [];
  for (const [key, each] of byLength) {
    const name = folded(each).slice(0, LISTED).trim();
    if (name === '' || !rest.includes(name)) continue;
    named.push(key);
    rest = rest.replace(name, '#');
  }
  return named;
}

export function understand(
  messages: readonly Pick<ChatMessage, 'text' | 'keyboard'>[],
  known: ReadonlyMap<string, string>,
): Said {
  const text = messages.map((each) => each.text).join('\n');
  const buttons = messages.flatMap((each) => each.keyboard.flat());
  const labels = buttons.map((each) => each.text);
  const has = (pattern: RegExp) => labels.some((label) => pattern.test(label));
  // «/find хлеб» is how to search.
  const names = namedIn([text.replace(/\/find \S+/g, ''), ...labels].join('\n'), known);

  const byButtons = new Set<AskKind>();
  if (has(/удалить|да/i) && has(/оставить|не удалять/i)) byButtons.add('delete');
  if (has(/только|этот раз|один раз/i) && has(/всегда|все|вс[юё]/i)) byButtons.add('series');
  const choices = new Set(labels.flatMap((label) => namedIn(label, known)));
  if (choices.size > 1) byButtons.add('which');

  const sentences = sentencesOf(text);
  const asking = sentences.filter((each) => each.endsWith('?') || ASKING.test(each)).join(' ');
  const asks = new Set<AskKind>(byButtons);
  if (byButtons.size > 0 || asking !== '') {
    asks.add('unclear');
    for (const [kind, words] of KINDS) if (words.test(asking)) asks.add(kind);
    if (buttons.filter(({ callback_data: data }) => putsOff(data)).length > 1) asks.add('snooze');
  }
  const [first = ''] = sentences;
  const questions = sentences.some((each) => each.endsWith('?'));
  return { text, asks, questions, names, tells: first !== '' && !ASKING.test(first) };
}
