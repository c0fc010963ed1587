import { type Reminder } from '@/contract/reminder';
import { TUTORIAL_CLOSE_MS } from '@/core/limits';
import { type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { useCreateKey, type useSaving } from '../../form/use-saving';
import { useSession } from '../../session/session';
import { useTutorial } from '../../tutorial/use-tutorial';
import { useSnackbar, useTellFault } from '../../ui/snackbar';
import { useReminders } from '../list/reminders';
import { type DialogTarget, checkForm, payloadOf } from './form';
import { type Grammar, loadGrammar, type ReminderForm } from './use-reminder-form';
import { type FormValues } from './values';

type SavedRow = Pick<Reminder, 'id' | 'version'>;

interface Options {
  target: DialogTarget;
  edit: Reminder | undefined;
  form: ReminderForm;
  saving: ReturnType<typeof useSaving<ReminderField>>;
  onSaved: () => void;
}

/** Saves the form: checks it, sends it, says what became of it, and offers to take that back. */
export function useSaveReminder({ target, edit, form, saving, onSaved }: Options) {
  const { save } = useReminders();
  const createKey = useCreateKey();
  const tellSaved = useTellSaved(target, edit, form);

  const saveValues = (values: FormValues, row: SavedRow | undefined) => {
    const checked = checkForm(values, form.source, new Date());
    if (!checked.ok) {
      saving.refuse(checked.errors);
      return;
    }
    const input = payloadOf(checked.value, values.timeZone);
    const create = () => {
      const { noteId } = target;
      const inputOfNew = noteId === undefined ? input : { ...input, noteId };
      return save(inputOfNew, { key: target.createKey ?? createKey(inputOfNew) });
    };
    void saving.run(async () => {
      const saved = await (row
        ? save({ ...input, version: row.version }, { id: row.id })
        : create());
      target.saved?.();
      tellSaved(saved, row !== undefined);
      onSaved();
    });
  };

  /** Saves the form as `row`, or as a new one. Words that were typed a moment ago are read first. */
  const submit = (row: SavedRow | undefined) => {
    if (form.values.text === form.source.text) {
      saveValues(form.shown, row);
      return;
    }
    const readAndSave = (grammar: Grammar) => {
      const values = form.valuesToSave(grammar);
      // The text's field says what is wrong with it.
      if (values === null) saving.refuse([]);
      else saveValues(values, row);
    };
    const refuseOffline = () => saving.refuse([], { message: appTexts.fault.offline, error: null });
    if (form.grammar) readAndSave(form.grammar);
    else loadGrammar().then(readAndSave, refuseOffline);
  };
  return submit;
}

function useTellSaved(target: DialogTarget, edit: Reminder | undefined, form: ReminderForm) {
  const { host } = useSession();
  const tutorial = useTutorial();
  const showSnackbar = useSnackbar();
  const undoOf = useUndo(edit, form);
  const { created, updated, testCreated } = appTexts.reminders;

  return (saved: Reminder, isUpdate: boolean) => {
    const textOfNew = target.test ? testCreated : created;
    const undo = target.test ? undefined : undoOf(saved);
    showSnackbar({
      text: isUpdate ? updated : textOfNew,
      severity: 'success',
      action: undo && { label: appTexts.actions.undo, run: undo },
    });
    if (target.test) {
      setTimeout(host.close, TUTORIAL_CLOSE_MS);
      tutorial.done();
    }
  };
}

/** Takes a save back. Answers undefined where the row before it cannot be saved again, as its time has come. */
function useUndo(before: Reminder | undefined, { untouched, source }: ReminderForm) {
  const { api } = useSession();
  const { reload } = useReminders();
  const tellFault = useTellFault();

  return (saved: Reminder): (() => void) | undefined => {
    const checked = before && checkForm(untouched, source, new Date());
    const wasAhead = before === undefined || before.state === 'scheduled';
    if (!wasAhead || checked?.ok === false) return undefined;
    const undo = async () => {
      if (checked) {
        const input = payloadOf(checked.value, untouched.timeZone);
        await api.reminders.update(saved.id, { ...input, version: saved.version });
      } else {
        await api.reminders.remove(saved.id);
      }
      await reload();
    };
    return () => void undo().catch((fault: unknown) => tellFault(appTexts.fault.undoFailed, fault));
  };
}
