import { useCallback } from 'react';
import { type Way } from '../ui/alert';
import { showSnackbar } from '../ui/snackbar';
import { isFault } from '../wire/wire';
import { useSession } from './session';

/**
 * Tells that something failed; `action` may try again or take back what had been done. What the session hears of the fault may
 * end its screen: a launch that is too old, terms that are not accepted.
 */
export function useFault() {
  const { host, report } = useSession();
  return useCallback(
    (text: string, fault: unknown, action?: Way) => {
      host.haptic('error');
      showSnackbar({ text, severity: 'error', error: fault, action });
      report(fault);
    },
    [host, report],
  );
}

/** Tells that `what` failed, and why, where the server has words for that. */
export function useTellFault(): ReturnType<typeof useFault> {
  const tell = useFault();
  return useCallback((what, fault, action) => tell(whyFailed(what, fault), fault, action), [tell]);
}

const whyFailed = (what: string, fault: unknown): string =>
  isFault(fault, 'rejected', 'conflict', 'offline') && fault.message !== ''
    ? `${what}. ${fault.message}`
    : what;
