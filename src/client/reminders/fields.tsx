import Box from '@mui/material/Box';
import { type ReactNode } from 'react';
import { type Named } from '@/contract/reminder';
import {
  FLOOD_INTERVALS,
  REMINDER_TEXT_MAX,
  REPEAT_EVERY_MAX,
  REPEAT_EVERY_MIN,
  REPEAT_UNITS,
} from '@/core/limits';
import { type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { pluralForm } from '@/texts/plural';
import { SelectField, SwitchField, TextField } from '../ui/fields';
import { type FormErrors, type FormValues } from './form';

const texts = appTexts.reminderForm;
const everyOptions = Array.from({ length: REPEAT_EVERY_MAX - REPEAT_EVERY_MIN + 1 }, (_, at) => {
  const value = String(REPEAT_EVERY_MIN + at);
  return { value, label: value };
});
const floodOptions = FLOOD_INTERVALS.map((minutes) => ({
  value: String(minutes),
  label: texts.floodChoices[minutes],
}));
const optionsOf = (rows: readonly Named[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));
const shown = (value: number | null) => (value === null ? '' : String(value));

interface Props {
  values: FormValues;
  errors: FormErrors;
  reference: { categories: readonly Named[]; types: readonly Named[] };
  /** `field` is the one whose error the change clears. */
  onChange: (next: Partial<FormValues>, field: ReminderField | null) => void;
}

/** The fields of the reminder form, in the order in which the rules report faults. */
export function ReminderFields({ values, errors, reference, onChange }: Props) {
  return (
    <>
      <TextField
        label={texts.text}
        marker="text"
        value={values.text}
        error={errors.text}
        counter={{ used: values.text.length, max: REMINDER_TEXT_MAX }}
        multiline
        autoFocus
        onChange={(text) => onChange({ text }, 'text')}
      />
      <Pair>
        <SelectField
          label={texts.category}
          marker="category"
          value={shown(values.categoryId)}
          error={errors.category}
          options={optionsOf(reference.categories)}
          placeholder={texts.choose}
          onChange={(id) => onChange({ categoryId: Number(id) }, 'category')}
        />
        <SelectField
          label={texts.type}
          marker="type"
          value={shown(values.typeId)}
          error={errors.type}
          options={optionsOf(reference.types)}
          placeholder={texts.choose}
          onChange={(id) => onChange({ typeId: Number(id) }, 'type')}
        />
      </Pair>
      <Pair>
        <TextField
          label={texts.date}
          marker="date"
          type="date"
          value={values.date}
          error={errors.date}
          onChange={(date) => onChange({ date }, 'date')}
        />
        <TextField
          label={texts.time}
          marker="time"
          type="time"
          value={values.time}
          error={errors.time}
          onChange={(time) => onChange({ time }, 'time')}
        />
      </Pair>
      <Box>
        <SwitchField
          label={texts.repeat}
          checked={values.repeat}
          onChange={(repeat) => onChange({ repeat }, null)}
        />
        {values.repeat && (
          <Pair>
            <SelectField
              label={texts.every}
              value={shown(values.repeatEvery)}
              error={errors.repeatEvery}
              options={everyOptions}
              onChange={(every) => onChange({ repeatEvery: Number(every) }, 'repeatEvery')}
            />
            <SelectField
              label={texts.unit}
              value={values.repeatUnit ?? ''}
              error={errors.repeatUnit}
              options={REPEAT_UNITS.map((unit) => ({
                value: unit,
                label: pluralForm(values.repeatEvery ?? 1, texts.units[unit]),
              }))}
              onChange={(repeatUnit) => onChange({ repeatUnit }, 'repeatUnit')}
            />
          </Pair>
        )}
        <SwitchField
          label={texts.flood}
          checked={values.flood}
          onChange={(flood) => onChange({ flood }, null)}
        />
        {values.flood && (
          <SelectField
            label={texts.floodEvery}
            value={shown(values.floodInterval)}
            error={errors.floodInterval}
            options={floodOptions}
            onChange={(minutes) => onChange({ floodInterval: Number(minutes) }, 'floodInterval')}
          />
        )}
      </Box>
    </>
  );
}

/** Two fields beside each other where there is room for both. */
function Pair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))',
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  );
}
