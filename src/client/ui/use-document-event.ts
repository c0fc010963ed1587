import { useEffect, useEffectEvent } from 'react';

/** Hears of what happens anywhere in the document, while `isHeard`; who began first hears first. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  hear: (event: DocumentEventMap[Name]) => void,
  isHeard = true,
): void {
  const heard = useEffectEvent(hear);
  useEffect(() => {
    if (!isHeard) return;
    const listener = (event: DocumentEventMap[Name]) => heard(event);
    document.addEventListener(name, listener);
    return () => document.removeEventListener(name, listener);
  }, [name, isHeard]);
}
