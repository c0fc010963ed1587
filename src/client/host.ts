import {
  isColorDark,
  isRGB,
  on,
  postEvent,
  supports,
  targetOrigin,
} from '@telegram-apps/sdk-react';
import { type Launch } from './launch';

/**
 * Telegram around the app: the only file that knows its SDK. Every call is harmless where the client
 * is too old for it or where no client answers. The SDK takes messages from the parent window only.
 */
export interface Host {
  /** Hides Telegram's placeholder, takes the whole height, keeps vertical swipes from closing the app. */
  ready: () => void;
  close: () => void;
  /** Shows Telegram's back button until the returned function is called; the newest listener wins. */
  onBack: (pressed: () => void) => () => void;
  /** Whether Telegram asks before it closes the app. */
  confirmClosing: (on: boolean) => void;
  haptic: (kind: 'success' | 'error' | 'selection' | 'press') => void;
  /** Reports each later change of Telegram's colour scheme. */
  onColorScheme: (changed: (scheme: 'light' | 'dark') => void) => () => void;
  /** Reports each return from the background, where the client tells. */
  onShown: (shown: () => void) => () => void;
  /** Tints Telegram's header and the area behind the app, `#rrggbb`. */
  paint: (color: string) => void;
}

type Method = Parameters<typeof supports>[0];

/** Joins this document to the Telegram client that opened it. Call once. */
export function connectHost(launch: Launch): Host {
  targetOrigin.set(allowedParent(parentOrigin()));
  const knows = (method: Method) => supports(method, launch.version);
  followMeasures(knows);

  const backListeners: (() => void)[] = [];
  on('back_button_pressed', () => backListeners.at(-1)?.());
  const syncBackButton = () => {
    if (!knows('web_app_setup_back_button')) return;
    attempt(() => postEvent('web_app_setup_back_button', { is_visible: backListeners.length > 0 }));
  };

  return {
    ready() {
      attempt(() => postEvent('iframe_ready', { reload_supported: false }));
      attempt(() => postEvent('web_app_ready'));
      attempt(() => postEvent('web_app_expand'));
      if (knows('web_app_setup_swipe_behavior')) {
        attempt(() => postEvent('web_app_setup_swipe_behavior', { allow_vertical_swipe: false }));
      }
    },
    close: () => attempt(() => postEvent('web_app_close')),
    onBack(pressed) {
      backListeners.push(pressed);
      syncBackButton();
      return () => {
        const at = backListeners.lastIndexOf(pressed);
        if (at >= 0) backListeners.splice(at, 1);
        syncBackButton();
      };
    },
    confirmClosing: (need) =>
      attempt(() => postEvent('web_app_setup_closing_behavior', { need_confirmation: need })),
    haptic(kind) {
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
    onColorScheme: (changed) =>
      on('theme_changed', ({ theme_params: { bg_color: background } }) => {
        if (background) changed(isColorDark(background) ? 'dark' : 'light');
      }),
    onShown: (shown) =>
      on('visibility_changed', ({ is_visible: visible }) => {
        if (visible) shown();
      }),
    paint(color) {
      if (!isRGB(color)) return;
      if (knows('web_app_set_background_color')) {
        attempt(() => postEvent('web_app_set_background_color', { color }));
      }
      if (supports('web_app_set_header_color', 'color', launch.version)) {
        attempt(() => postEvent('web_app_set_header_color', { color }));
      }
    },
  };
}

/** In an ordinary browser tab with launch data in its address there is nobody to talk to. */
function attempt(post: () => void): void {
  try {
    post();
  } catch {
    return;
  }
}

/** The page that frames this one, as far as the browser tells. */
function parentOrigin(): string {
  // Firefox has no ancestorOrigins.
  const nearest = 'ancestorOrigins' in window.location && window.location.ancestorOrigins[0];
  if (nearest) return nearest;
  return document.referrer === '' ? '' : new URL(document.referrer).origin;
}

/** Messages go to Telegram's web clients, or to the simulator on this machine; never elsewhere. */
export function allowedParent(origin: string): string {
  const telegram = /^https:\/\/web[kaz]?\.telegram\.org$/;
  const loopback = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;
  return telegram.test(origin) || loopback.test(origin) ? origin : 'https://web.telegram.org';
}

/**
 * Keeps CSS variables on <html> equal to what Telegram reports, in pixels: `--stable-height` (its
 * visible height without the keyboard) and `--inset-top|right|bottom|left`, the device's safe area and
 * the one of Telegram's own controls added up.
 */
function followMeasures(knows: (method: Method) => boolean): void {
  const root = document.documentElement.style;
  on('viewport_changed', ({ height, is_state_stable: stable }) => {
    if (stable && height > 0) root.setProperty('--stable-height', `${height}px`);
  });
  attempt(() => postEvent('web_app_request_viewport'));

  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const areas = { device: none, controls: none };
  const apply = () => {
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      root.setProperty(`--inset-${side}`, `${areas.device[side] + areas.controls[side]}px`);
    }
  };
  on('safe_area_changed', (insets) => {
    areas.device = insets;
    apply();
  });
  on('content_safe_area_changed', (insets) => {
    areas.controls = insets;
    apply();
  });
  if (knows('web_app_request_safe_area')) {
    attempt(() => postEvent('web_app_request_safe_area'));
    attempt(() => postEvent('web_app_request_content_safe_area'));
  }
}
