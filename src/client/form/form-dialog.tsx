import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { Alert, ErrorCode } from '../ui/alert';
import alertStyles from '../ui/alert.module.css';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import styles from './form-dialog.module.css';
import { type Saving } from './use-saving';

export interface Refusal {
  message: string;
  detail?: string | undefined;
  code?: string | undefined;
  choices?: readonly { label: string; run: () => void }[];
}

export interface Summary {
  text: string;
  /** It says what is wrong. */
  isFault: boolean;
}

interface Props {
  title: string;
  saving: Saving<string>;
  /** What is said above the fields, where it is not the server's word on the last save alone. */
  fault?: Refusal | null;
  /** Said above the fields as well, where it is no fault. */
  notice?: string | undefined;
  /** What saving will lead to: always in sight, and said again whenever it changes. */
  summary?: Summary;
  /** Unsaved input: Telegram asks before it closes the app. */
  dirty: boolean;
  guided?: boolean;
  /** The `name` of the field that has the focus at first. */
  focus?: string | undefined;
  /** The field of a refused save that has the focus now; what lies behind it may open. */
  onFaultyField?: (name: string) => void;
  submitLabel?: string;
  onSubmit: () => void;
  onClose: () => void;
  /** Opens the form again, with the unsaved input with which it was closed. */
  onReopen?: () => void;
  children: ReactNode;
}

export function FormDialog({
  title,
  saving,
  fault = saving.fault && { ...saving.fault, code: saving.fault.error?.requestId },
  notice,
  summary,
  dirty,
  guided = false,
  focus,
  onFaultyField,
  submitLabel = appTexts.actions.save,
  onSubmit,
  onClose,
  onReopen,
  children,
}: Props) {
  const { host } = useSession();
  const { refusals } = saving;
  const close = () => {
    onClose();
    if (dirty && onReopen) saving.offerBack(onReopen);
  };
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
  const focusFaulty = useEffectEvent(() => {
    const invalid = '[aria-invalid="true"]';
    // Of what is open over the form first: the rest cannot be reached.
    const faulty =
      form.current?.querySelector<HTMLElement>(`:scope [role="dialog"] ${invalid}`) ??
      form.current?.querySelector<HTMLElement>(invalid);
    faulty?.focus();
    const name = faulty?.getAttribute('name');
    if (name) onFaultyField?.(name);
  });
  useEffect(() => {
    if (refusals > 0) focusFaulty();
  }, [refusals]);

  return (
    <Modal
      look="form"
      labelId={titleId}
      guided={guided}
      first={focus && `[name="${focus}"]`}
      onClose={() => {
        if (!saving.saving) close();
      }}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={saving.saving}
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
            <ErrorCode code={fault.code} />
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
        {notice !== undefined && (
          <Alert severity="info" role="status">
            {notice}
          </Alert>
        )}
        {children}
        {/* A press leaves the focus where it is: without it the keyboard goes down, and the button with it
            moves away from under the finger. */}
        <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
          {summary !== undefined && (
            <p role="status" className={styles.summary} data-fault={summary.isFault}>
              {summary.text}
            </p>
          )}
          <Button size="large" onClick={close} disabled={saving.saving}>
            {appTexts.actions.cancel}
          </Button>
          <Button
            type="submit"
            size="large"
            variant="contained"
            busy={saving.saving}
            data-tour="submit"
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
