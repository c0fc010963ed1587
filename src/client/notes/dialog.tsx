import { useState } from 'react';
import { type Note, type NoteInput } from '@/contract/note';
import { type Named } from '@/contract/category';
import { NOTE_CONTENT_MAX, NOTE_TITLE_MAX } from '@/core/limits';
import { wantedOrFirst } from '@/core/lists';
import { checkNote, type NoteField } from '@/core/note-rules';
import { titleOfText } from '@/core/note-text';
import { notesTexts } from '@/texts/notes';
import { keptNote, type NoteValues } from './kept';
import { RowField, TextField } from '../ui/fields';
import styles from './content.module.css';
import { FormDialog } from '../form/form-dialog';
import { useEditedRow, useKept } from '../form/edited-row';
import { useOpening } from '../form/use-opening';
import { showSnackbar } from '../ui/snackbar';
import { useCreateKey, useSaving } from '../form/use-saving';

export interface NoteTarget {
  edit?: Note | undefined;
  values?: NoteValues;
  /** Of one that was typed before: see useCreateKey. */
  createKey?: string | undefined;
  /** Of a new one: the category that it begins with, where that can be chosen. */
  categoryId?: number | null;
  notice?: string;
}

interface Props {
  target: NoteTarget;
  categories: readonly Named[];
  save: (input: NoteInput, row: Note | undefined, key: string) => Promise<unknown>;
  onClose: () => void;
  onReopen: (target: NoteTarget) => void;
}

const texts = notesTexts;
const valuesOf = ({ title, content, category }: Note): NoteValues => ({
  title,
  content,
  categoryId: category.id,
});

type Saving = ReturnType<typeof useNoteSaving>;
const useNoteSaving = () => useSaving<NoteField>({ categoryId: 'category' });

/** What stands in the form's fields, kept on the device until it is saved or given up. */
function useNoteValues(
  { target, categories, createKey }: Props & { createKey: string },
  edit: Note | undefined,
  saving: Saving,
) {
  const initial: NoteValues = edit
    ? valuesOf(edit)
    : { title: '', content: '', categoryId: wantedOrFirst(categories, target.categoryId ?? null) };
  const [written, setValues] = useState(target.values ?? initial);
  // The categories may come after the form has opened.
  const values = { ...written, categoryId: written.categoryId ?? initial.categoryId };
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  const wasKept = target.values !== undefined;
  const dropKept = useKept(keptNote, { values, edit, dirty, wasKept, openedFor: { createKey } });

  const change = (next: Partial<NoteValues>, ...settled: NoteField[]) => {
    setValues((last) => ({ ...last, ...next }));
    saving.forget(...settled);
  };
  /** The title is the first line until it is changed. */
  const changeContent = (content: string) => {
    const follows = values.title === titleOfText(values.content);
    if (follows) change({ title: titleOfText(content) }, 'title');
    change({ content }, 'content');
  };
  return { values, setValues, change, changeContent, dirty, dropKept };
}

/** Begins anew where another target is opened in its place. */
export function NoteDialog(props: Props) {
  return <OpenedDialog key={useOpening(props.target)} {...props} />;
}

function OpenedDialog(props: Props) {
  const { target, categories, save, onClose, onReopen } = props;
  const saving = useNoteSaving();
  const { edit, refusal } = useEditedRow<Note, NoteValues>(target.edit, saving);
  const createKey = useCreateKey(target);
  const { values, setValues, change, changeContent, dirty, dropKept } = useNoteValues(
    { ...props, createKey },
    edit,
    saving,
  );

  /** Saves over `row`; undefined: as a new note. */
  const submit = (row: Note | undefined) => {
    const checked = checkNote({ ...values, categoryId: values.categoryId ?? undefined });
    void saving.run(checked, async (value) => {
      const dateTime = row ? row.dateTime : new Date().toISOString();
      await save({ ...value, dateTime }, row, createKey);
      dropKept();
      showSnackbar({ text: row ? texts.updated : texts.created });
      onClose();
    });
  };
  return (
    <FormDialog
      title={edit ? texts.edit : texts.add}
      saving={saving}
      fault={refusal({
        present: saving.lastFault?.error?.told.note,
        describe: ({ title, content }) => `${title}\n${content}`,
        values,
        valuesOf,
        setValues,
        submit,
      })}
      notice={target.notice}
      dirty={dirty}
      focus={edit ? undefined : 'text'}
      onSubmit={() => submit(edit)}
      onClose={() => {
        dropKept();
        onClose();
      }}
      onReopen={() => onReopen({ ...target, createKey, edit, values })}
    >
      <div className={styles.written}>
        <TextField
          label={texts.fields.title}
          value={values.title}
          fault={saving.errors.title}
          maxLength={NOTE_TITLE_MAX}
          onChange={(own) => change({ title: own }, 'title')}
        />
        <TextField
          label={texts.fields.content}
          value={values.content}
          fault={saving.errors.content}
          helperText={texts.markupHint}
          counter={{ max: NOTE_CONTENT_MAX }}
          name="text"
          multiline
          onChange={changeContent}
        />
        <RowField
          label={texts.fields.category}
          value={values.categoryId}
          fault={saving.errors.category}
          rows={categories}
          onChange={(categoryId) => change({ categoryId }, 'category')}
        />
      </div>
    </FormDialog>
  );
}
