import { useState } from 'react';
import { type Note, type NoteInput } from '@/contract/note';
import { type Named } from '@/contract/category';
import { NOTE_CONTENT_MAX, NOTE_TITLE_MAX } from '@/core/limits';
import { checkNote, type NoteField } from '@/core/note-rules';
import { appTexts } from '@/texts/app';
import { keptNote } from '../kept-form';
import { type SaveTarget } from '../live-list';
import { useSession } from '../session';
import { Alert } from '../ui/alert';
import { SelectField, TextField } from '../ui/fields';
import { FormDialog } from '../ui/form-dialog';
import { refusalOf } from '../ui/refusal';
import { useSnackbar } from '../ui/snackbar';
import { useCreateKey } from '../ui/use-create-key';
import { useKept } from '../ui/use-kept';
import { useSaving } from '../ui/use-saving';

interface NoteValues {
  title: string;
  content: string;
  categoryId: number | null;
}

/** What the form is opened for: a new note, or the edit of one. */
export interface NoteTarget {
  edit?: Note;
  /** Unsaved input. */
  values?: NoteValues;
  /** Told above the fields. */
  notice?: string;
}

interface Props {
  target: NoteTarget;
  categories: readonly Named[];
  save: (input: NoteInput, target: SaveTarget) => Promise<unknown>;
  onClose: () => void;
  /** Opens the form again, with what its user wanted back. */
  onReopen: (target: NoteTarget) => void;
}

const texts = appTexts.notes;
const emptyNote = { title: '', content: '' };
const valuesOf = ({ title, content, category }: Note): NoteValues => ({
  title,
  content,
  categoryId: category.id,
});

/** The form of one note. */
export default function NoteDialog({ target, categories, save, onClose, onReopen }: Props) {
  const { settings } = useSession();
  const showSnackbar = useSnackbar();
  /** What is edited; another version of it, once its user has answered a conflict. */
  const [edit, setEdit] = useState(target.edit);
  const initial: NoteValues = edit
    ? valuesOf(edit)
    : { ...emptyNote, categoryId: settings.categoryId };
  const [values, setValues] = useState(target.values ?? initial);
  /** The input that the row's present state replaced; it can be brought back. */
  const [replaced, setReplaced] = useState<NoteValues | null>(null);
  const saving = useSaving(errorsByField);
  const createKey = useCreateKey();
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  const kept = useKept(keptNote, {
    values,
    edit: edit ?? null,
    dirty,
    wasKept: target.values !== undefined,
  });

  const change = (next: Partial<NoteValues>, field: NoteField) => {
    setValues((last) => ({ ...last, ...next }));
    saving.settle((errors) => ({ ...errors, [field]: undefined }));
  };
  const submit = (row: Note | undefined) => {
    const checked = checkNote({ ...values, categoryId: values.categoryId ?? undefined });
    if (!checked.ok) {
      saving.refuse(errorsByField(checked.errors));
      return;
    }
    const { value } = checked;
    void saving.run(async () => {
      const dateTime = row ? row.dateTime : new Date().toISOString();
      await (row
        ? save({ ...value, dateTime, version: row.version }, { id: row.id })
        : save({ ...value, dateTime }, { key: createKey(value) }));
      kept.drop();
      showSnackbar({ text: row ? texts.updated : texts.created, severity: 'success' });
      onClose();
    });
  };
  const close = () => {
    kept.drop();
    onClose();
    if (dirty) saving.offerBack(() => onReopen({ ...target, ...(edit && { edit }), values }));
  };

  const takeNew = (present: Note) => {
    setEdit(present);
    setValues(valuesOf(present));
    saving.clear();
    setReplaced(values);
  };
  const bringMineBack = (mine: NoteValues) => {
    setValues(mine);
    setReplaced(null);
  };
  const keepMine = (present: Note | undefined) => {
    setEdit(present);
    submit(present);
  };

  return (
    <FormDialog
      title={edit ? texts.edit : texts.add}
      fault={refusalOf(saving.fault, {
        editing: edit !== undefined,
        present: saving.fault?.error?.present.note,
        describe: ({ title, content }) => `${title}\n${content}`,
        keepMine,
        takeNew,
        replaced,
        bringMineBack,
      })}
      dirty={dirty}
      saving={saving.saving}
      refusals={saving.refusals}
      onSubmit={() => submit(edit)}
      onClose={close}
    >
      {target.notice !== undefined && (
        <Alert severity="info" role="status">
          {target.notice}
        </Alert>
      )}
      <TextField
        label={texts.fields.title}
        value={values.title}
        error={saving.errors.title}
        counter={{ used: values.title.length, max: NOTE_TITLE_MAX }}
        onChange={(title) => change({ title }, 'title')}
      />
      <TextField
        label={texts.fields.content}
        value={values.content}
        error={saving.errors.content}
        counter={{ used: values.content.length, max: NOTE_CONTENT_MAX }}
        hint={texts.markupHint}
        multiline
        onChange={(content) => change({ content }, 'content')}
      />
      <SelectField
        label={texts.fields.category}
        value={values.categoryId === null ? '' : String(values.categoryId)}
        error={saving.errors.category}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        placeholder={appTexts.form.choose}
        onChange={(id) => change({ categoryId: Number(id) }, 'category')}
      />
    </FormDialog>
  );
}

/** The wire says `categoryId` where the form says `category`. */
function errorsByField(
  errors: readonly { field: string; message: string }[],
): Partial<Record<NoteField, string>> {
  const first = (...names: string[]) => errors.find(({ field }) => names.includes(field))?.message;
  const [title, content, category] = [
    first('title'),
    first('content'),
    first('category', 'categoryId'),
  ];
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(category !== undefined && { category }),
  };
}
