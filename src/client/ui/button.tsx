import { type ComponentProps, type MouseEvent, useId, useState } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icons';

export const classes = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');

/** A button without a look, and without what browsers give one. */
export const ButtonBase = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={classes(styles.base, className)} {...rest} />
);

type NativeProps = Omit<ComponentProps<'button'>, 'className' | 'color'>;

interface Props extends NativeProps {
  variant?: 'text' | 'contained' | 'outlined';
  size?: 'medium' | 'large';
  /** `inherit`: the colour of the text around it, on coloured ground. */
  color?: 'primary' | 'inherit';
  /** What it began is still under way, and it shows that; unlike MUI's it keeps the focus and hears presses. */
  loading?: boolean;
}

/** The look of MUI's button without MUI. */
export function Button({
  variant = 'text',
  size = 'medium',
  color = 'primary',
  loading = false,
  ...rest
}: Props) {
  const look = [styles[variant], styles[size], styles[color], loading && styles.loading];
  return (
    <ButtonBase
      className={classes(styles.button, ...look)}
      aria-disabled={loading || undefined}
      {...rest}
    />
  );
}

interface IconProps extends NativeProps {
  'aria-label': string;
}

interface IconButtonProps extends IconProps {
  /** Absent where its children are its sign. */
  icon?: IconName;
  size?: 20 | 24;
}

export const IconButton = ({ icon, size = 24, children, ...rest }: IconButtonProps) => (
  <ButtonBase className={styles.icon} {...rest}>
    {icon && <Icon name={icon} size={size} />}
    {children}
  </ButtonBase>
);

/** The button of what a screen is for. */
export const Fab = (props: IconProps) => (
  <ButtonBase className={classes(styles.icon, styles.fab)} {...props} />
);

/**
 * A press leaves the focus where it is, unless it is on a field. Safari gives no pressed button the focus, but takes it
 * from the field; then the keyboard goes down, and what stands over it moves away, or is gone, under the finger.
 */
export function pressWithoutFocus(press: MouseEvent): void {
  if (!(press.target instanceof HTMLInputElement)) press.preventDefault();
}

/** What lies folded behind a button: by which id, whether it is open, and what the button has of that. */
export function useFold() {
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return { id, open, button: { 'aria-expanded': open, 'aria-controls': id, onClick: toggle } };
}
