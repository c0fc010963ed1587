import { useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { daysAfter, type LocalDate } from '@/core/calendar';
import { listReminders, type ReminderFilter } from '@/core/lists';
import { localDateAt } from '@/core/time-zone';
import { calendarTexts as texts } from '@/texts/calendar';
import { useSession } from '../../session/session';
import { useNow } from '../../session/use-date-time';
import { Button } from '../../ui/button';
import { MonthBar } from '../../ui/month-bar';
import { Tabs } from '../../ui/tabs';
import { useReminders } from '../list/reminders';
import { mondayOf, monthsAfter, useDaysWithHistory, weeksOf } from './agenda';
import styles from './calendar.module.css';
import { Day } from './day';
import { Grid } from './grid';

interface Props {
  filter: ReminderFilter;
  /** The screen holds it, whose own «+» adds on that day. */
  chosen: LocalDate;
  onChoose: (date: LocalDate) => void;
  onAdd: (date: LocalDate) => void;
}

const LEGEND = [
  { words: texts.marks.once, 'data-kind': 'planned' },
  { words: texts.marks.repeats, 'data-kind': 'planned', 'data-repeats': true },
  { words: texts.kinds.waiting, 'data-kind': 'waiting' },
];

/** The days of what the filter leaves, current and archived, with what became of it, which the server is asked for. */
export default function Calendar({ filter, chosen, onChoose, onAdd }: Props) {
  const { listed, leaving } = useReminders();
  const rows = useMemo(() => {
    const here = listed?.filter(({ id }) => !leaving.has(id)) ?? [];
    return [...listReminders(here, 'current', filter), ...listReminders(here, 'archive', filter)];
  }, [listed, leaving, filter]);
  const { timeZone } = useSession();
  const now = useNow();
  const today = localDateAt(now, timeZone);
  const [layout, setLayout] = useState<'month' | 'week'>('month');
  const titleId = useId();
  const gridId = useId();
  const day = useRef<HTMLDivElement>(null);

  const days = useDaysWithHistory(rows, chosen, now);
  const entries = days.get(chosen) ?? [];
  const repeatingIds = new Set(rows.filter(({ repeat }) => repeat).map(({ id }) => id));
  const step = (by: number) =>
    onChoose(layout === 'month' ? monthsAfter(chosen, by) : daysAfter(chosen, 7 * by));
  return (
    <section aria-label={texts.label}>
      <MonthBar
        level="h2"
        titleId={titleId}
        title={texts.month(chosen)}
        earlier={{ label: texts.earlier[layout] }}
        later={{ label: texts.later[layout] }}
        onStep={step}
      >
        {/* Keeps the focus where it leads nowhere any more. */}
        <Button onClick={() => onChoose(today)} aria-disabled={chosen === today || undefined}>
          {texts.today}
        </Button>
      </MonthBar>
      <Grid
        weeks={layout === 'month' ? weeksOf(chosen) : [mondayOf(chosen)]}
        {...{ chosen, today, days, repeatingIds, titleId, gridId }}
        month={layout === 'month' ? chosen.slice(0, 7) : null}
        onMoveTo={onChoose}
        onChoose={(date) => {
          flushSync(() => onChoose(date));
          // Below a month the list of the day may lie out of sight.
          day.current?.scrollIntoView({ block: 'nearest' });
        }}
        onAdd={(date) => {
          if (date >= today) onAdd(date);
        }}
      />
      <div className={styles.fold}>
        <Legend />
        <Tabs
          aria-label={texts.layout}
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

/** What the marks of the days mean; the days' names say it to screen readers. */
const Legend = () => (
  <p className={styles.legend} aria-hidden="true">
    {LEGEND.map(({ words, ...mark }) => (
      <span key={words}>
        <span className={styles.dot} {...mark} /> {words}
      </span>
    ))}
  </p>
);
