import { PAGE_SIZE, USUAL_TYPE } from '@/core/limits';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { typesWithIcon } from '@/theme/icon-paths';
import { AllPausedBanner, BlockedBanner, groupActions } from '../reminders/list/over-list';
import { ReminderCard } from '../reminders/list/card';
import { CardList } from '../list/card-list';
import { cardClock } from '../ui/card-time';
import styles from './shell.module.css';

const nothing = () => undefined;

/**
 * Where the prelude draws the first cards (prelude/cards.ts), and the samples of which it makes them. React leaves both
 * alone: what stands in a template the parser puts into its content, where hydration does not look, so the browser's
 * React needs none of the samples.
 */
export function PreludeCards() {
  return (
    <>
      <div
        className={styles.prelude}
        data-prelude
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
      <template>{typeof window === 'undefined' && <SampleCards />}</template>
    </>
  );
}

/**
 * One card of each look of a type with all that a card can have, the first under the heading of what waits; the
 * banners; and, with a full page, the button for more.
 */
export function SampleCards() {
  const types = ['', USUAL_TYPE, ...typesWithIcon];
  const rows = Array.from({ length: PAGE_SIZE + 1 }, (_, at) => sample(at, types[at] ?? ''));
  const { waiting, today } = appTexts.reminders.groups;
  const clock = cardClock('UTC', 0);
  return (
    <>
      <BlockedBanner />
      <AllPausedBanner line="-" onResume={nothing} />
      <CardList
        rows={rows}
        error={undefined}
        onRetry={nothing}
        filtered={false}
        onReset={nothing}
        page={1}
        pagesAtFirst={1}
        rowsOnly
        onMore={nothing}
        onRoom={nothing}
        group={({ id }) => (id === 0 ? waiting : today)}
        groupActions={groupActions(rows.length, nothing, nothing)}
        card={(reminder) =>
          reminder.id < types.length && (
            <ReminderCard
              sample
              reminder={reminder}
              clock={clock}
              day={null}
              onOpen={nothing}
              onFinish={nothing}
              onEdit={nothing}
              onDelete={nothing}
            />
          )
        }
      />
    </>
  );
}

/** Has every part that a card can show: the prelude fills parts or takes them away, and adds none. */
const sample = (id: number, typeName: string): Reminder => ({
  id,
  type: { id, name: typeName },
  category: { id, name: '-' },
  text: '-',
  dateTime: '2050-01-02T00:00:00.000Z',
  repeat: true,
  repeatEvery: 1,
  repeatUnit: 'YEAR',
  repeatText: '-',
  birthYear: 2000,
  attachmentText: '-',
  thumbnail: true,
  people: 2,
  preAlertsText: '-',
  counter: { left: 1, low: 1 },
  completed: false,
  flood: true,
  floodInterval: 5,
  timeZone: 'UTC',
  state: 'failed',
  waitingSince: null,
  snoozedUntil: '2050-01-01T00:00:00.000Z',
  pausedUntil: null,
  doneAt: null,
  version: 1,
});
