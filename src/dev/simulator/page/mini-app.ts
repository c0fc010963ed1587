import { byId, element, flagOf, isRecord, onClick, textOf } from './dom';
import { themeParams, type Scheme } from './themes';

interface Options {
  scheme: () => Scheme;
  title: () => string;
  /** Behave as Telegram Web A does where it differs from the other clients. */
  webA: boolean;
  log: (line: string) => void;
  /** Follows a link to the bot's own chat; false where it leads elsewhere. */
  openChat: (path: string) => boolean;
  /** Sends a message that the bot has prepared into another chat. Rejects where there is none. */
  sendPrepared: (id: string) => Promise<unknown>;
}

const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation';
/** As style.css draws it. */
const KEYBOARD_HEIGHT = 300;

/**
 * The mini app in its frame, and Telegram Web's side of the talk between them: both sides post JSON
 * `{ eventType, eventData }`. https://docs.telegram-mini-apps.com/platform/methods
 *
 * As with the real client the frame's parent is another origin, here the simulator's (the address of
 * TELEGRAM_API_ROOT). What an app posts to `https://web.telegram.org`, the SDK's default, a browser
 * does not hand to another origin: the app has to address the page that really frames it.
 */
export function createMiniApp(options: Options) {
  const panel = byId('app', HTMLElement);
  const frame = byId('frame', HTMLDivElement);
  const back = byId('app-back', HTMLButtonElement);
  let iframe: HTMLIFrameElement | undefined;
  let address = '';
  let needConfirmation = false;
  /** The app has spoken: before that its window is still an empty page of our own. */
  let listening = false;
  let isOnHomeScreen = false;

  const send = (eventType: string, eventData: unknown = null) => {
    if (!listening) return;
    options.log(`→ ${eventType} ${JSON.stringify(eventData)}`);
    iframe?.contentWindow?.postMessage(
      JSON.stringify({ eventType, eventData }),
      new URL(address).origin,
    );
  };
  const sendTheme = () => send('theme_changed', { theme_params: themeParams[options.scheme()] });
  const sendViewport = () =>
    send('viewport_changed', {
      width: frame.clientWidth,
      // As on iOS: the page keeps its size, the keyboard lies over it, and what is left counts as stable.
      height: frame.clientHeight - (panel.dataset.keyboard === undefined ? 0 : KEYBOARD_HEIGHT),
      is_expanded: true,
      is_state_stable: true,
    });
  const NO_INSET = { top: 0, bottom: 0, left: 0, right: 0 };

  function reset(): void {
    needConfirmation = false;
    back.hidden = true;
    panel.style.removeProperty('--app-header');
    panel.style.removeProperty('--app-background');
  }

  function load(url: string): void {
    reset();
    listening = false;
    address = url;
    iframe?.remove();
    iframe = element('iframe', { title: 'Mini app', src: url });
    // As Telegram Web A frames it; the clipboard is not among what it allows.
    iframe.allow = 'camera; microphone; geolocation; fullscreen';
    iframe.setAttribute('sandbox', SANDBOX);
    frame.append(iframe);
  }

  function close(): void {
    iframe?.remove();
    iframe = undefined;
    listening = false;
    panel.hidden = true;
    reset();
  }

  const handlers: Record<string, (data: unknown) => void> = {
    web_app_close: close,
    web_app_setup_back_button: (data) => {
      back.hidden = !flagOf(data, 'is_visible');
    },
    web_app_setup_closing_behavior: (data) => {
      // Telegram Web A asks from then on, whatever the app has said.
      needConfirmation = options.webA || flagOf(data, 'need_confirmation');
    },
    web_app_request_theme: sendTheme,
    web_app_request_viewport: sendViewport,
    web_app_expand: sendViewport,
    web_app_request_safe_area: () => send('safe_area_changed', NO_INSET),
    web_app_request_content_safe_area: () => send('content_safe_area_changed', NO_INSET),
    web_app_set_header_color: (data) => {
      const color =
        textOf(data, 'color') || themeParams[options.scheme()][textOf(data, 'color_key')];
      panel.style.setProperty('--app-header', color ?? '');
    },
    web_app_set_background_color: (data) => {
      panel.style.setProperty('--app-background', textOf(data, 'color'));
    },
    web_app_open_link: (data) => {
      window.open(textOf(data, 'url'), '_blank', 'noopener');
    },
    web_app_open_tg_link: (data) => {
      const path = textOf(data, 'path_full');
      if (options.openChat(path)) close();
      else options.log(`would open https://t.me${path}`);
    },
    web_app_check_home_screen: () => {
      send('home_screen_checked', { status: isOnHomeScreen ? 'added' : 'missed' });
    },
    web_app_add_to_home_screen: () => {
      isOnHomeScreen = true;
      options.log('the icon is on the home screen');
      send('home_screen_added', null);
    },
    web_app_send_prepared_message: (data) => void sendPrepared(textOf(data, 'id')),
  };

  async function sendPrepared(id: string): Promise<void> {
    const ends = byId('share', HTMLSelectElement).value;
    if (ends === 'silent') return;
    if (ends !== 'sent') {
      send('prepared_message_failed', ends === '' ? null : { error: ends });
      return;
    }
    try {
      await options.sendPrepared(id);
      send('prepared_message_sent');
    } catch {
      send('prepared_message_failed', { error: 'MESSAGE_EXPIRED' });
    }
  }

  window.addEventListener('message', (event) => {
    if (!iframe || event.source !== iframe.contentWindow) return;
    if (typeof event.data !== 'string') return;
    listening = true;
    const message: unknown = JSON.parse(event.data);
    const type = textOf(message, 'eventType');
    const data = isRecord(message) ? message.eventData : undefined;
    options.log(`← ${type} ${JSON.stringify(data ?? null)}`);
    handlers[type]?.(data);
  });

  new ResizeObserver(sendViewport).observe(frame);
  document.addEventListener('visibilitychange', () =>
    send('visibility_changed', { is_visible: !document.hidden }),
  );
  onClick('app-back', () => send('back_button_pressed'));
  onClick('app-close', () => {
    if (!needConfirmation || confirm('Changes that you made may not be saved. Close?')) close();
  });
  onClick('app-reload', () => load(address));
  onClick('app-keyboard', (button) => {
    button.ariaPressed = String(panel.toggleAttribute('data-keyboard'));
    sendViewport();
  });

  return {
    open(url: string) {
      byId('app-title', HTMLElement).textContent = options.title();
      panel.hidden = false;
      load(url);
    },
    schemeChanged: sendTheme,
  };
}
