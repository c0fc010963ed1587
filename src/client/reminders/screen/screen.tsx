import { useCallback, useEffect, useRef, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type LocalDate } from '@/core/calendar';
import { ALL } from '@/core/limits';
import { listReminders, type ReminderFilter, type Tab } from '@/core/lists';
import { localDateAt } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { useReference } from '../../categories/reference';
import { reminderPages, THREE_COLUMNS_PX } from '../../list/columns';
import { CardSkeletons } from '../../list/card-list';
import { ListHeader } from '../../list/list-header';
import listStyles from '../../list/list.module.css';
import { useList } from '../../list/use-list';
import { useWide } from '../../list/use-wide';
import { useSession } from '../../session/session';
import { useTutorial } from '../../tutorial/use-tutorial';
import { lazyPart, orNothing, prefetch } from '../../ui/lazy-part';
import { Screen, ScreenTitle, TitleLine } from '../../ui/screen';
import { Tabs } from '../../ui/tabs';
import { replayTap } from '../../wire/prelude';
import { type DialogTarget, startOn, testReminder } from '../form/form';
import { useReminders } from '../list/reminders';
import { QuickLine } from '../quick/quick-line';
import { ListPanel } from './list-panel';
import { clearAddress, reminderInAddress, useOpenAtStart } from './open-at-start';
import { type Overlay, Overlays, SnoozeSheet } from './overlays';
import { useSelection } from './use-selection';

const ReminderView = lazyPart(() => import('../view/view'));
const Calendar = lazyPart(() => import('../calendar/calendar'), <CardSkeletons />);
const Selection = lazyPart(() => import('../list/selection'));
const Swipes = lazyPart(orNothing(() => import('../list/swipes')));
const ZoneQuestion = lazyPart(() => import('../view/zone-question'));
const Tour = lazyPart(() => import('../../tutorial/tour'));

const texts = appTexts.reminders;
const noFilter: ReminderFilter = { search: '', category: ALL, type: ALL };
const TABS = (['current', 'archive'] as const).map((value) => ({
  value,
  label: texts.tabs[value],
}));
const PANEL_ID = 'reminders';

