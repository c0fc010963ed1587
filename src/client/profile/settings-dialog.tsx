import { type ReactNode, useId, useState } from 'react';
import { type Named } from '@/contract/category';
import { parseTimeOfDay } from '@/core/calendar';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { SNOOZE_CHOICES } from '@/core/limits';
import { quietEndOf } from '@/core/quiet-hours';
import { DAY_MESSAGES, type DayMessageKind } from '@/core/settings';
import { changedSettings } from '@/core/settings-rules';
import { instantToWallTime } from '@/core/time-zone';
import { searchPlaces, zoneOffset } from '@/core/zone-names';
import { presetTexts } from '@/texts/presets';
import { settingsTexts as texts } from '@/texts/settings';
import { zoneName } from '@/texts/zones';
import { browserTimeZone, useSession } from '../session/session';
import { FieldError, SelectField, SwitchField, TextField } from '../ui/fields';
import { FormDialog } from '../form/form-dialog';
import { useSnackbar } from '../ui/snackbar';
import { useNow } from '../ui/use-date-time';
import { useSaving } from '../form/use-saving';
import { changesOf, FIELDS, type FormField, type SettingsValues, valuesOf } from './settings-form';
import styles from './settings-dialog.module.css';

interface Props {
  values: SettingsValues | undefined;
  categories: readonly Named[];
  onClose: () => void;
  onReopen: (values: SettingsValues) => void;
}

const PLACES_MAX = 6;
const LAST_CATEGORY = 'last';

export default function SettingsDialog({ values: wanted, categories, onClose, onReopen }: Props) {
  const { api, settings, timeZone, keepSettings } = useSession();
  const showSnackbar = useSnackbar();
  const [opened] = useState(() => valuesOf({ settings, timeZone }));
  const [values, setValues] = useState(wanted ?? opened);
  const saving = useSaving(FIELDS);
  const dirty = JSON.stringify(values) !== JSON.stringify(opened);
  const change = (next: Partial<SettingsValues>, ...settled: FormField[]) => {
    setValues((last) => ({ ...last, ...next }));
    saving.forget(...settled);
  };

  const submit = () => {
    const filled = withTypedPlace(values);
    if (!filled) {
      saving.refuse([{ field: 'timeZone', message: texts.zone.choose }]);
      return;
    }
    setValues(filled);
    const { timeZone: zone, ...chosen } = changesOf(filled, opened);
    // The list of categories may not be here; what is set already was one of them.
    const ids = [...categories.map(({ id }) => id), settings.categoryId].filter(
      (id) => id !== null,
    );
    const checked = changedSettings(settings, chosen, ids);
    if (!checked.ok) {
      saving.refuse(checked.errors);
      return;
    }
    void saving.run(async () => {
      const changes = { ...chosen, ...(zone !== undefined && { timeZone: zone }) };
      if (Object.keys(changes).length > 0) keepSettings(await api.saveSettings(changes));
      if (zone === null) keepSettings((await api.saveTimeZone(browserTimeZone())).settings);
      showSnackbar({ text: texts.saved, severity: 'success' });
      onClose();
    });
  };
  return (
    <FormDialog
      title={texts.title}
      saving={saving}
      dirty={dirty}
      onSubmit={submit}
      onClose={onClose}
      onReopen={() => onReopen(values)}
    >
      <ZoneFields values={values} error={saving.errors.timeZone} onChange={change} />
      <Group title={texts.dayParts.title} hint={texts.dayParts.hint}>
        <div className={styles.three}>
          {DAY_PART_NAMES.map((part) => (
            <TextField
              key={part}
              type="time"
              label={texts.dayParts[part]}
              value={values.dayParts[part]}
              error={saving.errors[part]}
              onChange={(clock) =>
                // Another part may have been at fault only beside this one.
                change({ dayParts: { ...values.dayParts, [part]: clock } }, ...DAY_PART_NAMES)
              }
            />
          ))}
        </div>
      </Group>
      <Group title={texts.snoozes.title}>
        <div className={styles.two}>
          {values.snoozes.map((chosen, at) => (
            <SelectField
              key={at}
              label={texts.snoozes.nth(at + 1)}
              value={chosen}
              options={SNOOZE_CHOICES.map((preset) => ({
                value: preset,
                label: presetTexts.snooze(preset),
              }))}
              onChange={(preset) => change({ snoozes: values.snoozes.with(at, preset) }, 'snoozes')}
            />
          ))}
        </div>
        <FieldError message={saving.errors.snoozes} />
      </Group>
      <SelectField
        label={texts.category.title}
        value={values.categoryId === null ? LAST_CATEGORY : String(values.categoryId)}
        error={saving.errors.categoryId}
        options={[
          { value: LAST_CATEGORY, label: texts.category.last },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) =>
          change({ categoryId: id === LAST_CATEGORY ? null : Number(id) }, 'categoryId')
        }
      />
      <QuietFields values={values} error={saving.errors.quietHours} onChange={change} />
      <Group title={texts.day.title} hint={texts.day.hint}>
        {DAY_MESSAGES.map((kind) => (
          <DayMessageFields
            key={kind}
            kind={kind}
            values={values}
            error={saving.errors[kind]}
            onChange={change}
          />
        ))}
      </Group>
    </FormDialog>
  );
}

