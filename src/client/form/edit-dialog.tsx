import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '../session/session';
import styles from './edit-dialog.module.css';

/** What the keyboard stops at; what is folded away it does not. */
const STOPS = ['a[href]', 'button', 'input', 'select', 'textarea']
  .map((each) => `${each}:not(:disabled, [hidden] *)`)
  .join();

interface Props {
  labelId: string;
  /** A tour stands over it: its steps take the focus, and Escape does not close this. */
  guided?: boolean;
  /** Selects what has the focus at first; else the dialog itself has it, and no keyboard comes up. */
  first?: string | undefined;
  /** Escape, a press beside it, Telegram's back button. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * For forms and lists that are edited, which the tour may walk through; what is only looked at takes view-
 * dialog.tsx. Not a native <dialog>: its top layer would cover the tour and the messages at the bottom.
 */
export function EditDialog({ labelId, guided = false, first, onClose, children }: Props) {
  const { host } = useSession();
  const inPage = useRef<HTMLSpanElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Whether the press that is under way began beside the box: a selection may end there. */
  const beside = useRef(false);
  const close = useEffectEvent(onClose);
  const toFirst = useEffectEvent(() => {
    const wanted = first === undefined ? null : box.current?.querySelector<HTMLElement>(first);
    (wanted ?? box.current)?.focus();
  });
  const closeByKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || guided) return;
    const open = [...document.querySelectorAll('[data-modal]')];
    if (open.at(-1) === place.current) onClose();
  });

  useEffect(() => host.onBack(() => close()), [host]);
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => closeByKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => {
    const opener = document.activeElement;
    const leavePage = freezePage(inPage.current?.closest('body > *'));
    toFirst();
    return () => {
      leavePage();
      const there = opener instanceof HTMLElement && opener.isConnected;
      const back = there ? opener : document.querySelector<HTMLElement>('main h1');
      back?.focus({ preventScroll: true });
    };
  }, []);

  const keepFocus = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || guided) return;
    const stops = [...(box.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const { activeElement } = document;
    if (activeElement !== from && !(event.shiftKey && activeElement === box.current)) return;
    event.preventDefault();
    to?.focus();
  };

  return (
    <>
      <span ref={inPage} hidden />
      {createPortal(
        <div
          ref={place}
          className={styles.place}
          data-modal
          onKeyDown={keepFocus}
          onMouseDown={({ target, currentTarget }) => {
            beside.current = target === currentTarget;
          }}
          onClick={({ target, currentTarget }) => {
            if (target === currentTarget && beside.current && !guided) onClose();
          }}
        >
          <div
            ref={box}
            className={styles.box}
            role="dialog"
            aria-modal="true"
            aria-labelledby={labelId}
            tabIndex={-1}
          >
            {children}
          </div>
        </div>,
        document.body,
      )}
    </>
  );
}

/** Keeps the page where it is, and everybody out of it, until the returned function is called. */
function freezePage(page: Element | null | undefined): () => void {
  const { style } = document.body;
  const before = { overflow: style.overflow, paddingRight: style.paddingRight };
  const wasInert = page?.hasAttribute('inert') ?? false;
  const scrollbar = window.innerWidth - document.documentElement.clientWidth;
  page?.toggleAttribute('inert', true);
  if (scrollbar > 0) style.paddingRight = `${scrollbar}px`;
  style.overflow = 'hidden';
  return () => {
    Object.assign(style, before);
    page?.toggleAttribute('inert', wasInert);
  };
}