export function RemindersScreen() {
  const { host, timeZone, settings, zoneBefore } = useSession();
  const { rows, listed, leaving, finished, forgetFinished, showList, remove } = useReminders();
  useEffect(showList, [showList]);
  const reference = useReference();
  const isTourOn = useTutorial().active;

  const [tab, setTab] = useState<Tab>('current');
  const select = useCallback(
    (all: readonly Reminder[], filter: ReminderFilter) => listReminders(all, tab, filter),
    [tab],
  );
  const list = useList({ rows: listed, leaving }, noFilter, select, reminderPages);
  const panel = useRef<HTMLDivElement>(null);
  const selection = useSelection();
  /** The opened reminder. A form or a sheet may lie over it. */
  const [viewed, setViewed] = useState(reminderInAddress);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const openForm = useCallback((target: DialogTarget) => setOverlay({ kind: 'form', target }), []);
  const onOpen = useCallback(({ id }: Reminder) => setViewed(id), []);
  const onEdit = useCallback((edit: Reminder) => openForm({ edit }), [openForm]);
  const onDelete = useCallback(
    (reminder: Reminder) => {
      const hasTimes = reminder.repeat && !reminder.completed && reminder.state !== 'paused';
      if (hasTimes) setOverlay({ kind: 'removal', reminder });
      else remove(reminder.id);
    },
    [remove],
  );
  const onSnoozeAll = (several: readonly Reminder[]) =>
    setOverlay({ kind: 'snooze', reminders: several });
  const onSnooze = (reminder: Reminder) => onSnoozeAll([reminder]);

  const [isCalendar, setIsCalendar] = useState(false);
  const [calendarDay, setCalendarDay] = useState('');
  useEffect(
    () => (isCalendar ? host.onBack(() => setIsCalendar(false)) : undefined),
    [host, isCalendar],
  );
  const addOn = (date: LocalDate) => {
    const now = new Date();
    const isPast = date < localDateAt(now, timeZone);
    const start = startOn(date, { now, timeZone, dayParts: settings.dayParts });
    openForm(isPast ? {} : { start, day: true });
  };
  const isWide = useWide(THREE_COLUMNS_PX);
  const isListShown = !isCalendar || isWide;

  useOpenAtStart(openForm);
  useEarlyTap(rows !== undefined);

  const acts = { onOpen, onEdit, onDelete };
  const { ids: selected } = selection;
  /** What was just finished stands there as it was, and is none to choose. */
  const beginSelection = (row: Reminder) => {
    forgetFinished();
    selection.toggle(row);
  };
  const isPlain = viewed === null && overlay === null;
  const isTested = overlay?.kind === 'form' && overlay.target.test === true;
  return (
    <Screen>
      <ListHeader
        list={list}
        choices={{
          category: reference.categories.map(({ name }) => name),
          type: reference.types.map(({ name }) => name),
        }}
        calendar={{ open: isCalendar, onToggle: () => setIsCalendar(!isCalendar) }}
        addLabel={texts.add}
        onAdd={() => (isCalendar ? addOn(calendarDay) : openForm({}))}
      />
      <TitleLine>
        <ScreenTitle>{texts.title}</ScreenTitle>
        {isListShown && (
          <Tabs
            label={texts.tabs.label}
            value={tab}
            panelId={PANEL_ID}
            tabs={TABS}
            onChange={(next) => {
              host.haptic('selection');
              setTab(next);
              selection.end();
              forgetFinished();
              list.toFirstPage();
            }}
          />
        )}
      </TitleLine>
      <QuickLine open={openForm} />
      <div className={isCalendar && isWide ? listStyles.beside : undefined}>
        {isListShown && (
          <ListPanel
            {...{ tab, list, selection, acts, openForm, onSnoozeAll }}
            id={PANEL_ID}
            ref={panel}
          />
        )}
        {isCalendar && (
          <Calendar {...acts} filter={list.filter} onAdd={addOn} onDay={setCalendarDay} />
        )}
      </div>
      {rows && isListShown && (
        <Swipes
          panel={panel}
          rowOf={(id) =>
            selected || finished.has(id) ? undefined : listed?.find((row) => row.id === id)
          }
          onSnooze={onSnooze}
          onHold={(row) => {
            host.haptic('selection');
            beginSelection(row);
          }}
        />
      )}
      {viewed !== null && (
        <ReminderView
          id={viewed}
          {...{ onDelete, onEdit, onSnooze }}
          onClose={() => {
            setViewed(null);
            clearAddress();
          }}
          onSelect={isListShown ? beginSelection : undefined}
        />
      )}
      {selected && (
        <Selection
          chosen={list.cards.rows?.filter(({ id }) => selected.has(id)) ?? []}
          onSnooze={onSnoozeAll}
          onEnd={selection.end}
        />
      )}
      {overlay && <Overlays {...{ overlay, openForm }} onClose={() => setOverlay(null)} />}
      {zoneBefore !== null && !isTourOn && isPlain && <ZoneQuestion before={zoneBefore} />}
      {isTourOn && rows && viewed === null && (isPlain || isTested) && (
        <Tour
          first={rows.length === 0}
          formOpen={isTested}
          onOpenForm={() => openForm({ start: testReminder(new Date(), reference), test: true })}
        />
      )}
    </Screen>
  );
}

/** Does what was tapped before the app was here, once its list is. */
function useEarlyTap(isListHere: boolean): void {
  useEffect(() => {
    if (!isListHere) return;
    // SWR reads the list again in the next frame; a deletion has to come after that.
    const frame = requestAnimationFrame(() => {
      replayTap();
      prefetch(ReminderView.load, SnoozeSheet.load);
    });
    return () => cancelAnimationFrame(frame);
  }, [isListHere]);
}
