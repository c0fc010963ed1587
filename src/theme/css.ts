import { radii, schemes, type SchemeName } from './tokens';

const dashed = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

function declarations(scheme: SchemeName): string {
  const colours = Object.entries(schemes[scheme]).map(
    ([name, value]) => `--${dashed(name)}:${value}`,
  );
  return [...colours, `color-scheme:${scheme}`].join(';');
}

const shape = Object.entries(radii)
  .map(([name, value]) => `--radius-${name}:${value}px`)
  .join(';');

/**
 * The tokens as CSS variables (`primarySoft` is `--primary-soft`). The scheme on <html> wins; where no
 * script could set one, the device's preference does.
 */
export const tokensCss = [
  `:root{${shape};${declarations('light')}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-color-scheme]){${declarations('dark')}}}`,
  `:root[data-color-scheme=dark]{${declarations('dark')}}`,
].join('');
