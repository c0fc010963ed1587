import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 960px)';
const subscribe = (changed: () => void) => {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

export const useWide = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
