import { type ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from './button';
import styles from './fault-screen.module.css';

interface Props {
  severity?: 'warning' | 'error';
  title: string;
  message: string;
  /** What else there is to know. */
  children?: ReactNode;
  action: { label: string; run: () => void };
}

/** A whole screen that says what is wrong, what to do, and offers the way out. */
export function FaultScreen({ severity = 'warning', title, message, children, action }: Props) {
  return (
    <main className={styles.notice}>
      <Alert severity={severity} title={title}>
        {message}
      </Alert>
      {children && <div className={styles.more}>{children}</div>}
      <Button variant="contained" size="large" onClick={action.run}>
        {action.label}
      </Button>
    </main>
  );
}
