import { type ComponentProps } from 'react';
import styles from './line-input.module.css';

/** An input of one line in a frame that is not its own: the search, the quick line. */
export const LineInput = (props: Omit<ComponentProps<'input'>, 'className'>) => (
  <input className={styles.input} autoComplete="off" {...props} />
);
