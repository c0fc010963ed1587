import { type ReactNode, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { parseTimeOfDay } from '@/core/calendar';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { DAY_MESSAGE_CLOCKS, SNOOZE_CHOICES } from '@/core/limits';
import { quietEndOf } from '@/core/quiet-hours';
import { changedSettings } from '@/core/settings-rules';
import { dateAndTimeAt } from '@/core/time-zone';
import { searchPlaces, zoneOffset } from '@/core/zone-names';
import { appTexts } from '@/texts/app';
import { presetTexts } from '@/texts/presets';
import { settingsTexts as texts } from '@/texts/settings';
import { zoneName } from '@/texts/zones';
import { navigate } from '../host/navigate';
import { useCategories } from '../categories/reference';
import { useSession } from '../session/session';
import { Button } from '../ui/button';
import { FieldError, RowField, SelectField, SwitchField, TextField } from '../ui/fields';
import { Sheet } from '../ui/dialog';
import { ListItemButton } from '../ui/list-item-button';
import { useConfirmClosing, useShowFaults } from '../form/form-dialog';
import { type Errors, offerBack, useSaving } from '../form/use-saving';
import { useFault } from '../session/use-fault';
import { showSnackbar } from '../ui/snackbar';
import { useNow } from '../session/use-date-time';
import { saidIn } from '../wire/wire';
import {
  changeOf,
  type FormField,
  SETTING_TITLES,
  type SettingKind,
  type SettingsValues,
  valuesOf,
} from './settings-form';
import styles from './setting-sheet.module.css';

interface Props {
  kind: SettingKind;
  /** What could not be saved, of a sheet that is brought back. */
  values: SettingsValues | undefined;
  onClose: () => void;
  onReopen: (values: SettingsValues) => void;
}

const PLACES_MAX = 6;
const LAST_CATEGORY = { id: 0, name: texts.category.last };

/**
 * One setting. Whatever way it is closed, what was changed is saved, and can be taken back. What is wrong is
 * said at its field, and what still is at the second try is left unsaved, but offered once more.
 */
export function SettingSheet({ kind, values: wanted, ...ways }: Props) {
  const { settings } = useSession();
  const categories = useCategories();
  const [opened] = useState(() => valuesOf(settings));
  const [values, setValues] = useState(wanted ?? opened);
  /** The very values that a try to close has found wrong; any change makes others of them. */
  const [refusedValues, setRefusedValues] = useState<SettingsValues | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaving<FormField>();
  const saveBehind = useSaveBehind(kind, ways.onReopen);
  useConfirmClosing(JSON.stringify(values) !== JSON.stringify(opened));
  useShowFaults(form, saving.refusals);

  const change = (next: Partial<SettingsValues>) => {
    setValues((last) => ({ ...last, ...next }));
    saving.clear();
  };
  /** Closes the sheet unless `final` is wrong and has not been refused before; saves it behind that where it is right. */
  const saveAndClose = (final = values) => {
    const withZone = withTypedPlace(final);
    // The list of categories may not be here; what is set already was one of them.
    const known = [...categories, { id: settings.categoryId }].flatMap(({ id }) => id ?? []);
    const checked = changedSettings(settings, changeOf(kind, final, opened), known);
    if (withZone && checked.ok) {
      ways.onClose();
      void saveBehind(withZone, opened);
    } else if (refusedValues === final) {
      ways.onClose();
      offerBack(() => ways.onReopen(final));
    } else {
      setRefusedValues(final);
      saving.refuse(
        checked.ok ? [{ field: 'timeZone', message: texts.zone.choose }] : checked.errors,
      );
    }
  };
  return (
    <Sheet title={SETTING_TITLES[kind]} onClose={() => saveAndClose()}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saveAndClose();
        }}
      >
        <Fields
          {...{ kind, values }}
          errors={saving.errors}
          onChange={change}
          onChoose={(next) => saveAndClose({ ...values, ...next })}
        />
        <Button type="submit" variant="contained" size="large">
          {texts.done}
        </Button>
      </form>
    </Sheet>
  );
}

/** Saves when the sheet is gone already; what cannot be saved is offered once more, on the profile. */
function useSaveBehind(kind: SettingKind, onReopen: Props['onReopen']) {
  const { api, host, keepSettings, tellZone, forgetZoneBefore } = useSession();
  const { mutate } = useSWRConfig();
  const tell = useFault();
  const save = async (to: SettingsValues, from: SettingsValues) => {
    const change = changeOf(kind, to, from);
    if (Object.keys(change).length === 0) return;
    try {
      keepSettings(await api.saveSettings(change));
      if (change.timeZone !== undefined) forgetZoneBefore();
      if (change.timeZone === null) await tellZone();
      void mutate('settings');
      host.haptic('success');
      showSnackbar({
        text: texts.saved,
        undo: () => void save(from, to),
      });
    } catch (error) {
      const run = () => {
        navigate('/profile');
        onReopen(to);
      };
      const back = { label: appTexts.actions.bringBack, run };
      tell(saidIn(error) || appTexts.form.saveFailed, error, back);
    }
  };
  return save;
}

interface PartProps {
  values: SettingsValues;
  errors: Errors;
  onChange: (next: Partial<SettingsValues>) => void;
  /** Chosen with one tap: nothing else is to be said. */
  onChoose: (next: Partial<SettingsValues>) => void;
}

