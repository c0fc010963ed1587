import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { SNACKBAR_MS } from '@/core/limits';
import { useSession } from '../session/session';
import { ApiError } from '../wire/wire';
import { Alert, ErrorCode, type Way } from './alert';
import { Button } from './button';
import styles from './snackbar.module.css';
import { useDocumentEvent } from './use-document-event';

interface Message {
  text: string;
  severity: 'success' | 'info' | 'error';
  /** Of a fault that nobody expected: what support asks for. */
  code?: string | undefined;
  /** A way to answer, such as taking a deletion back; or two. */
  action?: Way | readonly Way[] | undefined;
}

const SnackbarContext = createContext<(message: Message) => void>(() => undefined);

/** Shows one short message at the bottom; a newer one replaces it. */
export const useSnackbar = () => use(SnackbarContext);

/** Tells that something failed; `action` may try again or take back what had been done. */
export function useFault() {
  const { host, report } = useSession();
  const showSnackbar = useSnackbar();
  return useCallback(
    (text: string, fault: unknown, action?: Way) => {
      host.haptic('error');
      const code = fault instanceof ApiError ? fault.requestId : undefined;
      showSnackbar({ text, severity: 'error', code, action });
      report(fault);
    },
    [host, report, showSnackbar],
  );
}

/** Tells that `what` failed, and why, where the server has words for that. */
export function useTellFault(): ReturnType<typeof useFault> {
  const tell = useFault();
  return useCallback((what, fault, action) => tell(whyFailed(what, fault), fault, action), [tell]);
}

const whyFailed = (what: string, fault: unknown): string =>
  fault instanceof ApiError &&
  fault.message !== '' &&
  ['rejected', 'conflict', 'offline'].includes(fault.fault)
    ? `${what}. ${fault.message}`
    : what;

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const { startup } = useSession();
  // These take the whole screen and say what the message would.
  const superseded = startup.phase === 'stale' || startup.phase === 'terms';
  const [shown, setShown] = useState<{ message: Message; key: number } | null>(null);
  const show = useCallback((message: Message) => {
    setShown((last) => ({ message, key: (last?.key ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => setShown(null), []);
  return (
    <SnackbarContext value={show}>
      {children}
      {shown && !superseded && <Snackbar key={shown.key} message={shown.message} onClose={close} />}
    </SnackbarContext>
  );
}

const APART = 8;
/** What has to be reached while a message is there; what lies behind a dialog cannot be. */
const REACHED =
  ":is(nav, [data-acts], [data-modal='sheet'] > *, [data-modal='popover'] > *, :is(input, select, textarea):focus):not([inert] *)";

/** Lifts the message at the foot of `place` above what it would cover of that, as far as the window goes. */
function liftClear(place: HTMLElement): void {
  const foot = place.getBoundingClientRect().bottom;
  const needed = (place.firstElementChild?.clientHeight ?? 0) + 2 * APART;
  const parts = [...document.querySelectorAll(REACHED)].map((part) => part.getBoundingClientRect());
  let floor = foot;
  for (const { top, bottom } of parts.sort((one, other) => other.bottom - one.bottom)) {
    if (top < floor && bottom > floor - needed) floor = Math.max(top, needed);
  }
  place.style.paddingBottom = `${foot - floor + APART}px`;
}

/** Goes by itself, but not while somebody points at it, has the focus in it, or looks elsewhere. */
function Snackbar({ message, onClose }: { message: Message; onClose: () => void }) {
  const [stays, setStays] = useState(false);
  const { text, severity, action = [], code } = message;
  const actions = [action].flat();
  const place = useRef<HTMLDivElement>(null);
  // Menus, keyboards and fields come and go below it, and nothing tells of all of them.
  useLayoutEffect(() => {
    let frame = 0;
    const follow = () => {
      if (place.current) liftClear(place.current);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(onClose, SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, [stays, onClose]);
  useEffect(() => {
    const stay = () => setStays(true);
    const letGo = () => setStays(false);
    window.addEventListener('blur', stay);
    window.addEventListener('focus', letGo);
    return () => {
      window.removeEventListener('blur', stay);
      window.removeEventListener('focus', letGo);
    };
  }, []);
  useDocumentEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose();
  });
  return (
    <div
      ref={place}
      className={styles.place}
      data-app
      data-snackbar
      onPointerEnter={() => setStays(true)}
      onPointerLeave={() => setStays(false)}
      onFocus={() => setStays(true)}
      onBlur={() => setStays(false)}
    >
      <Alert
        filled
        severity={severity}
        role={severity === 'error' ? 'alert' : 'status'}
        action={
          actions.length > 0 &&
          actions.map(({ label, run }) => (
            <Button
              key={label}
              color="inherit"
              onClick={() => {
                // What it does may have a message of its own.
                onClose();
                run();
              }}
            >
              {label}
            </Button>
          ))
        }
      >
        {text}
        <ErrorCode code={code} />
      </Alert>
    </div>
  );
}
