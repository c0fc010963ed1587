import localFont from 'next/font/local';

/*
 * Golos Text by subset, from the package: nothing is downloaded at build. Every subset is a family of
 * its own, and --font-golos lists them. Without adjustFontFallback:false each family would bring a
 * fallback without unicode-range, and Arial would take the Cyrillic letters from the first one.
 *
 * None is preloaded: on a phone's network the 60 KB would arrive before the scripts, and the fallback
 * has the same measures. Public pages fetch them with their first text, the app after its code.
 */
const cyrillic = localFont({
  src: '../../node_modules/@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2',
  variable: '--font-golos-cyrillic',
  weight: '400 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116' },
  ],
});

const latin = localFont({
  src: '../../node_modules/@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2',
  variable: '--font-golos-latin',
  weight: '400 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

/** Rare letters and signs such as ₽: fetched only where a page has them. */
const latinExt = localFont({
  src: '../../node_modules/@fontsource-variable/golos-text/files/golos-text-latin-ext-wght-normal.woff2',
  variable: '--font-golos-latin-ext',
  weight: '400 900',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

/** Sets the families' variables; belongs on <html>. */
export const fontClasses = [cyrillic, latin, latinExt].map((font) => font.variable).join(' ');
