export type Scheme = 'light' | 'dark';

/** Light and dark, as Telegram Web sends them. https://core.telegram.org/bots/webapps#themeparams */
const colors = {
  bg_color: ['#ffffff', '#212121'],
  text_color: ['#000000', '#ffffff'],
  hint_color: ['#707579', '#aaaaaa'],
  link_color: ['#3390ec', '#8774e1'],
  button_color: ['#3390ec', '#8774e1'],
  button_text_color: ['#ffffff', '#ffffff'],
  secondary_bg_color: ['#f4f4f5', '#0f0f0f'],
  header_bg_color: ['#ffffff', '#212121'],
  accent_text_color: ['#3390ec', '#8774e1'],
  section_bg_color: ['#ffffff', '#212121'],
  section_header_text_color: ['#707579', '#aaaaaa'],
  // Telegram Web A may send eight digits.
  section_separator_color: ['#dfe1e5ff', '#3b3b3dff'],
  subtitle_text_color: ['#707579', '#aaaaaa'],
  destructive_text_color: ['#e53935', '#ff595a'],
  bottom_bar_bg_color: ['#ffffff', '#212121'],
} as const;

const named = (at: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).map(([name, pair]) => [name, pair[at]]));

export const themeParams: Record<Scheme, Record<string, string>> = {
  light: named(0),
  dark: named(1),
};
