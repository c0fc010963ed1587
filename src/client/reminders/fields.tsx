import Box from '@mui/material/Box';
import { type Named } from '@/contract/reminder';
import { FLOOD_INTERVALS, REMINDER_TEXT_MAX } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { FieldPair, SelectField, SwitchField, TextField } from '../ui/fields';
import { asOption, type FieldsProps } from './form';
import { RepeatFields } from './repeat-fields';

const texts = appTexts.reminderForm;
const floodOptions = FLOOD_INTERVALS.map((minutes) => ({
  value: String(minutes),
  label: texts.floodChoice(minutes),
}));
const optionsOf = (rows: readonly Named[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

interface Props extends FieldsProps {
  reference: { categories: readonly Named[]; types: readonly Named[] };
  /** The earliest date that can be chosen, local. */
  today: string;
}

/** The fields of the reminder form, in the order in which the rules report faults. */
export function ReminderFields({ reference, today, ...form }: Props) {
  const { values, errors, onChange } = form;
  return (
    <>
      <TextField
        label={texts.text}
        marker="text"
        value={values.text}
        error={errors.text}
        counter={{ used: values.text.length, max: REMINDER_TEXT_MAX }}
        multiline
        onChange={(text) => onChange({ text }, 'text')}
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
          min={today}
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
      </FieldPair>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <SwitchField
          label={texts.repeat}
          checked={values.repeat}
          onChange={(repeat) => onChange({ repeat }, null)}
        />
        {values.repeat && <RepeatFields {...form} />}
        <SwitchField
          label={texts.flood}
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
      </Box>
    </>
  );
}
