import { useRef, useState } from 'react';
import { type FieldError } from '@/contract/api';
import { type Checked } from '@/core/reminder-rules';
import { appTexts } from '@/texts/app';
import { wayBackHere } from '../host/navigate';
import { useSession } from '../session/session';
import { ApiError } from '../wire/wire';
import { showSnackbar } from '../ui/snackbar';

export type Errors = Partial<Record<string, string | undefined>>;
export type Saving = Omit<ReturnType<typeof useSaving>, 'forget'>;

/** What became of saving a form. `wireNames`: of fields that the wire calls otherwise. */
export function useSaving<Field extends string>(wireNames: Partial<Record<string, Field>> = {}) {
  const { host, report } = useSession();
  const [state, setState] = useState<{
    errors: Errors;
    fault: { message: string; error: ApiError | null } | null;
    /** Whether anything was changed since. */
    isEdited: boolean;
    saving: boolean;
    refusals: number;
  }>({ errors: {}, fault: null, isEdited: false, saving: false, refusals: 0 });
  const underWay = useRef(false);

  /**
   * Shows the first message of each field, and `fault`: what a save has ended in. `refusals` rises, so that the form
   * shows what is wrong. A refusal without a fault leaves a save under way.
   */
  const refuse = (told: readonly FieldError[], fault: typeof state.fault = null) => {
    setState((last) => ({
      errors: firstErrors(told, wireNames),
      fault,
      isEdited: false,
      saving: last.saving && fault === null,
      refusals: last.refusals + 1,
    }));
    host.haptic('error');
  };
  return {
    ...state,
    /** It goes with the next edit; `lastFault` stays, for what has to be decided (see useEditedRow). */
    fault: state.isEdited ? null : state.fault,
    lastFault: state.fault,
    forget: (...changed: Field[]) =>
      setState((last) => ({
        ...last,
        isEdited: true,
        errors: {
          ...last.errors,
          ...Object.fromEntries(changed.map((field) => [field, undefined])),
        },
      })),
    refuse,
    clear: () => setState((last) => ({ ...last, errors: {}, fault: null })),
    /** Saves what the rules found sound, once, however often it is called meanwhile. */
    run: async <V>(checked: Checked<V, string>, save: (value: V) => Promise<void>) => {
      if (underWay.current) return;
      if (!checked.ok) {
        refuse(checked.errors);
        return;
      }
      underWay.current = true;
      setState((last) => ({ ...last, errors: {}, fault: null, saving: true }));
      try {
        await save(checked.value);
        // `saving` stays: the form closes, and nothing is pressed in it while it goes.
        host.haptic('success');
      } catch (error) {
        const message = messageOf(error);
        const known = error instanceof ApiError ? error : null;
        refuse(known?.errors ?? [], { message, error: known });
        showSnackbar({ text: message, severity: 'error', error });
        report(error);
      } finally {
        underWay.current = false;
      }
    },
  };
}

/** The first message of each field; `wireNames`: as of useSaving. */
function firstErrors(told: readonly FieldError[], wireNames: Partial<Record<string, string>>) {
  const errors: Errors = {};
  for (const { field, message } of told) errors[wireNames[field] ?? field] ??= message;
  return errors;
}

/** Offers what was closed unsaved once more, on the screen where it was. */
export function offerBack(reopen: () => void): void {
  const goBack = wayBackHere();
  const run = () => {
    goBack();
    reopen();
  };
  showSnackbar({
    text: appTexts.form.unsaved,
    severity: 'info',
    action: { label: appTexts.actions.bringBack, run },
  });
}

/** What the server says of a refused save, else that it failed. */
export function messageOf(error: unknown): string {
  const { saveFailed } = appTexts.form;
  if (!(error instanceof ApiError)) return saveFailed;
  return error.errors[0]?.message ?? (error.message || saveFailed);
}

/**
 * The key of what a form creates. It goes with what is typed, also where that is closed and opened again: whatever became
 * of a save whose answer was lost, nothing is created twice.
 */
export function useCreateKey(target: { createKey?: string | undefined }): string {
  const [key] = useState(() => target.createKey ?? crypto.randomUUID());
  return key;
}
