import { useDeferredValue, useEffect, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { TUTORIAL_CLOSE_MS } from '@/core/limits';
import { lastCategoryOf } from '@/core/lists';
import { suggestedMoment } from '@/core/presets';
import { checkReminder, type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { validationTexts } from '@/texts/validation';
import { useReference } from '../../categories/reference';
import { useSession } from '../../session/session';
import { FormDialog } from '../../form/form-dialog';
import { useEditedRow, useKept } from '../../form/edited-row';
import { lazyPart, orNothing } from '../../ui/lazy-part';
import { useSnackbar, useTellFault } from '../../ui/snackbar';
import { useCardClock, useNow } from '../../ui/use-date-time';
import { useCreateKey, useSaving } from '../../form/use-saving';
import { useTutorial } from '../../tutorial/use-tutorial';
import { useReminders } from '../list/reminders';
import { ReminderFields } from './fields';
import {
  changedByHand,
  uncheckedOf,
  FORM_FIELDS,
  formOf,
  type FormValues,
  keptReminder,
  movedTo,
  payloadOf,
  type Prefill,
  prefillOf,
  type SaidField,
  shownIn,
  suggestion,
  WIRE_NAMES,
  withSaid,
  withUsual,
} from './form';
import { formSummary, fromFirst, isPast, pastField } from './form-summary';

export interface DialogTarget {
  edit?: Reminder;
  start?: Prefill;
  values?: FormValues;
  /** Of a new one: typed elsewhere, and read as if it were typed here. */
  text?: string;
  /** Of a new one: the note that it reminds of. */
  noteId?: number;
  /** Instead of a key of its own: the card in the chat has one. */
  createKey?: string;
  notice?: string;
  focus?: string;
  saved?: () => void;
  /** A day was chosen already: no chips offer others. */
  day?: boolean;
  /** The tutorial's test reminder: the app closes after it, so that its user looks into the chat. */
  test?: boolean;
}

interface Props {
  target: DialogTarget;
  onClose: () => void;
  onReopen: (target: DialogTarget) => void;
}

const texts = appTexts.reminderForm;
/** They come with the grammar, before which there are none. */
const Chips = lazyPart(orNothing(() => import('./chips')));
/** Knows the names of all zones; few ever see it. */
const ZoneBanner = lazyPart(orNothing(() => import('./zone-banner')));

export function ReminderDialog({ target, onClose, onReopen }: Props) {
  const { rows = [], save, reload } = useReminders();
  const reference = useReference();
  const tutorial = useTutorial();
  const { api, host, timeZone, settings } = useSession();
  const tellFault = useTellFault();
  const { inDigits } = useCardClock();
  const showSnackbar = useSnackbar();
  const now = useNow();
  const saving = useSaving(FORM_FIELDS, WIRE_NAMES);
  const { edit, refusal } = useEditedRow<Reminder, FormValues>(target.edit, saving);
  const [usual] = useState(() => ({
    categoryId: settings.categoryId ?? lastCategoryOf(rows, now),
    moment: suggestedMoment(now, timeZone, settings.dayParts).toISOString(),
  }));
  const suggested = suggestion(reference, usual.categoryId, usual.moment);
  // A card of the chat may leave category and type open.
  const source = edit ? prefillOf(edit) : withUsual(target.start ?? suggested, suggested);
  const begin = (from: Prefill, zone = timeZone): FormValues => ({
    ...formOf(from, zone),
    byHand: target.day ? ['date'] : [],
    asText: [...(target.day ? ['date' as const] : []), ...(from.text === '' ? [] : CHOSEN)],
  });
  const [written, setWritten] = useState(
    () =>
      target.values ?? {
        ...begin(source),
        ...(target.text !== undefined && { text: target.text }),
      },
  );
  // Category and type may come after the form has opened.
  const shown = (last: FormValues) => withUsual(shownIn(timeZone, last, source), source);
  const base = shown(written);
  const setValues = (next: (last: FormValues) => FormValues) => {
    setWritten((last) => next(shown(last)));
  };
  const createKey = useCreateKey();
  const untouched = begin(source, base.timeZone);
  const dirty = JSON.stringify(base) !== JSON.stringify(untouched);
  const opened = source.text;
  const clock = { now, dayParts: settings.dayParts };
  const grammar = useGrammar(base.text !== opened);
  const text = useDeferredValue(base.text);
  const read =
    text === opened
      ? null
      : (grammar?.readText({ ...base, text }, opened, { ...clock, ...reference }) ?? null);
  const suggestedTime = edit ? '' : untouched.time;
  const values = read ? withSaid(base, read.said, suggestedTime) : base;
  const kept = useKept(keptReminder, {
    values: base,
    edit,
    dirty: dirty && !target.test,
    wasKept: target.values !== undefined,
    noteId: target.noteId,
  });
  /** On a phone the keyboard would hide half of the form before anybody has seen it. */
  const [focus] = useState(
    () => target.focus ?? (target.test || !finePointer() ? undefined : 'text'),
  );

  const change = (next: Partial<FormValues>, field: ReminderField | null) => {
    setValues((last) => changedByHand(last, next, values, read?.said ?? {}));
    // Other words may say another moment.
    if (field === 'text' && read?.said.date) saving.forget('date', 'time');
    saving.forget(...(field ? [field] : []));
    // A time that was past on another date may not be on this one.
    if (field === 'date' && saving.errors.time === validationTexts.time.past) saving.forget('time');
  };

  /** Saves the form. Words that were typed a moment ago are read first, on a slow network too. */
  const submit = (row: SavedRow | undefined) => {
    if (written.text === opened) {
      check(values, row);
      return;
    }
    const go = ({ readText }: Grammar) => {
      // Of the present that its user sees: what was said to come is what is saved.
      const read = readText(base, opened, { ...clock, ...reference });
      const filled = { ...withSaid(base, read.said, suggestedTime), text: read.stored };
      // Its field says why.
      if (read.fault !== undefined) saving.refuse([]);
      else check(filled, row);
    };
    if (grammar) go(grammar);
    else {
      loadReading().then(go, () =>
        saving.refuse([], { message: appTexts.fault.offline, error: null }),
      );
    }
  };
  const checkedOf = (filled: FormValues, at = new Date()) =>
    checkReminder(uncheckedOf(filled, source), { now: at, timeZone: filled.timeZone });
  const check = (values: FormValues, row: SavedRow | undefined) => {
    const checked = checkedOf(values);
    if (!checked.ok) {
      saving.refuse(checked.errors);
      return;
    }
    const { noteId } = target;
    const payload = {
      ...payloadOf(checked.value, values.timeZone),
      ...(!row && noteId !== undefined && { noteId }),
    };
    void saving.run(async () => {
      const key = target.createKey ?? createKey(payload);
      const saved = await (row
        ? save({ ...payload, version: row.version }, { id: row.id })
        : save(payload, { key }));
      kept.drop();
      target.saved?.();
      const undo = target.test ? null : undoOf(saved, edit);
      showSnackbar({
        text: successOf(row !== undefined, target),
        severity: 'success',
        ...(undo && { action: { label: appTexts.actions.undo, run: undo } }),
      });
      if (target.test) {
        setTimeout(host.close, TUTORIAL_CLOSE_MS);
        tutorial.done();
      }
      onClose();
    });
  };
  /** Takes a save back; null where what was there before is not to be saved again, as its time has come. */
  const undoOf = (saved: Reminder, before: Reminder | undefined): (() => void) | null => {
    const checked = before && checkedOf(untouched, now);
    const wasAhead = before === undefined || before.state === 'scheduled';
    if (!wasAhead || checked?.ok === false) return null;
    const undo = async () => {
      await (checked
        ? api.reminders.update(saved.id, {
            ...payloadOf(checked.value, untouched.timeZone),
            version: saved.version,
          })
        : api.reminders.remove(saved.id));
      await reload();
    };
    return () => void undo().catch((fault: unknown) => tellFault(appTexts.fault.undoFailed, fault));
  };
  /** Tells whether saving would take these fields as they are; else they say what is wrong. */
  const isSound = (fields: readonly ReminderField[]): boolean => {
    const checked = checkedOf(values);
    const faults = checked.ok ? [] : checked.errors.filter(({ field }) => fields.includes(field));
    if (faults.length > 0) saving.refuse(faults);
    return faults.length === 0;
  };
  const leaveInText = (field: SaidField | 'text') => {
    const fields = field === 'date' ? (['date', 'time'] as const) : field === 'text' ? [] : [field];
    setValues((last) => ({ ...last, asText: [...new Set([...last.asText, ...fields])] }));
    saving.forget('date', 'time');
    showField('text');
  };
  const first = fromFirst(values, now);
  // A fault of the text is said at its field.
  const summary = read?.fault ? { text: '', isFault: false } : formSummary(values, source, now);
  const past = summary.isFault && pastField(values, now);
  return (
    <FormDialog
      title={edit ? texts.edit : texts.create}
      fault={refusal({
        present: saving.fault?.error?.present.reminder,
        describe: ({ text, dateTime, completed, doneAt }) =>
          [
            text,
            inDigits(dateTime).full,
            ...(completed
              ? [appTexts.reminders.card[doneAt === null ? 'unanswered' : 'done']]
              : []),
          ].join('\n'),
        values: base,
        valuesOf: (row) => begin(prefillOf(row)),
        setValues: setWritten,
        submit,
      })}
      saving={saving}
      notice={target.notice}
      summary={summary}
      dirty={dirty}
      guided={target.test ?? false}
      focus={focus}
      onSubmit={() => submit(edit)}
      onClose={() => {
        kept.drop();
        onClose();
      }}
      onReopen={() => onReopen({ ...target, ...(edit && { edit }), values: base })}
    >
      {values.timeZone !== timeZone && (
        <ZoneBanner
          written={values.timeZone}
          present={timeZone}
          now={now}
          onMove={() => setValues((last) => movedTo(timeZone, last))}
        />
      )}
      <ReminderFields
        values={values}
        errors={{ ...saving.errors, ...(past && { [past]: saving.errors[past] ?? '' }) }}
        reference={reference}
        now={now}
        first={first}
        offersMoments={!target.test && !target.day && (!read?.said.date || isPast(values, now))}
        read={read}
        isSound={isSound}
        onChange={change}
      >
        {grammar && (
          <Chips
            chips={read ? grammar.chipsOfText(read, first, reference, now) : []}
            remark={read?.remark ?? ''}
            onOpen={showField}
            onRemove={leaveInText}
          />
        )}
      </ReminderFields>
    </FormDialog>
  );
}

type SavedRow = Pick<Reminder, 'id' | 'version'>;

/** Loads the grammar once there are words to read; null without a connection. */
function useGrammar(needed: boolean) {
  const [grammar, setGrammar] = useState<Grammar | null>(null);
  useEffect(() => {
    if (needed) loadReading().then(setGrammar, () => undefined);
  }, [needed]);
  return grammar;
}
const loadReading = () => import('./line-reading');
type Grammar = Awaited<ReturnType<typeof loadReading>>;

/** Brings the focus to a field of the form; its row opens. */
function showField(field: string) {
  const found = document.querySelector<HTMLElement>(
    `[role="dialog"] [data-tour="${field}"] :is(textarea, select, [aria-expanded], input)`,
  );
  if (found?.getAttribute('aria-expanded') === 'false') found.click();
  found?.focus();
}

/** What was chosen for a stored text; no guess changes it. */
const CHOSEN = ['category', 'type'] as const;

/** Whether a mouse points here, and so no keyboard comes up over the page. */
const finePointer = () => window.matchMedia('(pointer: fine)').matches;

function successOf(edited: boolean, { test }: DialogTarget): string {
  const { created, updated, testCreated } = appTexts.reminders;
  if (edited) return updated;
  return test ? testCreated : created;
}
