import { type ReactNode, useId } from 'react';
import { appTexts } from '@/texts/app';
import { FieldError, Switch } from '../../ui/fields';
import { ExpandIcon } from '../../ui/form-icons';
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
  /** Of rows with a switch; of others the whole line opens. */
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
  const [switchId, panelId, hintId] = [`${id}-switch`, `${id}-panel`, `${id}-hint`];
  const opener = {
    type: 'button',
    'aria-expanded': open,
    ...(inSheet
      ? { 'aria-haspopup': 'dialog', 'aria-invalid': fault !== undefined }
      : { 'aria-controls': panelId }),
    'aria-label': appTexts.reminderForm.rowValue(label, value),
    onClick: () => onOpen(!open),
  } as const;
  return (
    <div data-tour={marker}>
      {onSwitch ? (
        <div className={styles.line}>
          <Icon size={22} />
          <div className={styles.said}>
            <label htmlFor={switchId} className={styles.label}>
              {label}
            </label>
            <button {...opener} className={styles.value} data-on={on}>
              {value}
            </button>
          </div>
          <Switch
            id={switchId}
            checked={on}
            aria-describedby={explained && hintId}
            onChange={onSwitch}
          />
        </div>
      ) : (
        <button {...opener} className={styles.line}>
          <Icon size={22} />
          <span className={styles.said}>
            <span className={styles.label}>{label}</span>
            <span className={styles.value} data-on={on}>
              {value}
            </span>
          </span>
          <ExpandIcon />
        </button>
      )}
      {inSheet ? (
        <>
          {!open && <FieldError message={fault} />}
          {children}
        </>
      ) : (
        <div id={panelId} hidden={!open} className={styles.panel}>
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
