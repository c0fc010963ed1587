import { useEffect, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { selectionTexts } from '@/texts/selection';
import { useReference } from '../../categories/reference';
import { useSession } from '../../session/session';
import { Button, IconButton } from '../../ui/button';
import { CloseIcon } from '../../ui/icons';
import { Sheet } from '../../ui/modal';
import { VisuallyHidden } from '../../ui/screen';
import { useReminders } from './reminders';
import styles from './selection.module.css';

const texts = selectionTexts;

interface Props {
  chosen: readonly Reminder[];
  onSnooze: (rows: readonly Reminder[]) => void;
  onEnd: () => void;
}

/** What is done to all of the chosen rows at once, in the place of the bottom navigation. */
export default function Selection({ chosen, onSnooze, onEnd }: Props) {
  const { finishAll, moveAll, removeAll } = useReminders();
  const { host } = useSession();
  const { categories } = useReference();
  const [moving, setMoving] = useState(false);
  useEffect(() => host.onBack(onEnd), [host, onEnd]);
  useEffect(() => {
    const end = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !moving) onEnd();
    };
    // Before the sheet has heard of it.
    window.addEventListener('keydown', end, true);
    return () => window.removeEventListener('keydown', end, true);
  }, [moving, onEnd]);
  const current = chosen.filter(({ completed }) => !completed);
  const ending = (run: () => void) => () => {
    run();
    onEnd();
  };
  const key = (label: string, rows: readonly Reminder[], act: Props['onSnooze']) => (
    <Button disabled={rows.length === 0} onClick={ending(() => act(rows))}>
      {label}
    </Button>
  );
  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={texts.label}>
        <IconButton aria-label={texts.end} onClick={onEnd}>
          <CloseIcon />
        </IconButton>
        <span className={styles.count} aria-hidden="true">
          {chosen.length}
        </span>
        <VisuallyHidden role="status">{texts.count(chosen.length)}</VisuallyHidden>
        {key(texts.finish, current, finishAll)}
        {key(texts.snooze, current, onSnooze)}
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
