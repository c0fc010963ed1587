import {
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { SNACKBAR_MS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { Alert, ErrorCode, type Way } from './alert';
import styles from './snackbar.module.css';
import { useDocumentEvent } from './use-document-event';

interface Message {
  text: string;
  /** A success, unless told. */
  severity?: 'success' | 'info' | 'error';
  /** Of a fault that nobody expected its code is shown: what support asks for. */
  error?: unknown;
  action?: Way | undefined;
  /** Takes back what the message tells of: «Отменить», behind the action. */
  undo?: (() => void) | undefined;
}

const nowhere = (_message: Message): void => undefined;
/** Where messages are shown now: the document has one place for them. */
let show = nowhere;

/** Shows one short message at the bottom; a newer one replaces it. Nothing where no screen is there. */
export const showSnackbar = (message: Message): void => show(message);

/** The place of the messages, over the screens in it. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: Message; key: number } | null>(null);
  useLayoutEffect(() => {
    show = (message) => setShown((last) => ({ message, key: (last?.key ?? 0) + 1 }));
    return () => {
      show = nowhere;
    };
  }, []);
  const close = useCallback(() => setShown(null), []);
  return (
    <>
      {children}
      {shown && (
        <Snackbar key={shown.key} onClose={close}>
          <MessageAlert {...shown.message} onClose={close} />
        </Snackbar>
      )}
    </>
  );
}

function MessageAlert(props: Message & { onClose: () => void }) {
  const { text, severity, action, undo, error, onClose } = props;
  const ways = action ? [action] : [];
  // What it does may have a message of its own.
  const closing = ({ label, run }: Way): Way => ({
    label,
    run: () => {
      onClose();
      run();
    },
  });
  if (undo) ways.push({ label: appTexts.actions.undo, run: undo });
  return (
    <Alert
      variant="filled"
      severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      ways={ways.map(closing)}
    >
      {text}
      <ErrorCode error={error} />
    </Alert>
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

interface SnackbarProps {
  onClose: () => void;
  children: ReactElement;
}

const isHeld = (place: HTMLElement | null): boolean =>
  document.hidden || place?.matches(':focus-within') === true;

/** Goes by itself, but not while somebody points at it, has the focus in it, or looks elsewhere. */
export function Snackbar({ onClose, children }: SnackbarProps) {
  const [stays, setStays] = useState(document.hidden);
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
    const letGo = () => setStays(isHeld(place.current));
    window.addEventListener('blur', stay);
    window.addEventListener('focus', letGo);
    return () => {
      window.removeEventListener('blur', stay);
      window.removeEventListener('focus', letGo);
    };
  }, []);
  useDocumentEvent('visibilitychange', () => setStays(isHeld(place.current)));
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
      onPointerLeave={() => setStays(isHeld(place.current))}
      onFocus={() => setStays(true)}
      onBlur={() => setStays(false)}
    >
      {children}
    </div>
  );
}
