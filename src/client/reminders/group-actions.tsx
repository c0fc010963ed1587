import { type ReactNode } from 'react';
import { appTexts } from '@/texts/app';
import { Button } from '../ui/button';

const { all, groups } = appTexts.reminders;

/** The buttons of a heading: for all that waits at once, whether its cards are shown or not. */
export const groupActions =
  (onFinishAll: () => void, onSnoozeAll: () => void) =>
  (heading: string): ReactNode =>
    heading === groups.waiting && (
      <div>
        <Button onClick={onFinishAll}>{all.finish}</Button>
        <Button aria-haspopup="dialog" onClick={onSnoozeAll}>
          {all.snooze}
        </Button>
      </div>
    );
