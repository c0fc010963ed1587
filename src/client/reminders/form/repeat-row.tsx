import { useState } from 'react';
import { type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { type RepeatUnit } from '@/texts/schedule';
import { ButtonBase } from '../../ui/button';
import { Sheet } from '../../ui/dialog';
import styles from './dialog.module.css';
import {
  type FieldsProps,
  emptyPrefill,
  REPEAT_FIELDS,
  uncheckedOf,
  type FormValues,
} from './form';
import { nextDates, ruleWords } from './form-summary';
import { RepeatDetails } from './repeat-details';
import { Row } from './row';

const texts = appTexts.reminderForm;

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
