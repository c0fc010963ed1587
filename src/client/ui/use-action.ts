import { useRef, useState } from 'react';
import { useSession } from '../session/session';
import { useSnackbar } from './snackbar';
import { ApiError } from '../wire/wire';

/**
 * One thing that a button does: once, however often it is pressed meanwhile, with a word on how it
 * went. `failure` is said where the server gave no reason.
 */
export function useAction(failure: string) {
  const { host, report } = useSession();
  const showSnackbar = useSnackbar();
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  return {
    busy,
    /** Answers whether it succeeded. */
    run: async (action: () => Promise<unknown>, success?: string): Promise<boolean> => {
      if (underWay.current) return false;
      underWay.current = true;
      setBusy(true);
      try {
        await action();
        if (success !== undefined) {
          host.haptic('success');
          showSnackbar({ text: success, severity: 'success' });
        }
        return true;
      } catch (error) {
        const known = error instanceof ApiError ? error : null;
        host.haptic('error');
        showSnackbar({
          text: known?.message || failure,
          severity: 'error',
          code: known?.requestId,
        });
        report(error);
        return false;
      } finally {
        underWay.current = false;
        setBusy(false);
      }
    },
  };
}
