/** For the browser's storage: one that is closed or full keeps nothing, and breaks nothing. */
export function attempt<A>(what: () => A, otherwise: A): A {
  try {
    return what();
  } catch {
    return otherwise;
  }
}
