import { isRGB, supports } from '@telegram-apps/sdk-react';
import { post } from './bridge';

/* The only file that knows Telegram's SDK: what clients understand; it comes behind the first screen. */

const HAPTICS = {
  selection: { type: 'selection_change' },
  press: { type: 'impact', impact_style: 'light' },
  success: { type: 'notification', notification_type: 'success' },
  error: { type: 'notification', notification_type: 'error' },
};

/** What a client of this version understands; anything else is not sent. */
export function connectSdk(version: string) {
  const send = (method: Parameters<typeof supports>[0], data: object): boolean => {
    const known = supports(method, version);
    if (known) post(method, data);
    return known;
  };
  return {
    keepVerticalSwipes: () => send('web_app_setup_swipe_behavior', { allow_vertical_swipe: false }),
    showBack: (visible: boolean) => send('web_app_setup_back_button', { is_visible: visible }),
    openLink(url: string) {
      const { host, pathname, search } = new URL(url);
      const inside = ['t.me', 'telegram.me'].includes(host);
      if (inside && send('web_app_open_tg_link', { path_full: pathname + search })) return;
      post('web_app_open_link', { url });
    },
    sendPrepared: (id: string) => send('web_app_send_prepared_message', { id }),
    askForHomeScreen: () => send('web_app_check_home_screen', {}),
    addToHomeScreen: () => send('web_app_add_to_home_screen', {}),
    confirmClosing: (need: boolean) =>
      post('web_app_setup_closing_behavior', { need_confirmation: need }),
    haptic: (kind: keyof typeof HAPTICS) => send('web_app_trigger_haptic_feedback', HAPTICS[kind]),
    paint(color: string) {
      if (!isRGB(color)) return;
      send('web_app_set_background_color', { color });
      send('web_app_set_bottom_bar_color', { color });
      // Older clients take one of two names instead.
      if (supports('web_app_set_header_color', 'color', version)) {
        post('web_app_set_header_color', { color });
      }
    },
  };
}

export type Sdk = ReturnType<typeof connectSdk>;
