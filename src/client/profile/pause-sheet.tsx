import { pauseSheetTexts } from '@/texts/pause-sheet';
import { Button } from '../ui/button';
import { Sheet } from '../ui/modal';
import { useCardClock } from '../ui/use-date-time';
import { allPausedLine } from '../reminders/list/card-words';
import { useReminders } from '../reminders/list/reminders';
import { usePauseAll } from '../reminders/list/over-list';
import styles from '../ui/sheet.module.css';
import { PauseChoice } from '../reminders/view/pause-choice';

const texts = pauseSheetTexts;

export function PauseSheet({ onClose }: { onClose: () => void }) {
  const clock = useCardClock();
  const { rows } = useReminders();
  const line = allPausedLine(rows ?? [], clock);
  const { pause, resume } = usePauseAll();
  return (
    <Sheet title={texts.title} onClose={onClose}>
      {line !== null && (
        <>
          <p className={styles.line}>{line}</p>
          <Button
            variant="contained"
            size="large"
            onClick={() => {
              onClose();
              resume();
            }}
          >
            {texts.resume}
          </Button>
        </>
      )}
      {rows && (
        <PauseChoice
          explain={texts.explain}
          onChoose={(until) => {
            onClose();
            pause(until);
          }}
          onCancel={onClose}
        />
      )}
    </Sheet>
  );
}
