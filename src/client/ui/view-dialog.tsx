import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '../session/session';

interface Props {
  /** Of what darkens the screen behind, and of the dialog on it. */
  classNames: { backdrop: string | undefined; dialog: string | undefined };
  /** The id of its heading, which names it; what `data-focus-first` marks in it has the focus at first. */
  labelId: string;
  busy?: boolean;
  /** Something lies over it and has the keys. */
  covered?: boolean;
  /** Escape, a tap beside it, Telegram's back button. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog inside the page, for what is looked at or chosen: an opened reminder, a sheet (sheet.tsx). While
 * it is there nothing else can be reached but the snackbar. The focus goes in, and comes back to where it
 * was. Forms take edit-dialog.tsx, which can lie over this one.
 */
export function ViewDialog({
  classNames,
  labelId,
  busy = false,
  covered = false,
  onClose,
  children,
}: Props) {
  const { host } = useSession();
  const dialog = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !covered && !event.defaultPrevented) onClose();
  });
  useEffect(() => {
    const before = document.activeElement;
    const here = dialog.current;
    const shut = here ? closeAround(here) : () => undefined;
    here?.querySelector<HTMLElement>('[data-focus-first]')?.focus({ preventScroll: true });
    return () => {
      shut();
      const there = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const target = there ? before : document.querySelector<HTMLElement>('main h1');
      target?.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => host.onBack(() => close()), [host]);
  useEffect(() => {
    const heard = (event: KeyboardEvent) => escape(event);
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
  return (
    <div
      className={classNames.backdrop}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div
        ref={dialog}
        className={classNames.dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelId}
        aria-busy={busy}
      >
        {children}
      </div>
    </div>
  );
}

/** Makes everything inert that does not hold `element`; the returned function gives it back. */
function closeAround(element: HTMLElement): () => void {
  const closed: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement) {
    for (const sibling of at.parentElement?.children ?? []) {
      if (sibling === at || !(sibling instanceof HTMLElement)) continue;
      if (sibling.hasAttribute('inert') || sibling.matches('script, style, [data-snackbar]'))
        continue;
      sibling.setAttribute('inert', '');
      closed.push(sibling);
    }
  }
  return () => {
    for (const each of closed) each.removeAttribute('inert');
  };
}
