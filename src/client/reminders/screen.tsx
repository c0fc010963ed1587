import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import dynamic from 'next/dynamic';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ALL } from '@/core/limits';
import { listReminders, paged, type ReminderFilter, type Tab } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { CardList } from '../ui/card-list';
import { ListHeader } from '../ui/list-header';
import { useSnackbar } from '../ui/snackbar';
import { Tabs } from '../ui/tabs';
import { useDateTime } from '../ui/use-date-time';
import { ReminderCard } from './card';
import { useReference, useReminders } from './data';
import { type DialogTarget } from './dialog';

const loadDialog = () => import('./dialog');
const ReminderDialog = dynamic(loadDialog, { ssr: false });

const texts = appTexts.reminders;
const noFilter: ReminderFilter = { search: '', category: ALL, type: ALL };
const PANEL_ID = 'reminders';

/** The first screen: the user's reminders by tab, searched, filtered, page by page. */
export function RemindersScreen() {
  const { host, timeZone } = useSession();
  const showSnackbar = useSnackbar();
  const formatDateTime = useDateTime(timeZone);
  const { reminders, leaving, error, reload, save, remove, restore } = useReminders();
  const reference = useReference();

  const [tab, setTab] = useState<Tab>('current');
  const [filter, setFilter] = useState(noFilter);
  const [page, setPage] = useState(1);
  const [target, setTarget] = useState<DialogTarget | null>(null);

  useEffect(() => {
    const idle = setTimeout(() => void loadDialog(), 1_000);
    return () => clearTimeout(idle);
  }, []);

  // Typing stays fluent while a long list is searched behind it.
  const search = useDeferredValue(filter.search);
  const { category, type } = filter;
  const matching = useMemo(() => {
    if (!reminders) return null;
    return listReminders(reminders, tab, { search, category, type });
  }, [reminders, tab, search, category, type]);
  const { shown, more } = useMemo(
    () => paged(matching?.filter(({ id }) => !leaving.has(id)) ?? [], page),
    [matching, leaving, page],
  );

  const change = (next: Partial<ReminderFilter>) => {
    setFilter((last) => ({ ...last, ...next }));
    setPage(1);
  };
  const onDelete = useCallback(
    (reminder: Reminder) => {
      host.haptic('press');
      const removal = remove(reminder.id);
      const undo = async () => {
        try {
          await removal;
          await restore(reminder.id);
        } catch {
          showSnackbar({ text: appTexts.fault.restoreFailed, severity: 'error' });
        }
      };
      showSnackbar({
        text: texts.deleted,
        severity: 'success',
        action: { label: appTexts.actions.undo, run: () => void undo() },
      });
      removal.catch(() => {
        host.haptic('error');
        showSnackbar({ text: appTexts.fault.deleteFailed, severity: 'error' });
      });
    },
    [host, remove, restore, showSnackbar],
  );
  const onEdit = useCallback((reminder: Reminder) => setTarget({ edit: reminder }), []);

  const filtered = search !== '' || category !== ALL || type !== ALL;
  return (
    <Box component="main" sx={{ maxWidth: 1200, mx: 'auto', px: 2 }}>
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
      <Typography component="h1" variant="h1" tabIndex={-1} sx={{ my: 1.5, outline: 'none' }}>
        {texts.title}
      </Typography>
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
        {error !== undefined && (
          <Alert
            severity="error"
            sx={{ mb: 2 }}
            action={
              <Button color="inherit" onClick={() => void reload()}>
                {appTexts.actions.retry}
              </Button>
            }
          >
            {appTexts.list.failed}
          </Alert>
        )}
        {(error === undefined || matching !== null) && (
          <CardList
            rows={matching && shown}
            more={more}
            onMore={() => setPage((last) => last + 1)}
            card={(reminder) => (
              <ReminderCard {...{ reminder, formatDateTime, onEdit, onDelete }} />
            )}
            empty={
              filtered ? (
                <>
                  {appTexts.list.nothingFound}
                  <Button onClick={() => change(noFilter)}>{appTexts.actions.reset}</Button>
                </>
              ) : (
                appTexts.list.empty
              )
            }
          />
        )}
      </Box>
      {target && (
        <ReminderDialog
          target={target}
          reference={reference}
          save={save}
          onClose={() => setTarget(null)}
        />
      )}
    </Box>
  );
}
