import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './view.module.css';

interface Props {
  title: string;
  busy?: boolean;
  children: ReactNode;
}

/** A part of an opened reminder that opens over its buttons; its title has the focus at first. */
export function Panel({ title, busy, children }: Props) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.pause} role="group" aria-labelledby={titleId} aria-busy={busy}>
      <h3 ref={heading} id={titleId} className={styles.heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  );
}
