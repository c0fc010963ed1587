import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { type Named, type Reminder, type ReminderInput } from '@/contract/reminder';
import { TUTORIAL_CLOSE_MS } from '@/core/limits';
import { checkReminder, type ReminderField } from '@/core/reminder-rules';
import { localDateAt } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { validationTexts } from '@/texts/validation';
import { keptReminder } from '../kept-form';
import { type SaveTarget } from '../rows';
import { useSession } from '../session';
import { FormDialog } from '../ui/form-dialog';
import { refusalOf } from '../ui/refusal';
import { useSnackbar } from '../ui/snackbar';
import { useCreateKey } from '../ui/use-create-key';
import { useDateTime } from '../ui/use-date-time';
import { useKept } from '../ui/use-kept';
import { useSaving } from '../ui/use-saving';
import { ReminderFields } from './fields';
import {
  draftOf,
  errorsByField,
  type FormErrors,
  formOf,
  type FormValues,
  movedTo,
  payloadOf,
  type Prefill,
  prefillOf,
  shownIn,
} from './form';
import { outlookOf } from './outlook';
import { QuickAdd } from './quick-add';
import { ZoneNotice } from './zone-notice';

/** What the form is opened for: a new reminder, or the edit of one. */
export interface DialogTarget {
  edit?: Reminder;
  /** What the form starts from, instead of being empty. */
  start?: Prefill;
  /** Unsaved input, on top of what the form starts from. */
  values?: FormValues;
  /** Instead of a key of its own: the card in the chat has one. */
  createKey?: string;
  /** Told above the fields. */
  notice?: string;
  /** The tutorial's test reminder: the app closes after it, so that its user looks into the chat. */
  test?: boolean;
}

interface Props {
  target: DialogTarget;
  reference: { categories: readonly Named[]; types: readonly Named[] };
  save: (input: ReminderInput, target: SaveTarget) => Promise<void>;
  onClose: () => void;
  onSaved: () => void;
  /** Opens the form again, with what its user wanted back. */
  onReopen: (target: DialogTarget) => void;
}

const texts = appTexts.reminderForm;

