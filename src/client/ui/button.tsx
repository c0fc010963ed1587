import { type ComponentProps } from 'react';
import styles from './button.module.css';

export const classes = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'color'> {
  variant?: 'text' | 'contained' | 'outlined';
  size?: 'medium' | 'large';
  /** `inherit`: the colour of the text around it, on coloured ground. */
  color?: 'primary' | 'inherit';
  /** What it began is still under way: it keeps its name and the focus, and shows that it works. */
  busy?: boolean;
}

/** A button of the first screen: MUI's look without MUI. */
export function Button({
  variant = 'text',
  size = 'medium',
  color = 'primary',
  busy = false,
  type = 'button',
  ...rest
}: Props) {
  const className = classes(
    styles.button,
    variant !== 'text' && styles[variant],
    size === 'large' && styles.large,
    color === 'inherit' && styles.inherit,
    busy && styles.busy,
  );
  return <button type={type} className={className} aria-disabled={busy || undefined} {...rest} />;
}

interface IconProps extends Omit<ComponentProps<'button'>, 'className'> {
  'aria-label': string;
  filled?: boolean;
}

export function IconButton({ filled = false, ...rest }: IconProps) {
  return (
    <button type="button" className={classes(styles.icon, filled && styles.filled)} {...rest} />
  );
}
