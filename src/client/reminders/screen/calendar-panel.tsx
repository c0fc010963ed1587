import { useMemo } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type LocalDate } from '@/core/calendar';
import { listReminders, type ReminderFilter } from '@/core/lists';
import { CardSkeletons } from '../../list/card-list';
import { lazyPart } from '../../ui/lazy-part';
import { useCardClock } from '../../ui/use-date-time';
import { useReminders } from '../list/reminders';

const Calendar = lazyPart(() => import('../calendar/calendar'), <CardSkeletons />);

interface Props {
  filter: ReminderFilter;
  onOpen: (reminder: Reminder) => void;
  onEdit: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
  onAdd: (date: LocalDate) => void;
  onDay: (date: LocalDate) => void;
}

/** The calendar of what the filter leaves, current and archived. */
export function CalendarPanel({ filter, ...on }: Props) {
  const { listed, leaving, finished, finish } = useReminders();
  const clock = useCardClock();
  const rows = useMemo(() => {
    const shown = listed?.filter(({ id }) => !leaving.has(id)) ?? [];
    return [...listReminders(shown, 'current', filter), ...listReminders(shown, 'archive', filter)];
  }, [listed, leaving, filter]);
  return <Calendar {...{ rows, clock, finished, ...on }} onFinish={finish} />;
}
