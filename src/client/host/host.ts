import { schemeOfColour } from '@/theme/scheme-of-colour';
import { type SchemeName } from '@/theme/tokens';
import { focusedField } from './keyboard';
import { type Launch } from './launch';
import { hear, isInsideClient, member, post } from './bridge';
import { type supports as supportsMethod } from './sdk';

type Supports = typeof supportsMethod;
type ShareOutcome = 'sent' | 'declined' | 'cannot' | 'failed';

/** Android tells nothing where the last tap was long ago; by then the choice of chats is mostly closed. */
const SHARE_ANSWER_MS = 15_000;

const HAPTICS = {
  selection: { type: 'selection_change' },
  press: { type: 'impact', impact_style: 'light' },
  success: { type: 'notification', notification_type: 'success' },
  error: { type: 'notification', notification_type: 'error' },
};

/** macOS says nothing of why: somebody has closed the choice of chats. */
function shareFailure(error: unknown): ShareOutcome {
  if (error === undefined || error === 'USER_DECLINED') return 'declined';
  return error === 'UNSUPPORTED' || error === 'MESSAGE_EXPIRED' ? 'cannot' : 'failed';
}

/**
 * Telegram around the app; a call does nothing where the client is too old or none answers. What the first
 * screen needs goes over bridge.ts at once, the rest over the SDK (sdk.ts), which comes behind it. Joins this
 * document to the client that opened it: call once.
 */
export function connectHost(launch: Launch) {
  followMeasures(launch.version);

  const { withSdk, send } = connectSdk(launch.version);
  const { isHidden, onShown } = followAppearing();
  const onBack = followBackButton(
    (isShown) => void send('web_app_setup_back_button', { is_visible: isShown }),
  );

  return {
    /** Whether a client of Telegram's holds this document; false in an ordinary browser tab. */
    inClient: isInsideClient(),
    /** Hides Telegram's placeholder, takes the whole height, keeps vertical swipes from closing the app. */
    ready() {
      post('iframe_ready', { reload_supported: false });
      post('web_app_ready');
      post('web_app_expand');
      void send('web_app_setup_swipe_behavior', { allow_vertical_swipe: false });
    },
    close: () => post('web_app_close'),
    /** Opens a web address: one of Telegram's own inside Telegram, any other in a browser. */
    async openLink(url: string) {
      const { host, pathname, search } = new URL(url);
      const isTelegrams = ['t.me', 'telegram.me'].includes(host);
      const isOpen =
        isTelegrams && (await send('web_app_open_tg_link', { path_full: pathname + search }));
      if (!isOpen) post('web_app_open_link', { url });
    },
    /**
     * Has the user choose a chat for a message that the bot has prepared. `cannot`: nobody was asked;
     * `failed`: nothing came there; `declined` also where the client tells nothing within SHARE_ANSWER_MS.
     */
    sendPrepared: (id: string) => shareOutcome(send('web_app_send_prepared_message', { id })),
    /** Shows Telegram's back button until the returned function is called; the newest listener wins. */
    onBack,
    /**
     * Reports whether the app's icon can be put on the phone's home screen: where the client can do that (Bot API 8.0)
     * and the icon is not known to be there; again when that changes. iOS does not always know.
     */
    onHomeScreen(changed: (canBeAdded: boolean) => void): () => void {
      const stop = hearOfHomeScreen(changed);
      void send('web_app_check_home_screen', {});
      return stop;
    },
    /** Has the client ask its user whether the icon is to be put there. */
    addToHomeScreen: () => void send('web_app_add_to_home_screen', {}),
    confirmClosing: (need: boolean) =>
      post('web_app_setup_closing_behavior', { need_confirmation: need }),
    haptic: (kind: keyof typeof HAPTICS) =>
      void send('web_app_trigger_haptic_feedback', HAPTICS[kind]),
    onColorScheme: followScheme,
    /** Whether the client says that it holds the app in the background. */
    isHidden,
    /** Reports each return: of the app from the background, as the client tells, of its tab, of its window's focus. */
    onShown,
    /** Tints Telegram's header, its bottom bar and the area behind the app, `#rrggbb`. */
    paint(color: string) {
      void send('web_app_set_background_color', { color });
      void send('web_app_set_bottom_bar_color', { color });
      void withSdk((supports) => {
        // Older clients take one of two names instead.
        if (supports('web_app_set_header_color', 'color', launch.version)) {
          post('web_app_set_header_color', { color });
        }
      });
    },
  };
}

/** The SDK, which knows what a client of this version understands: it is fetched behind the first screen. */
function connectSdk(version: string) {
  let loading: Promise<Supports> | null = null;
  const load = () =>
    (loading ??= import('./sdk').then(
      ({ supports }) => supports,
      (fault: unknown) => {
        loading = null; // The next call tries again.
        throw fault;
      },
    ));
  /** Calls once the SDK is here, in the order of the calls; never rejects: without the SDK it answers undefined. */
  const withSdk = <A>(call: (supports: Supports) => A): Promise<A | undefined> =>
    load().then(call, () => undefined);
  return {
    withSdk,
    /** Sends what a client of this version understands, and nothing else; answers whether it did. */
    send: (method: Parameters<Supports>[0], data: object) =>
      withSdk((supports) => {
        const isKnown = supports(method, version);
        if (isKnown) post(method, data);
        return isKnown;
      }),
  };
}

