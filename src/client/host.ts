import { isRGB, on, postEvent, supports, targetOrigin } from '@telegram-apps/sdk-react';
import { schemeOfColour } from '@/theme/scheme-of-colour';
import { type SchemeName } from '@/theme/tokens';
import { type Launch } from './start/launch';
import { focusedField } from './shell/keyboard';

/**
 * Telegram around the app: the only file that knows its SDK. Every call is harmless where the client
 * is too old for it or where no client answers. The SDK takes messages from the parent window only.
 */
export interface Host {
  /** Whether a client of Telegram's holds this document; false in an ordinary browser tab. */
  inClient: boolean;
  /** Hides Telegram's placeholder, takes the whole height, keeps vertical swipes from closing the app. */
  ready: () => void;
  close: () => void;
  /** Shows Telegram's back button until the returned function is called; the newest listener wins. */
  onBack: (pressed: () => void) => () => void;
  /** Whether Telegram asks before it closes the app. */
  confirmClosing: (on: boolean) => void;
  haptic: (kind: 'success' | 'error' | 'selection' | 'press') => void;
  /** Reports Telegram's colour scheme: the present one once Telegram has told it, then each change. */
  onColorScheme: (changed: (scheme: SchemeName) => void) => () => void;
  /** Reports each return from the background, where the client tells. */
  onShown: (shown: () => void) => () => void;
  /** Tints Telegram's header, its bottom bar and the area behind the app, `#rrggbb`. */
  paint: (color: string) => void;
}

type Method = Parameters<typeof supports>[0];

/** Joins this document to the Telegram client that opened it. Call once. */
export function connectHost(launch: Launch): Host {
  targetOrigin.set(allowedParent(parentOrigin()));
  const knows = (method: Method) => supports(method, launch.version);
  followMeasures(knows);
  const scheme = followScheme();

  const backListeners: (() => void)[] = [];
  on('back_button_pressed', () => backListeners.at(-1)?.());
  const syncBackButton = () => {
    if (!knows('web_app_setup_back_button')) return;
    attempt(() => postEvent('web_app_setup_back_button', { is_visible: backListeners.length > 0 }));
  };

  return {
    inClient: isHeldByClient(),
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
    onColorScheme: scheme,
    onShown: (shown) =>
      on('visibility_changed', ({ is_visible: visible }) => {
        if (visible) shown();
      }),
    paint(color) {
      if (!isRGB(color)) return;
      if (knows('web_app_set_background_color')) {
        attempt(() => postEvent('web_app_set_background_color', { color }));
      }
      if (knows('web_app_set_bottom_bar_color')) {
        attempt(() => postEvent('web_app_set_bottom_bar_color', { color }));
      }
      if (supports('web_app_set_header_color', 'color', launch.version)) {
        attempt(() => postEvent('web_app_set_header_color', { color }));
      }
    },
  };
}

/** Native clients leave an object to talk to, web clients frame the page; the policy lets nobody else. */
const isHeldByClient = (): boolean => window.parent !== window || 'TelegramWebviewProxy' in window;

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
 * Follows Telegram's colour scheme. The message is read here and not by the SDK, which drops it whole
 * where a single colour has eight digits. Telegram is asked for its theme as well: after the client's
 * own «Reload page» the launch data tell the one of the first start.
 */
function followScheme(): Host['onColorScheme'] {
  const listeners = new Set<(scheme: SchemeName) => void>();
  let present: SchemeName | null = null;
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return;
    const told = schemeOfColour(backgroundTold(data));
    if (told === null) return;
    present = told;
    for (const changed of listeners) changed(told);
  });
  attempt(() => postEvent('web_app_request_theme'));
  return (changed) => {
    listeners.add(changed);
    if (present) changed(present);
    return () => listeners.delete(changed);
  };
}

/** The background colour in a message that tells of Telegram's theme; undefined in any other. */
function backgroundTold(message: unknown): unknown {
  if (typeof message !== 'string') return undefined;
  let told: unknown;
  try {
    told = JSON.parse(message);
  } catch {
    return undefined;
  }
  if (member(told, 'eventType') !== 'theme_changed') return undefined;
  return member(member(member(told, 'eventData'), 'theme_params'), 'bg_color');
}

const member = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

/** Telegram's window is never as low; iOS has been seen to report 1. */
const LEAST_HEIGHT = 200;
/** By then a keyboard has gone down after the focus has left its field. */
const KEYBOARD_GONE_MS = 600;

/**
 * Keeps CSS variables on <html> equal to what Telegram reports, in pixels: `--stable-height` (its
 * visible height without the keyboard) and `--inset-top|right|bottom|left`, the device's safe area and
 * the one of Telegram's own controls added up.
 */
function followMeasures(knows: (method: Method) => boolean): void {
  const root = document.documentElement.style;
  let stableHeight = 0;
  on('viewport_changed', ({ height, is_state_stable: stable }) => {
    if (!stable || height < LEAST_HEIGHT) return;
    // iOS takes the keyboard off the height and calls that stable.
    if (height < stableHeight && focusedField()) return;
    stableHeight = height;
    root.setProperty('--stable-height', `${height}px`);
  });
  const askForHeight = () => attempt(() => postEvent('web_app_request_viewport'));
  askForHeight();
  // Asks again once the keyboard is gone: a shrinking window may have been taken for the keyboard.
  document.addEventListener('focusout', () => setTimeout(askForHeight, KEYBOARD_GONE_MS));

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
