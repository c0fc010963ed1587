import { type ReactNode } from 'react';
import { IconButton } from './button';
import { BackIcon, ForwardIcon } from './icons';
import styles from './month-bar.module.css';

interface MonthStep {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

interface Props {
  level: 'h2' | 'h3';
  titleId?: string;
  title: string;
  earlier: MonthStep;
  later: MonthStep;
  children?: ReactNode;
}

export function MonthBar({ level: Heading, titleId, title, earlier, later, children }: Props) {
  return (
    <div className={styles.bar}>
      <Heading id={titleId} className={styles.month} aria-live="polite">
        {title}
      </Heading>
      {children}
      {stepButton(earlier, <BackIcon />)}
      {stepButton(later, <ForwardIcon />)}
    </div>
  );
}

/** Keeps the focus where it leads nowhere any more. */
const stepButton = ({ label, disabled = false, onClick }: MonthStep, icon: ReactNode) => (
  <IconButton
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={disabled ? undefined : onClick}
  >
    {icon}
  </IconButton>
);
