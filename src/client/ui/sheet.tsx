import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
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
  const { host } = useSession();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => host.onBack(() => close()), [host]);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <IconButton aria-label={appTexts.actions.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
