import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type LocalDate } from '@/core/calendar';
import { ALL } from '@/core/limits';
import { listReminders, placeOf, type ReminderFilter, type Tab } from '@/core/lists';
import { localDateAt } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { useSession } from '../../session/session';
import { replayTap } from '../../wire/prelude';
import { useTutorial } from '../../tutorial/use-tutorial';
import { CardList, CardSkeletons } from '../../list/card-list';
import { lazyPart, orNothing, prefetch } from '../../ui/lazy-part';
import { ListHeader } from '../../list/list-header';
import { Screen, ScreenTitle, TitleLine } from '../../ui/screen';
import { Tabs } from '../../ui/tabs';
import { useCardClock } from '../../ui/use-date-time';
import { useWide } from '../../list/use-wide';
import { reminderPages, THREE_COLUMNS_PX, TWO_COLUMNS_PX } from '../../list/columns';
import listStyles from '../../list/list.module.css';
import { useList } from '../../list/use-list';
import {
  AllPausedBanner,
  BlockedBanner,
  groupActions,
  KeptListBanner,
  usePauseAll,
} from '../list/over-list';
import { ReminderCard } from '../list/card';
import { useReference } from '../../categories/reference';
import { useReminders } from '../list/use-reminders';
import { type DialogTarget, ReminderDialog } from '../form/dialog';
import { startOn, testReminder } from '../form/form';
import { allPausedLine, headingAt } from '../list/card-words';
import { clearAddress, reminderInAddress, useOpenAtStart, useOpenDraft } from './open-at-start';
import { QuickLine } from '../quick/quick-line';

const ReminderView = lazyPart(() => import('../view/view'));
const Calendar = lazyPart(() => import('../calendar/calendar'), <CardSkeletons />);
const SnoozeSheet = lazyPart(() => import('../view/snooze-sheet'));
const RecentlyDeleted = lazyPart(orNothing(() => import('../../list/recently-deleted')));
const WaitingDrafts = lazyPart(orNothing(() => import('../list/waiting-drafts')));
const Selection = lazyPart(() => import('../list/selection'));
const SeriesRemoval = lazyPart(() => import('../list/series-removal'));
const Swipes = lazyPart(orNothing(() => import('../list/swipes')));
const ZoneQuestion = lazyPart(() => import('../view/zone-question'));
const Tour = lazyPart(() => import('../../tutorial/tour'));

const texts = appTexts.reminders;
const noFilter: ReminderFilter = { search: '', category: ALL, type: ALL };
const PANEL_ID = 'reminders';

