import { isRGB, postEvent, supports, targetOrigin } from '@telegram-apps/sdk-react';

/* The only file that knows Telegram's SDK: 15 KB that come behind the first screen. */

type Method = Parameters<typeof supports>[0];

/** What a client of this version understands; anything else is not sent. */
export function connectSdk(version: string, origin: string) {
  targetOrigin.set(origin);
  const knows = (method: Method) => supports(method, version);
  return {
    keepVerticalSwipes() {
      if (!knows('web_app_setup_swipe_behavior')) return;
      attempt(() => postEvent('web_app_setup_swipe_behavior', { allow_vertical_swipe: false }));
    },
    showBack(visible: boolean) {
      if (!knows('web_app_setup_back_button')) return;
      attempt(() => postEvent('web_app_setup_back_button', { is_visible: visible }));
    },
    openLink(url: string) {
      const { host, pathname, search } = new URL(url);
      if (['t.me', 'telegram.me'].includes(host) && knows('web_app_open_tg_link')) {
        attempt(() => postEvent('web_app_open_tg_link', { path_full: pathname + search }));
      } else attempt(() => postEvent('web_app_open_link', { url }));
    },
    sendPrepared(id: string): boolean {
      if (!knows('web_app_send_prepared_message')) return false;
      attempt(() => postEvent('web_app_send_prepared_message', { id }));
      return true;
    },
    confirmClosing: (need: boolean) =>
      attempt(() => postEvent('web_app_setup_closing_behavior', { need_confirmation: need })),
    haptic(kind: 'success' | 'error' | 'selection' | 'press') {
      if (!knows('web_app_trigger_haptic_feedback')) return;
      if (kind === 'selection') {
        attempt(() => postEvent('web_app_trigger_haptic_feedback', { type: 'selection_change' }));
      } else if (kind === 'press') {
        attempt(() =>
          postEvent('web_app_trigger_haptic_feedback', { type: 'impact', impact_style: 'light' }),
        );
      } else {
        attempt(() =>
          postEvent('web_app_trigger_haptic_feedback', {
            type: 'notification',
            notification_type: kind,
          }),
        );
      }
    },
    paint(color: string) {
      if (!isRGB(color)) return;
      if (knows('web_app_set_background_color')) {
        attempt(() => postEvent('web_app_set_background_color', { color }));
      }
      if (knows('web_app_set_bottom_bar_color')) {
        attempt(() => postEvent('web_app_set_bottom_bar_color', { color }));
      }
      if (supports('web_app_set_header_color', 'color', version)) {
        attempt(() => postEvent('web_app_set_header_color', { color }));
      }
    },
  };
}

export type Sdk = ReturnType<typeof connectSdk>;

/** In an ordinary browser tab with launch data in its address there is nobody to talk to. */
function attempt(send: () => void): void {
  try {
    send();
  } catch {
    return;
  }
}
