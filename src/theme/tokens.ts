/** The look of the product: the one source of the site's CSS variables and of the mini app's MUI theme. */

/** Lower bounds of the layout steps, in CSS pixels. */
export const breakpoints = { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } as const;

/** Corner radii in CSS pixels. */
export const radii = { small: 8, medium: 14, large: 24 } as const;

export type SchemeName = 'light' | 'dark';

const LIGHT = '#f4f8f3';
const DARK = '#14110e';
/** What stands behind everything, as browsers are told to colour their own frame. */
export const pageBackgrounds: Record<SchemeName, string> = { light: LIGHT, dark: DARK };

const light = {
  background: LIGHT,
  surface: '#ffffff', // cards and dialogs
  sunken: '#e9f1e8', // quiet areas behind cards
  text: '#10241a',
  muted: '#4a5f53',
  quiet: '#637469', // what is read last: on cards and on the page alone
  chip: '#edf2ed', // on cards
  line: '#d5e1d5',
  primary: '#0e7a43',
  primaryStrong: '#0a5f34', // under a pointer
  onPrimary: '#ffffff',
  primarySoft: '#d9f2e1', // a tint that text can stand on
  deep: '#0b3b25', // a panel in full colour, with text and accents on it
  onDeep: '#eaf6ee',
  accentOnDeep: '#7fe0a8',
  error: '#b3261e', // text and fills of messages; `on…` stands on the fill
  onError: '#ffffff',
  warning: '#8a5300',
  success: '#0e7a43',
  due: '#6b3fc4', // what waits for an answer, and what is overdue
  errorSoft: '#fce8e6', // tints behind messages that text can stand on
  warningSoft: '#fdf0d9',
  successSoft: '#d9f2e1',
};
export type SchemeTokens = Record<keyof typeof light, string>;
const dark: SchemeTokens = {
  background: DARK,
  surface: '#1e1a16',
  sunken: '#0f0d0b',
  text: '#f7f0e8',
  muted: '#b9ab9d',
  quiet: '#93877b',
  chip: '#2f2923',
  line: '#3a322a',
  primary: '#ff9f43',
  primaryStrong: '#ffb870',
  onPrimary: '#211102',
  primarySoft: '#33281c',
  deep: '#55300c',
  onDeep: '#fff1e2',
  accentOnDeep: '#ffb870',
  error: '#ff8a80',
  onError: '#2c0504',
  warning: '#ffd166',
  success: '#7bd8a0',
  due: '#c3adff',
  errorSoft: '#3f1d1a',
  warningSoft: '#382d10',
  successSoft: '#16321f',
};
/** Green by day, orange by night. contrast.test.ts holds every pair to WCAG AA. */
export const schemes: Record<SchemeName, SchemeTokens> = { light, dark };

/** Marks of users' own categories, by the names that core/limits (CATEGORY_COLORS) has for them. */
export const categoryColors: Record<SchemeName, Record<string, string>> = {
  light: {
    red: '#c62828',
    orange: '#b45309',
    yellow: '#8a6d00',
    green: '#2e7d32',
    teal: '#00796b',
    blue: '#1565c0',
    purple: '#7b1fa2',
    pink: '#c2185b',
  },
  dark: {
    red: '#ff8a80',
    orange: '#ffb74d',
    yellow: '#ffe082',
    green: '#81c784',
    teal: '#4db6ac',
    blue: '#82b1ff',
    purple: '#ce93d8',
    pink: '#f48fb1',
  },
};

export const ownFont = "'Golos Text Variable'";
/** For `font-family`, on the site and in the mini app. The fallback has Golos Text's measures (base.css). */
export const fontFamily = `${ownFont}, 'Golos fallback', system-ui, sans-serif`;
