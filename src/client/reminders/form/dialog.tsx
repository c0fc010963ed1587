import { useState } from 'react';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { TUTORIAL_CLOSE_MS } from '@/core/limits';
import { suggestedMoment } from '@/core/presets';
import { checkReminder, type ReminderField } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { validationTexts } from '@/texts/validation';
import { type SaveTarget } from '../../list/live-list';
import { useSession } from '../../session/session';
import { FormDialog, type Refusal } from '../../form/form-dialog';
import { useEditedRow, useKept } from '../../form/edited-row';
import { useSnackbar } from '../../ui/snackbar';
import { useDateTime, useNow } from '../../ui/use-date-time';
import { useCreateKey, useSaving } from '../../form/use-saving';
import { ReminderFields } from './fields';
import {
  uncheckedOf,
  FORM_FIELDS,
  formOf,
  type FormValues,
  keptReminder,
  lastCategoryOf,
  movedTo,
  payloadOf,
  type Prefill,
  prefillOf,
  type Reference,
  shownIn,
  suggestion,
  WIRE_NAMES,
  withUsual,
} from './form';
import { formSummary } from './form-summary';
import { FormLine, loadReading, ZoneBanner } from './form-line';

export interface DialogTarget {
  edit?: Reminder;
  start?: Prefill;
  values?: FormValues;
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
  reference: Reference;
  rows: readonly Reminder[];
  save: (input: ReminderInput, target: SaveTarget) => Promise<unknown>;
  onClose: () => void;
  onSaved: () => void;
  onReopen: (target: DialogTarget) => void;
}

const texts = appTexts.reminderForm;

