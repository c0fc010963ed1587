import { useCallback, useEffect, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type LocalDate } from '@/core/calendar';
import { ALL_REMINDERS, listReminders, type ReminderFilter, type Tab } from '@/core/lists';
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
import { useBackButton } from '../../ui/dialog';
import { lazyPart } from '../../ui/lazy-part';
import { Screen, ScreenTitle, TitleLine } from '../../ui/screen';
import { Tabs } from '../../ui/tabs';
import { replayTap } from '../../wire/prelude';
import { type DialogTarget, startOn } from '../form/form';
import { useReminders } from '../list/reminders';
import { QuickLine } from '../quick/quick-line';
import { ListPanel } from './list-panel';
import { useOpenAtStart } from './open-at-start';
import { OverList, ReminderView, SnoozeSheet } from './overlays';
import { OverlaysContext, useNewOverlays } from '../form/use-overlays';

const Calendar = lazyPart(() => import('../calendar/calendar'), <CardSkeletons />);

const texts = appTexts.reminders;
const TABS = ['current', 'archive'] as const;
const PANEL_ID = 'reminders';

export function RemindersScreen() {
  const { host } = useSession();
  const { rows, listed, leaving, forgetFinished, showList } = useReminders();
  useEffect(showList, [showList]);
  const reference = useReference();
  const [tab, setTab] = useState<Tab>('current');
  const select = useCallback(
    (all: readonly Reminder[], filter: ReminderFilter) => listReminders(all, tab, filter),
    [tab],
  );
  const list = useList({ rows: listed, leaving }, ALL_REMINDERS, select, reminderPages);
  const overlays = useNewOverlays();
  const { openForm, openFormAtLast } = overlays;
  const { chosenDay, chooseDay, toggleCalendar, addOn } = useCalendar(openForm);
  const isWide = useWide(THREE_COLUMNS_PX);
  const isListShown = chosenDay === null || isWide;
  useOpenAtStart(openFormAtLast);
  useEarlyTap(rows !== undefined);

  const showTab = (next: Tab) => {
    host.haptic('selection');
    setTab(next);
    overlays.endSelection();
    forgetFinished();
    list.toFirstPage();
  };
  return (
    <OverlaysContext value={{ ...overlays, isListShown }}>
      <Screen>
        <ListHeader
          list={list}
          choices={{ category: reference.categories, type: reference.types }}
          calendar={{ open: chosenDay !== null, onToggle: toggleCalendar }}
          addLabel={texts.add}
          onAdd={() => (chosenDay === null ? openForm({}) : addOn(chosenDay))}
        />
        <TitleLine>
          <ScreenTitle>{texts.title}</ScreenTitle>
          {isListShown && <ListTabs value={tab} onChange={showTab} />}
        </TitleLine>
        <QuickLine open={openForm} />
        <div className={chosenDay !== null && isWide ? listStyles.beside : undefined}>
          {isListShown && <ListPanel id={PANEL_ID} tab={tab} list={list} />}
          {chosenDay !== null && (
            <Calendar filter={list.filter} chosen={chosenDay} onChoose={chooseDay} onAdd={addOn} />
          )}
        </div>
        <OverList shown={list.cards.rows} />
      </Screen>
    </OverlaysContext>
  );
}

interface TabsProps {
  value: Tab;
  onChange: (tab: Tab) => void;
}

export const ListTabs = (state: TabsProps) => (
  <Tabs
    aria-label={texts.tabs.label}
    panelId={PANEL_ID}
    tabs={TABS}
    nameOf={(tab) => texts.tabs[tab]}
    {...state}
  />
);

/** The day that is chosen in the calendar, null while that is shut; Telegram's back button shuts it. */
function useCalendar(openForm: (target: DialogTarget) => void) {
  const { timeZone, settings } = useSession();
  const [chosenDay, chooseDay] = useState<LocalDate | null>(null);
  useBackButton(() => chooseDay(null), chosenDay !== null);
  return {
    chosenDay,
    chooseDay,
    toggleCalendar: () => chooseDay(chosenDay === null ? localDateAt(new Date(), timeZone) : null),
    addOn: (date: LocalDate) => {
      const now = new Date();
      const { dayParts } = settings;
      // Nothing begins on a past day: the form then opens without one.
      if (date < localDateAt(now, timeZone)) openForm({});
      else openForm({ start: startOn(date, { now, timeZone, dayParts }), day: true });
    },
  };
}

/** Does what was tapped before the app was here, once its list is. */
function useEarlyTap(isListHere: boolean): void {
  useEffect(() => {
    if (!isListHere) return;
    // SWR reads the list again in the next frame; a deletion has to come after that.
    const frame = requestAnimationFrame(() => {
      replayTap();
      // A failure shows when they are wanted.
      void Promise.allSettled([ReminderView.load(), SnoozeSheet.load()]);
    });
    return () => cancelAnimationFrame(frame);
  }, [isListHere]);
}
