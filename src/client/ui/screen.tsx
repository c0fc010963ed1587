import { type ReactNode } from 'react';
import { classes } from './button';
import styles from './screen.module.css';

/** The screen that is seen: React hides one that is left; its rows and buttons stay. */
export const SHOWN_SCREEN = 'main:not([style*="none"])';
/** A dialog that is seen, of a tour as well: the browser's Back leaves one in the screen that is hidden. */
export const SHOWN_DIALOG = '[role=dialog]:not([style*="none"] *)';

interface Props {
  /** It has no header that keeps it off the top of the phone. */
  headless?: boolean;
  /** A drawing of it, while the real one is on its way. */
  sketch?: boolean;
  children: ReactNode;
}

export function Screen({ headless = false, sketch = false, children }: Props) {
  const Column = sketch ? 'div' : 'main';
  return <Column className={classes(styles.screen, headless && styles.below)}>{children}</Column>;
}

/** Its title; takes the focus when what had it is gone. */
export function ScreenTitle({
  children,
  sketch = false,
}: Pick<Props, 'sketch'> & { children: string }) {
  if (sketch) return <div className={styles.title}>{children}</div>;
  return (
    <h1 className={styles.title} tabIndex={-1}>
      {children}
    </h1>
  );
}

export const TitleLine = ({ children }: { children: ReactNode }) => (
  <div className={styles.head}>{children}</div>
);
