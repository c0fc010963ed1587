export type Scheme = 'light' | 'dark';

/** Theme parameters as Telegram Web sends them. https://core.telegram.org/bots/webapps#themeparams */
export const themeParams: Record<Scheme, Record<string, string>> = {
  light: {
    bg_color: '#ffffff',
    text_color: '#000000',
    hint_color: '#707579',
    link_color: '#3390ec',
    button_color: '#3390ec',
    button_text_color: '#ffffff',
    secondary_bg_color: '#f4f4f5',
    header_bg_color: '#ffffff',
    accent_text_color: '#3390ec',
    section_bg_color: '#ffffff',
    section_header_text_color: '#707579',
    // Telegram Web A may send eight digits.
    section_separator_color: '#dfe1e5ff',
    subtitle_text_color: '#707579',
    destructive_text_color: '#e53935',
    bottom_bar_bg_color: '#ffffff',
  },
  dark: {
    bg_color: '#212121',
    text_color: '#ffffff',
    hint_color: '#aaaaaa',
    link_color: '#8774e1',
    button_color: '#8774e1',
    button_text_color: '#ffffff',
    secondary_bg_color: '#0f0f0f',
    header_bg_color: '#212121',
    accent_text_color: '#8774e1',
    section_bg_color: '#212121',
    section_header_text_color: '#aaaaaa',
    section_separator_color: '#3b3b3dff',
    subtitle_text_color: '#aaaaaa',
    destructive_text_color: '#ff595a',
    bottom_bar_bg_color: '#212121',
  },
};
