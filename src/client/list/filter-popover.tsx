import { useId, useState } from 'react';
import { ALL } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { Button } from '../ui/button';
import { SelectField } from '../ui/fields';
import { Dialog } from '../ui/dialog';
import { type Choices, type Filtered, FILTERS } from './list-header';
import styles from './list-header.module.css';

interface Props {
  anchor: HTMLElement;
  list: Filtered;
  choices: Choices;
  onClose: () => void;
}

/** Further filters: nothing changes in the list until «Применить». */
export default function FilterPopover({ anchor, list, choices, onClose }: Props) {
  const titleId = useId();
  const [chosen, setChosen] = useState(list.filter);
  return (
    <Dialog look="popover" aria-labelledby={titleId} anchorEl={anchor} onClose={onClose}>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          list.change(chosen);
          onClose();
        }}
      >
        <h2 id={titleId}>{appTexts.list.filters}</h2>
        {FILTERS.map((name) => {
          const rows = choices[name];
          return (
            rows && (
              <SelectField
                key={name}
                label={appTexts.list[name]}
                value={chosen[name] ?? ALL}
                options={[ALL, ...rows.map((row) => row.name)]}
                onChange={(value) => setChosen({ ...chosen, [name]: value })}
              />
            )
          );
        })}
        <div className={styles.filterButtons}>
          <Button
            onClick={() => {
              list.reset();
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
