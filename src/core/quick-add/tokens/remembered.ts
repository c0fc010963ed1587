/** Longer texts are read anew: they are few. */
const LENGTH_MAX = 500;
const KEPT_MAX = 1_000;

/** `read`, which is pure, of texts that come again and again: a line is read for each reminder that it may be about. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size >= KEPT_MAX) known.clear();
    if (text.length <= LENGTH_MAX) known.set(text, result);
    return result;
  };
}
