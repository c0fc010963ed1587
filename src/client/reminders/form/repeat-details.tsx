import { REPEAT_EVERY_MAX, REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';
import { appTexts } from '@/texts/app';
import { pluralForm } from '@/texts/plural';
import { rowTexts } from '@/texts/reminder-row';
import { Button, IconButton } from '../../ui/button';
import { FieldError, FieldPair, SelectField, SwitchField, TextField } from '../../ui/fields';
import styles from './dialog.module.css';
import { fieldPropsOf, type FieldsProps } from './form';
import { NumberButtons } from './number-buttons';

const texts = appTexts.reminderForm;
const upTo = (length: number) => Array.from({ length }, (_, at) => at + 1);

const SO_LONG = [15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720];
const FURTHER_TIME = '21:00';

/** Interval, unit and days, what few people need, and the next dates below. */
export function RepeatDetails({
  next,
  onDone,
  ...form
}: FieldsProps & { next: string; onDone: () => void }) {
  const { values, errors, onChange } = form;
  return (
    <div className={styles.details}>
      <div className={styles.interval}>
        <SelectField
          label={texts.every}
          options={upTo(REPEAT_EVERY_MAX)}
          {...fieldPropsOf(form, 'repeatEvery', 'repeatEvery')}
        />
        <SelectField
          label={texts.unit}
          options={REPEAT_UNITS}
          labelOf={(unit) => pluralForm(values.repeatEvery ?? 1, texts.units[unit])}
          {...fieldPropsOf(form, 'repeatUnit', 'repeatUnit')}
        />
      </div>
      {!values.afterDone && <Pattern {...form} />}
      <SwitchField
        label={texts.afterDone}
        helperText={texts.afterDoneExplained}
        checked={values.afterDone}
        onChange={(afterDone) => onChange({ afterDone }, 'repeatAfterDone')}
      />
      <FieldError message={errors.repeatAfterDone} />
      <Ending {...form} />
      {values.repeatUnit === 'YEAR' && (
        <TextField
          label={texts.birthYear}
          digits={4}
          {...fieldPropsOf(form, 'birthYear', 'birthYear')}
        />
      )}
      <div className={styles.foot}>
        <p className={styles.next}>{next}</p>
        <Button
          // Of the buttons that Enter in a field can mean this is the first.
          type="submit"
          variant="contained"
          size="large"
          onClick={(event) => {
            event.preventDefault();
            onDone();
          }}
        >
          {texts.repeatDone}
        </Button>
      </div>
    </div>
  );
}

/** On which days, and how often on each. */
function Pattern(form: FieldsProps) {
  const { values, errors, onChange } = form;
  return (
    <>
      {values.repeatUnit === 'WEEK' && (
        <NumberButtons
          days
          label={texts.weekdays}
          offered={upTo(7)}
          shownAs={(day) => rowTexts.weekdays[day - 1]?.short}
          nameOf={(day) => rowTexts.weekdays[day - 1]?.full}
          chosen={values.weekdays}
          error={errors.repeatWeekdays}
          onChange={(weekdays) => onChange({ weekdays }, 'repeatWeekdays')}
        />
      )}
      {values.repeatUnit === 'MONTH' && <DaysOfMonth {...form} />}
      <TimesOfDay {...form} />
    </>
  );
}

const ENDINGS = ['NEVER', 'UNTIL', 'COUNT'] as const;

function Ending(form: FieldsProps) {
  const { values, onChange } = form;
  const counts = !values.afterDone;
  const byCount = counts && values.count !== null;
  const byDay = values.until !== null;
  return (
    <FieldPair>
      <SelectField
        label={texts.ending}
        value={byDay ? 'UNTIL' : byCount ? 'COUNT' : 'NEVER'}
        options={ENDINGS.filter((value) => counts || value !== 'COUNT')}
        labelOf={(value) => texts.endings[value]}
        onChange={(next) => {
          const ending = {
            until: next === 'UNTIL' ? '' : null,
            count: next === 'COUNT' ? '' : null,
          };
          onChange(ending, 'repeatUntil', 'repeatCount');
        }}
      />
      {byDay && (
        <TextField
          label={texts.until}
          type="date"
          min={values.date}
          {...fieldPropsOf(form, 'until', 'repeatUntil')}
        />
      )}
      {byCount && (
        <TextField label={texts.count} digits={4} {...fieldPropsOf(form, 'count', 'repeatCount')} />
      )}
    </FieldPair>
  );
}

function DaysOfMonth({ values, errors, onChange }: FieldsProps) {
  const { monthly, monthDays, date } = values;
  const mode = monthDays.length > 0 ? 'CHOSEN' : (monthly ?? 'SAME_DATE');
  return (
    <>
      <SelectField
        label={texts.monthly}
        value={mode}
        fault={errors.repeatMonthly}
        options={['SAME_DATE', ...MONTHLY_MODES, 'CHOSEN']}
        labelOf={(each) => texts.monthlyModes[each]}
        onChange={(next) =>
          onChange(
            {
              monthly: next === 'SAME_DATE' || next === 'CHOSEN' ? null : next,
              monthDays: next === 'CHOSEN' ? [Number(date.slice(8)) || 1] : [],
            },
            'repeatMonthly',
          )
        }
      />
      {mode === 'CHOSEN' && (
        <NumberButtons
          days
          label={texts.monthDays}
          offered={upTo(31)}
          chosen={monthDays}
          error={errors.repeatMonthDays}
          // Without any, the choice itself would be gone.
          onChange={(days) => days.length > 0 && onChange({ monthDays: days }, 'repeatMonthDays')}
        />
      )}
    </>
  );
}

function TimesOfDay(form: FieldsProps) {
  const { values, onChange } = form;
  const { inDay, times, everyMinutes } = values;
  const minutes = SO_LONG.includes(everyMinutes) ? SO_LONG : [everyMinutes, ...SO_LONG];
  return (
    <>
      <SelectField
        label={texts.inDay}
        value={inDay}
        options={['ONCE', 'TIMES', 'AGAIN']}
        labelOf={(value) => texts.inDayModes[value]}
        onChange={(next) =>
          onChange(
            {
              inDay: next,
              ...(next === 'TIMES' && times.length === 0 && { times: [FURTHER_TIME] }),
            },
            next === 'AGAIN' ? 'repeatEveryMinutes' : 'repeatTimes',
          )
        }
      />
      {inDay === 'TIMES' && <FurtherTimes {...form} />}
      {inDay === 'AGAIN' && (
        <>
          <SelectField
            label={texts.everyMinutes}
            options={minutes}
            labelOf={texts.everySoLong}
            {...fieldPropsOf(form, 'everyMinutes', 'repeatEveryMinutes')}
          />
          <FieldPair>
            <TextField
              label={texts.windowFrom}
              type="time"
              {...fieldPropsOf(form, 'windowFrom', 'repeatWindow')}
            />
            <TextField
              label={texts.windowTo}
              type="time"
              {...fieldPropsOf(form, 'windowTo', 'repeatWindow')}
              fault={undefined}
            />
          </FieldPair>
        </>
      )}
    </>
  );
}

function FurtherTimes({ values: { times }, errors, onChange }: FieldsProps) {
  const setTimes = (next: readonly string[]) => onChange({ times: next }, 'repeatTimes');
  return (
    <div className={styles.times}>
      {times.map((time, at) => (
        <div key={at} className={styles.furtherTime}>
          <TextField
            label={texts.furtherTime(at + 2)}
            type="time"
            value={time}
            onChange={(next) => setTimes(times.with(at, next))}
          />
          {times.length > 1 && (
            <IconButton
              icon="close"
              aria-label={texts.removeTime(time)}
              onClick={() => setTimes(times.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      <FieldError message={errors.repeatTimes} />
      <div>
        <Button onClick={() => setTimes([...times, ''])}>{texts.addTime}</Button>
      </div>
    </div>
  );
}
