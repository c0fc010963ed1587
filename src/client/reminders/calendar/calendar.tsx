import { addMonths, startOfISOWeek, startOfMonth } from 'date-fns';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ruleOfWire } from '@/contract/rule';
import {
  type CalendarEntry,
  calendarOf,
  type CalendarRow,
  byDate,
  withHistory,
} from '@/core/month-view';
import { daysAfter, formatLocalDate, inUtc, type LocalDate } from '@/core/calendar';
import { withoutTicks } from '@/core/checklist';
import { listReminders, placeOf, type ReminderFilter } from '@/core/lists';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { calendarTexts as texts } from '@/texts/calendar';
import list from '../../list/list.module.css';
import { useSession } from '../../session/session';
import { useAnswer } from '../../session/use-answer';
import { Button, classes } from '../../ui/button';
import { type CardClock } from '../../ui/card-time';
import { MonthBar } from '../../ui/month-bar';
import { VisuallyHidden } from '../../ui/screen';
import { Tabs } from '../../ui/tabs';
import { useCardClock } from '../../ui/use-date-time';
import { ReminderCard } from '../list/card';
import { useReminders } from '../list/reminders';
import { useOverlays } from '../form/use-overlays';
import styles from './calendar.module.css';

interface Props {
  filter: ReminderFilter;
  onAdd: (date: LocalDate) => void;
  /** For the screen's own «+», which adds on that day. */
  onDay: (date: LocalDate) => void;
}

const LEGEND = [
  { words: texts.marks.once, 'data-kind': 'planned' },
  { words: texts.marks.repeats, 'data-kind': 'planned', 'data-repeats': true },
  { words: texts.kinds.waiting, 'data-kind': 'waiting' },
];

const WEEKS = 6;
/** Of a very full day at first; as many more at each press. */
const DAY_PAGE = 50;

const dayOf = (date: LocalDate): Date => new Date(`${date}T00:00:00Z`);
const mondayOf = (date: LocalDate): LocalDate =>
  formatLocalDate(startOfISOWeek(dayOf(date), inUtc));
const monthsAfter = (date: LocalDate, months: number): LocalDate =>
  formatLocalDate(addMonths(dayOf(date), months, inUtc));

/** What the filter leaves, current and archived. */
export default function Calendar({ filter, onAdd, onDay }: Props) {
  const { listed, leaving } = useReminders();
  const rows = useMemo(() => {
    const here = listed?.filter(({ id }) => !leaving.has(id)) ?? [];
    return [...listReminders(here, 'current', filter), ...listReminders(here, 'archive', filter)];
  }, [listed, leaving, filter]);
  const { timeZone } = useSession();
  const [now] = useState(() => new Date());
  const today = localDateAt(now, timeZone);
  const [chosen, setChosen] = useState(today);
  useEffect(() => onDay(chosen), [chosen, onDay]);
  const [layout, setLayout] = useState<'month' | 'week'>('month');
  const titleId = useId();
  const gridId = useId();
  const day = useRef<HTMLDivElement>(null);
  /** Whether the day was tapped: below a month its list may lie out of sight. */
  const tapped = useRef(false);
  useEffect(() => {
    if (tapped.current) day.current?.scrollIntoView({ block: 'nearest' });
    tapped.current = false;
  }, [chosen]);

  const first = mondayOf(formatLocalDate(startOfMonth(dayOf(chosen), inUtc)));
  const days = useAgenda(rows, first, timeZone, now);
  const entries = days.get(chosen) ?? [];
  const series = useMemo(
    () => new Set(rows.filter(({ repeat }) => repeat).map(({ id }) => id)),
    [rows],
  );
  const step = (by: number) =>
    setChosen(layout === 'month' ? monthsAfter(chosen, by) : daysAfter(chosen, 7 * by));
  const weeks =
    layout === 'week'
      ? [mondayOf(chosen)]
      : Array.from({ length: WEEKS }, (_, week) => daysAfter(first, 7 * week)).filter(
          (monday) => monday.slice(0, 7) <= chosen.slice(0, 7),
        );
  return (
    <section aria-label={texts.label}>
      <MonthBar
        level="h2"
        titleId={titleId}
        title={texts.month(chosen)}
        earlier={{ label: texts.earlier[layout], onClick: () => step(-1) }}
        later={{ label: texts.later[layout], onClick: () => step(1) }}
      >
        <Button onClick={() => setChosen(today)} disabled={chosen === today}>
          {texts.today}
        </Button>
      </MonthBar>
      <Grid
        {...{ weeks, chosen, today, days, series, titleId, gridId }}
        month={layout === 'month' ? chosen.slice(0, 7) : null}
        onChoose={setChosen}
        onTap={(date) => {
          tapped.current = true;
          setChosen(date);
        }}
        onBegin={(date) => {
          if (date >= today) onAdd(date);
        }}
      />
      <div className={styles.fold}>
        {/* The days' names say it to screen readers. */}
        <p className={styles.legend} aria-hidden="true">
          {LEGEND.map(({ words, ...mark }) => (
            <span key={words}>
              <span className={styles.dot} {...mark} /> {words}
            </span>
          ))}
        </p>
        <Tabs
          label={texts.layout}
          value={layout}
          panelId={gridId}
          tabs={['month', 'week']}
          nameOf={(each) => texts.as[each]}
          onChange={setLayout}
        />
      </div>
      <div ref={day} className={styles.below}>
        <Day
          key={chosen}
          {...{ date: chosen, today, entries, rows }}
          onAdd={chosen >= today ? () => onAdd(chosen) : undefined}
        />
      </div>
    </section>
  );
}

