import { type ReactNode } from 'react';
import { IconButton } from './button';
import { BackIcon, ForwardIcon } from './icons';
import styles from './month-bar.module.css';

interface Turn {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

interface Props {
  level: 'h2' | 'h3';
  titleId?: string;
  title: string;
  earlier: Turn;
  later: Turn;
  /** Further buttons, before the two. */
  children?: ReactNode;
}

/** Names the month that is shown, and leads to the ones before and after it. */
export function MonthBar({ level: Heading, titleId, title, earlier, later, children }: Props) {
  return (
    <div className={styles.bar}>
      <Heading id={titleId} className={styles.month} aria-live="polite">
        {title}
      </Heading>
      {children}
      <IconButton aria-label={earlier.label} disabled={earlier.disabled} onClick={earlier.onClick}>
        <BackIcon />
      </IconButton>
      <IconButton aria-label={later.label} disabled={later.disabled} onClick={later.onClick}>
        <ForwardIcon />
      </IconButton>
    </div>
  );
}
