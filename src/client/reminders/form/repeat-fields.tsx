import { useId, useState } from 'react';
import { REPEAT_EVERY_MAX, REPEAT_UNITS } from '@/core/limits';
import { MONTHLY_MODES } from '@/core/recurrence';
import { type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { pluralForm } from '@/texts/plural';
import { rowTexts } from '@/texts/reminder-row';
import { type RepeatUnit } from '@/texts/schedule';
import { Button, ButtonBase, IconButton } from '../../ui/button';
import { FieldError, FieldPair, SelectField, SwitchField, TextField } from '../../ui/fields';
import { Sheet } from '../../ui/dialog';
import styles from './dialog.module.css';
import {
  fieldPropsOf,
  type FieldsProps,
  emptyPrefill,
  REPEAT_FIELDS,
  uncheckedOf,
  type FormValues,
} from './form';
import { nextDates, ruleWords } from './form-summary';
import { Row } from './row';

const texts = appTexts.reminderForm;
const upTo = (length: number) => Array.from({ length }, (_, at) => at + 1);

const SO_LONG = [15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720];
const FURTHER_TIME = '21:00';

/** What the usual choices mean; the end of a series stays as it is. */
const choiceOf = (repeatUnit: RepeatUnit, weekdays: readonly number[] = []) => ({
  repeat: true,
  repeatEvery: 1,
  repeatUnit,
  weekdays,
  monthly: null,
  monthDays: [],
  afterDone: false,
});
const CHOICES = [
  ['DAILY', choiceOf('DAY')],
  ['WORKDAYS', choiceOf('WEEK', [1, 2, 3, 4, 5])],
  ['WEEKLY', choiceOf('WEEK')],
  ['MONTHLY', choiceOf('MONTH')],
  ['YEARLY', choiceOf('YEAR')],
] as const;
const NONE = ['NONE', { repeat: false }] as const;

/** The usual choice that the values are: what they mean would not be changed by it. */
function usualOf(values: FormValues) {
  const meaning = (of: FormValues) => JSON.stringify(uncheckedOf(of, emptyPrefill));
  const present = meaning(values);
  return CHOICES.find(([, choice]) => meaning({ ...values, ...choice }) === present)?.[0];
}

/** «каждый месяц», without the date that stands above. */
const wordsOf = (values: FormValues, usual: ReturnType<typeof usualOf>): string => {
  const plain = values.inDay === 'ONCE' && values.until === null && values.count === null;
  return plain && (usual === 'MONTHLY' || usual === 'YEARLY')
    ? texts.repeatChoices[usual].toLowerCase()
    : ruleWords(values);
};

interface RepeatProps extends FieldsProps {
  now: Date;
  /** As of the form's fields. */
  isSound: (fields: readonly ReminderField[]) => boolean;
}

/** How a reminder repeats, in words, and behind them a sheet. */
export function RepeatRow(form: RepeatProps) {
  const { values, errors, onChange, rows } = form;
  /** The switch asks how often at once; a press on the words offers the usual choices first. */
  const [isSwitchedOn, setSwitchedOn] = useState(false);
  const usual = usualOf(values);
  const fault = REPEAT_FIELDS.map((field) => errors[field]).find((each) => each !== undefined);
  const words = values.repeat ? wordsOf(values, usual) : texts.off.repeat;
  return (
    <Row
      icon="repeat"
      label={texts.repeat}
      name="repeat"
      value={words}
      on={values.repeat}
      onSwitch={(repeat) => {
        onChange({ repeat }, ...REPEAT_FIELDS);
        setSwitchedOn(repeat);
      }}
      rows={rows}
      fault={fault}
      sheet={(close) => (
        <RepeatSheet
          {...form}
          title={values.repeat ? texts.rowValue(texts.repeat, words) : texts.repeat}
          usual={usual}
          fault={fault}
          isSwitchedOn={isSwitchedOn}
          onClose={() => {
            close();
            setSwitchedOn(false);
          }}
        />
      )}
    />
  );
}

interface RepeatSheetProps extends RepeatProps {
  title: string;
  usual: ReturnType<typeof usualOf>;
  fault: string | undefined;
  isSwitchedOn: boolean;
  onClose: () => void;
}

/** The usual choices, and behind «Другое…» all others. */
function RepeatSheet(props: RepeatSheetProps) {
  const { title, usual, fault, isSwitchedOn, now, isSound, onClose, ...form } = props;
  const { values, onChange } = form;
  const isOther = values.repeat && usual === undefined;
  const [showsDetails, setShowsDetails] = useState(isSwitchedOn || isOther || fault !== undefined);
  return (
    <Sheet title={title} first={fault && '[aria-invalid="true"]'} onClose={onClose}>
      <div role="group" aria-label={texts.repeat} className={styles.pairs}>
        {(values.repeat ? [...CHOICES, NONE] : CHOICES).map(([name, choice]) => (
          <ButtonBase
            key={name}
            className={styles.moment}
            aria-pressed={name === usual}
            onClick={() => {
              // Its end and its times stay as they are, and so does what is wrong with them.
              onChange(choice, ...(choice.repeat ? (['repeatEvery'] as const) : REPEAT_FIELDS));
              onClose();
            }}
          >
            {texts.repeatChoices[name]}
          </ButtonBase>
        ))}
        <ButtonBase
          className={styles.moment}
          aria-expanded={showsDetails}
          data-chosen={isOther}
          onClick={() => setShowsDetails(true)}
        >
          {texts.repeatOther}
        </ButtonBase>
      </div>
      {showsDetails && (
        <RepeatDetails
          {...form}
          // To look at them is not yet to choose them.
          onChange={(next, ...settled) => onChange({ repeat: true, ...next }, ...settled)}
          next={nextDates({ ...values, repeat: true }, now)}
          onDone={() => {
            if (!values.repeat) onChange({ repeat: true });
            if (isSound(REPEAT_FIELDS)) onClose();
          }}
        />
      )}
    </Sheet>
  );
}

/** Interval, unit and days, what few people need, and the next dates below. */
function RepeatDetails({
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
      {values.repeatUnit === 'WEEK' && !values.afterDone && (
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
      {values.repeatUnit === 'MONTH' && !values.afterDone && <DaysOfMonth {...form} />}
      {!values.afterDone && <TimesOfDay {...form} />}
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
  const { values, errors, onChange } = form;
  const { inDay, times, everyMinutes } = values;
  const setTimes = (next: readonly string[]) => onChange({ times: next }, 'repeatTimes');
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
      {inDay === 'TIMES' && (
        <div className={styles.times}>
          {times.map((time, at) => (
            <div key={at} className={styles.furtherTime}>
              <TextField
                label={texts.furtherTime(at + 2)}
                type="time"
                value={time}
                onChange={(next) => setTimes(times.map((each, i) => (i === at ? next : each)))}
              />
              {times.length > 1 && (
                <IconButton
                  icon="close"
                  aria-label={texts.removeTime(time)}
                  onClick={() => setTimes(times.filter((_, i) => i !== at))}
                />
              )}
            </div>
          ))}
          <FieldError message={errors.repeatTimes} />
          <div>
            <Button onClick={() => setTimes([...times, ''])}>{texts.addTime}</Button>
          </div>
        </div>
      )}
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

export function NumberButtons({
  days = false,
  label,
  offered,
  shownAs = String,
  nameOf,
  chosen,
  error,
  onChange,
}: {
  /** Days, of which many stand in a line. */
  days?: boolean;
  label: string;
  offered: readonly number[];
  shownAs?: (value: number) => string | undefined;
  /** Where what is shown says too little to who hears it. */
  nameOf?: (value: number) => string | undefined;
  chosen: readonly number[];
  error: string | undefined;
  /** In ascending order. */
  onChange: (chosen: number[]) => void;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={days ? styles.days : styles.group}>
      <div id={id}>{label}</div>
      <div className={days ? styles.weekdays : styles.choices}>
        {offered.map((value) => {
          const pressed = chosen.includes(value);
          const others = chosen.filter((each) => each !== value);
          return (
            <ButtonBase
              key={value}
              className={days ? styles.day : styles.moment}
              aria-label={nameOf?.(value)}
              aria-pressed={pressed}
              onClick={() =>
                onChange((pressed ? others : [...chosen, value]).sort((a, b) => a - b))
              }
            >
              {shownAs(value)}
            </ButtonBase>
          );
        })}
      </div>
      <FieldError message={error} />
    </div>
  );
}
