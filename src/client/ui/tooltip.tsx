import { type ReactElement, type SyntheticEvent, useRef, useState } from 'react';
import styles from './tooltip.module.css';
import { useDocumentEvent } from './use-document-event';

interface Props {
  /** The same words as the accessible name of what is explained. */
  title: string;
  children: ReactElement;
}

/**
 * Words that explain an icon to a pointer over it, to the keyboard on it. Escape puts them
 * away, and so does the next tap. Screen readers have the icon's own name.
 */
export function Tooltip({ title, children }: Props) {
  const [open, setOpen] = useState(false);
  /** Whether it stands in the right half of the window: the bubble grows away from the nearer side. */
  const [right, setRight] = useState(false);
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    setRight(currentTarget.getBoundingClientRect().left > window.innerWidth / 2);
    setOpen(true);
  };
  const anchor = useRef<HTMLSpanElement>(null);
  useDocumentEvent(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') setOpen(false);
    },
    open,
  );
  useDocumentEvent(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node && anchor.current?.contains(target))) setOpen(false);
    },
    open,
  );
  return (
    <span
      ref={anchor}
      className={styles.anchor}
      // What comes under a pointer that rests, where a row has gone, is not explained.
      onPointerMove={(event) => {
        if (!open && event.pointerType !== 'touch') show(event);
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'touch') setOpen(false);
      }}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show(event);
      }}
      onBlur={() => setOpen(false)}
    >
      {children}
      {open && (
        <span role="tooltip" className={styles.bubble} data-right={right}>
          {title}
        </span>
      )}
    </span>
  );
}
