import {
  type ComponentProps,
  createContext,
  type CSSProperties,
  type KeyboardEvent,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { appTexts } from '@/texts/app';
import { classes, IconButton } from './button';
import styles from './dialog.module.css';
import { SHOWN_SCREEN } from './screen';
import { useDocumentEvent } from './use-document-event';

/** What the keyboard stops at; what is folded away it does not. */
const STOPS = ':is(a[href], button, input, select, textarea):not(:disabled, [hidden] *)';

/** The dialogs that are open; Escape means the last one. */
const open: string[] = [];

/** Calls a function at each press of Telegram's back button until the returned one is called. */
export const BackButtonContext = createContext<(pressed: () => void) => () => void>(
  () => () => undefined,
);

/** Hears of Telegram's back button, while `isHeard`, before whoever began earlier. */
export function useBackButton(pressed: () => void, isHeard = true): void {
  const onBack = use(BackButtonContext);
  const heard = useEffectEvent(pressed);
  useEffect(() => (isHeard ? onBack(() => heard()) : undefined), [onBack, isHeard]);
}

type NativeProps = Pick<
  ComponentProps<'div'>,
  'aria-labelledby' | 'aria-describedby' | 'aria-busy' | 'children'
>;

interface Props extends NativeProps {
  /** `form`: for what is edited; `view`: an opened reminder; `sheet`: see below; `popover`: under its anchor. */
  look: 'form' | 'view' | 'sheet' | 'popover';
  /** Of a popover. */
  anchorEl?: HTMLElement;
  /** A tour stands over it: its steps take the focus, and Escape does not close this. */
  guided?: boolean;
  /** Selects what has the focus at first; else the dialog itself has it, and no keyboard comes up. */
  first?: string | undefined;
  /** Escape, a press beside it, Telegram's back button. */
  onClose: () => void;
}

/**
 * A dialog inside the page, open as long as it is drawn: while it is there nothing else can be reached but the
 * messages at the bottom. The focus goes in, stays in, and comes back to where it was. Not a native <dialog>: its
 * top layer would cover the tour and those messages.
 */
export function Dialog({ look, anchorEl, guided = false, first, onClose, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  /** Whether the press that is under way began beside the box: a selection may end there. */
  const beside = useRef(false);
  const [place] = useState(() => anchorEl && placeUnder(anchorEl));
  const focusFirst = useEffectEvent(() => {
    const wanted = first === undefined ? null : box.current?.querySelector<HTMLElement>(first);
    (wanted ?? box.current)?.focus();
  });
  useBackButton(onClose);
  const own = useId();
  useEffect(() => {
    open.push(own);
    return () => void open.splice(open.indexOf(own), 1);
  }, [own]);
  useDocumentEvent('keydown', (event) => {
    const isOther = event.key !== 'Escape' || event.defaultPrevented || event.isComposing;
    if (!isOther && !guided && open.at(-1) === own) onClose();
  });
  useEffect(() => {
    const opener = document.activeElement;
    const leavePage = freezePage(box.current);
    focusFirst();
    return () => {
      leavePage();
      const isThere = opener !== document.body && opener?.isConnected === true;
      // A dialog around this one that went with it has given the focus back already.
      if (!isThere && document.activeElement !== document.body) return;
      const back = isThere ? opener : document.querySelector(`${SHOWN_SCREEN} h1`);
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div
      className={classes(styles.place, styles[look])}
      data-modal={look}
      onKeyDown={(event) => {
        if (!guided && box.current) keepFocus(event, box.current);
      }}
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
        style={place}
        role="dialog"
        aria-modal="true"
        tabIndex={-1}
        {...rest}
      />
    </div>
  );
}

/** Where the Tab key would leave the dialog, it goes on at its other end. */
function keepFocus(event: KeyboardEvent, box: HTMLElement): void {
  // A message has buttons of its own.
  if (event.key !== 'Tab' || document.querySelector('[data-snackbar]')) return;
  const stops = [...box.querySelectorAll<HTMLElement>(STOPS)];
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const { activeElement } = document;
  if (activeElement !== from && !(event.shiftKey && activeElement === box)) return;
  event.preventDefault();
  to?.focus();
}

/** Its right edge is that of the anchor, as far as the window has room for it (dialog.module.css). */
function placeUnder(anchor: HTMLElement): CSSProperties {
  const { bottom, right } = anchor.getBoundingClientRect();
  const distance = document.documentElement.clientWidth - right;
  return {
    top: bottom + 8,
    right: `min(${distance}px, 100vw - 8px - var(--width))`,
    maxHeight: `calc(100dvh - ${bottom + 16}px)`,
  };
}

/** Dialogs that keep the page where it is, and how it was before the first. They may close in any order. */
const frozen = { by: 0, before: { overflow: '', paddingRight: '' } };

/**
 * Keeps the page where it is, and everybody out of what of it does not hold `element`, until the returned
 * function is called.
 */
function freezePage(element: HTMLElement | null): () => void {
  // Asked before anything changes: it has the page laid out.
  const scrollbar = window.innerWidth - document.documentElement.clientWidth;
  const closed: Element[] = [];
  for (let at = element; at?.parentElement && at.parentElement !== document.body;) {
    const { parentElement } = at;
    for (const sibling of parentElement.children) {
      if (sibling === at || sibling.matches('[inert], script, style, [data-snackbar]')) continue;
      sibling.toggleAttribute('inert', true);
      closed.push(sibling);
    }
    at = parentElement;
  }
  const { style } = document.body;
  if (frozen.by === 0) {
    frozen.before = { overflow: style.overflow, paddingRight: style.paddingRight };
    if (scrollbar > 0) style.paddingRight = `${scrollbar}px`;
    style.overflow = 'hidden';
  }
  frozen.by += 1;
  return () => {
    frozen.by -= 1;
    if (frozen.by === 0) Object.assign(style, frozen.before);
    for (const each of closed) each.removeAttribute('inert');
  };
}

interface SheetProps extends Pick<Props, 'aria-describedby' | 'onClose' | 'children'> {
  title: string;
  /** As of `Dialog`; else its title has the focus. */
  first?: string | undefined;
}

/** A dialog at the foot of a phone's window, in the middle of a wider one. */
export function Sheet({ title, first = 'h2', children, ...rest }: SheetProps) {
  const titleId = useId();
  return (
    <Dialog look="sheet" aria-labelledby={titleId} first={first} {...rest}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" aria-label={appTexts.actions.close} onClick={rest.onClose} />
      </div>
      {children}
    </Dialog>
  );
}
