import { useState } from 'react';
import { type OwnCategory } from '@/contract/category';
import { categoryTexts } from '@/texts/categories';
import { validationTexts } from '@/texts/validation';
import { type OwnCategories } from './categories-dialog';
import { useReference } from './reference';
import { useSession } from '../session/session';
import { RowField } from '../ui/fields';
import { FormDialog } from '../form/form-dialog';
import styles from '../ui/sheet.module.css';
import { useSnackbar } from '../ui/snackbar';
import { useSaving } from '../form/use-saving';
import { ApiError } from '../wire/wire';

interface Props {
  category: OwnCategory;
  merge: boolean;
  own: OwnCategories;
  onClose: () => void;
}

export function CategoryRemoval({ category, merge, own, onClose }: Props) {
  const { id, name, reminders, notes } = category;
  const { api, settings, keepSettings } = useSession();
  const { categories } = useReference();
  const showSnackbar = useSnackbar();
  const [to, setTo] = useState<number | null>(null);
  const saving = useSaving();
  const texts = categoryTexts[merge ? 'merging' : 'removing'];
  const asks = merge || reminders + notes > 0;

  const submit = () => {
    if (asks && to === null) {
      saving.refuse([{ field: 'to', message: validationTexts.category.target }]);
      return;
    }
    void saving.run(async () => {
      try {
        await own.keep(await api.categories.remove(id, to));
      } catch (fault) {
        // There is more in it than was known here, or it is gone already.
        own.reload();
        if (!(fault instanceof ApiError) || fault.fault !== 'gone') throw fault;
      }
      if (settings.categoryId === id) keepSettings(await api.readSettings());
      showSnackbar({ text: texts.done, severity: 'success' });
      onClose();
    });
  };

  return (
    <FormDialog
      title={texts.title(name)}
      saving={saving}
      dirty={false}
      submitLabel={texts.apply}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.line}>{hintOf(category, merge)}</p>
      {asks && (
        <RowField
          label={texts.to}
          value={to}
          error={saving.errors.to}
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
