import { useRef, useState } from 'react';
import { type FieldError } from '@/contract/api';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { ApiError } from '../wire';
import { useSnackbar } from './snackbar';

type Errors<Field extends string> = Partial<Record<Field, string | undefined>>;

/**
 * The life of a form around its fields: their errors, the save under way, what the server said.
 * `byField` sorts the server's errors to the form's fields.
 */
export function useSaving<Field extends string>(
  byField: (errors: readonly FieldError[]) => Errors<Field>,
) {
  const { host, report } = useSession();
  const showSnackbar = useSnackbar();
  const [state, setState] = useState<{
    errors: Errors<Field>;
    /** The server's word on the last save, and the fault behind it. */
    fault: { message: string; error: ApiError | null } | null;
    saving: boolean;
    /** Counts refused saves. */
    refusals: number;
  }>({ errors: {}, fault: null, saving: false, refusals: 0 });
  const underWay = useRef(false);

  const refuse = (errors: Errors<Field>, fault: typeof state.fault = null) => {
    setState((last) => ({ errors, fault, saving: false, refusals: last.refusals + 1 }));
    host.haptic('error');
  };
  return {
    ...state,
    /** The user changed something: the errors that this settles go. */
    settle: (settled: (errors: Errors<Field>) => Errors<Field>) =>
      setState((last) => ({ ...last, errors: settled(last.errors) })),
    refuse,
    /** After unsaved input was closed: says so, with the way back to it. */
    offerBack: (reopen: () => void) =>
      showSnackbar({
        text: appTexts.form.unsaved,
        severity: 'info',
        action: { label: appTexts.actions.bringBack, run: reopen },
      }),
    /** The user has answered the server's word. */
    clear: () => setState((last) => ({ ...last, errors: {}, fault: null })),
    /**
     * Saves once, however often it is called meanwhile. A failure is shown as an alert, at the
     * fields, and as a snackbar.
     */
    run: async (save: () => Promise<void>) => {
      if (underWay.current) return;
      underWay.current = true;
      setState((last) => ({ ...last, errors: {}, fault: null, saving: true }));
      try {
        await save();
        host.haptic('success');
      } catch (error) {
        const message = messageOf(error);
        const known = error instanceof ApiError ? error : null;
        refuse(known ? byField(known.errors) : {}, { message, error: known });
        showSnackbar({ text: message, severity: 'error', code: known?.requestId });
        report(error);
      } finally {
        underWay.current = false;
      }
    },
  };
}

/** The server's first complaint, its message, or the general one. */
function messageOf(error: unknown): string {
  const { saveFailed } = appTexts.form;
  if (!(error instanceof ApiError)) return saveFailed;
  return error.errors[0]?.message ?? (error.message || saveFailed);
}