/** The form of one reminder. What it holds is lost only by its user's own will. */
export default function ReminderDialog({ target, reference, save, ...on }: Props) {
  const { host, timeZone } = useSession();
  const formatDateTime = useDateTime(timeZone);
  const showSnackbar = useSnackbar();
  const now = useNow();
  /** What is edited; another version of it, once its user has answered a conflict. */
  const [edit, setEdit] = useState(target.edit);
  const source = edit ? prefillOf(edit) : (target.start ?? null);
  const [written, setWritten] = useState(() => target.values ?? formOf(source, timeZone));
  const values = shownIn(timeZone, written, source);
  const setValues = (next: (last: FormValues) => FormValues) => {
    setWritten((last) => next(shownIn(timeZone, last, source)));
  };
  /** The input that the row's present state replaced; it can be brought back. */
  const [replaced, setReplaced] = useState<FormValues | null>(null);
  const saving = useSaving(errorsByField);
  const createKey = useCreateKey();
  const dirty = JSON.stringify(values) !== JSON.stringify(formOf(source, values.timeZone));
  const kept = useKept(keptReminder, {
    values,
    edit: edit ?? null,
    dirty: dirty && !target.test,
    wasKept: target.values !== undefined,
  });

  const change = (next: Partial<FormValues>, field: ReminderField | null) => {
    setValues((last) => ({ ...last, ...next }));
    saving.settle((errors) => withoutErrorOf(errors, field));
  };

  const submit = (row: Pick<Reminder, 'id' | 'version'> | undefined) => {
    const checked = checkReminder(draftOf(values, source), {
      now: new Date(),
      timeZone: values.timeZone,
    });
    if (!checked.ok) {
      saving.refuse(errorsByField(checked.errors));
      return;
    }
    const payload = payloadOf(checked.value, values.timeZone);
    void saving.run(async () => {
      const key = target.createKey ?? createKey(payload);
      await (row
        ? save({ ...payload, version: row.version }, { id: row.id })
        : save(payload, { key }));
      kept.drop();
      showSnackbar({ text: successOf(row !== undefined, target), severity: 'success' });
      if (target.test) setTimeout(host.close, TUTORIAL_CLOSE_MS);
      on.onSaved();
    });
  };
  const close = () => {
    kept.drop();
    on.onClose();
    if (!dirty) return;
    const run = () => on.onReopen({ ...target, ...(edit && { edit }), values });
    showSnackbar({
      text: appTexts.form.unsaved,
      severity: 'info',
      action: { label: appTexts.actions.bringBack, run },
    });
  };

  const takeNew = (present: Reminder) => {
    setEdit(present);
    setWritten(formOf(prefillOf(present), timeZone));
    saving.clear();
    setReplaced(values);
  };
  const bringMineBack = (mine: FormValues) => {
    setWritten(mine);
    setReplaced(null);
  };
  const keepMine = (present: Reminder | undefined) => {
    setEdit(present);
    submit(present);
  };

  return (
    <FormDialog
      title={edit ? texts.edit : texts.create}
      fault={refusalOf(saving.fault, {
        editing: edit !== undefined,
        present: saving.fault?.error?.present.reminder,
        describe: ({ text, dateTime, completed, doneAt }) =>
          [
            text,
            formatDateTime(dateTime),
            ...(completed
              ? [appTexts.reminders[doneAt === null ? 'unanswered' : 'completed']]
              : []),
          ].join('\n'),
        keepMine,
        takeNew,
        replaced,
        bringMineBack,
      })}
      dirty={dirty}
      saving={saving.saving}
      refusals={saving.refusals}
      guided={target.test ?? false}
      onSubmit={() => submit(edit)}
      onClose={close}
    >
      {target.notice !== undefined && <Alert severity="info">{target.notice}</Alert>}
      {!edit && !target.test && (
        <QuickAdd
          timeZone={values.timeZone}
          reference={reference}
          onFill={(filled) => {
            setValues((last) => ({ ...last, ...filled }));
            saving.settle(() => ({}));
          }}
        />
      )}
      {values.timeZone !== timeZone && (
        <ZoneNotice
          written={values.timeZone}
          present={timeZone}
          now={now}
          onMove={() => setValues((last) => movedTo(timeZone, last))}
        />
      )}
      <ReminderFields
        values={values}
        errors={saving.errors}
        reference={reference}
        today={localDateAt(now, values.timeZone)}
        onChange={change}
      />
      <Outlook lines={outlookOf(values, source, now)} />
    </FormDialog>
  );
}

function successOf(edited: boolean, { test }: DialogTarget): string {
  const { created, updated, testCreated } = appTexts.reminders;
  if (edited) return updated;
  return test ? testCreated : created;
}

/** What will happen, said again whenever it changes. */
function Outlook({ lines: [when, ...rest] }: { lines: string[] }) {
  return (
    <Box aria-live="polite">
      {when !== undefined && (
        <Box sx={{ p: 2, borderRadius: '14px', bgcolor: 'var(--sunken)' }}>
          <Box sx={{ fontWeight: 600 }}>{when}</Box>
          {rest.map((line) => (
            <Box key={line} sx={{ mt: 0.5, fontSize: '0.875rem', color: 'text.secondary' }}>
              {line}
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** The error of an edited field goes; so does that of a time that was past on another date. */
function withoutErrorOf(errors: FormErrors, field: ReminderField | null): FormErrors {
  const hasPassed = field === 'date' && errors.time === validationTexts.time.past;
  return {
    ...errors,
    ...(field && { [field]: undefined }),
    ...(hasPassed && { time: undefined }),
  };
}

/** The present, renewed twice a minute: «сегодня» must not outlive its day. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
