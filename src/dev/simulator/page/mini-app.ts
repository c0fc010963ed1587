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
const NO_INSET = { top: 0, bottom: 0, left: 0, right: 0 };

/**
 * The mini app in its frame, and Telegram Web's side of the talk between them: both sides post JSON
 * `{ eventType, eventData }`. https://docs.telegram-mini-apps.com/platform/methods
 *
 * As with the real client the frame's parent is another origin, here the simulator's (the address of
 * TELEGRAM_API_ROOT). What an app posts to `https://web.telegram.org`, the SDK's default, a browser
 * does not hand to another origin: the app has to address the page that really frames it.
 */
export class MiniApp {
  readonly #options: Options;
  readonly #panel = byId('app', HTMLElement);
  readonly #frame = byId('frame', HTMLDivElement);
  readonly #back = byId('app-back', HTMLButtonElement);
  #iframe: HTMLIFrameElement | undefined;
  #address = '';
  #needConfirmation = false;
  /** The app has spoken: before that its window is still an empty page of our own. */
  #listening = false;
  #isOnHomeScreen = false;

  constructor(options: Options) {
    this.#options = options;
    window.addEventListener('message', (event) => this.#hear(event));
    new ResizeObserver(() => this.#sendViewport()).observe(this.#frame);
    document.addEventListener('visibilitychange', () =>
      this.#send('visibility_changed', { is_visible: !document.hidden }),
    );
    onClick('app-back', () => this.#send('back_button_pressed'));
    onClick('app-close', () => {
      const question = 'Changes that you made may not be saved. Close?';
      if (!this.#needConfirmation || confirm(question)) this.#close();
    });
    onClick('app-reload', () => this.#load(this.#address));
    onClick('app-keyboard', (button) => {
      button.ariaPressed = String(this.#panel.toggleAttribute('data-keyboard'));
      this.#sendViewport();
    });
  }

  open(url: string): void {
    byId('app-title', HTMLElement).textContent = this.#options.title();
    this.#panel.hidden = false;
    this.#load(url);
  }

  /** Tells the app the colours of the present scheme. */
  readonly sendTheme = (): void =>
    this.#send('theme_changed', { theme_params: themeParams[this.#options.scheme()] });

  #send(eventType: string, eventData: unknown = null): void {
    if (!this.#listening) return;
    this.#options.log(`→ ${eventType} ${JSON.stringify(eventData)}`);
    this.#iframe?.contentWindow?.postMessage(
      JSON.stringify({ eventType, eventData }),
      new URL(this.#address).origin,
    );
  }

  #sendViewport(): void {
    const hasKeyboard = this.#panel.dataset.keyboard !== undefined;
    this.#send('viewport_changed', {
      width: this.#frame.clientWidth,
      // As on iOS: the page keeps its size, the keyboard lies over it, and what is left counts as stable.
      height: this.#frame.clientHeight - (hasKeyboard ? KEYBOARD_HEIGHT : 0),
      is_expanded: true,
      is_state_stable: true,
    });
  }

  #reset(): void {
    this.#needConfirmation = false;
    this.#back.hidden = true;
    this.#panel.style.removeProperty('--app-header');
    this.#panel.style.removeProperty('--app-background');
  }

  #load(url: string): void {
    this.#reset();
    this.#listening = false;
    this.#address = url;
    this.#iframe?.remove();
    this.#iframe = element('iframe', { title: 'Mini app', src: url });
    // As Telegram Web A frames it; the clipboard is not among what it allows.
    this.#iframe.allow = 'camera; microphone; geolocation; fullscreen';
    this.#iframe.setAttribute('sandbox', SANDBOX);
    this.#frame.append(this.#iframe);
  }

  #close(): void {
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.#listening = false;
    this.#panel.hidden = true;
    this.#reset();
  }

  #hear({ source, data: posted }: MessageEvent<unknown>): void {
    if (!this.#iframe || source !== this.#iframe.contentWindow) return;
    if (typeof posted !== 'string') return;
    this.#listening = true;
    const message: unknown = JSON.parse(posted);
    const type = textOf(message, 'eventType');
    const data = isRecord(message) ? message.eventData : undefined;
    this.#options.log(`← ${type} ${JSON.stringify(data ?? null)}`);
    this.#handlers[type]?.(data);
  }

  /** What each event of the app's makes the client do. */
  readonly #handlers: Record<string, (data: unknown) => void> = {
    web_app_close: () => this.#close(),
    web_app_setup_back_button: (data) => {
      this.#back.hidden = !flagOf(data, 'is_visible');
    },
    web_app_setup_closing_behavior: (data) => {
      // Telegram Web A asks from then on, whatever the app has said.
      this.#needConfirmation = this.#options.webA || flagOf(data, 'need_confirmation');
    },
    web_app_request_theme: this.sendTheme,
    web_app_request_viewport: () => this.#sendViewport(),
    web_app_expand: () => this.#sendViewport(),
    web_app_request_safe_area: () => this.#send('safe_area_changed', NO_INSET),
    web_app_request_content_safe_area: () => this.#send('content_safe_area_changed', NO_INSET),
    web_app_set_header_color: (data) => {
      const ofScheme = themeParams[this.#options.scheme()];
      const color = textOf(data, 'color') || ofScheme[textOf(data, 'color_key')];
      this.#panel.style.setProperty('--app-header', color ?? '');
    },
    web_app_set_background_color: (data) => {
      this.#panel.style.setProperty('--app-background', textOf(data, 'color'));
    },
    web_app_open_link: (data) => {
      window.open(textOf(data, 'url'), '_blank', 'noopener');
    },
    web_app_open_tg_link: (data) => {
      const path = textOf(data, 'path_full');
      if (this.#options.openChat(path)) this.#close();
      else this.#options.log(`would open https://t.me${path}`);
    },
    web_app_check_home_screen: () => {
      this.#send('home_screen_checked', { status: this.#isOnHomeScreen ? 'added' : 'missed' });
    },
    web_app_add_to_home_screen: () => {
      this.#isOnHomeScreen = true;
      this.#options.log('the icon is on the home screen');
      this.#send('home_screen_added', null);
    },
    web_app_send_prepared_message: (data) => void this.#sendPrepared(textOf(data, 'id')),
  };

  /** Ends as the simulator's page says. */
  async #sendPrepared(id: string): Promise<void> {
    const ends = byId('share', HTMLSelectElement).value;
    if (ends === 'silent') return;
    if (ends !== 'sent') {
      this.#send('prepared_message_failed', ends === '' ? null : { error: ends });
      return;
    }
    try {
      await this.#options.sendPrepared(id);
      this.#send('prepared_message_sent');
    } catch {
      this.#send('prepared_message_failed', { error: 'MESSAGE_EXPIRED' });
    }
  }
}
