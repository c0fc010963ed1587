import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * Comes when it is first drawn. React's lazy() remembers a failed load for ever; here the next mount tries
 * again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  fallback: ReactNode = null,
): ComponentType<P> & { load: () => Promise<unknown> } {
  const fresh = () =>
    lazy(() =>
      load().catch((fault: unknown) => {
        current = fresh();
        throw fault;
      }),
    );
  let current = fresh();
  function LazyPart(props: P) {
    const [Part] = useState(() => current);
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  LazyPart.load = load;
  return LazyPart;
}

/** A part without which the rest is whole: where its code does not come, nothing is drawn. */
export const optionalPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> => lazyPart<P>(() => load().catch(() => ({ default: () => null })));
