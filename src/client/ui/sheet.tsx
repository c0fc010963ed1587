import { type ReactNode, useId, useRef } from 'react';
import { appTexts } from '@/texts/app';
import { IconButton } from './button';
import { CloseIcon } from './icons';
import styles from './sheet.module.css';
import { useAlone } from './use-alone';

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
  const place = useRef<HTMLDivElement>(null);
  useAlone(place, { onClose, covered: false });
  return (
    <div
      className={styles.backdrop}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div
        ref={place}
        className={styles.sheet}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
      >
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title} tabIndex={-1} data-focus-first>
            {title}
          </h2>
          <IconButton aria-label={appTexts.actions.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </div>
        {children}
      </div>
    </div>
  );
}
