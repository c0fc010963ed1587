import { useState } from 'react';
import { type OwnCategory } from '@/contract/category';
import {
  type CategoryColor,
  type CategoryField,
  checkCategory,
  freeColor,
} from '@/core/category-rules';
import { CATEGORY_COLORS, CATEGORY_NAME_MAX } from '@/core/limits';
import { type Checked } from '@/core/reminder-rules';
import { categoryTexts } from '@/texts/categories';
import { validationTexts } from '@/texts/validation';
import { useCategories } from './reference';
import { useSession } from '../session/session';
import { RowField, TextField } from '../ui/fields';
import { FormDialog } from '../form/form-dialog';
import sheetStyles from '../ui/sheet.module.css';
import { showSnackbar } from '../ui/snackbar';
import { useSaving } from '../form/use-saving';
import { isFault } from '../wire/wire';
import styles from './categories.module.css';
import { type OwnCategories } from './categories-dialog';

const texts = categoryTexts.form;

export interface CategoryValues {
  name: string;
  color: string;
}

interface Props {
  edit: OwnCategory | undefined;
  values: CategoryValues | undefined;
  own: OwnCategories;
  onClose: () => void;
  onReopen: (values: CategoryValues) => void;
}

export function CategoryForm({ edit, values: wanted, own, onClose, onReopen }: Props) {
  const { api } = useSession();
  const categories = useCategories();
  const [initial] = useState<CategoryValues>(() => ({
    name: edit?.name ?? '',
    color: edit?.color ?? freeColor((own.rows ?? []).map(({ color }) => color)),
  }));
  const [values, setValues] = useState(wanted ?? initial);
  const saving = useSaving<CategoryField>();
  const dirty = JSON.stringify(values) !== JSON.stringify(initial);
  const change = (next: Partial<CategoryValues>, field: CategoryField) => {
    setValues((last) => ({ ...last, ...next }));
    saving.forget(field);
  };

  const submit = () => {
    const others = categories.filter(({ id }) => id !== edit?.id);
    const checked = checkCategory(
      values,
      others.map(({ name }) => name),
    );
    void saving.run(checked, async (value) => {
      try {
        const call = edit ? api.categories.update(edit.id, value) : api.categories.create(value);
        await own.keepAndReloadShown(await call);
      } catch (fault) {
        if (isFault(fault, 'gone')) own.reload();
        throw fault;
      }
      showSnackbar({ text: edit ? texts.saved : texts.added });
      onClose();
    });
  };
  return (
    <FormDialog
      title={edit ? texts.edit : texts.add}
      saving={saving}
      dirty={dirty}
      focus="name"
      onSubmit={submit}
      onClose={onClose}
      onReopen={() => onReopen(values)}
    >
      <TextField
        label={texts.name}
        name="name"
        value={values.name}
        fault={saving.errors.name}
        counter={{ max: CATEGORY_NAME_MAX }}
        onChange={(name) => change({ name }, 'name')}
      />
      <ColorField value={values.color} onChange={(color) => change({ color }, 'color')} />
    </FormDialog>
  );
}

function ColorField({
  value,
  onChange,
}: {
  value: string;
  onChange: (color: CategoryColor) => void;
}) {
  return (
    <fieldset className={styles.colors}>
      <legend>{texts.color}</legend>
      {CATEGORY_COLORS.map((color) => (
        <label key={color} className={styles.color}>
          <input
            type="radio"
            name="color"
            checked={value === color}
            onChange={() => onChange(color)}
          />
          <span data-color={color}>{texts.colors[color]}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface RemovalProps {
  category: OwnCategory;
  merge: boolean;
  own: OwnCategories;
  onClose: () => void;
}

export function CategoryRemoval({ category, merge, own, onClose }: RemovalProps) {
  const { id, name, reminders, notes } = category;
  const { api } = useSession();
  const categories = useCategories();
  const [to, setTo] = useState<number | null>(null);
  const saving = useSaving();
  const words = categoryTexts[merge ? 'merging' : 'removing'];
  const asks = merge || reminders + notes > 0;

  const submit = () => {
    const untold = { field: 'to', message: validationTexts.category.target };
    const checked: Checked<number | null, string> =
      asks && to === null ? { ok: false, errors: [untold] } : { ok: true, value: to };
    void saving.run(checked, async (target) => {
      try {
        await own.keepAndReloadShown(await api.categories.remove(id, target));
      } catch (fault) {
        // There is more in it than was known here, or it is gone already.
        own.reload();
        if (!isFault(fault, 'gone')) throw fault;
      }
      showSnackbar({ text: words.done });
      onClose();
    });
  };

  return (
    <FormDialog
      title={words.title(name)}
      saving={saving}
      dirty={false}
      submitLabel={words.apply}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={sheetStyles.line}>{hintOf(category, merge)}</p>
      {asks && (
        <RowField
          label={words.to}
          value={to}
          fault={saving.errors.to}
          rows={categories.filter((each) => each.id !== id)}
          onChange={(chosen) => {
            setTo(chosen);
            saving.forget('to');
          }}
        />
      )}
    </FormDialog>
  );
}

function hintOf({ reminders, notes }: OwnCategory, merge: boolean): string {
  if (merge) return categoryTexts.merging.hint;
  const { empty, question } = categoryTexts.removing;
  return reminders + notes > 0 ? question(reminders, notes) : empty;
}
