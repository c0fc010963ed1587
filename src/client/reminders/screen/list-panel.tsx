import { useRef, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { placeOf, type ReminderFilter, type Tab } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { CardList } from '../../list/card-list';
import { TWO_COLUMNS_PX } from '../../list/columns';
import { type useList } from '../../list/use-list';
import { useWide } from '../../list/use-wide';
import { useSession } from '../../session/session';
import { optionalPart } from '../../ui/lazy-part';
import { useCardClock } from '../../session/use-date-time';
import { ReminderCard } from '../list/card';
import { headingAt } from '../list/card-words';
import { Banners, groupActions } from '../list/over-list';
import { useReminders } from '../list/reminders';
import { useOpenDraft } from './open-at-start';
import { useOverlays } from '../form/use-overlays';

const RecentlyDeleted = optionalPart(() => import('../../list/recently-deleted'));
const Swipes = optionalPart(() => import('../list/swipes'));
const WaitingDrafts = optionalPart(() => import('../list/waiting-drafts'));

const texts = appTexts.reminders;

interface Props {
  id: string;
  tab: Tab;
  list: ReturnType<typeof useList<Reminder, ReminderFilter>>;
}

/** The reminders of one tab with what stands over and below them. */
export function ListPanel({ id, tab, list }: Props) {
  const { host } = useSession();
  const { rows, listed, error, reload, finished, finish, finishAll } = useReminders();
  const panel = useRef<HTMLDivElement>(null);
  const { acts, openFormAtLast, openSnooze, selected, toggleSelected, beginSelection } =
    useOverlays();
  const openDraft = useOpenDraft(openFormAtLast);
  const clock = useCardClock();
  const inColumns = useWide(TWO_COLUMNS_PX);
  /** How many stand under «Без времени». */
  const [undated, setUndated] = useState(0);
  const isSearch = list.filter.search !== '';
  // What is searched for is one list, whose rows say their days.
  const isGrouped = tab === 'current' && !isSearch;
  const standsAt = (reminder: Reminder) => headingAt(placeOf(reminder), clock, inColumns);
  const isWaiting = (row: Reminder) => row.waitingSince !== null && !finished.has(row.id);
  const waiting = list.cards.rows?.filter(isWaiting) ?? [];
  const allWaiting = groupActions(
    waiting.length,
    () => finishAll(waiting),
    () => openSnooze(waiting),
  );
  const rowToActOn = (rowId: number) => {
    const isFixed = selected !== null || finished.has(rowId);
    return isFixed
      ? undefined
      : listed?.find(({ id: each, completed }) => each === rowId && !completed);
  };
  return (
    <div ref={panel} id={id} role="tabpanel" aria-label={texts.tabs[tab]}>
      {rows && <Banners {...{ rows, tab }} />}
      <CardList
        {...list.cards}
        hint={texts.emptyHints[tab]}
        rowsBelow={undated}
        error={error}
        onRetry={reload}
        rowsOnly
        group={isGrouped ? (reminder) => standsAt(reminder).heading : undefined}
        groupActions={selected ? undefined : allWaiting}
        card={(reminder) => (
          <ReminderCard
            {...{ reminder, clock }}
            {...(selected
              ? { onOpen: toggleSelected, selected: selected.has(reminder.id) }
              : { ...acts, onFinish: finish })}
            day={isGrouped ? standsAt(reminder).day : null}
            bringBack={selected ? undefined : finished.get(reminder.id)?.bringBack}
          />
        )}
      />
      {rows && (
        <Swipes
          panel={panel}
          rowOf={rowToActOn}
          onSnooze={(row) => openSnooze([row])}
          onHold={(row) => {
            host.haptic('selection');
            beginSelection(row);
          }}
        />
      )}
      {rows && tab === 'archive' && !isSearch && (
        <RecentlyDeleted of="reminders" listed={rows.length} />
      )}
      {rows && tab === 'current' && (
        <WaitingDrafts
          filter={list.filter}
          clock={clock}
          onOpen={({ id: draftId }) => void openDraft(draftId)}
          onChange={acts.onEdit}
          onCount={setUndated}
        />
      )}
    </div>
  );
}
