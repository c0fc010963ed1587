import { type ReactNode } from 'react';
import styles from './alert.module.css';
import { classes } from './button';
import { ErrorOutlineIcon, type Icon, InfoIcon, ProblemIcon, SuccessIcon } from './icons';

const icons: Record<'success' | 'info' | 'warning' | 'error', Icon> = {
  success: SuccessIcon,
  info: InfoIcon,
  warning: ProblemIcon,
  error: ErrorOutlineIcon,
};

interface Base {
  /** What stands at its end, such as a button. */
  action?: ReactNode;
  children: ReactNode;
}
type Props = Base &
  (
    | { severity: 'info' | 'warning' | 'error'; title?: string; role?: 'alert' | 'status' }
    // Over the page, in full colour. `status` waits with screen readers until they have finished.
    | { severity: 'success' | 'info' | 'error'; filled: true; role: 'alert' | 'status' }
  );

/** A coloured box that tells of a fault or a success. */
export function Alert(props: Props) {
  const { severity, action, children } = props;
  const filled = 'filled' in props;
  const Sign = icons[severity];
  return (
    <div
      role={props.role ?? 'alert'}
      className={classes(styles.alert, styles[severity], filled && styles.filled)}
    >
      <span className={styles.icon}>
        <Sign size={22} />
      </span>
      <div className={styles.message}>
        {!filled && props.title !== undefined && <h1 className={styles.title}>{props.title}</h1>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
