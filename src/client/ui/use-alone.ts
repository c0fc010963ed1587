import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useSession } from '../session';

/**
 * For what covers the screen: while it is there nothing else can be reached but the snackbar, Escape and
 * Telegram's back button close it, and the focus comes back to where it was. `covered`: something lies over
 * it and has the keys.
 */
export function useAlone(
  place: RefObject<HTMLElement | null>,
  { onClose, covered }: { onClose: () => void; covered: boolean },
): void {
  const { host } = useSession();
  const close = useEffectEvent(onClose);
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !covered && !event.defaultPrevented) onClose();
  });
  useEffect(() => {
    const before = document.activeElement;
    const shut = place.current ? closeAround(place.current) : () => undefined;
    place.current?.querySelector<HTMLElement>('[data-focus-first]')?.focus({ preventScroll: true });
    return () => {
      shut();
      const there = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const target = there ? before : document.querySelector<HTMLElement>('main h1');
      target?.focus({ preventScroll: true });
    };
  }, [place]);
  useEffect(() => host.onBack(() => close()), [host]);
  useEffect(() => {
    const heard = (event: KeyboardEvent) => escape(event);
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
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
