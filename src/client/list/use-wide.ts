import { useCallback, useSyncExternalStore } from 'react';
import { isWide } from './columns';

export function useWide(fromPx: number): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(`(min-width: ${fromPx}px)`);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [fromPx],
  );
  return useSyncExternalStore(subscribe, () => isWide(fromPx));
}