/** Knows whether the app is in the background, and reports its returns from there; some clients tell of one twice. */
function followAppearing() {
  // By the client's word.
  let hidden = false;
  // A return is still to be told.
  let away = document.visibilityState === 'hidden';
  const listeners = new Set<() => void>();
  const note = (isThere: boolean) => {
    // One return comes as several of these events, in any order.
    const returns = isThere && away && !hidden;
    away = !isThere || (away && hidden);
    if (returns) for (const shown of listeners) shown();
  };
  hear('visibility_changed', (data) => {
    hidden = member(data, 'is_visible') === false;
    // Some clients tell only the return.
    if (!hidden) away = true;
    note(!hidden);
  });
  document.addEventListener('visibilitychange', () => note(document.visibilityState === 'visible'));
  window.addEventListener('blur', () => note(false));
  window.addEventListener('focus', () => note(true));
  return {
    isHidden: () => hidden,
    onShown: (shown: () => void): (() => void) => {
      listeners.add(shown);
      return () => listeners.delete(shown);
    },
  };
}

/** Tells the newest listener of each press of Telegram's back button, which is shown while there is one. */
function followBackButton(show: (isShown: boolean) => void) {
  const listeners: (() => void)[] = [];
  hear('back_button_pressed', () => listeners.at(-1)?.());
  return (pressed: () => void): (() => void) => {
    listeners.push(pressed);
    show(true);
    return () => {
      const at = listeners.lastIndexOf(pressed);
      if (at >= 0) listeners.splice(at, 1);
      show(listeners.length > 0);
    };
  };
}

/**
 * What becomes of a message that the client is asked to offer to its user's chats; `asking` answers whether it was. Silence
 * counts as declined: see SHARE_ANSWER_MS.
 */
function shareOutcome(asking: Promise<boolean | undefined>): Promise<ShareOutcome> {
  return new Promise((resolve) => {
    const stops = [
      hear('prepared_message_sent', () => end('sent')),
      hear('prepared_message_failed', (data) => end(shareFailure(member(data, 'error')))),
    ];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: ShareOutcome) => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve(outcome);
    };
    void asking.then((wasAsked) => {
      if (!wasAsked) end('cannot');
      // Counted from the question on: fetching what asks it may take long.
      else timer = setTimeout(() => end('declined'), SHARE_ANSWER_MS);
    });
  });
}

/** Hears whether the icon may be added, which `onHomeScreen` has asked: it is not there (`missed`), or nobody knows. */
function hearOfHomeScreen(changed: (canBeAdded: boolean) => void): () => void {
  const stops = [
    hear('home_screen_checked', (data) => {
      const status = member(data, 'status');
      changed(status === 'missed' || status === 'unknown');
    }),
    hear('home_screen_added', () => changed(false)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Reports Telegram's colour scheme: the present one once Telegram has told it, then each change. Telegram is asked for
 * it: after its own «Reload page» the launch data tell the first start's theme.
 */
function followScheme(changed: (scheme: SchemeName) => void): () => void {
  const stop = hear('theme_changed', (data) => {
    const told = schemeOfColour(member(member(data, 'theme_params'), 'bg_color'));
    if (told !== null) changed(told);
  });
  post('web_app_request_theme');
  return stop;
}

/** Telegram's window is never as low; iOS has been seen to report 1. */
const LEAST_HEIGHT = 200;
/** By then a keyboard has gone down after the focus has left its field. */
const KEYBOARD_GONE_MS = 600;
/** The first version of the Bot API whose clients tell their safe areas. */
const SAFE_AREAS_SINCE = 8;

/**
 * Keeps `--stable-height` (without the keyboard) and `--inset-top|right|bottom|left` (the device's safe area
 * plus Telegram's own controls) on <html>, in pixels.
 */
function followMeasures(version: string): void {
  const root = document.documentElement.style;
  let stableHeight = 0;
  hear('viewport_changed', (data) => {
    const height = member(data, 'height');
    if (member(data, 'is_state_stable') !== true || typeof height !== 'number') return;
    if (height < LEAST_HEIGHT) return;
    // iOS takes the keyboard off the height and calls that stable.
    if (height < stableHeight && focusedField()) return;
    stableHeight = height;
    root.setProperty('--stable-height', `${height}px`);
  });
  const askForHeight = () => post('web_app_request_viewport');
  askForHeight();
  // Asks again once the keyboard is gone: a shrinking window may have been taken for the keyboard.
  document.addEventListener('focusout', () => setTimeout(askForHeight, KEYBOARD_GONE_MS));

  const areas: { device: unknown; controls: unknown } = { device: null, controls: null };
  const pixels = (area: unknown, side: string) => {
    const told = member(area, side);
    return typeof told === 'number' ? told : 0;
  };
  const apply = () => {
    for (const side of ['top', 'right', 'bottom', 'left']) {
      const both = pixels(areas.device, side) + pixels(areas.controls, side);
      root.setProperty(`--inset-${side}`, `${both}px`);
    }
  };
  hear('safe_area_changed', (insets) => {
    areas.device = insets;
    apply();
  });
  hear('content_safe_area_changed', (insets) => {
    areas.controls = insets;
    apply();
  });
  if (Number.parseInt(version, 10) >= SAFE_AREAS_SINCE) {
    post('web_app_request_safe_area');
    post('web_app_request_content_safe_area');
  }
}
