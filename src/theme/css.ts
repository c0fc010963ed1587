import { categoryColors, radii, schemes, type SchemeName } from './tokens';

const dashed = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** The tokens of a scheme by the names of their CSS variables: `primarySoft` is `--primary-soft`. */
export const schemeVariables = (scheme: SchemeName): Record<string, string> =>
  Object.fromEntries(
    Object.entries(schemes[scheme]).map(([name, value]) => [`--${dashed(name)}`, value]),
  );

const declarations = (scheme: SchemeName): string =>
  [
    ...Object.entries(schemeVariables(scheme)),
    ...Object.entries(categoryColors[scheme]).map(([name, value]) => [`--category-${name}`, value]),
    ['color-scheme', scheme],
  ]
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** What says `data-color` has the mark of that colour as `--category`. */
const marks = Object.keys(categoryColors.light)
  .map((name) => `[data-color=${name}]{--category:var(--category-${name})}`)
  .join('');

const shape = Object.entries(radii)
  .map(([name, value]) => `--radius-${name}:${value}px`)
  .join(';');

/**
 * The tokens as CSS variables. The scheme on <html> wins; where no script could set one, the device's
 * preference does.
 */
export const tokensCss = [
  `:root{${shape};${declarations('light')}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-color-scheme]){${declarations('dark')}}}`,
  `:root[data-color-scheme=dark]{${declarations('dark')}}`,
  // Paper is white, whatever the screen is.
  `@media print{:root:root:root{${declarations('light')};--background:#fff;--text:#000}}`,
  marks,
].join('');
