import { useRef, useState } from 'react';
import { type Named, type Reminder, type ReminderInput } from '@/contract/reminder';
import { type ReminderField, checkReminder } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { FormDialog } from '../ui/form-dialog';
import { useSnackbar } from '../ui/snackbar';
import { ApiError } from '../wire';
import { ReminderFields } from './fields';
import {
  draftOf,
  emptyForm,
  errorsByField,
  filledForm,
  type FormErrors,
  type FormValues,
  payloadOf,
  prefillOf,
} from './form';

/** What the form is opened for: a new reminder, or the edit of one. */
export interface DialogTarget {
  edit?: Reminder;
  /** Instead of an empty form, or of what is stored. */
  values?: FormValues;
}

interface Props {
  target: DialogTarget;
  reference: { categories: readonly Named[]; types: readonly Named[] };
  save: (input: ReminderInput, target: { id: number } | { key: string }) => Promise<Reminder>;
  onClose: () => void;
}

const texts = appTexts.reminderForm;

/** The form of one reminder. What it holds is lost only by its user's own will. */
export default function ReminderDialog({ target, reference, save, onClose }: Props) {
  const { host, report, timeZone } = useSession();
  const showSnackbar = useSnackbar();
  const [initial] = useState(() =>
    target.edit ? filledForm(prefillOf(target.edit), timeZone) : emptyForm,
  );
  const [values, setValues] = useState(target.values ?? initial);
  const [errors, setErrors] = useState<FormErrors>({});
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const underWay = useRef(false);
  const createKey = useCreateKey();

  const change = (next: Partial<FormValues>, field: ReminderField | null) => {
    setValues((last) => ({ ...last, ...next }));
    if (field) setErrors(({ [field]: _cleared, ...rest }) => rest);
  };
  const refuse = (byField: FormErrors, message: string | null) => {
    setErrors(byField);
    setFault(message);
    setRefusals((n) => n + 1);
    host.haptic('error');
  };

  const submit = async () => {
    if (underWay.current) return; // The second tap of a double tap.
    const checked = checkReminder(draftOf(values), { now: new Date(), timeZone });
    if (!checked.ok) {
      refuse(errorsByField(checked.errors), null);
      return;
    }
    const payload = payloadOf(checked.value);
    underWay.current = true;
    setSaving(true);
    setFault(null);
    try {
      await save(payload, target.edit ? { id: target.edit.id } : { key: createKey(payload) });
      host.haptic('success');
      const { created, updated } = appTexts.reminders;
      showSnackbar({ text: target.edit ? updated : created, severity: 'success' });
      onClose();
    } catch (error) {
      const message = messageOf(error);
      refuse(error instanceof ApiError ? errorsByField(error.errors) : {}, message);
      showSnackbar({ text: message, severity: 'error' });
      report(error);
    } finally {
      underWay.current = false;
      setSaving(false);
    }
  };

  return (
    <FormDialog
      title={target.edit ? texts.edit : texts.create}
      fault={fault}
      dirty={JSON.stringify(values) !== JSON.stringify(initial)}
      saving={saving}
      refusals={refusals}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ReminderFields values={values} errors={errors} reference={reference} onChange={change} />
    </FormDialog>
  );
}

/** The server's first complaint, its message, or the general one. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.saveFailed;
  return error.errors[0]?.message ?? (error.message || texts.saveFailed);
}

/**
 * The idempotency key of a create: the same for the same content, so that a save repeated after a
 * lost answer creates nothing twice, and a new one once the content changes.
 */
function useCreateKey(): (payload: ReminderInput) => string {
  const last = useRef({ content: '', key: '' });
  return (payload) => {
    const content = JSON.stringify(payload);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
