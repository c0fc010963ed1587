import { muiTheme } from './mui';
import { tokensCss } from './css';
import { breakpoints, schemes } from './tokens';

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
