import { type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { daysAfter, type LocalDate } from '@/core/calendar';
import { type CalendarEntry } from '@/core/month-view';
import { calendarTexts as texts } from '@/texts/calendar';
import { ButtonBase, classes } from '../../ui/button';
import { type Days, mondayOf, monthsAfter } from './agenda';
import styles from './calendar.module.css';

interface GridProps {
  weeks: readonly LocalDate[];
  /** `YYYY-MM`; days of other months are dimmed. Null in a single week. */
  month: string | null;
  chosen: LocalDate;
  today: LocalDate;
  days: Days;
  repeatingIds: ReadonlySet<number>;
  titleId: string;
  gridId: string;
  /** By a key: the focus follows. */
  onMoveTo: (date: LocalDate) => void;
  onChoose: (date: LocalDate) => void;
  /** A press on an empty day that is chosen already. */
  onAdd: (date: LocalDate) => void;
}

/** The days, moved through as https://www.w3.org/WAI/ARIA/apg/patterns/grid/ and its date picker say. */
export function Grid(props: GridProps) {
  const { weeks, chosen, titleId, gridId, onMoveTo } = props;
  const move = (event: KeyboardEvent) => {
    // Alt+← is the browser's way back, Ctrl+Home the top of the page.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = MOVES[event.key]?.(chosen, event.shiftKey);
    if (target === undefined) return;
    event.preventDefault();
    if (target === chosen) return;
    flushSync(() => onMoveTo(target));
    event.currentTarget.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  return (
    <table
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
            {texts.weekdays.map(({ short }, at) => (
              <DayCell key={short} {...props} date={daysAfter(monday, at)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ date, ...grid }: GridProps & { date: LocalDate }) {
  const { month, chosen, today, repeatingIds, onChoose, onAdd } = grid;
  const entries = grid.days.get(date) ?? [];
  return (
    <td role="gridcell" aria-selected={date === chosen}>
      <ButtonBase
        tabIndex={date === chosen ? 0 : -1}
        className={classes(styles.day, month !== null && !date.startsWith(month) && styles.outside)}
        aria-current={date === today ? 'date' : undefined}
        onClick={() => {
          if (date === chosen && entries.length === 0) onAdd(date);
          else onChoose(date);
        }}
      >
        <span aria-hidden="true">{Number(date.slice(8))}</span>
        <span className="hidden">{nameOf(date, today, entries, repeatingIds)}</span>
        <Dots {...{ entries, repeatingIds }} />
      </ButtonBase>
    </td>
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
const nameOf = (
  date: LocalDate,
  today: LocalDate,
  entries: readonly CalendarEntry[],
  repeatingIds: ReadonlySet<number>,
): string => {
  const counts = KINDS.map((kind) => ({
    kind: texts.kinds[kind],
    count: entries.filter((entry) => entry.kind === kind).length,
  })).filter(({ count }) => count > 0);
  const repeating = entries.filter(({ id }) => repeatingIds.has(id)).length;
  return [texts.day(date, today), texts.counts(counts, repeating)].filter(Boolean).join(': ');
};

const DOTS = 3;
/** One for each, three of many; hollow ones repeat. What waits and what is past have colours of their own. */
function Dots({
  entries,
  repeatingIds,
}: {
  entries: readonly CalendarEntry[];
  repeatingIds: ReadonlySet<number>;
}) {
  const sorted = KINDS.flatMap((kind) => entries.filter((entry) => entry.kind === kind));
  return (
    <span className={styles.dots} aria-hidden="true">
      {sorted.slice(0, DOTS).map(({ id, kind }, at) => (
        <span
          key={at}
          className={styles.dot}
          data-kind={kind}
          data-repeats={repeatingIds.has(id) || undefined}
        />
      ))}
    </span>
  );
}
