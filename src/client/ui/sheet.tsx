import { type ReactNode, useId } from 'react';
import { appTexts } from '@/texts/app';
import { ViewDialog } from './view-dialog';
import { IconButton } from './button';
import { CloseIcon } from './icons';
import styles from './sheet.module.css';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog at the foot of a phone's window, in the middle of a wider one. Telegram's back button, Escape
 * and a tap beside it close it. The focus goes in, stays in, and comes back to where it was.
 */
export function Sheet({ title, onClose, children }: Props) {
  const titleId = useId();
  const classNames = { backdrop: styles.backdrop, dialog: styles.sheet };
  return (
    <ViewDialog classNames={classNames} labelId={titleId} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} tabIndex={-1} data-focus-first>
          {title}
        </h2>
        <IconButton aria-label={appTexts.actions.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {children}
    </ViewDialog>
  );
}
