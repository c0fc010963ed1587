import { useId, useState } from 'react';
import { type OwnCategory } from '@/contract/category';
import {
  type CategoryColor,
  type CategoryField,
  checkCategory,
  freeColor,
} from '@/core/category-rules';
import { CATEGORY_COLORS, CATEGORY_NAME_MAX } from '@/core/limits';
import { categoryTexts } from '@/texts/categories';
import { useReference } from './reference';
import { useSession } from '../session/session';
import { TextField } from '../ui/fields';
import { FormDialog } from '../form/form-dialog';
import { useSnackbar } from '../ui/snackbar';
import { useSaving } from '../form/use-saving';
import { ApiError } from '../wire/wire';
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
  const { categories } = useReference();
  const showSnackbar = useSnackbar();
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
    if (!checked.ok) {
      saving.refuse(checked.errors);
      return;
    }
    const { value } = checked;
    void saving.run(async () => {
      try {
        const call = edit ? api.categories.update(edit.id, value) : api.categories.create(value);
        await own.keep(await call);
      } catch (fault) {
        if (fault instanceof ApiError && fault.fault === 'gone') own.reload();
        throw fault;
      }
      showSnackbar({ text: edit ? texts.saved : texts.added, severity: 'success' });
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
        error={saving.errors.name}
        counter={{ used: values.name.length, max: CATEGORY_NAME_MAX }}
        onChange={(name) => change({ name }, 'name')}
      />
      <ColorField
        value={values.color}
        error={saving.errors.color}
        onChange={(color) => change({ color }, 'color')}
      />
    </FormDialog>
  );
}

function ColorField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (color: CategoryColor) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.colors}>
      <legend>{texts.color}</legend>
      {CATEGORY_COLORS.map((color) => (
        <label key={color} className={styles.color}>
          <input
            type="radio"
            name={name}
            checked={value === color}
            onChange={() => onChange(color)}
          />
          <span data-color={color}>{texts.colors[color]}</span>
        </label>
      ))}
      {error !== undefined && <p className={styles.fault}>{error}</p>}
    </fieldset>
  );
}
