import { useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { selectionTexts } from '@/texts/selection';
import { useCategories } from '../../categories/reference';
import { Button, IconButton } from '../../ui/button';
import { Sheet, useBackButton } from '../../ui/dialog';
import { SHOWN_DIALOG } from '../../ui/screen';
import { useDocumentEvent } from '../../ui/use-document-event';
import { useOverlays } from '../form/use-overlays';
import { useReminders } from '../list/reminders';
import styles from './selection.module.css';

const texts = selectionTexts;

/** What is done to all of the chosen rows at once, in the place of the bottom navigation. */
export default function Selection({ chosen }: { chosen: readonly Reminder[] }) {
  const { openSnooze, endSelection } = useOverlays();
  const { finishAll, moveAll, removeAll } = useReminders();
  const categories = useCategories();
  const [moving, setMoving] = useState(false);
  useBackButton(endSelection);
  useDocumentEvent('keydown', ({ key, target }) => {
    // In the search it clears that, or leaves it; a dialog over the list, which hears of it after this, closes.
    const isTyped = target instanceof HTMLInputElement;
    if (key === 'Escape' && !isTyped && !document.querySelector(SHOWN_DIALOG)) endSelection();
  });
  const current = chosen.filter(({ completed }) => !completed);
  const ending = (run: () => void) => () => {
    run();
    endSelection();
  };
  const key = (label: string, rows: readonly Reminder[], act: typeof openSnooze) => (
    <Button disabled={rows.length === 0} onClick={ending(() => act(rows))}>
      {label}
    </Button>
  );
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={texts.label}>
        <IconButton icon="close" aria-label={texts.end} onClick={endSelection} />
        <span className={styles.count} aria-hidden="true">
          {chosen.length}
        </span>
        <div className="hidden" role="status">
          {texts.count(chosen.length)}
        </div>
        {key(texts.finish, current, finishAll)}
        {key(texts.snooze, current, openSnooze)}
        <Button disabled={chosen.length === 0} onClick={() => setMoving(true)}>
          {texts.category}
        </Button>
        {key(texts.delete, chosen, removeAll)}
      </div>
      {moving && (
        <Sheet title={texts.category} onClose={() => setMoving(false)}>
          <div className={styles.choices}>
            {categories.map(({ id, name }) => (
              <Button key={id} variant="outlined" onClick={ending(() => moveAll(chosen, id))}>
                {name}
              </Button>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
