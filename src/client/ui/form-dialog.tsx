import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { Alert } from './alert';
import alertStyles from './alert.module.css';
import { Button } from './button';
import { ErrorCode } from './error-code';
import styles from './form-dialog.module.css';
import { EditDialog } from './edit-dialog';

export interface Refusal {
  message: string;
  /** A second line of explanation. */
  detail?: string | undefined;
  /** Of a fault that nobody expected. */
  code?: string | undefined;
  choices?: readonly { label: string; run: () => void }[];
}

interface Props {
  title: string;
  /** The server's word on the last save, and ways to answer it. */
  fault: Refusal | null;
  /** Unsaved input: Telegram asks before it closes the app. */
  dirty: boolean;
  saving: boolean;
  /** Changes with every refused save: the first faulty field is then focused. */
  refusals: number;
  /** A tour stands over the form: its steps take the focus, and Escape does not close the form. */
  guided?: boolean;
  /** The marker of the field that has the focus at first. */
  focus?: string | undefined;
  /** What the button that submits is called, where it is not «Сохранить». */
  submitLabel?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page; Ctrl+Enter or Cmd+Enter saves it, Telegram's back button closes it. */
export function FormDialog({
  title,
  fault,
  dirty,
  saving,
  refusals,
  guided = false,
  focus,
  submitLabel = appTexts.actions.save,
  onSubmit,
  onClose,
  children,
}: Props) {
  const { host } = useSession();
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!dirty) return;
    host.confirmClosing(true);
    return () => host.confirmClosing(false);
  }, [host, dirty]);
  const told = fault?.message;
  useEffect(() => {
    if (told === undefined) return;
    form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [told, refusals]);
  useEffect(() => {
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  return (
    <EditDialog
      labelId={titleId}
      guided={guided}
      first={focus && `[data-tour="${focus}"] :is(input, select, textarea, button)`}
      onClose={() => {
        if (!saving) onClose();
      }}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={saving}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSubmit();
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {fault !== null && (
          <Alert severity={fault.choices ? 'warning' : 'error'}>
            {fault.message}
            {fault.detail !== undefined && <div className={alertStyles.detail}>{fault.detail}</div>}
            {fault.code !== undefined && <ErrorCode code={fault.code} />}
            {fault.choices && (
              <div className={alertStyles.choices}>
                {fault.choices.map(({ label, run }) => (
                  <Button key={label} color="inherit" variant="outlined" onClick={run}>
                    {label}
                  </Button>
                ))}
              </div>
            )}
          </Alert>
        )}
        {children}
        {/* A press leaves the focus where it is: without it the keyboard goes down, and the button with it
            moves away from under the finger. */}
        <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
          <Button size="large" onClick={onClose} disabled={saving}>
            {appTexts.actions.cancel}
          </Button>
          <Button type="submit" size="large" variant="contained" busy={saving} data-tour="submit">
            {submitLabel}
          </Button>
        </div>
      </form>
    </EditDialog>
  );
}
