import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import { useAnswer } from '../session/use-answer';
import { TUTORIAL_SHOW } from '@/core/limits';
import { quietEndOf } from '@/core/quiet-hours';
import { zoneOffset } from '@/core/zone-names';
import { dateAndTimeAt } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { calendarLinkTexts } from '@/texts/calendar-link';
import { categoryTexts } from '@/texts/categories';
import { importTexts } from '@/texts/import';
import { monthHistoryTexts } from '@/texts/month-history';
import { pauseSheetTexts } from '@/texts/pause-sheet';
import { presetTexts } from '@/texts/presets';
import { ownDataTexts, settingsTexts as texts } from '@/texts/settings';
import { zoneName } from '@/texts/zones';
import { CategoriesDialog, type CategoriesView } from '../categories/categories-dialog';
import { useCategories } from '../categories/reference';
import { useOpening } from '../form/use-opening';
import { navigate } from '../host/navigate';
import { pausedWithAllLine } from '../reminders/list/card-words';
import { usePauseAll } from '../reminders/list/over-list';
import { useReminders } from '../reminders/list/reminders';
import { PauseChoice } from '../reminders/view/pause-choice';
import { dropKeptOf } from '../session/kept-place';
import { useSession } from '../session/session';
import { FailedLoad } from '../ui/alert';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { Sheet } from '../ui/dialog';
import { ListItemButton } from '../ui/list-item-button';
import sheetStyles from '../ui/sheet.module.css';
import { useAction } from '../session/use-action';
import { useCardClock, useNow } from '../session/use-date-time';
import { ApiError, isFault } from '../wire/wire';
import { CalendarSheet } from './calendar-sheet';
import { HistorySheet } from './history-sheet';
import { ImportSheet } from './import-sheet';
import styles from './screen.module.css';
import { SettingSheet } from './setting-sheet';
import { SETTING_TITLES, type SettingKind, type SettingsValues } from './settings-form';

const { pauseAll } = appTexts.reminders;

const sheets = {
  pause: PauseSheet,
  calendar: CalendarSheet,
  import: ImportSheet,
  history: HistorySheet,
  export: ExportSheet,
  erase: EraseSheet,
};

const TITLES = {
  ...SETTING_TITLES,
  history: monthHistoryTexts.title,
  categories: categoryTexts.title,
  pause: pauseAll.title,
  calendar: calendarLinkTexts.title,
  import: importTexts.title,
  export: ownDataTexts.export,
  erase: ownDataTexts.erase,
};
type SheetName = keyof typeof TITLES;

const isSetting = (name: SheetName): name is SettingKind => name in SETTING_TITLES;

/** Everything that can be set, with what is set; a row opens its own short sheet. */
export function ProfileRows() {
  const { api, areSettingsTold, keepSettings } = useSession();
  // The chat may have changed them since the app started.
  const { error, mutate } = useAnswer('settings', api.readSettings, { onSuccess: keepSettings });
  const [opened, setOpened] = useState<{
    name: SheetName;
    values?: SettingsValues;
    view?: CategoriesView | undefined;
  } | null>(null);
  const opening = useOpening(opened);
  const close = () => setOpened(null);
  const Other =
    opened && !isSetting(opened.name) && opened.name !== 'categories' ? sheets[opened.name] : null;
  const row: RowOf = (name, value) => (
    <Row
      label={TITLES[name]}
      value={value}
      dangerous={name === 'erase'}
      onClick={() => setOpened({ name })}
    />
  );
  return (
    <>
      <Rows>{row('history', monthHistoryTexts.about)}</Rows>
      <Settings row={row} />
      <OwnData row={row} />
      <Help />
      {opened && isSetting(opened.name) && !areSettingsTold && error !== undefined && (
        <Sheet title={TITLES[opened.name]} onClose={close}>
          <FailedLoad {...{ error, mutate }}>{appTexts.list.failed}</FailedLoad>
        </Sheet>
      )}
      {opened && isSetting(opened.name) && areSettingsTold && (
        <SettingSheet
          key={opening}
          kind={opened.name}
          values={opened.values}
          onClose={close}
          onReopen={(values) => setOpened({ ...opened, values })}
        />
      )}
      {opened?.name === 'categories' && (
        <CategoriesDialog
          view={opened.view}
          onView={(view) => setOpened({ name: 'categories', view })}
          onClose={close}
        />
      )}
      {/* Only the very sheet that was opened: an import may end behind another one. */}
      {Other && <Other onClose={() => setOpened((last) => (last === opened ? null : last))} />}
    </>
  );
}

/** The row of a sheet, which it opens; `value`: what is set, in words. */
type RowOf = (name: SheetName, value?: string) => ReactNode;

function Settings({ row }: { row: RowOf }) {
  const { settings, timeZone } = useSession();
  const categories = useCategories();
  const { rows: reminders } = useReminders();
  const clock = useCardClock();
  const now = useNow();

  const { dayParts, snoozes, categoryId, quietHours, agenda, review } = settings;
  const comes = (at: string | null) =>
    at === null ? texts.values.unsent : texts.values.comes(at, quietEndOf(quietHours, at));
  const own = categories.flatMap(({ name, color }) => (color === undefined ? [] : [name]));
  const { time } = dateAndTimeAt(now, timeZone);
  return (
    <Rows title={texts.title}>
      {row('timeZone', texts.values.zone(zoneName(timeZone, zoneOffset(timeZone, now)), time))}
      {row(
        'quietHours',
        quietHours ? texts.values.quiet(quietHours.from, quietHours.to) : texts.values.off,
      )}
      {row('agenda', comes(agenda))}
      {row('review', comes(review))}
      {row('snoozes', snoozes.map(presetTexts.snooze).join(', '))}
      {row('dayParts', Object.values(dayParts).join(', '))}
      {row('categories', own.join(', ') || categoryTexts.noneOwn)}
      {row(
        'categoryId',
        categories.find(({ id }) => id === categoryId)?.name ?? texts.category.last,
      )}
      {row('pause', reminders && (pausedWithAllLine(reminders, clock) ?? pauseAll.none))}
    </Rows>
  );
}

