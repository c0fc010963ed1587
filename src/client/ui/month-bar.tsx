import { type ReactNode } from 'react';
import { IconButton } from './button';
import styles from './month-bar.module.css';

interface Step {
  label: string;
  disabled?: boolean;
}

interface Props {
  level: 'h2' | 'h3';
  titleId?: string;
  title: string;
  earlier: Step;
  later: Step;
  /** By -1 or 1. */
  onStep: (by: number) => void;
  children?: ReactNode;
}

export function MonthBar({ level: Heading, titleId, title, children, ...steps }: Props) {
  /** Keeps the focus where it leads nowhere any more. */
  const stepButton = ({ label, disabled = false }: Step, by: number, icon: 'back' | 'forward') => (
    <IconButton
      icon={icon}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : () => steps.onStep(by)}
    />
  );
  return (
    <div className={styles.bar}>
      <Heading id={titleId} className={styles.month} aria-live="polite">
        {title}
      </Heading>
      {children}
      {stepButton(steps.earlier, -1, 'back')}
      {stepButton(steps.later, 1, 'forward')}
    </div>
  );
}
