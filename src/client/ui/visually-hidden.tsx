import { type ComponentProps } from 'react';
import styles from './screen.module.css';

/** For screen readers alone. */
export const VisuallyHidden = (props: Omit<ComponentProps<'div'>, 'className'>) => (
  <div className={styles.hidden} {...props} />
);