function OwnData({ row }: { row: RowOf }) {
  const { api } = useSession();
  const { data: link } = useAnswer('calendar-link', api.calendar.read);
  return (
    <Rows title={ownDataTexts.title}>
      {row('calendar', link && calendarLinkTexts.state(link.createdAt !== null))}
      {row('import', importTexts.from)}
      {row('export', ownDataTexts.exportTo)}
      {row('erase')}
    </Rows>
  );
}

function Help() {
  const { api, host } = useSession();
  const { mutate } = useSWRConfig();
  const { run } = useAction(texts.tourFailed);
  const [canAddToHomeScreen, setCanAddToHomeScreen] = useState(false);
  useEffect(() => host.onHomeScreen(setCanAddToHomeScreen), [host]);
  const showTour = async () => {
    await api.saveTutorialStep(TUTORIAL_SHOW);
    await mutate('tutorial', TUTORIAL_SHOW, { revalidate: false });
    navigate('/');
  };
  return (
    <Rows title={texts.help}>
      {canAddToHomeScreen && <Row label={texts.homeScreen} onClick={host.addToHomeScreen} />}
      <Row label={texts.tour} onClick={() => void run(showTour)} />
      {host.inClient && <Row label={texts.chat} onClick={host.close} />}
    </Rows>
  );
}

interface RowProps {
  label: string;
  /** What is set, in words. */
  value?: string | undefined;
  dangerous?: boolean;
  onClick: () => void;
}

function Row({ label, value, dangerous, onClick }: RowProps) {
  return (
    <ListItemButton
      className={styles.row}
      primary={label}
      secondary={value}
      data-look={dangerous ? 'dangerous' : undefined}
      onClick={onClick}
    >
      <Icon name="forward" size={20} />
    </ListItemButton>
  );
}

function Rows({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.rows} aria-labelledby={title && id}>
      {title !== undefined && (
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
      )}
      <ul>{children}</ul>
    </section>
  );
}

function PauseSheet({ onClose }: SheetProps) {
  const clock = useCardClock();
  const { rows } = useReminders();
  const line = pausedWithAllLine(rows ?? [], clock);
  const { pause, resume } = usePauseAll();
  return (
    <Sheet title={pauseSheetTexts.title} onClose={onClose}>
      {line !== null && (
        <>
          <p className={sheetStyles.line}>{line}</p>
          <Button
            variant="contained"
            size="large"
            onClick={() => {
              onClose();
              resume();
            }}
          >
            {pauseSheetTexts.resume}
          </Button>
        </>
      )}
      {rows && (
        <PauseChoice
          explain={pauseSheetTexts.explain}
          onChoose={(until) => {
            onClose();
            pause(until);
          }}
          onCancel={onClose}
        />
      )}
    </Sheet>
  );
}

interface SheetProps {
  onClose: () => void;
}

function ExportSheet({ onClose }: SheetProps) {
  const { api, host } = useSession();
  const [sent, setSent] = useState(false);
  const { busy, run } = useAction(ownDataTexts.exportFailed);
  const send = async () => {
    await api.ownData.export();
    setSent(true);
  };
  return (
    <Sheet title={ownDataTexts.export} onClose={onClose}>
      <p className={sheetStyles.line} role="status">
        {sent ? ownDataTexts.exported : ownDataTexts.exportExplained}
      </p>
      <div className={sheetStyles.buttons}>
        {/* One button, so that it keeps the focus when it has been pressed. */}
        <Button
          variant="contained"
          size="large"
          loading={busy}
          onClick={sent ? host.close : () => void run(send)}
        >
          {sent ? ownDataTexts.chat : ownDataTexts.send}
        </Button>
      </div>
    </Sheet>
  );
}

/** As /delete: says what would go, and asks. Behind it the app has nothing more to show. */
function EraseSheet({ onClose }: SheetProps) {
  const { api, host, report, user } = useSession();
  const { data: asked, error, mutate } = useAnswer('erase', api.ownData.askToErase);
  const [erased, setErased] = useState<string | null>(null);
  const { busy, run } = useAction(ownDataTexts.eraseFailed);
  const erase = async () => {
    try {
      setErased(await api.ownData.erase());
      dropKeptOf(user.id);
    } catch (fault) {
      // Where no answer comes all may be erased, and where terms are asked for it is: what is kept here goes with it.
      if (isFault(fault, 'offline', 'terms')) dropKeptOf(user.id);
      throw fault;
    }
  };
  const leave = () => {
    onClose();
    report(new ApiError('terms', ''));
  };
  return (
    <Sheet title={ownDataTexts.erase} onClose={erased === null ? onClose : leave}>
      <FailedLoad {...{ error, mutate }}>{ownDataTexts.eraseFailed}</FailedLoad>
      <p className={sheetStyles.line} role="status">
        {erased ?? asked}
      </p>
      <div className={sheetStyles.buttons}>
        {erased !== null && (
          <Button variant="contained" size="large" onClick={host.close}>
            {ownDataTexts.close}
          </Button>
        )}
        {erased === null && asked !== undefined && (
          <>
            <Button variant="contained" size="large" onClick={onClose}>
              {ownDataTexts.keep}
            </Button>
            <Button variant="outlined" size="large" loading={busy} onClick={() => void run(erase)}>
              {ownDataTexts.eraseAll}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  );
}
