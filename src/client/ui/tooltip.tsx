import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './tooltip.module.css';

interface Props {
  /** The same words as the accessible name of what is explained. */
  title: string;
  /** Whether a tap shows it as well: for what does nothing else when it is tapped. */
  onTap?: boolean;
  children: ReactNode;
}

/** How long words stay that a tap has called up. */
const TAPPED_MS = 3_000;

/**
 * Words that explain an icon to a pointer over it, to the keyboard on it, and to a finger where that
 * does nothing else. Escape puts them away. Screen readers have the icon's own name.
 */
export function Tooltip({ title, onTap = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  useEffect(() => {
    if (!open) return;
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, [open]);
  return (
    <span
      className={styles.anchor}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') setOpen(true);
        else if (onTap) {
          setOpen(true);
          clearTimeout(closing.current);
          closing.current = setTimeout(() => setOpen(false), TAPPED_MS);
        }
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'touch') setOpen(false);
      }}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) setOpen(true);
      }}
      onBlur={() => setOpen(false)}
    >
      {children}
      {open && (
        <span role="tooltip" className={styles.bubble}>
          {title}
        </span>
      )}
    </span>
  );
}
