import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { appTexts } from '@/texts/app';
import { ButtonBase } from '../../ui/button';
import { FieldError, Switch } from '../../ui/fields';
import { Icon, type IconName } from '../../ui/icons';
import styles from './row.module.css';

export type Rows = ReturnType<typeof useRows>;

/** Which rows are open, by name: a chip or an error opens one as well as a press on it. */
export function useRows() {
  const [openRows, setOpenRows] = useState<Record<string, boolean>>({});
  return {
    isOpen: (name: string) => openRows[name] ?? false,
    setOpen: (name: string, isOpen: boolean) =>
      setOpenRows((others) => ({ ...others, [name]: isOpen })),
  };
}

interface Props {
  icon: IconName;
  label: string;
  /** The `name` of its button in the form. */
  name: string;
  /** In words; a press on it opens what is in the row, or its sheet. */
  value: string;
  rows: Rows;
  on: boolean;
  /** Switched on, the row opens; off, it closes. */
  onSwitch?: (on: boolean) => void;
  /** Said of the switch, and shown above what is in the row. */
  explained?: string;
  /** What opens instead of the children, and is there only then. */
  sheet?: (close: () => void) => ReactNode;
  /** What is wrong with a field in it. One of a sheet is said here, any other opens the row. */
  fault: string | undefined;
  children?: ReactNode;
}

export function Row(props: Props) {
  const { icon, label, name, value, rows, on, onSwitch, explained, sheet, fault, children } = props;
  const setOpen = (isOpen: boolean) => rows.setOpen(name, isOpen);
  const isFaultInside = !sheet && fault !== undefined;
  const open = rows.isOpen(name) || isFaultInside;
  const stayOpen = useEffectEvent(() => setOpen(true));
  // Putting right may take several presses, the first of which settles the fault.
  useEffect(() => {
    if (isFaultInside) stayOpen();
  }, [isFaultInside]);
  const id = useId();
  const hintId = `${id}-hint`;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <div ref={row}>
      <div className={styles.line}>
        <Icon name={icon} size={22} />
        <div className={styles.said}>
          {/* The whole line opens; only the switch switches. */}
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          <ButtonBase
            id={id}
            name={name}
            className={styles.value}
            data-on={on}
            aria-label={appTexts.reminderForm.rowValue(label, value)}
            aria-expanded={open}
            aria-haspopup={sheet ? 'dialog' : undefined}
            aria-invalid={sheet && fault !== undefined}
            onClick={() => setOpen(!open)}
          >
            {value}
            {!onSwitch && <Icon name="down" />}
          </ButtonBase>
        </div>
        {onSwitch && (
          <Switch
            aria-label={label}
            checked={on}
            aria-describedby={explained && hintId}
            onChange={(isOn) => {
              onSwitch(isOn);
              setOpen(isOn);
            }}
          />
        )}
      </div>
      {sheet ? (
        open ? (
          sheet(() => setOpen(false))
        ) : (
          <FieldError message={fault} />
        )
      ) : (
        <div hidden={!open} className={styles.panel}>
          {explained !== undefined && (
            <p id={hintId} className={styles.explained}>
              {explained}
            </p>
          )}
          {children}
        </div>
      )}
    </div>
  );
}