export default function ReminderDialog({ target, reference, rows, save, ...on }: Props) {
  const { host, timeZone, settings } = useSession();
  const formatDateTime = useDateTime(timeZone);
  const showSnackbar = useSnackbar();
  const now = useNow();
  const saving = useSaving(FORM_FIELDS, WIRE_NAMES);
  const { edit, refusal } = useEditedRow<Reminder, FormValues>(target.edit, saving);
  const [opened] = useState(() => ({
    categoryId: settings.categoryId ?? lastCategoryOf(rows),
    moment: suggestedMoment(now, timeZone, settings.dayParts).toISOString(),
  }));
  const source = edit
    ? prefillOf(edit)
    : startOf(target.start, suggestion(reference, opened.categoryId, opened.moment));
  const [written, setWritten] = useState(() => target.values ?? formOf(source, timeZone));
  // Category and type may come after the form has opened.
  const shown = (last: FormValues) => withUsual(shownIn(timeZone, last, source), source);
  const values = shown(written);
  const setValues = (next: (last: FormValues) => FormValues) => {
    setWritten((last) => next(shown(last)));
  };
  /** What the quick line and the fields say differently, or what of the line no field can hold. */
  const [question, setQuestion] = useState<Refusal | null>(null);
  const createKey = useCreateKey();
  const untouched = formOf(source, values.timeZone);
  const dirty = JSON.stringify(values) !== JSON.stringify(untouched);
  const kept = useKept(keptReminder, {
    values,
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
    setValues((last) => ({ ...last, ...next }));
    if (field) saving.forget(field);
    // A time that was past on another date may not be on this one.
    if (field === 'date' && saving.errors.time === validationTexts.time.past) saving.forget('time');
  };

  const readLine = async (line: string) => {
    const reading = await loadReading();
    const read = reading.readLine(line, {
      now: new Date(),
      timeZone: values.timeZone,
      ...reference,
    });
    return { read, said: reading.valuesOf(read), remark: reading.remarkOn(read), reading };
  };
  /** Takes the quick line into the fields; answers what there is to say of it. */
  const fill = async () => {
    const answer = await readLine(values.line).catch(() => null);
    if (!answer) return appTexts.fault.offline;
    const { read, said, remark, reading } = answer;
    host.haptic(read.outcome === 'ready' ? 'success' : 'selection');
    // What no field can hold stays in the line: «Сохранить» will ask.
    const left = reading.isRefused(read) ? values.line : '';
    setValues((last) => ({ ...taken(last, said, untouched), line: left }));
    setQuestion(null);
    saving.forget(...FORM_FIELDS);
    return remark === '' ? appTexts.quickAdd.filled : remark;
  };
  /** Saves the form. What stands in the quick line and in no field yet is read first. */
  const submit = (row: SavedRow | undefined) => {
    setQuestion(null);
    if (values.line.trim() === '') {
      check(values, row);
      return;
    }
    readLine(values.line).then(
      ({ read, said, remark, reading }) => {
        const filled = { ...taken(values, said, untouched), line: '' };
        const go = (next: FormValues) => () => {
          setQuestion(null);
          setWritten(next);
          check(next, row);
        };
        const withoutLine = { label: texts.line.leave, run: go({ ...values, line: '' }) };
        if (reading.isRefused(read)) {
          setQuestion({ message: remark, choices: [withoutLine] });
        } else if (contradicts(said, values, untouched)) {
          setQuestion({
            message: texts.line.differs,
            detail: texts.line.says(values.line.trim()),
            choices: [{ label: texts.line.take, run: go(filled) }, withoutLine],
          });
        } else go(filled)();
      },
      () => saving.refuse([], { message: appTexts.fault.offline, error: null }),
    );
  };
  const check = (values: FormValues, row: SavedRow | undefined) => {
    const checked = checkReminder(uncheckedOf(values, source), {
      now: new Date(),
      timeZone: values.timeZone,
    });
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
      await (row
        ? save({ ...payload, version: row.version }, { id: row.id })
        : save(payload, { key }));
      kept.drop();
      target.saved?.();
      showSnackbar({ text: successOf(row !== undefined, target), severity: 'success' });
      if (target.test) setTimeout(host.close, TUTORIAL_CLOSE_MS);
      on.onSaved();
    });
  };
  return (
    <FormDialog
      title={edit ? texts.edit : texts.create}
      fault={
        question ??
        refusal({
          present: saving.fault?.error?.present.reminder,
          describe: ({ text, dateTime, completed, doneAt }) =>
            [
              text,
              formatDateTime(dateTime),
              ...(completed
                ? [appTexts.reminders.card[doneAt === null ? 'unanswered' : 'done']]
                : []),
            ].join('\n'),
          values,
          valuesOf: (row) => formOf(prefillOf(row), timeZone),
          setValues: setWritten,
          submit,
        })
      }
      saving={saving}
      notice={target.notice}
      summary={formSummary(values, source, now) || texts.outlook.open}
      dirty={dirty}
      guided={target.test ?? false}
      focus={focus}
      onSubmit={() => submit(edit)}
      onClose={() => {
        kept.drop();
        on.onClose();
      }}
      onReopen={() => on.onReopen({ ...target, ...(edit && { edit }), values })}
    >
      {!edit && !target.test && (
        <FormLine
          line={values.line}
          onChange={(line) => {
            setValues((last) => ({ ...last, line }));
            setQuestion(null);
          }}
          onFill={fill}
        />
      )}
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
        errors={saving.errors}
        reference={reference}
        now={now}
        offersMoments={!target.test && !target.day}
        onChange={change}
      />
    </FormDialog>
  );
}

type SavedRow = Pick<Reminder, 'id' | 'version'>;

/** What a form starts from; a card of the chat may leave category and type open. */
const startOf = (start: Prefill | undefined, usual: Prefill): Prefill =>
  start
    ? {
        ...start,
        categoryId: start.categoryId ?? usual.categoryId,
        typeId: start.typeId ?? usual.typeId,
      }
    : usual;

/** The values with what a line says; a time that was only suggested goes where the line names a date alone. */
function taken(values: FormValues, said: Partial<FormValues>, untouched: FormValues): FormValues {
  const onlyDate = said.date !== undefined && said.time === undefined;
  const suggested = values.time === untouched.time;
  return { ...values, ...(onlyDate && suggested && { time: '' }), ...said };
}

/** Whether a line says otherwise than a field in which its user has written. */
function contradicts(
  said: Partial<FormValues>,
  values: FormValues,
  untouched: FormValues,
): boolean {
  const told = new Map<string, unknown>(Object.entries(said));
  const before = new Map<string, unknown>(Object.entries(untouched));
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.entries(values).some(
    ([field, value]) =>
      told.has(field) && !same(value, told.get(field)) && !same(value, before.get(field)),
  );
}

/** Whether a mouse points here, and so no keyboard comes up over the page. */
const finePointer = () => window.matchMedia('(pointer: fine)').matches;

function successOf(edited: boolean, { test }: DialogTarget): string {
  const { created, updated, testCreated } = appTexts.reminders;
  if (edited) return updated;
  return test ? testCreated : created;
}
