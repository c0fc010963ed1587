import { useId, useState } from 'react';
import { appTexts } from '@/texts/app';
import { Button } from '../ui/button';
import { SelectField } from '../ui/fields';
import { Dialog } from '../ui/dialog';
import styles from './list-header.module.css';

export interface FilterChoice {
  key: string;
  label: string;
  value: string;
  options: readonly string[];
}

interface Props {
  anchor: HTMLElement;
  filters: readonly FilterChoice[];
  onApply: (values: Record<string, string>) => void;
  onReset: () => void;
  onClose: () => void;
}

/** Further filters: nothing changes in the list until «Применить». */
export default function FilterPopover({ anchor, filters, onApply, onReset, onClose }: Props) {
  const titleId = useId();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(filters.map(({ key, value }) => [key, value])),
  );
  return (
    <Dialog look="popover" aria-labelledby={titleId} anchorEl={anchor} onClose={onClose}>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          onApply(values);
          onClose();
        }}
      >
        <h2 id={titleId}>{appTexts.list.filters}</h2>
        {filters.map(({ key, label, options }) => (
          <SelectField
            key={key}
            label={label}
            value={values[key] ?? null}
            options={options}
            labelOf={String}
            onChange={(value) => setValues((all) => ({ ...all, [key]: value }))}
          />
        ))}
        <div className={styles.filterButtons}>
          <Button
            onClick={() => {
              onReset();
              onClose();
            }}
          >
            {appTexts.actions.reset}
          </Button>
          <Button type="submit" variant="contained">
            {appTexts.actions.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
