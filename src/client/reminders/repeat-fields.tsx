import { useId, useState } from 'react';
import { REPEAT_EVERY_MAX, REPEAT_EVERY_MIN, REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';
import { appTexts } from '@/texts/app';
import { pluralForm } from '@/texts/plural';
import { Button } from '../ui/button';
import { FieldError, FieldPair, SelectField, TextField } from '../ui/fields';
import { ExpandIcon } from '../ui/form-icons';
import styles from './dialog.module.css';
import { asOption, type FieldsProps } from './form';

const texts = appTexts.reminderForm;
const everyOptions = Array.from({ length: REPEAT_EVERY_MAX - REPEAT_EVERY_MIN + 1 }, (_, at) => {
  const value = String(REPEAT_EVERY_MIN + at);
  return { value, label: value };
});

/** How a reminder repeats: interval and unit, and folded away what few people need. */
export function RepeatFields({ values, errors, onChange }: FieldsProps) {
  const moreId = useId();
  const [opened, setOpened] = useState(
    values.weekdays.length > 0 || values.monthly !== null || values.until !== '',
  );
  const faulty = errors.repeatWeekdays ?? errors.repeatMonthly ?? errors.repeatUntil;
  const open = opened || faulty !== undefined;
  return (
    <>
      <FieldPair>
        <SelectField
          label={texts.every}
          value={asOption(values.repeatEvery)}
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
      </FieldPair>
      <div className={styles.fold} data-open={open}>
        <Button aria-expanded={open} aria-controls={moreId} onClick={() => setOpened(!open)}>
          {texts.more}
          <ExpandIcon size={20} />
        </Button>
      </div>
      <div id={moreId} hidden={!open} className={styles.more}>
        {values.repeatUnit === 'WEEK' && (
          <Weekdays
            chosen={values.weekdays}
            error={errors.repeatWeekdays}
            onChange={(weekdays) => onChange({ weekdays }, 'repeatWeekdays')}
          />
        )}
        {values.repeatUnit === 'MONTH' && (
          <SelectField
            label={texts.monthly}
            value={values.monthly ?? 'SAME_DATE'}
            error={errors.repeatMonthly}
            options={(['SAME_DATE', ...MONTHLY_MODES] as const).map((mode) => ({
              value: mode,
              label: texts.monthlyModes[mode],
            }))}
            onChange={(mode) =>
              onChange({ monthly: mode === 'SAME_DATE' ? null : mode }, 'repeatMonthly')
            }
          />
        )}
        <TextField
          label={texts.until}
          type="date"
          min={values.date}
          value={values.until}
          error={errors.repeatUntil}
          onChange={(until) => onChange({ until }, 'repeatUntil')}
        />
      </div>
    </>
  );
}

/** Any number of ISO weekdays, 1 for Monday; none means the weekday of the date. */
function Weekdays({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.weekdaysLabel}>
        {texts.weekdays}
      </div>
      <div className={styles.weekdays}>
        {texts.weekdayNames.map(({ short, full }, at) => {
          const day = at + 1;
          const pressed = chosen.includes(day);
          return (
            <button
              key={day}
              type="button"
              className={styles.day}
              aria-label={full}
              aria-pressed={pressed}
              onClick={() =>
                onChange(
                  pressed
                    ? chosen.filter((each) => each !== day)
                    : [...chosen, day].sort((a, b) => a - b),
                )
              }
            >
              {short}
            </button>
          );
        })}
      </div>
      <FieldError message={error} />
    </div>
  );
}
