import { type Named } from '@/contract/category';
import {
  FLOOD_INTERVALS,
  FLOOD_RESENDS_MAX,
  PRE_ALERT_CHOICES,
  REMINDER_TEXT_MAX,
} from '@/core/limits';
import { appTexts } from '@/texts/app';
import { formPresetsAt } from '@/core/presets';
import { instantToWallTime, localDateAt } from '@/core/time-zone';
import { presetTexts } from '@/texts/presets';
import { describePreAlerts } from '@/texts/schedule';
import { useSession } from '../../session/session';
import { FieldPair, SelectField, SwitchField, TextField } from '../../ui/fields';
import styles from './dialog.module.css';
import { asOption, type FieldsProps, type Reference, textOf } from './form';
import { NumberButtons, RepeatFields } from './repeat-fields';

const texts = appTexts.reminderForm;
const floodOptions = FLOOD_INTERVALS.map((minutes) => ({
  value: String(minutes),
  label: texts.floodChoice(minutes),
}));
const optionsOf = (rows: readonly Named[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

interface Props extends FieldsProps {
  reference: Reference;
  now: Date;
  offersMoments: boolean;
}

export function ReminderFields({ reference, now, offersMoments, ...form }: Props) {
  const { values, errors, onChange } = form;
  return (
    <>
      <TextField
        label={texts.text}
        marker="text"
        {...textOf(form, 'text', 'text')}
        counter={{ used: values.text.length, max: REMINDER_TEXT_MAX }}
        multiline
      />
      <FieldPair>
        <SelectField
          label={texts.category}
          marker="category"
          value={asOption(values.categoryId)}
          error={errors.category}
          options={optionsOf(reference.categories)}
          placeholder={appTexts.form.choose}
          onChange={(id) => onChange({ categoryId: Number(id) }, 'category')}
        />
        <SelectField
          label={texts.type}
          marker="type"
          value={asOption(values.typeId)}
          error={errors.type}
          options={optionsOf(reference.types)}
          placeholder={appTexts.form.choose}
          onChange={(id) => onChange({ typeId: Number(id) }, 'type')}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          label={texts.date}
          marker="date"
          type="date"
          min={localDateAt(now, values.timeZone)}
          {...textOf(form, 'date', 'date')}
        />
        <TextField label={texts.time} marker="time" type="time" {...textOf(form, 'time', 'time')} />
      </FieldPair>
      {offersMoments && <Moments now={now} {...form} />}
      <div className={styles.switches}>
        <SwitchField
          label={texts.repeat}
          marker="repeat"
          checked={values.repeat}
          onChange={(repeat) => onChange({ repeat }, null)}
        />
        {values.repeat && <RepeatFields {...form} />}
        <PreAlerts {...form} />
        <SwitchField
          label={texts.flood}
          marker="flood"
          hint={texts.floodExplained(FLOOD_RESENDS_MAX)}
          checked={values.flood}
          onChange={(flood) => onChange({ flood }, null)}
        />
        {values.flood && (
          <SelectField
            label={texts.floodEvery}
            value={asOption(values.floodInterval)}
            error={errors.floodInterval}
            options={floodOptions}
            onChange={(minutes) => onChange({ floodInterval: Number(minutes) }, 'floodInterval')}
          />
        )}
      </div>
    </>
  );
}

function PreAlerts({ values, errors, onChange }: FieldsProps) {
  const offered = [...new Set([...PRE_ALERT_CHOICES, ...values.preAlerts])].sort((a, b) => a - b);
  return (
    <NumberButtons
      classNames={{ group: styles.ahead, list: styles.moments, button: styles.moment }}
      label={texts.preAlerts}
      marker="preAlerts"
      offered={offered.map((value) => ({ value, shown: describePreAlerts([value]) }))}
      chosen={values.preAlerts}
      error={errors.preAlerts}
      onChange={(next) => onChange({ preAlerts: next.toReversed() }, 'preAlerts')}
    />
  );
}

function Moments({ now, values, onChange }: FieldsProps & { now: Date }) {
  const { settings } = useSession();
  return (
    <div role="group" aria-label={texts.moments} className={styles.moments}>
      {formPresetsAt(now, values.timeZone, settings.dayParts).map(({ preset, at }) => {
        const wall = instantToWallTime(at, values.timeZone);
        const [date, time] = [wall.slice(0, 10), wall.slice(11, 16)];
        return (
          <button
            key={preset}
            type="button"
            className={styles.moment}
            aria-pressed={values.date === date && values.time === time}
            onClick={() => {
              onChange({ date, time }, 'date');
              onChange({}, 'time');
            }}
          >
            {presetTexts.when(preset)}
          </button>
        );
      })}
    </div>
  );
}
