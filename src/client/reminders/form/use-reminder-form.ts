import { useDeferredValue, useState } from 'react';
import { useSWRConfig } from 'swr';
import { type Reminder } from '@/contract/reminder';
import { TUTORIAL_CLOSE_MS } from '@/core/limits';
import { lastCategoryOf } from '@/core/lists';
import { suggestedMoment } from '@/core/presets';
import { type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { useReference } from '../../categories/reference';
import { type useSaving } from '../../form/use-saving';
import { useSession } from '../../session/session';
import { useCode } from '../../session/use-answer';
import { useTutorial } from '../../tutorial/use-tutorial';
import { useTellFault } from '../../session/use-fault';
import { showSnackbar } from '../../ui/snackbar';
import { useReminders } from '../list/reminders';
import {
  type DialogTarget,
  formOf,
  type Prefill,
  prefillOf,
  suggestion,
  type FormValues,
  checkForm,
  payloadOf,
} from './form';
import { broughtUpToDate, withSaid, withUsual } from './form-state';

export type ReminderForm = ReturnType<typeof useReminderForm>;
type Grammar = Awaited<ReturnType<typeof loadGrammar>>;

/** The grammar is large, and few open the form to type into it. Rejects without a connection. */
const loadGrammar = () => import('./line-reading');

/** What the form of `target` holds and shows. `edit` is the row as it was when its user last saw it. */
export function useReminderForm(target: DialogTarget, edit: Reminder | undefined, now: Date) {
  const { timeZone, settings } = useSession();
  const reference = useReference();
  const source = useSource(target, edit, now);
  const [stored, setStored] = useState(
    () =>
      target.values ?? {
        ...openedForm(source, timeZone, target),
        ...(target.text !== undefined && { text: target.text }),
      },
  );
  const values = broughtUpToDate(stored, timeZone, source);
  const untouched = openedForm(source, values.timeZone, target);

  const isTyped = values.text !== values.openedText;
  const grammar = useCode(isTyped ? 'grammar' : null, loadGrammar);
  // A moment behind what is typed: reading must not hold up typing.
  const text = useDeferredValue(values.text);
  const suggestedTime = edit ? '' : untouched.time;
  const readWith = ({ readText }: Grammar, typed: FormValues) =>
    readText(typed, { now, dayParts: settings.dayParts, ...reference });
  const isRead = grammar !== undefined && text !== values.openedText;
  const reading = isRead ? readWith(grammar, { ...values, text }) : null;
  return {
    source,
    /** What is typed and set by hand: this is what the device keeps. */
    values,
    /** The values with what the text says. */
    shown: reading ? withSaid(values, reading.said, suggestedTime) : values,
    dirty: JSON.stringify(values) !== JSON.stringify(untouched),
    /** Makes other values of those that are there. */
    change: (made: (values: FormValues) => FormValues) =>
      setStored((last) => made(broughtUpToDate(last, timeZone, source))),
    /** Undefined until it is needed, and here. */
    grammar,
    /** Null where nothing new was typed. It may come a moment after the text. */
    reading,
    /** Reads the text as it stands now. Null where it says what no field can hold. */
    valuesToSave: (loadedGrammar: Grammar): FormValues | null => {
      const { said, stored: text, fault } = readWith(loadedGrammar, values);
      return fault === undefined ? { ...withSaid(values, said, suggestedTime), text } : null;
    },
  };
}

/** What the form opens with: the row, what was chosen elsewhere, or what is usual. */
function useSource(target: DialogTarget, edit: Reminder | undefined, now: Date): Prefill {
  const { rows = [] } = useReminders();
  const reference = useReference();
  const { timeZone, settings } = useSession();
  // Neither moves on while the form is open.
  const [{ categoryId, moment }] = useState(() => ({
    categoryId: settings.categoryId ?? lastCategoryOf(rows, now),
    moment: suggestedMoment(now, timeZone, settings.dayParts).toISOString(),
  }));
  if (edit) return prefillOf(edit);
  const suggested = suggestion(reference, categoryId, moment);
  // A card of the chat may leave category and type open.
  return withUsual(target.start ?? suggested, suggested);
}

/**
 * The form's values before anything was done in it: of a series on its own clocks, else on those of `timeZone`. What was
 * chosen for `target` no word changes.
 */
export function openedForm(
  source: Prefill,
  timeZone: string,
  { day = false }: Pick<DialogTarget, 'day'> = {},
): FormValues {
  const chosenDay = day ? (['date'] as const) : [];
  const chosenForText = source.text === '' ? [] : (['category', 'type'] as const);
  const ownZone = source.repeat ? source.timeZone : undefined;
  return {
    ...formOf(source, ownZone ?? timeZone),
    byHand: chosenDay,
    asText: [...chosenDay, ...chosenForText],
  };
}

interface Options {
  target: DialogTarget;
  createKey: string;
  form: ReminderForm;
  saving: ReturnType<typeof useSaving<ReminderField>>;
  onSaved: () => void;
}

/** Saves the form: checks it, sends it, says what became of it, and offers to take that back. */
export function useSaveReminder({ target, createKey, form, saving, onSaved }: Options) {
  const { save } = useReminders();
  const { mutate } = useSWRConfig();
  const tellSaved = useTellSaved(target);

  const saveValues = (values: FormValues, row: Reminder | undefined) => {
    const checked = checkForm(values, form.source, new Date());
    void saving.run(checked, async (value) => {
      const input = {
        ...payloadOf(value, values.timeZone),
        ...(!row && { noteId: values.noteId }),
      };
      const saved = await save(input, row, createKey);
      target.saved?.();
      // The key may be a draft's, which is one no longer.
      if (target.createKey !== undefined) void mutate('drafts');
      tellSaved(saved, row);
      onSaved();
    });
  };

  /** Saves the form as `row`, or as a new one. Words that were typed a moment ago are read first. */
  const submit = (row: Reminder | undefined) => {
    if (form.values.text === form.values.openedText) {
      // What is shown may be a moment behind, and say what a text said that is no longer there.
      saveValues(form.values, row);
      return;
    }
    const readAndSave = (grammar: Grammar) => {
      const values = form.valuesToSave(grammar);
      // The text's field says what is wrong with it.
      if (values === null) saving.refuse([]);
      else saveValues(values, row);
    };
    const refuseOffline = () => saving.refuse([], { message: appTexts.fault.offline, error: null });
    loadGrammar().then(readAndSave, refuseOffline);
  };
  return submit;
}

function useTellSaved(target: DialogTarget) {
  const { host } = useSession();
  const tutorial = useTutorial();
  const undoOf = useUndo();
  const { created, updated, testCreated } = appTexts.reminders;

  /** `before`: the row that was saved over; undefined of a new one. */
  return (saved: Reminder, before: Reminder | undefined) => {
    const textOfNew = target.test ? testCreated : created;
    const undo = target.test ? undefined : undoOf(saved, before);
    showSnackbar({
      text: before ? updated : textOfNew,
      undo,
    });
    if (target.test) {
      setTimeout(host.close, TUTORIAL_CLOSE_MS);
      tutorial.done();
    }
  };
}

/**
 * Takes a save back. Answers undefined where saving the row before it again would not bring that back: its time has
 * come, or the save has ended that an occurrence was put off.
 */
function useUndo() {
  const { api, timeZone } = useSession();
  const { reload } = useReminders();
  const tellFault = useTellFault();

  const undoing = (undo: () => Promise<unknown>) => () =>
    void undo()
      .then(() => reload())
      .catch((fault: unknown) => tellFault(appTexts.fault.undoFailed, fault));
  return (saved: Reminder, before: Reminder | undefined): (() => void) | undefined => {
    if (!before) return undoing(() => api.reminders.remove(saved.id));
    const hasEndedPutOff =
      before.repeat && before.snoozedUntil !== null && saved.snoozedUntil === null;
    if (before.state !== 'scheduled' || hasEndedPutOff) return undefined;
    const source = prefillOf(before);
    const opened = openedForm(source, timeZone);
    const checked = checkForm(opened, source, new Date());
    if (!checked.ok) return undefined;
    // What is not named stays: what the save has added has to be named to go.
    const added = { preAlerts: [...opened.preAlerts], counter: before.counter ?? null };
    const input = { ...payloadOf(checked.value, opened.timeZone), ...added };
    return undoing(() => api.reminders.save(input, saved));
  };
}