export function RemindersScreen() {
  const { host, timeZone, settings, zoneBefore } = useSession();
  const clock = useCardClock();
  const {
    rows: reminders,
    listed,
    finished,
    forgetFinished,
    leaving,
    error,
    reload,
    save,
    remove,
    act,
    skip,
    finish,
    finishAll,
    snooze,
    toNote,
    moveAll,
    removeAll,
    rewrite,
  } = useReminders();
  const reference = useReference();

  const [tab, setTab] = useState<Tab>('current');
  const select = useCallback(
    (rows: readonly Reminder[], filter: ReminderFilter) => listReminders(rows, tab, filter),
    [tab],
  );
  const list = useList({ rows: listed, leaving }, noFilter, select, reminderPages);
  const [target, setTarget] = useState<DialogTarget | null>(null);
  const [calendar, setCalendar] = useState(false);
  const [calendarDay, setCalendarDay] = useState('');
  const addOn = (date: LocalDate) => {
    const now = new Date();
    const isPast = date < localDateAt(now, timeZone);
    const start = startOn(date, { now, timeZone, dayParts: settings.dayParts });
    setTarget(isPast ? {} : { start, day: true });
  };
  const wide = useWide(THREE_COLUMNS_PX);
  const inColumns = useWide(TWO_COLUMNS_PX);
  const listShown = !calendar || wide;
  useEffect(() => (calendar ? host.onBack(() => setCalendar(false)) : undefined), [host, calendar]);
  const [viewed, setViewed] = useState(reminderInAddress);
  const [snoozed, setSnoozed] = useState<readonly Reminder[] | null>(null);
  /** Rows that were chosen one by one; null while nobody chooses. */
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null);
  const onSelect = useCallback(
    ({ id }: Reminder) =>
      setSelected((ids) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const endSelection = useCallback(() => setSelected(null), []);
  /** What was just finished stands there as it was, and is none to choose. */
  const beginSelection = (row: Reminder) => {
    forgetFinished();
    onSelect(row);
  };

  const inCalendar = useMemo(() => {
    const tabs: readonly Tab[] = calendar ? ['current', 'archive'] : [];
    const rows = listed?.filter(({ id }) => !leaving.has(id)) ?? [];
    return tabs.flatMap((each) => listReminders(rows, each, list.filter));
  }, [calendar, listed, leaving, list.filter]);

  const here = reminders !== undefined;
  useEffect(() => {
    if (!here) return;
    // SWR reads the list again in the next frame; a deletion has to come after that.
    const frame = requestAnimationFrame(() => {
      replayTap();
      prefetch(ReminderView.load, SnoozeSheet.load);
    });
    return () => cancelAnimationFrame(frame);
  }, [here]);

  /** Of a series it is asked first how much of it is to go. */
  const [removing, setRemoving] = useState<Reminder | null>(null);
  const onDelete = useCallback(
    (reminder: Reminder) => {
      const hasTimes = reminder.repeat && !reminder.completed && reminder.state !== 'paused';
      if (hasTimes) setRemoving(reminder);
      else remove(reminder.id);
    },
    [remove],
  );
  const onSnooze = useCallback((reminder: Reminder) => setSnoozed([reminder]), []);
  const onOpen = useCallback(({ id }: Reminder) => setViewed(id), []);
  const onEdit = useCallback((reminder: Reminder) => setTarget({ edit: reminder }), []);

  const panel = useRef<HTMLDivElement>(null);

  // What is searched for is one list, whose rows say their days.
  const grouped = tab === 'current' && list.filter.search === '';
  const standsAt = (reminder: Reminder) => headingAt(placeOf(reminder), clock, inColumns);

  const waiting =
    list.cards.rows?.filter(({ id, waitingSince }) => waitingSince !== null && !finished.has(id)) ??
    [];
  const allWaiting = groupActions(
    waiting.length,
    () => finishAll(waiting),
    () => setSnoozed(waiting),
  );

  const { resume } = usePauseAll();
  const pausedLine = useMemo(
    () => (tab === 'current' ? allPausedLine(reminders ?? [], clock) : null),
    [reminders, clock, tab],
  );

  /** How many stand under «Без времени». */
  const [undated, setUndated] = useState(0);
  const openDraft = useOpenDraft(setTarget);
  useOpenAtStart(reminders, setTarget, openDraft);
  const tutorial = useTutorial();

  return (
    <Screen>
      <ListHeader
        list={list}
        choices={{
          category: reference.categories.map(({ name }) => name),
          type: reference.types.map(({ name }) => name),
        }}
        calendar={{ open: calendar, onToggle: () => setCalendar(!calendar) }}
        addLabel={texts.add}
        onAdd={() => (calendar ? addOn(calendarDay) : setTarget({}))}
      />
      <TitleLine>
        <ScreenTitle>{texts.title}</ScreenTitle>
        {listShown && (
          <Tabs
            label={texts.tabs.label}
            value={tab}
            panelId={PANEL_ID}
            tabs={[
              { value: 'current', label: texts.tabs.current },
              { value: 'archive', label: texts.tabs.archive },
            ]}
            onChange={(next) => {
              host.haptic('selection');
              setTab(next);
              endSelection();
              forgetFinished();
              list.toFirstPage();
            }}
          />
        )}
      </TitleLine>
      <QuickLine {...{ reference, rows: reminders ?? [], save, remove }} open={setTarget} />
      <div className={calendar && wide ? listStyles.beside : undefined}>
        {listShown && (
          <div ref={panel} id={PANEL_ID} role="tabpanel" aria-label={texts.tabs[tab]}>
            {reminders && <KeptListBanner rows={reminders} />}
            {reminders?.some(({ state }) => state === 'unreachable') && <BlockedBanner />}
            {pausedLine !== null && <AllPausedBanner line={pausedLine} onResume={resume} />}
            <CardList
              {...list.cards}
              hint={texts.emptyHints[tab]}
              below={undated}
              error={error}
              onRetry={reload}
              rowsOnly
              group={grouped ? (reminder) => standsAt(reminder).heading : undefined}
              groupActions={selected ? undefined : allWaiting}
              card={(reminder) => (
                <ReminderCard
                  {...{ reminder, clock }}
                  {...(selected
                    ? { onOpen: onSelect, selected: selected.has(reminder.id) }
                    : { onOpen, onEdit, onDelete, onFinish: finish })}
                  day={grouped ? standsAt(reminder).day : null}
                  bringBack={selected ? undefined : finished.get(reminder.id)?.bringBack}
                />
              )}
            />
            {reminders && tab === 'archive' && list.filter.search === '' && (
              <RecentlyDeleted of="reminders" listed={reminders.length} />
            )}
            {reminders && tab === 'current' && (
              <WaitingDrafts
                filter={list.filter}
                clock={clock}
                onOpen={({ id }) => void openDraft(id, reminders)}
                onChange={onEdit}
                onCount={setUndated}
              />
            )}
          </div>
        )}
        {calendar && (
          <Calendar
            {...{ rows: inCalendar, clock, finished, onOpen, onEdit, onDelete }}
            onFinish={finish}
            onAdd={addOn}
            onDay={setCalendarDay}
          />
        )}
      </div>
      {here && listShown && (
        <Swipes
          panel={panel}
          rowOf={(id) =>
            selected || finished.has(id) ? undefined : listed?.find((row) => row.id === id)
          }
          onFinish={finish}
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
          row={reminders?.find(({ id }) => id === viewed)}
          acts={{ act, skip, finish, remove, toNote, rewrite }}
          onDelete={onDelete}
          onClose={() => {
            setViewed(null);
            clearAddress();
          }}
          onEdit={onEdit}
          onSnooze={onSnooze}
          onSelect={listShown ? beginSelection : undefined}
        />
      )}
      {selected && (
        <Selection
          chosen={list.cards.rows?.filter(({ id }) => selected.has(id)) ?? []}
          onFinish={finishAll}
          onSnooze={setSnoozed}
          onMove={moveAll}
          onDelete={removeAll}
          onEnd={endSelection}
        />
      )}
      {target && (
        <ReminderDialog
          target={target}
          reference={reference}
          rows={reminders ?? []}
          save={save}
          onClose={() => setTarget(null)}
          onSaved={() => {
            setTarget(null);
            if (target.test) tutorial.done();
          }}
          onReopen={setTarget}
        />
      )}
      {removing && (
        <SeriesRemoval
          text={removing.text}
          onSkip={() => skip(removing)}
          onRemove={() => remove(removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
      {snoozed && (
        <SnoozeSheet
          reminders={snoozed}
          onClose={() => setSnoozed(null)}
          onChoose={(until) => {
            setSnoozed(null);
            void snooze(snoozed, until, (iso) => clock.moment(iso).full);
          }}
        />
      )}
      {zoneBefore !== null && !tutorial.active && viewed === null && target === null && (
        <ZoneQuestion before={zoneBefore} />
      )}
      {tutorial.active && viewed === null && reminders && (target === null || target.test) && (
        <Tour
          first={reminders.length === 0}
          formOpen={target !== null}
          onOpenForm={() => setTarget({ start: testReminder(new Date(), reference), test: true })}
          onDone={tutorial.done}
        />
      )}
    </Screen>
  );
}
