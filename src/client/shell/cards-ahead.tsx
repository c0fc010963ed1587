import { PAGE_SIZE } from '@/core/limits';
import { type Reminder } from '@/contract/reminder';
import { ReminderCard, typeIcons } from '../reminders/card';
import { CardList } from '../ui/card-list';
import styles from './shell.module.css';

const nothing = () => undefined;

/**
 * Where the page's own script draws the first cards (start/cards-ahead.ts), and what it draws them from.
 * React leaves the place alone, and finds nothing in the template: its content is no child of it.
 */
export function CardsAhead() {
  return (
    <>
      <div
        className={styles.ahead}
        data-cards-ahead
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
      <template>{typeof window === 'undefined' && <SampleCards />}</template>
    </>
  );
}

/** A page of cards and the button for more: one card of each icon, with all that a card can have on it. */
export function SampleCards() {
  const types = ['', ...Object.keys(typeIcons)];
  const rows = Array.from({ length: PAGE_SIZE + 1 }, (_, at) => sample(at, types[at] ?? ''));
  return (
    <CardList
      rows={rows}
      error={undefined}
      onRetry={nothing}
      filtered={false}
      onReset={nothing}
      page={1}
      onMore={nothing}
      card={(reminder) =>
        reminder.id < types.length && (
          <ReminderCard
            reminder={reminder}
            formatDateTime={() => '-'}
            sayMoment={() => '-'}
            onFinish={nothing}
            onEdit={nothing}
            onDelete={nothing}
          />
        )
      }
    />
  );
}

const sample = (id: number, typeName: string): Reminder => ({
  id,
  type: { id, name: typeName },
  category: { id, name: '-' },
  text: '-',
  dateTime: '2050-01-01T00:00:00.000Z',
  repeat: true,
  repeatEvery: 1,
  repeatUnit: 'DAY',
  completed: false,
  flood: true,
  floodInterval: 5,
  timeZone: '',
  state: 'failed',
  waitingSince: null,
  snoozedUntil: '2050-01-01T00:00:00.000Z',
  pausedUntil: null,
  doneAt: null,
  version: 1,
});
