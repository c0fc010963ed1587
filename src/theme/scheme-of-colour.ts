/**
 * Whether a background colour belongs to a light or a dark scheme; null where it is no colour. Takes
 * `#rgb`, `#rrggbb`, and both with an opacity behind, as Telegram's clients write colours.
 */
export function schemeOfColour(colour: unknown): 'light' | 'dark' | null {
  if (typeof colour !== 'string') return null;
  const short = /^#([\da-f])([\da-f])([\da-f])[\da-f]?$/i.exec(colour)?.slice(1);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})?$/i.exec(colour)?.slice(1, 4);
  const parts = short?.map((digit) => digit + digit) ?? long;
  if (!parts) return null;
  const [r = 0, g = 0, b = 0] = parts.map((part) => parseInt(part, 16));
  return r * 0.299 + g * 0.587 + b * 0.114 < 128 ? 'dark' : 'light';
}