function Fields({ kind, ...part }: PartProps & { kind: SettingKind }): ReactNode {
  const { values, errors, onChange } = part;
  switch (kind) {
    case 'timeZone':
      return <ZoneFields {...part} />;
    case 'quietHours':
      return <QuietFields {...part} />;
    case 'agenda':
    case 'review':
      return <DayMessageFields kind={kind} {...part} />;
    case 'dayParts':
      return (
        <>
          <p className={styles.hint}>{texts.dayParts.hint}</p>
          <div className={styles.three}>
            {DAY_PART_NAMES.map((name) => (
              <TextField
                key={name}
                type="time"
                label={texts.dayParts[name]}
                value={values.dayParts[name]}
                fault={errors[name]}
                onChange={(clock) => onChange({ dayParts: { ...values.dayParts, [name]: clock } })}
              />
            ))}
          </div>
        </>
      );
    case 'snoozes':
      return (
        <>
          <div className={styles.two}>
            {values.snoozes.map((chosen, at) => (
              <SelectField
                key={at}
                label={texts.snoozes.nth(at + 1)}
                value={chosen}
                options={SNOOZE_CHOICES}
                labelOf={presetTexts.snooze}
                onChange={(preset) => onChange({ snoozes: values.snoozes.with(at, preset) })}
              />
            ))}
          </div>
          <FieldError message={errors.snoozes} />
        </>
      );
    case 'categoryId':
      return <UsualCategoryField {...part} />;
  }
}

function UsualCategoryField({ values, errors, onChange }: PartProps) {
  return (
    <RowField
      label={texts.category.title}
      value={values.categoryId ?? LAST_CATEGORY.id}
      fault={errors.categoryId}
      rows={[LAST_CATEGORY, ...useCategories()]}
      onChange={(id) => onChange({ categoryId: id === LAST_CATEGORY.id ? null : id })}
    />
  );
}

/** The values with the zone of the place that was typed; null where it could mean several, or none. */
function withTypedPlace(values: SettingsValues): SettingsValues | null {
  const { timeZone, place } = values;
  if (timeZone === null || place.trim() === '') return values;
  const zones = new Set(searchPlaces(place, new Date(), PLACES_MAX).map(({ zone }) => zone));
  if (zones.has(timeZone)) return values;
  const [only] = zones;
  return zones.size === 1 && only !== undefined ? { ...values, timeZone: only } : null;
}

function ZoneFields({ values: { timeZone, place }, errors, onChange, onChoose }: PartProps) {
  const { timeZone: present } = useSession();
  const now = useNow();
  const zone = timeZone ?? present;
  const auto = timeZone === null;
  const clockIn = (each: string) => dateAndTimeAt(now, each).time;
  const found = auto ? [] : searchPlaces(place, now, PLACES_MAX);
  const nothing = !auto && place.trim() !== '' && found.length === 0;
  return (
    <>
      <p className={styles.hint}>
        {texts.zone.chosen(zoneName(zone, zoneOffset(zone, now)), clockIn(zone))}
      </p>
      <SwitchField
        label={texts.zone.auto}
        helperText={texts.zone.autoHint}
        checked={auto}
        onChange={(on) => onChange({ timeZone: on ? null : zone, place: '' })}
      />
      {!auto && (
        <TextField
          label={texts.zone.search}
          value={place}
          fault={errors.timeZone ?? (nothing ? texts.zone.nothing : undefined)}
          helperText={texts.zone.searchHint}
          onChange={(typed) => onChange({ place: typed })}
        />
      )}
      {found.length > 0 && (
        <ul className={styles.places} aria-label={texts.zone.found}>
          {found.map(({ name, zone: itsZone }) => (
            <ListItemButton
              key={itsZone}
              primary={name}
              secondary={clockIn(itsZone)}
              aria-pressed={itsZone === zone}
              onClick={() => onChoose({ timeZone: itsZone, place: '' })}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function DayMessageFields({
  kind,
  values,
  errors,
  onChange,
}: PartProps & { kind: 'agenda' | 'review' }) {
  const at = values[kind];
  /** What stands in the field is kept while the switch is off. */
  const [lastAt, setLastAt] = useState(at ?? DAY_MESSAGE_CLOCKS[kind]);
  // A field that is being filled in says nothing yet.
  const isFilled = at !== null && parseTimeOfDay(at) !== null;
  const end = isFilled ? quietEndOf(values.quietHours, at) : null;
  return (
    <>
      <SwitchField
        label={texts.day.send}
        helperText={texts.day.hint}
        checked={at !== null}
        onChange={(on) => onChange({ [kind]: on ? lastAt : null })}
      />
      {at !== null && (
        <TextField
          type="time"
          label={texts.day.at}
          value={at}
          fault={errors[kind]}
          helperText={end !== null && texts.day.held(end)}
          onChange={(next) => {
            setLastAt(next);
            onChange({ [kind]: next });
          }}
        />
      )}
    </>
  );
}

const USUAL_NIGHT = { from: '23:00', to: '08:00' };

function QuietFields({ values: { quietHours }, errors, onChange }: PartProps) {
  /** As of a message's hour: kept while the switch is off. */
  const [lastHours, setLastHours] = useState(quietHours ?? USUAL_NIGHT);
  return (
    <>
      <SwitchField
        label={texts.quiet.switch}
        helperText={texts.quiet.hint}
        checked={quietHours !== null}
        onChange={(on) => onChange({ quietHours: on ? lastHours : null })}
      />
      {quietHours && (
        <div className={styles.two}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="time"
              label={texts.quiet[end]}
              value={quietHours[end]}
              fault={end === 'from' ? errors.quietHours : undefined}
              onChange={(clock) => {
                const next = { ...quietHours, [end]: clock };
                setLastHours(next);
                onChange({ quietHours: next });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}
