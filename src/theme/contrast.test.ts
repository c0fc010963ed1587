import { categoryColors, schemes, type SchemeName, type SchemeTokens } from './tokens';

/** WCAG 2.2, relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Token = keyof SchemeTokens;
const grounds: Token[] = ['background', 'surface', 'sunken', 'primarySoft'];
const onGrounds: Token[] = ['text', 'muted', 'primary', 'error', 'warning', 'success', 'due'];
const pairs: [Token, Token][] = [
  ...onGrounds.flatMap((text) => grounds.map((ground): [Token, Token] => [text, ground])),
  ['quiet', 'surface'],
  ['quiet', 'background'],
  ['muted', 'chip'],
  ['text', 'chip'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryStrong'],
  ['onDeep', 'deep'],
  ['accentOnDeep', 'deep'],
  ['onError', 'error'],
  ['text', 'errorSoft'],
  ['text', 'warningSoft'],
  ['text', 'successSoft'],
  ['error', 'errorSoft'],
  ['warning', 'warningSoft'],
  ['success', 'successSoft'],
];

const schemeNames: SchemeName[] = ['light', 'dark'];
describe.each(schemeNames)('%s scheme', (scheme) => {
  test.each(pairs)('%s is readable on %s (WCAG AA, 4.5 : 1)', (text, ground) => {
    expect(contrast(schemes[scheme][text], schemes[scheme][ground])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(Object.entries(categoryColors[scheme]))(
    'the mark of a %s category is seen on every ground (WCAG 1.4.11, 3 : 1)',
    (_, colour) => {
      for (const ground of grounds) {
        expect(contrast(colour, schemes[scheme][ground])).toBeGreaterThanOrEqual(3);
      }
    },
  );
});

test('the measure agrees with the published extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
