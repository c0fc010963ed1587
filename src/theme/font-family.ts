/** For `font-family`, on the site and in the mini app. The fallback has Golos Text's measures (base.css). */
export const fontFamily =
  "var(--font-golos-cyrillic), var(--font-golos-latin), var(--font-golos-latin-ext), 'Golos fallback', system-ui, sans-serif";