/** The values with the zone of the place that was typed; null where it could mean several, or none. */
function withTypedPlace(values: SettingsValues): SettingsValues | null {
  const { zoneAuto, place, timeZone } = values;
  if (zoneAuto || place.trim() === '') return values;
  const zones = new Set(searchPlaces(place, new Date(), PLACES_MAX).map(({ zone }) => zone));
  if (zones.has(timeZone)) return values;
  const [only] = zones;
  return zones.size === 1 && only !== undefined ? { ...values, timeZone: only } : null;
}

/** Fields that belong together, under a heading that is read out with each of them. */
function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <div
      role="group"
      className={styles.group}
      aria-labelledby={id}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <h3 id={id}>{title}</h3>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}

interface PartProps {
  values: SettingsValues;
  error: string | undefined;
  onChange: (next: Partial<SettingsValues>, ...settled: FormField[]) => void;
}

function ZoneFields({ values, error, onChange }: PartProps) {
  const now = useNow();
  const { zoneAuto, timeZone, place } = values;
  const clockIn = (zone: string) => instantToWallTime(now, zone).slice(11, 16);
  const found = zoneAuto ? [] : searchPlaces(place, now, PLACES_MAX);
  const nothing = !zoneAuto && place.trim() !== '' && found.length === 0;
  return (
    <Group title={texts.zone.title}>
      <p className={styles.hint}>
        {texts.zone.chosen(zoneName(timeZone, zoneOffset(timeZone, now)), clockIn(timeZone))}
      </p>
      <SwitchField
        label={texts.zone.auto}
        hint={texts.zone.autoHint}
        checked={zoneAuto}
        onChange={(auto) => onChange({ zoneAuto: auto, place: '' }, 'timeZone')}
      />
      {!zoneAuto && (
        <TextField
          label={texts.zone.search}
          value={place}
          error={error ?? (nothing ? texts.zone.nothing : undefined)}
          hint={texts.zone.searchHint}
          onChange={(typed) => onChange({ place: typed }, 'timeZone')}
        />
      )}
      {found.length > 0 && (
        <ul className={styles.places} aria-label={texts.zone.found}>
          {found.map(({ name, zone }) => (
            <li key={zone}>
              <button
                type="button"
                className={styles.place}
                aria-pressed={zone === timeZone}
                onClick={() => onChange({ timeZone: zone }, 'timeZone')}
              >
                <span>{name}</span> <span>{clockIn(zone)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}

function DayMessageFields({ kind, values, error, onChange }: PartProps & { kind: DayMessageKind }) {
  const present = values[kind];
  const { on, from, to } = values.quiet;
  // Fields that are being filled in say nothing yet.
  const filled = [present.at, from, to].every((clock) => parseTimeOfDay(clock) !== null);
  const end = on && filled ? quietEndOf({ from, to }, present.at) : null;
  return (
    <>
      <SwitchField
        label={texts.day[kind]}
        checked={present.on}
        onChange={(on) => onChange({ [kind]: { ...present, on } }, kind)}
      />
      {present.on && (
        <TextField
          type="time"
          label={texts.day[`${kind}At`]}
          value={present.at}
          error={error}
          hint={end === null ? undefined : texts.day.held(end)}
          onChange={(at) => onChange({ [kind]: { ...present, at } }, kind)}
        />
      )}
    </>
  );
}

function QuietFields({ values: { quiet }, error, onChange }: PartProps) {
  const change = (next: Partial<typeof quiet>) =>
    onChange({ quiet: { ...quiet, ...next } }, 'quietHours');
  return (
    <Group title={texts.quiet.title}>
      <SwitchField
        label={texts.quiet.switch}
        hint={texts.quiet.hint}
        checked={quiet.on}
        onChange={(on) => change({ on })}
      />
      {quiet.on && (
        <div className={styles.two}>
          <TextField
            type="time"
            label={texts.quiet.from}
            value={quiet.from}
            error={error}
            onChange={(from) => change({ from })}
          />
          <TextField
            type="time"
            label={texts.quiet.to}
            value={quiet.to}
            onChange={(to) => change({ to })}
          />
        </div>
      )}
    </Group>
  );
}
