/** For what a browser may refuse, such as its storage where that is closed or full: it breaks nothing. */
export function attempt<A>(what: () => A, otherwise: A): A {
  try {
    return what();
  } catch {
    return otherwise;
  }
}
