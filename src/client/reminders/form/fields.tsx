import { type ReactNode } from 'react';
import {
  FLOOD_INTERVALS,
  FLOOD_RESENDS_MAX,
  PRE_ALERT_CHOICES,
  QUICK_LINE_MAX,
  REMINDER_TEXT_MAX,
} from '@/core/limits';
import { appTexts } from '@/texts/app';
import { formPresetsAt, isNight } from '@/core/presets';
import { dateAndTimeAt, localDateAt } from '@/core/time-zone';
import { presetTexts } from '@/texts/presets';
import { type ReminderField } from '@/core/reminder-rules';
import { describePreAlerts } from '@/texts/schedule';
import { useSession } from '../../session/session';
import { ButtonBase } from '../../ui/button';
import { FieldPair, RowField, TextField } from '../../ui/fields';
import styles from './dialog.module.css';
import { fieldPropsOf, type FieldsProps, type Reference, type FormValues } from './form';
import { floodWords, isPast } from './form-summary';
import { type TextReading } from './line-reading';
import { NumberButtons } from './number-buttons';
import { RepeatRow } from './repeat-row';
import { Row } from './row';

const texts = appTexts.reminderForm;

interface Props extends FieldsProps {
  reference: Reference;
  now: Date;
  /** The values with the date and time at which a repetition begins. */
  first: FormValues;
  offersMoments: boolean;
  /** Tells whether saving would take these fields; else they say what is wrong. */
  isSound: (fields: readonly ReminderField[]) => boolean;
  /** Only what does not hold for everybody of a shared reminder can be changed. */
  isAnothers: boolean;
  /** What is made of the text. */
  reading: TextReading | null;
  children: ReactNode;
}

export function ReminderFields(props: Props) {
  const { reference, now, offersMoments, isAnothers, reading, isSound, children, first, ...form } =
    props;
  const { values, errors } = form;
  const moment = { ...form, values: first };
  return (
    <>
      <fieldset disabled={isAnothers} className={styles.text}>
        <TextField
          label={texts.text}
          {...fieldPropsOf(form, 'text', 'text')}
          fault={reading?.fault ?? errors.text}
          helperText={
            reading?.isShorter &&
            reading.stored !== '' && (
              <span className={styles.stored}>{texts.stored(reading.stored)}</span>
            )
          }
          marks={reading?.used}
          counter={{ used: reading?.stored.length, max: REMINDER_TEXT_MAX }}
          maxLength={QUICK_LINE_MAX}
          placeholder={appTexts.quickAdd.example}
          multiline
        />
        {children}
      </fieldset>
      <FieldPair>
        <RowField
          label={texts.category}
          rows={reference.categories}
          {...fieldPropsOf(form, 'categoryId', 'category')}
        />
        <fieldset disabled={isAnothers}>
          <RowField
            label={texts.type}
            rows={reference.types}
            {...fieldPropsOf(form, 'typeId', 'type')}
          />
        </fieldset>
      </FieldPair>
      <FieldPair disabled={isAnothers}>
        <TextField
          label={texts.date}
          type="date"
          min={localDateAt(now, values.timeZone)}
          {...fieldPropsOf(moment, 'date', 'date')}
        />
        <TextField
          label={texts.time}
          type="time"
          {...fieldPropsOf(moment, 'time', 'time')}
          onChange={(time) => {
            // The date that is shown may be the first of a repetition, behind the one that is held.
            const isHeldPast = first.date !== values.date && isPast({ ...values, time }, now);
            form.onChange({ time, ...(isHeldPast && { date: first.date }) }, 'time');
          }}
        />
      </FieldPair>
      {offersMoments && <Moments now={now} {...moment} />}
      <div className={styles.rows}>
        <fieldset disabled={isAnothers}>
          <RepeatRow {...form} now={now} isSound={isSound} />
        </fieldset>
        <AheadRow {...form} />
        <FloodRow {...form} />
      </div>
    </>
  );
}

function AheadRow({ values, errors, onChange, rows }: FieldsProps) {
  const offered = [...new Set([...PRE_ALERT_CHOICES, ...values.preAlerts])].sort((a, b) => a - b);
  const on = values.preAlerts.length > 0;
  return (
    <Row
      icon="bell"
      label={texts.ahead}
      name="preAlerts"
      value={on ? describePreAlerts(values.preAlerts) : texts.off.preAlerts}
      on={on}
      rows={rows}
      fault={errors.preAlerts}
    >
      <NumberButtons
        label={texts.preAlerts}
        offered={offered}
        shownAs={(minutes) => describePreAlerts([minutes])}
        chosen={values.preAlerts}
        error={errors.preAlerts}
        onChange={(next) => onChange({ preAlerts: next.toReversed() }, 'preAlerts')}
      />
    </Row>
  );
}

function FloodRow({ values, errors, onChange, rows }: FieldsProps) {
  const { flood, floodInterval } = values;
  return (
    <Row
      icon="bolt"
      label={texts.flood}
      name="flood"
      value={flood && floodInterval ? floodWords(floodInterval) : texts.off.flood}
      on={flood}
      onSwitch={(on) => onChange({ flood: on }, 'floodInterval')}
      explained={texts.floodExplained(FLOOD_RESENDS_MAX)}
      rows={rows}
      fault={errors.floodInterval}
    >
      <NumberButtons
        label={texts.floodEvery}
        offered={FLOOD_INTERVALS}
        shownAs={texts.floodChoice}
        chosen={flood && floodInterval ? [floodInterval] : []}
        error={errors.floodInterval}
        onChange={(next) => {
          const chosen = next.find((each) => each !== floodInterval) ?? floodInterval;
          onChange({ flood: true, floodInterval: chosen }, 'floodInterval');
        }}
      />
    </Row>
  );
}

function Moments({ now, values, onChange }: FieldsProps & { now: Date }) {
  const { settings } = useSession();
  const atNight = isNight(now, values.timeZone);
  return (
    <div role="group" aria-label={texts.moments} className={styles.moments}>
      {formPresetsAt(now, values.timeZone, settings.dayParts).map(({ preset, at }) => {
        const { date, time } = dateAndTimeAt(at, values.timeZone);
        return (
          <ButtonBase
            key={preset}
            className={styles.moment}
            aria-pressed={values.date === date && values.time === time}
            onClick={() => onChange({ date, time }, 'date', 'time')}
          >
            {presetTexts.moment(preset, atNight)}
          </ButtonBase>
        );
      })}
    </div>
  );
}
