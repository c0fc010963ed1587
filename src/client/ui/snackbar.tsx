import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { SNACKBAR_MS } from '@/core/limits';
import { useSession } from '../session';
import { ErrorCode } from './error-code';

interface Message {
  text: string;
  severity: 'success' | 'info' | 'error';
  /** Of a fault that nobody expected: what support asks for. */
  code?: string | undefined;
  /** One way to answer, such as taking a deletion back. */
  action?: { label: string; run: () => void };
}

const SnackbarContext = createContext<(message: Message) => void>(() => undefined);

/** Shows one short message at the bottom; a newer one replaces it. */
export const useSnackbar = () => use(SnackbarContext);

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const { startup } = useSession();
  // These take the whole screen and say what the message would.
  const superseded = startup.phase === 'stale' || startup.phase === 'terms';
  const [shown, setShown] = useState<{ message: Message; open: boolean; key: number } | null>(null);
  const show = useCallback((message: Message) => {
    setShown((last) => ({ message, open: true, key: (last?.key ?? 0) + 1 }));
  }, []);
  const close = () => setShown((last) => last && { ...last, open: false });
  return (
    <SnackbarContext value={show}>
      {children}
      {shown && !superseded && (
        <Snackbar
          key={shown.key}
          open={shown.open}
          autoHideDuration={SNACKBAR_MS}
          onClose={(_event, reason) => {
            if (reason !== 'clickaway') close();
          }}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
          sx={{ bottom: { xs: 'var(--above-navigation)' } }}
        >
          <Alert
            variant="filled"
            severity={shown.message.severity}
            role={shown.message.severity === 'error' ? 'alert' : 'status'}
            sx={{ width: '100%', alignItems: 'center' }}
            action={
              shown.message.action && (
                <Button
                  color="inherit"
                  onClick={() => {
                    shown.message.action?.run();
                    close();
                  }}
                >
                  {shown.message.action.label}
                </Button>
              )
            }
          >
            {shown.message.text}
            {shown.message.code !== undefined && <ErrorCode code={shown.message.code} />}
          </Alert>
        </Snackbar>
      )}
    </SnackbarContext>
  );
}
