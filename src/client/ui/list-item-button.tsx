import { type ComponentProps } from 'react';
import { ButtonBase } from './button';
import styles from './list-item-button.module.css';

interface Props extends ComponentProps<'button'> {
  primary: string | undefined;
  /** Beside it where both fit, else below. */
  secondary?: string | undefined;
}

/** A line of a list that is pressed as a whole; `className` gives it another look. */
export const ListItemButton = ({ primary, secondary, children, ...rest }: Props) => (
  <li>
    <ButtonBase className={styles.line} {...rest}>
      <span>{primary}</span> <span>{secondary}</span>
      {children}
    </ButtonBase>
  </li>
);
