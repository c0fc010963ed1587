import { type ReactNode, useId } from 'react';
import { appTexts } from '@/texts/app';
import { FieldError, Switch } from '../../ui/fields';
import { ExpandIcon } from '../../ui/icons';
import { type Icon as RowIcon } from '../../ui/icons';
import styles from './row.module.css';

interface Props {
  Icon: RowIcon;
  label: string;
  marker: string;
  /** In words; a press on it opens what is in the row, or its sheet. */
  value: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  on: boolean;
  onSwitch?: (on: boolean) => void;
  /** Said of the switch, and shown above what is in the row. */
  explained?: string;
  /** What opens is a sheet, which is there only then: `fault` is that of a field in it. */
  inSheet?: boolean;
  fault?: string | undefined;
  children: ReactNode;
}

export function Row(props: Props) {
  const { Icon, label, marker, value, open, onOpen, on, onSwitch, explained, children } = props;
  const { inSheet = false, fault } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div data-tour={marker}>
      <div className={styles.line}>
        <Icon size={22} />
        <div className={styles.said}>
          {/* The whole line opens; only the switch switches. */}
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          <button
            type="button"
            id={id}
            className={styles.value}
            data-on={on}
            aria-label={appTexts.reminderForm.rowValue(label, value)}
            aria-expanded={open}
            aria-haspopup={inSheet ? 'dialog' : undefined}
            aria-invalid={fault !== undefined}
            onClick={() => onOpen(!open)}
          >
            {value}
            {!onSwitch && <ExpandIcon />}
          </button>
        </div>
        {onSwitch && (
          <Switch
            aria-label={label}
            checked={on}
            aria-describedby={explained && hintId}
            onChange={onSwitch}
          />
        )}
      </div>
      {inSheet ? (
        <>
          {!open && <FieldError message={fault} />}
          {children}
        </>
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
