import { CHAT_PAGE_SIZE } from '@/core/limits';
import { folded } from '@/core/quick-add/test-data/blind-score';
import { instantToWallTime } from '@/core/time-zone';
import { type Dialogue, type Wanted, type WantedItem } from './dialogue-format';
import { type Change, comes, type Effects, sameRule, type Shown } from './dialogue-effects';
import { type Said } from './dialogue-said';

/** What the last step of a dialogue came to. */
export interface Outcome extends Effects {
  /** All is as it was before one of the earlier lines. */
  undone: boolean;
  said: Said;
  /** Ids of the reminders by the dialogue's names. */
  ids: ReadonlyMap<string, number>;
  /** Names of reminders that earlier lines have changed or made. */
  touched: ReadonlySet<string>;
  /** Something was thrown. */
  fault?: string;
}

/**
 * `asked`: an act was expected, the bot asks and nothing is changed; `nothing`: neither; `touched`: a
 * reminder changed that no expected outcome names; `made`: one was stored where no outcome has one.
 */
export const VERDICTS = ['right', 'asked', 'nothing', 'touched', 'made', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

const FLAGS = ['done', 'skipped', 'deleted', 'paused', 'resumed'] as const;
const VALUES = ['moved', 'renamed', 'rule', 'preAlerts'] as const;
const TOLERANCE_MS = 60_000;

const wallMs = (wall: string): number => new Date(`${wall.slice(0, 16)}Z`).getTime();

/** Whether a moment is one of the wall times or lies in one of the spans; a minute off is rounding. */
function isAt(instant: Date | null, wanted: readonly string[], zone: string): boolean {
  if (!instant) return false;
  const got = wallMs(instantToWallTime(instant, zone));
  return wanted.some((each) => {
    const [from = '', to = from] = each.split('..');
    return got >= wallMs(from) - TOLERANCE_MS && got <= wallMs(to) + TOLERANCE_MS;
  });
}

const sameTitle = (wanted: readonly string[] | undefined, got: string): boolean =>
  !wanted || wanted.some((title) => folded(title) === folded(got));

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  [...a].sort((x, y) => x - y).join() === [...b].sort((x, y) => x - y).join();

function isMade(wanted: WantedItem, row: Outcome['made'][number], zone: string): boolean {
  return (
    isAt(comes(row), wanted.at ?? [], zone) &&
    sameTitle(wanted.title, row.text) &&
    sameRule(wanted.rule ?? null, row.rule) &&
    (wanted.flood ?? false) === (row.floodInterval !== null) &&
    sameNumbers(wanted.preAlerts ?? [], row.preAlerts)
  );
}

const keysOf = (wanted: Wanted): Set<string> =>
  new Set([
    ...FLAGS.flatMap((flag) => wanted[flag]),
    ...wanted.floodEnds,
    ...VALUES.flatMap((name) => Object.keys(wanted[name])),
  ]);

function isChanged(wanted: Wanted, key: string, change: Change | undefined, zone: string): boolean {
  if (!change) return false;
  const { row, fates } = change;
  const { [key]: moved } = wanted.moved;
  const { [key]: renamed } = wanted.renamed;
  const { [key]: rule } = wanted.rule;
  const { [key]: preAlerts } = wanted.preAlerts;
  const floodEnds = wanted.floodEnds.includes(key);
  return (
    FLAGS.every((flag) => wanted[flag].includes(key) === fates.has(flag)) &&
    // To be done, to be put off ends it as well.
    (!floodEnds || fates.has('floodEnds')) &&
    (!fates.has('floodEnds') || floodEnds || moved !== undefined) &&
    (moved ? isAt(comes(row), moved, zone) : !fates.has('moved') || rule !== undefined) &&
    (renamed ? sameTitle(renamed, row.text) : !fates.has('renamed')) &&
    (rule === undefined ? !fates.has('rule') : sameRule(rule, row.rule)) &&
    (preAlerts ? sameNumbers(preAlerts, row.preAlerts) : !fates.has('preAlerts'))
  );
}

/** All are met, each by another one. */
const pairs = <W, G>(wanted: readonly W[], got: readonly G[], fits: (w: W, g: G) => boolean) => {
  const rest = [...got];
  for (const each of wanted) {
    const found = rest.findIndex((other) => fits(each, other));
    if (found < 0) return false;
    rest.splice(found, 1);
  }
  return rest.length === 0;
};

const unchanged = ({ changes, made, notes }: Outcome): boolean =>
  changes.size === 0 && made.length === 0 && notes.length === 0;

const hasAsked = ({ said, drafted }: Outcome): boolean => said.asks.size > 0 || drafted;
/** A question that has to be answered, be it only with a button. */
const hasChoice = ({ said, drafted }: Outcome): boolean =>
  drafted || (['which', 'delete', 'series', 'snooze'] as const).some((kind) => said.asks.has(kind));

function isRight(wanted: Wanted, got: Outcome, { zone }: Dialogue): boolean {
  if (wanted.undone) return got.undone && got.made.length === 0;
  const keys = keysOf(wanted);
  const made = wanted.made.filter(({ kind }) => kind === 'ready');
  const asked = wanted.made.some(({ kind }) => !['ready', 'note', 'none'].includes(kind));
  const noted = [
    ...wanted.made.filter(({ kind }) => kind === 'note').map(({ title }) => title),
    ...(wanted.note.length > 0 ? [wanted.note] : []),
  ];
  if (keys.size > 0 || made.length > 0 || noted.length > 0) {
    const changed = new Set([...got.changes.keys()]);
    for (const key of keys) {
      const id = got.ids.get(key) ?? 0;
      if (!isChanged(wanted, key, got.changes.get(id), zone)) return false;
      changed.delete(id);
    }
    return (
      changed.size === 0 &&
      pairs(made, got.made, (item, row) => isMade(item, row, zone)) &&
      pairs(noted, got.notes, (titles, row) =>
        [row.title, row.content, `${row.title} ${row.content}`].some((text) =>
          sameTitle(titles, text),
        ),
      ) &&
      (!asked || hasAsked(got))
    );
  }
  if (!unchanged(got)) return false;
  if (wanted.asks) {
    // «Когда напомнить?» about a line that was no reminder is the answer to another question.
    const kinds = got.drafted ? wanted.asks.filter((kind) => kind !== 'unclear') : wanted.asks;
    return kinds.some((kind) => got.said.asks.has(kind));
  }
  if (wanted.answers) {
    const { names, tells, questions } = got.said;
    const { answers } = wanted;
    // Of a long list only the first page is said.
    const full = names.length === Math.min(answers.length, CHAT_PAGE_SIZE);
    const same = names.every((key) => answers.includes(key)) && full;
    // Where nothing is found it may offer to make one; a list may have its reminders as buttons.
    return same && tells && !got.drafted && (names.length === 0 || !questions);
  }
  if (wanted.smallTalk) return got.said.tells && !hasChoice(got);
  if (asked) return hasAsked(got);
  return !hasChoice(got);
}

export function verdictOn(dialogue: Dialogue, got: Outcome): Verdict {
  const { expect } = dialogue;
  if (got.fault === undefined && expect.some((wanted) => isRight(wanted, got, dialogue))) {
    return 'right';
  }
  const named = new Set(expect.flatMap((wanted) => [...keysOf(wanted)]));
  if (expect.some(({ undone }) => undone)) for (const key of got.touched) named.add(key);
  const namedIds = new Set([...named].map((key) => got.ids.get(key)));
  if ([...got.changes.keys()].some((id) => !namedIds.has(id))) return 'touched';
  const mayMake = expect.some(({ made }) => made.some(({ kind }) => kind === 'ready'));
  if (got.made.length > 0 && !mayMake) return 'made';
  if (!unchanged(got) || got.fault !== undefined) return 'wrong';
  return hasAsked(got) ? 'asked' : 'nothing';
}

/** What the last step came to, in one line. */
export function inShort(got: Outcome, { zone }: Dialogue): string {
  const keyOf = (id: number) => [...got.ids].find(([, each]) => each === id)?.[0] ?? `#${id}`;
  const wall = (instant: Date | null) => (instant ? instantToWallTime(instant, zone) : '-');
  const rowInWords = (row: Shown) =>
    `«${row.text}» ${wall(comes(row))} ${JSON.stringify([row.rule, row.preAlerts])}`;
  const words = [...got.changes].map(
    ([id, { row, fates }]) => `${keyOf(id)} ${[...fates].join()}: ${rowInWords(row)}`,
  );
  const made = got.made.map((row) => `made ${rowInWords(row)}`);
  const notes = got.notes.map(({ title }) => `note «${title}»`);
  const asks = got.said.asks.size > 0 ? [`asks ${[...got.said.asks].join()}`] : [];
  return [
    ...(got.fault === undefined ? [] : [`FAULT ${got.fault}`]),
    ...words,
    ...made,
    ...notes,
    ...(got.undone ? ['undone'] : []),
    ...asks,
    ...(got.drafted ? ['draft'] : []),
    `names [${got.said.names.join()}]`,
    `said «${got.said.text.replaceAll('\n', ' / ').slice(0, 160)}»`,
  ].join(' | ');
}