/** What happens on the days of the six weeks from `first` on, and what has as soon as the server has told. */
function useAgenda(
  rows: readonly Reminder[],
  first: LocalDate,
  timeZone: string,
  now: Date,
): ReadonlyMap<LocalDate, CalendarEntry[]> {
  const { api } = useSession();
  const span = useMemo(() => {
    const midnight = (date: LocalDate) => wallTimeToInstant(`${date}T00:00`, timeZone);
    return { from: midnight(first), to: midnight(daysAfter(first, 7 * WEEKS)) };
  }, [first, timeZone]);
  const key = span.from > now ? null : ['history', first, timeZone];
  // Nothing while there is no connection: the list says so.
  const { data: history, mutate } = useAnswer(
    key,
    () => api.reminders.history(span.from, span.to),
    { revalidateOnMount: false },
  );
  // What is answered goes from the rows into the history.
  useEffect(() => void mutate(), [rows, mutate]);
  return useMemo(() => {
    const coming = rows.map(calendarRow);
    const past = history?.map(({ id, occurrenceAt, outcome: kind }) => ({
      id,
      kind,
      at: new Date(occurrenceAt),
    }));
    return byDate(withHistory(calendarOf(span)(coming), coming, past ?? []), timeZone);
  }, [rows, history, span, timeZone]);
}

const calendarRow = (reminder: Reminder): CalendarRow => ({
  ...reminder,
  rule: ruleOfWire(reminder),
  firstWallTime: reminder.repeatFrom,
  lastComesAt: reminder.lastComesAt,
  pausedWithoutEnd: reminder.state === 'paused' && reminder.pausedUntil === null,
});

interface GridProps {
  weeks: readonly LocalDate[];
  /** `YYYY-MM`; days of other months are dimmed. Null in a single week. */
  month: string | null;
  chosen: LocalDate;
  today: LocalDate;
  days: ReturnType<typeof useAgenda>;
  series: ReadonlySet<number>;
  titleId: string;
  gridId: string;
  /** By a key. */
  onChoose: (date: LocalDate) => void;
  onTap: (date: LocalDate) => void;
  /** A press on an empty day that is chosen already. */
  onBegin: (date: LocalDate) => void;
}

