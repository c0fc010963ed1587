import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { Alert, ErrorCode, type Way } from '../ui/alert';
import alertStyles from '../ui/alert.module.css';
import { Button, pressWithoutFocus } from '../ui/button';
import { Dialog } from '../ui/dialog';
import styles from './form-dialog.module.css';
import { type ApiError } from '../wire/wire';
import { offerBack, type Saving } from './use-saving';

export interface Refusal {
  message: string;
  detail?: string | undefined;
  /** The failed call. */
  error?: ApiError | null;
  choices?: readonly Way[];
}

export interface Summary {
  text: string;
  /** It says what is wrong. */
  isFault: boolean;
}

interface Props {
  title: string;
  saving: Saving;
  /** What is said above the fields, where it is not the server's word on the last save alone. */
  fault?: Refusal | null;
  /** Said above the fields as well, where it is no fault. */
  notice?: string | undefined;
  /** What saving will lead to: always in sight, and said again whenever it changes. */
  summary?: Summary | undefined;
  /** Unsaved input: Telegram asks before it closes the app. */
  dirty: boolean;
  /** A tour stands over it: see `Dialog`. */
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
  fault = saving.fault,
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
  const { saving: isSaving } = saving;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const close = () => {
    // The answer is waited for: only then is it known whether there is anything to bring back.
    if (isSaving) return;
    onClose();
    if (dirty && onReopen) offerBack(onReopen);
  };
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);

  useConfirmClosing(dirty);
  useShowFaults(form, saving.refusals, fault?.message, onFaultyField);

  return (
    <Dialog
      look="form"
      aria-labelledby={titleId}
      guided={guided}
      first={focus && `[name="${focus}"]:enabled`}
      onClose={close}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={isSaving}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {fault && <RefusalAlert {...fault} />}
        {notice !== undefined && (
          <Alert severity="info" role="status">
            {notice}
          </Alert>
        )}
        {children}
        <FormActions {...{ summary, submitLabel, isSaving }} onCancel={close} />
      </form>
    </Dialog>
  );
}

/** While there is unsaved input Telegram asks before it closes the app. */
export function useConfirmClosing(dirty: boolean): void {
  const { host } = useSession();
  useEffect(() => {
    if (!dirty) return;
    host.confirmClosing(true);
    return () => host.confirmClosing(false);
  }, [host, dirty]);
}

/** Brings what is wrong into sight: the message above the fields, and after each refusal the first faulty field. */
export function useShowFaults(
  form: RefObject<HTMLFormElement | null>,
  refusals: number,
  message?: string,
  onFaultyField?: Props['onFaultyField'],
): void {
  useEffect(() => {
    if (message === undefined) return;
    form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [form, message, refusals]);
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
}

interface ActionsProps extends Pick<Props, 'summary' | 'submitLabel'> {
  isSaving: boolean;
  onCancel: () => void;
}

const FormActions = ({ summary, submitLabel, isSaving, onCancel }: ActionsProps) => (
  <div className={styles.actions} data-acts onMouseDown={pressWithoutFocus}>
    {summary && (
      <p role="status" className={styles.summary} data-fault={summary.isFault}>
        {summary.text}
      </p>
    )}
    <Button size="large" onClick={onCancel} disabled={isSaving}>
      {appTexts.actions.cancel}
    </Button>
    <Button type="submit" size="large" variant="contained" loading={isSaving} data-field="submit">
      {submitLabel}
    </Button>
  </div>
);

/** Why a save was refused, and what its user can choose to do. */
const RefusalAlert = ({ message, detail, error, choices }: Refusal) => (
  <Alert severity={choices ? 'warning' : 'error'}>
    {message}
    {detail !== undefined && <div className={alertStyles.detail}>{detail}</div>}
    <ErrorCode error={error} />
    {choices && (
      <div className={alertStyles.choices}>
        {choices.map(({ label, run }) => (
          <Button key={label} color="inherit" variant="outlined" onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    )}
  </Alert>
);
