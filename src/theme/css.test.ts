import { muiTheme } from './mui';
import { tokensCss } from './css';
import { breakpoints, fontFamily, schemes } from './tokens';

test('without script the scheme is the device’s; with it, the one on <html>', () => {
  const [light = '', device = '', dark = ''] = tokensCss.split(/(?=@media|:root\[)/);
  expect(light).toContain(`--primary:${schemes.light.primary}`);
  expect(device).toMatch(
    /^@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-color-scheme\]\)/,
  );
  expect(device).toContain(`--primary-soft:${schemes.dark.primarySoft}`);
  expect(dark).toMatch(/^:root\[data-color-scheme=dark\]\{/);
});

test('the mini app has the same colours and breakpoints as the site', () => {
  expect(muiTheme.colorSchemes.light?.palette.primary.main).toBe(schemes.light.primary);
  expect(muiTheme.colorSchemes.dark?.palette.primary.main).toBe(schemes.dark.primary);
  expect(muiTheme.colorSchemes.dark?.palette.background.default).toBe(schemes.dark.background);
  expect(muiTheme.breakpoints.values).toEqual(breakpoints);
  expect(Object.values(breakpoints)).toEqual([0, 600, 960, 1280, 1920]);
});

test('the primary colour is green by day and orange by night; the letters are Golos Text', () => {
  /** Degrees on the circle of colours: 0 is red, 120 green. */
  const hueOf = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const degrees = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
    return (degrees + 360) % 360;
  };
  expect(Math.abs(hueOf(schemes.light.primary) - 130)).toBeLessThan(30);
  expect(Math.abs(hueOf(schemes.dark.primary) - 30)).toBeLessThan(15);
  expect(fontFamily).toMatch(/^'Golos Text/);
  expect(muiTheme.typography.fontFamily).toBe(fontFamily);
});