/** The days, moved through as https://www.w3.org/WAI/ARIA/apg/patterns/grid/ and its date picker say. */
function Grid({ weeks, month, chosen, today, days, series, titleId, gridId, ...on }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  const follow = useRef(false);
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const target = MOVES[event.key]?.(chosen, event.shiftKey);
    if (target === undefined) return;
    event.preventDefault();
    follow.current = true;
    on.onChoose(target);
  };
  return (
    <table
      ref={table}
      id={gridId}
      role="grid"
      aria-labelledby={titleId}
      className={styles.grid}
      onKeyDown={move}
    >
      <thead>
        <tr>
          {texts.weekdays.map(({ short, full }) => (
            <th key={short} scope="col" abbr={full}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((monday) => (
          <tr key={monday}>
            {texts.weekdays.map(({ short }, at) => {
              const date = daysAfter(monday, at);
              const those = days.get(date) ?? [];
              return (
                <td key={short} role="gridcell" aria-selected={date === chosen}>
                  <button
                    type="button"
                    tabIndex={date === chosen ? 0 : -1}
                    className={classes(
                      styles.day,
                      month !== null && !date.startsWith(month) && styles.outside,
                    )}
                    aria-current={date === today ? 'date' : undefined}
                    onClick={() => {
                      if (date === chosen && those.length === 0) on.onBegin(date);
                      else on.onTap(date);
                    }}
                  >
                    <span aria-hidden="true">{Number(date.slice(8))}</span>
                    <VisuallyHidden>{nameOf(date, today, those, series)}</VisuallyHidden>
                    <Dots entries={those} series={series} />
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOVES: Partial<Record<string, (date: LocalDate, shift: boolean) => LocalDate>> = {
  ArrowLeft: (date) => daysAfter(date, -1),
  ArrowRight: (date) => daysAfter(date, 1),
  ArrowUp: (date) => daysAfter(date, -7),
  ArrowDown: (date) => daysAfter(date, 7),
  Home: mondayOf,
  End: (date) => daysAfter(mondayOf(date), 6),
  PageUp: (date, shift) => monthsAfter(date, shift ? -12 : -1),
  PageDown: (date, shift) => monthsAfter(date, shift ? 12 : 1),
};

const KINDS = ['waiting', 'planned', 'done', 'skipped', 'unanswered'] as const;
const countsOf = (entries: readonly CalendarEntry[]) =>
  KINDS.map((kind) => ({
    kind,
    count: entries.filter((entry) => entry.kind === kind).length,
  })).filter(({ count }) => count > 0);

const nameOf = (
  date: LocalDate,
  today: LocalDate,
  entries: readonly CalendarEntry[],
  series: ReadonlySet<number>,
): string => {
  const counts = countsOf(entries).map(({ kind, count }) => ({ kind: texts.kinds[kind], count }));
  const repeating = entries.filter(({ id }) => series.has(id)).length;
  return [texts.day(date, today), texts.counts(counts, repeating)].filter(Boolean).join(': ');
};

const DOTS = 3;
/** One for each, three of many; hollow ones repeat. What waits and what is past have colours of their own. */
function Dots({
  entries,
  series,
}: {
  entries: readonly CalendarEntry[];
  series: ReadonlySet<number>;
}) {
  const sorted = KINDS.flatMap((kind) => entries.filter((entry) => entry.kind === kind));
  return (
    <span className={styles.dots} aria-hidden="true">
      {sorted.slice(0, DOTS).map(({ id, kind }, at) => (
        <span
          key={at}
          className={styles.dot}
          data-kind={kind}
          data-repeats={series.has(id) || undefined}
        />
      ))}
    </span>
  );
}

interface DayProps {
  rows: readonly Reminder[];
  date: LocalDate;
  today: LocalDate;
  entries: readonly CalendarEntry[];
  onAdd: (() => void) | undefined;
}

function Day({ date, today, entries, rows, onAdd }: DayProps) {
  const clock = useCardClock();
  const titleId = useId();
  const [pages, setPages] = useState(1);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const near = texts.near(date, today);
  const day = texts.day(date, today);
  const shown = entries.slice(0, pages * DAY_PAGE);
  return (
    <section aria-labelledby={titleId} className={styles.agenda}>
      <div className={styles.dayHead}>
        <h3 id={titleId} className={styles.dayTitle}>
          {day}
          {near && <span className={styles.near}> {near}</span>}
        </h3>
      </div>
      {entries.length === 0 && (
        <div className={styles.empty}>
          {texts.empty}
          {onAdd && (
            <Button variant="outlined" onClick={onAdd}>
              {texts.add}
            </Button>
          )}
        </div>
      )}
      <ul className={classes(list.panel, styles.list)}>
        {shown.map((entry) => {
          const row = byId.get(entry.id);
          return (
            row && (
              <li key={`${entry.id} ${entry.at.getTime()}`} data-kind={entry.kind} tabIndex={-1}>
                <Occurrence {...{ entry, row, clock }} />
              </li>
            )
          );
        })}
      </ul>
      {entries.length > shown.length && (
        <Button variant="outlined" onClick={() => setPages(pages + 1)}>
          {texts.more(Math.min(DAY_PAGE, entries.length - shown.length))}
        </Button>
      )}
    </section>
  );
}

/** A row as the list has it. Where it is not what the list's row stands for, it only opens. */
function Occurrence({
  entry: { id, at, kind },
  row,
  clock,
}: {
  entry: CalendarEntry;
  row: Reminder;
  clock: CardClock;
}) {
  const { finished, finish } = useReminders();
  const { onOpen, ...acts } = useOverlays().acts;
  const iso = at.toISOString();
  const past = kind !== 'planned' && kind !== 'waiting';
  const own = !row.repeat || placeOf(row).at === iso;
  const shown: Reminder = own
    ? row
    : {
        ...row,
        text: withoutTicks(row.text),
        dateTime: iso,
        waitingSince: null,
        snoozedUntil: null,
        completed: past,
      };
  return (
    <ReminderCard
      reminder={shown}
      clock={clock}
      day={clock.inDigits(iso).day}
      standing={kind === 'planned' ? undefined : texts.kinds[kind]}
      bringBack={own ? finished.get(id)?.bringBack : undefined}
      onOpen={() => onOpen(row)}
      {...(own && { ...acts, onFinish: finish })}
    />
  );
}
