import { useRef, useState } from 'react';
import { useSession } from './session';
import { useFault } from './use-fault';
import { showSnackbar } from '../ui/snackbar';
import { saidIn } from '../wire/wire';

/** What a button does: once at a time, with a word on how it went; `failure` where the server gave none. */
export function useAction(failure: string) {
  const { host } = useSession();
  const tell = useFault();
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
          showSnackbar({ text: success });
        }
        return true;
      } catch (error) {
        tell(saidIn(error) || failure, error);
        return false;
      } finally {
        underWay.current = false;
        setBusy(false);
      }
    },
  };
}
