import Box from '@mui/material/Box';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ALL } from '@/core/limits';
import { listReminders, type ReminderFilter, type Tab } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { useTutorial } from '../tutorial/use-tutorial';
import { CardList } from '../ui/card-list';
import { lazyPart, prefetch } from '../ui/lazy-part';
import { ListHeader } from '../ui/list-header';
import { Screen, ScreenTitle } from '../ui/screen';
import { Tabs } from '../ui/tabs';
import { useDateTime } from '../ui/use-date-time';
import { ReminderCard } from './card';
import { useReference, useReminders } from './data';
import { type DialogTarget } from './dialog';
import { testForm } from './form';
import { useOpening } from './opening';

const loadDialog = () => import('./dialog');
const ReminderDialog = lazyPart(loadDialog);
const Tour = lazyPart(() => import('../tutorial/tour'));

const texts = appTexts.reminders;
const noFilter: ReminderFilter = { search: '', category: ALL, type: ALL };
const PANEL_ID = 'reminders';

/** The first screen: the user's reminders by tab, searched, filtered, page by page. */
export function RemindersScreen() {
  const { host, timeZone } = useSession();
  const formatDateTime = useDateTime(timeZone);
  const { rows: reminders, leaving, error, reload, save, remove } = useReminders();
  const reference = useReference();

  const [tab, setTab] = useState<Tab>('current');
  const [filter, setFilter] = useState(noFilter);
  const [page, setPage] = useState(1);
  const [target, setTarget] = useState<DialogTarget | null>(null);

  useEffect(() => {
    const idle = setTimeout(prefetch, 1_000, loadDialog);
    return () => clearTimeout(idle);
  }, []);

  // Typing stays fluent while a long list is searched behind it.
  const search = useDeferredValue(filter.search);
  const { category, type } = filter;
  const listed = useMemo(
    () => reminders && listReminders(reminders, tab, { search, category, type }),
    [reminders, tab, search, category, type],
  );
  const matching = useMemo(
    () => listed?.filter(({ id }) => !leaving.has(id)) ?? null,
    [listed, leaving],
  );

  const change = (next: Partial<ReminderFilter>) => {
    setFilter((last) => ({ ...last, ...next }));
    setPage(1);
  };
  const onDelete = useCallback(({ id }: Reminder) => remove(id), [remove]);
  const onEdit = useCallback((reminder: Reminder) => setTarget({ edit: reminder }), []);

  useOpening(reminders, setTarget);
  const tutorial = useTutorial();

  return (
    <Screen>
      <ListHeader
        search={filter.search}
        onSearch={(text) => change({ search: text })}
        filters={[
          {
            key: 'category',
            label: appTexts.list.category,
            value: category,
            options: [ALL, ...reference.categories.map(({ name }) => name)],
          },
          {
            key: 'type',
            label: appTexts.list.type,
            value: type,
            options: [ALL, ...reference.types.map(({ name }) => name)],
          },
        ]}
        onApply={(values) => change(values)}
        onReset={() => change(noFilter)}
        addLabel={texts.add}
        onAdd={() => setTarget({})}
      />
      <ScreenTitle tabIndex={-1}>{texts.title}</ScreenTitle>
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
          setPage(1);
        }}
      />
      <Box id={PANEL_ID} role="tabpanel" aria-label={texts.tabs[tab]} sx={{ mt: 2 }}>
        <CardList
          rows={matching}
          failed={error !== undefined}
          onRetry={reload}
          filtered={search !== '' || category !== ALL || type !== ALL}
          onReset={() => change(noFilter)}
          page={page}
          onMore={() => setPage((last) => last + 1)}
          card={(reminder) => <ReminderCard {...{ reminder, formatDateTime, onEdit, onDelete }} />}
        />
      </Box>
      {target && (
        <ReminderDialog
          target={target}
          reference={reference}
          save={save}
          onClose={() => setTarget(null)}
          onSaved={() => {
            setTarget(null);
            if (target.test) tutorial.done();
          }}
          onReopen={setTarget}
        />
      )}
      {tutorial.active && reminders && (target === null || target.test) && (
        <Tour
          formOpen={target !== null}
          onOpenForm={() =>
            setTarget({ start: testForm(new Date(), timeZone, reference), test: true })
          }
          onDone={tutorial.done}
        />
      )}
    </Screen>
  );
}
