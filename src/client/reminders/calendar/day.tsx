import { useId, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type LocalDate } from '@/core/calendar';
import { withoutTicks } from '@/core/checklist';
import { placeOf } from '@/core/lists';
import { type CalendarEntry } from '@/core/month-view';
import { calendarTexts as texts } from '@/texts/calendar';
import list from '../../list/list.module.css';
import { Button, classes } from '../../ui/button';
import { type CardClock } from '../../ui/card-time';
import { useCardClock } from '../../session/use-date-time';
import { useOverlays } from '../form/use-overlays';
import { ReminderCard } from '../list/card';
import { useReminders } from '../list/reminders';
import styles from './calendar.module.css';

/** Of a very full day at first; as many more at each press. */
const DAY_PAGE = 50;

interface DayProps {
  rows: readonly Reminder[];
  date: LocalDate;
  today: LocalDate;
  entries: readonly CalendarEntry[];
  onAdd: (() => void) | undefined;
}

/** What happens on a day, and what has. Drawn anew for another date, so that it begins with the first page. */
export function Day({ date, today, entries, rows, onAdd }: DayProps) {
  const clock = useCardClock();
  const titleId = useId();
  const [pages, setPages] = useState(1);
  const byId = new Map(rows.map((row) => [row.id, row]));
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
              <li key={`${entry.id} ${entry.at.getTime()}`} tabIndex={-1}>
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
  // A one-shot has one entry, also while it waits, when `placeOf` tells when it came.
  const isOwn = !row.repeat || placeOf(row).at === iso;
  const shown: Reminder = isOwn
    ? row
    : {
        ...row,
        text: withoutTicks(row.text),
        dateTime: iso,
        waitingSince: null,
        snoozedUntil: null,
        completed: past,
        // What the row itself is now: paused, refused, late.
        state: 'scheduled',
        overdue: undefined,
      };
  return (
    <ReminderCard
      reminder={shown}
      clock={clock}
      day={clock.inDigits(iso).day}
      standing={kind === 'planned' ? undefined : texts.kinds[kind]}
      bringBack={isOwn ? finished.get(id)?.bringBack : undefined}
      onOpen={() => onOpen(row)}
      {...(isOwn && { ...acts, onFinish: finish })}
    />
  );
}
