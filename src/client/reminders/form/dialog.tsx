import { useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { validationTexts } from '@/texts/validation';
import { useReference } from '../../categories/reference';
import { useEditedRow, useKept } from '../../form/edited-row';
import { FormDialog, type Summary } from '../../form/form-dialog';
import { useOpening } from '../../form/use-opening';
import { useCreateKey, useSaving } from '../../form/use-saving';
import { useSession } from '../../session/session';
import { useAnswer } from '../../session/use-answer';
import { optionalPart } from '../../ui/lazy-part';
import { useCardClock, useNow } from '../../session/use-date-time';
import { ReminderFields } from './fields';
import {
  type DialogTarget,
  checkForm,
  type FormErrors,
  keptReminder,
  prefillOf,
  WIRE_NAMES,
  type FormValues,
  type SaidField,
} from './form';
import { formSummary, fromFirst, isPast, pastField } from './form-summary';
import { leftInText, setByHand } from './form-state';
import { useRows } from './row';
import {
  openedForm,
  type ReminderForm,
  useReminderForm,
  useSaveReminder,
} from './use-reminder-form';

interface Props {
  target: DialogTarget;
  onClose: () => void;
  onReopen: (target: DialogTarget) => void;
}

const texts = appTexts.reminderForm;
/** They come with the grammar, before which there are none. */
const Chips = optionalPart(() => import('./chips'));
/** Knows the names of all zones; few ever see it. */
const ZoneBanner = optionalPart(() => import('./zone-banner'));

/** Begins anew where another target is opened in its place. */
export function ReminderDialog(props: Props) {
  return <OpenedDialog key={useOpening(props.target)} {...props} />;
}

function OpenedDialog({ target, onClose, onReopen }: Props) {
  const { timeZone } = useSession();
  const now = useNow();
  const reference = useReference();
  const describe = useDescribe();
  const saving = useSaving<ReminderField>(WIRE_NAMES);
  const { edit, refusal } = useEditedRow<Reminder, FormValues>(target.edit, saving);
  const form = useReminderForm(target, edit, now);
  const { isAnothers, ownersNotice = target.notice } = useOwnersSay(edit);
  const { values, shown, reading, change } = form;
  const { start, day, text, test = false } = target;
  const createKey = useCreateKey(target);
  const dirty = form.dirty && !test;
  const wasKept = target.values !== undefined;
  const openedFor = { start, createKey, day, text };
  const dropKept = useKept(keptReminder, { values, edit, dirty, wasKept, openedFor });
  const close = () => {
    dropKept();
    onClose();
  };
  const submit = useSaveReminder({ target, createKey, form, saving, onSaved: close });
  const [focus] = useState(() => focusAtStart(target));
  const { rows, openRow, showField } = useShowingFields();
  const summary = summaryOf(form, now);
  const first = fromFirst(shown, now);
  const isMomentSaid = reading?.said.date !== undefined && !isPast(shown, now);

  return (
    <FormDialog
      title={edit ? texts.edit : texts.create}
      fault={refusal({
        present: saving.lastFault?.error?.told.notification,
        describe,
        values,
        valuesOf: (row) => openedForm(prefillOf(row), timeZone, target),
        setValues: (other) => change(() => other),
        submit,
      })}
      saving={saving}
      notice={ownersNotice}
      summary={summary}
      dirty={form.dirty}
      guided={test}
      focus={focus}
      onFaultyField={openRow}
      onSubmit={() => submit(edit)}
      onClose={close}
      onReopen={() => onReopen({ ...target, createKey, edit, values })}
    >
      {shown.timeZone !== timeZone && (
        <ZoneBanner
          shownValues={shown}
          saidInText={reading?.said ?? {}}
          {...{ now, change, isAnothers }}
        />
      )}
      <ReminderFields
        values={shown}
        first={first}
        errors={summary.isFault ? markedAsPast(saving.errors, shown, now) : saving.errors}
        offersMoments={!test && !target.day && !isMomentSaid && !isAnothers}
        {...{ reference, now, isAnothers, reading, rows }}
        {...changesTo(form, saving)}
      >
        {form.grammar && (
          <Chips
            chips={reading ? form.grammar.chipsOfText(reading, first, reference, now) : []}
            remark={reading?.remark ?? ''}
            onOpen={showField}
            onRemove={(field) => {
              leaveInText(field, form, saving);
              showField('text');
            }}
          />
        )}
      </ReminderFields>
    </FormDialog>
  );
}

/** Which rows of the form are open, and how a field within one is shown: opened, and for `showField` with the focus. */
function useShowingFields() {
  const rows = useRows();
  const openRow = (name: string) => rows.setOpen(name, true);
  const showField = (name: SaidField | 'text') => {
    openRow(name);
    // A counter has no field here but the words that say it.
    document.getElementsByName(name === 'counter' ? 'text' : name)[0]?.focus();
  };
  return { rows, openRow, showField };
}

/** Whether the text and time of a shared reminder are in somebody else's say, and what is said of that once it is known. */
function useOwnersSay(edit: Reminder | undefined): { isAnothers: boolean; ownersNotice?: string } {
  const { api } = useSession();
  const sharedId = edit?.people === undefined ? null : edit.id;
  const key = sharedId === null ? null : ['reminder', sharedId];
  const { data } = useAnswer(key, () => api.reminders.read(sharedId ?? 0));
  if (sharedId === null || data?.joint?.owned) return { isAnothers: false };
  const owner = data?.joint?.people[0];
  return {
    isAnothers: true,
    ...(owner !== undefined && { ownersNotice: validationTexts.ownerEdits(owner) }),
  };
}

type ReminderSaving = ReturnType<typeof useSaving<ReminderField>>;

/** What is done to the form's values, and the errors that each change settles. */
function changesTo(form: ReminderForm, saving: ReminderSaving) {
  const { shown, reading, change } = form;
  return {
    onChange: (changes: Partial<FormValues>, ...settled: ReminderField[]) => {
      const saidInText = reading?.said ?? {};
      change((values) => setByHand(values, changes, shown, saidInText));
      // Other words may say another moment.
      if (settled.includes('text') && saidInText.date) saving.forget('date', 'time');
      saving.forget(...settled);
      // A time that was past on another date may not be on this one.
      const isTimePast = saving.errors.time === validationTexts.time.past;
      if (settled.includes('date') && isTimePast) saving.forget('time');
    },
    /** Tells whether saving would take these fields as they are; else they say what is wrong. */
    isSound: (fields: readonly ReminderField[]): boolean => {
      const checked = checkForm(shown, form.source, new Date());
      const faults = checked.ok ? [] : checked.errors.filter(({ field }) => fields.includes(field));
      if (faults.length > 0) saving.refuse(faults);
      return faults.length === 0;
    },
  };
}

/** Leaves the words that say a field in the text, where they say nothing more. */
function leaveInText(
  field: SaidField | 'text',
  { change }: ReminderForm,
  saving: ReminderSaving,
): void {
  if (field === 'date') change((values) => leftInText(values, 'date', 'time'));
  else if (field !== 'text') change((values) => leftInText(values, field));
  saving.forget('date', 'time');
}

/** The errors, and the field that makes the moment a past one: the summary says what is wrong with it. */
function markedAsPast(errors: FormErrors, shown: FormValues, now: Date): FormErrors {
  const field = pastField(shown, now);
  return { ...errors, [field]: errors[field] ?? '' };
}

const summaryOf = ({ shown, source, reading }: ReminderForm, now: Date): Summary =>
  // The text's own field says what is wrong with it.
  reading?.fault ? { text: '', isFault: false } : formSummary(shown, source, now);

/** Says in a few lines what a reminder is that was changed meanwhile. */
function useDescribe() {
  const { inDigits } = useCardClock();
  const { done, unanswered } = appTexts.reminders.card;
  return ({ text, dateTime, completed, doneAt }: Reminder) => {
    const lines = [text, inDigits(dateTime).full];
    if (completed) lines.push(doneAt === null ? unanswered : done);
    return lines.join('\n');
  };
}

/** On a phone the keyboard would hide half of the form before anybody has seen it. */
function focusAtStart({ focus, test = false }: DialogTarget): string | undefined {
  if (focus !== undefined || test) return focus;
  const isMouseHere = window.matchMedia('(pointer: fine)').matches;
  return isMouseHere ? 'text' : undefined;
}
