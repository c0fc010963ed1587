import { type Reminder } from '@/contract/reminder';
import { seriesRemovalTexts as texts } from '@/texts/series-removal';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/dialog';
import sheet from '../../ui/sheet.module.css';
import { useReminders } from './reminders';

interface Props {
  reminder: Reminder;
  onClose: () => void;
}

/** Asked before a series is deleted, as the chat asks. */
export default function SeriesRemoval({ reminder, onClose }: Props) {
  const { act, remove } = useReminders();
  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Sheet title={texts.title(reminder.text)} onClose={onClose}>
      {reminder.people !== undefined && <p className={sheet.line}>{texts.shared}</p>}
      <div className={sheet.buttons}>
        <Button variant="outlined" size="large" onClick={closing(() => act(reminder, 'skip'))}>
          {texts.once}
        </Button>
        <Button variant="outlined" size="large" onClick={closing(() => remove(reminder))}>
          {texts.all}
        </Button>
      </div>
    </Sheet>
  );
}
