/** @jest-environment ./src/testing/dom-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { byId } from './dom';
import { MiniApp } from './mini-app';

describe('the chat', () => {
  const page = readFileSync(path.resolve('src/dev/simulator/page/index.html'), 'utf8');

  /** Stands in for the simulator's stream of events. */
  const events = new EventTarget();
  const tell = (type: string, data: object) =>
    events.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));

  beforeAll(async () => {
    document.body.innerHTML = page.replace(/^[\s\S]*<body>|<\/body>[\s\S]*$/g, '');
    const quiet = {
      observe: () => undefined,
      unobserve: () => undefined,
      disconnect: () => undefined,
    };
    Object.assign(globalThis, {
      EventSource: function EventSource() {
        return events;
      },
      ResizeObserver: function ResizeObserver() {
        return quiet;
      },
      matchMedia: () => ({ matches: false }),
    });
    await import('./chat');
  });

  const state = (over: object) => ({
    bot: {
      name: '🦊 Напомню',
      username: 'bot',
      description: 'Напоминаю точно в срок.',
      commands: [],
      menuButton: { type: 'commands' },
    },
    user: { id: 1001, firstName: 'Анна' },
    status: 'new',
    action: '',
    messages: [],
    contentKinds: ['photo', 'checklist'],
    users: [],
    ...over,
  });
  const say = (...messages: object[]) => tell('state', state({ status: 'active', messages }));
  const description = () => byId('description', HTMLElement);

  test('an empty chat shows what the bot does, and a button that starts it', () => {
    tell('state', state({}));
    expect(description().hidden).toBe(false);
    expect(description().textContent).toContain('Напоминаю точно в срок.');
    expect(byId('start', HTMLButtonElement).hidden).toBe(false);
    expect(byId('bot-avatar', HTMLElement).textContent).toBe('🦊');
  });

  test('a chat with a message shows the message instead', () => {
    const message = {
      messageId: 1,
      fromBot: false,
      receivedAt: 0,
      sentAt: 0,
      text: '/start',
      entities: [],
      keyboard: [],
    };
    say(message);
    expect(description().hidden).toBe(true);
    expect(byId('messages', HTMLOListElement).textContent).toContain('/start');
  });

  test('every kind of content can be sent', () => {
    const kinds = [...byId('send-kind', HTMLSelectElement).options].map(({ value }) => value);
    expect(kinds).toEqual(['photo', 'checklist']);
  });

  describe('a reply', () => {
    const asked: { path: string; body: unknown }[] = [];
    const message = (over: object) => ({
      messageId: 7,
      fromBot: true,
      receivedAt: 0,
      sentAt: 0,
      text: 'Позвонить врачу',
      entities: [],
      keyboard: [],
      ...over,
    });
    const write = (words: string) => {
      byId('text', HTMLTextAreaElement).value = words;
      byId('composer', HTMLFormElement).requestSubmit();
    };
    const replying = () => byId('replying', HTMLElement);

    beforeEach(() => {
      asked.length = 0;
      Object.assign(globalThis, {
        fetch: (path: string, { body }: { body: string }) => {
          asked.push({ path, body: JSON.parse(body) });
          return Promise.resolve(Response.json({}));
        },
      });
      say(message({}));
    });

    test('«Ответить» makes the next words a reply to that message, and only those', () => {
      document.querySelector<HTMLButtonElement>('[aria-label="Ответить"]')?.click();
      expect(replying().hidden).toBe(false);
      expect(replying().textContent).toContain('Позвонить врачу');
      write('через час');
      write('спасибо');
      expect(asked).toEqual([
        { path: '/sim/reply', body: { userId: 1001, messageId: 7, text: 'через час' } },
        { path: '/sim/say', body: { userId: 1001, text: 'спасибо' } },
      ]);
      expect(replying().hidden).toBe(true);
    });

    test('«Изменить» puts an own message into the field, and what is written replaces it', () => {
      say(message({}), message({ messageId: 9, fromBot: false, text: 'завтра в 9 молоко' }));
      expect(document.querySelectorAll('[aria-label="Изменить"]')).toHaveLength(1);
      document.querySelector<HTMLButtonElement>('[data-id="9"] [aria-label="Изменить"]')?.click();
      expect(byId('text', HTMLTextAreaElement).value).toBe('завтра в 9 молоко');
      expect(replying().textContent).toContain('Правка');
      write('завтра в 10 молоко');
      write('спасибо');
      expect(asked).toEqual([
        { path: '/sim/edit', body: { userId: 1001, messageId: 9, text: 'завтра в 10 молоко' } },
        { path: '/sim/say', body: { userId: 1001, text: 'спасибо' } },
      ]);
    });

    test('a question that wants a reply opens it, and it can be left', () => {
      const forceReply = { placeholder: '18:30', withKeyboard: false };
      say(message({}), message({ messageId: 8, text: 'Когда?', forceReply }));
      expect(replying().textContent).toContain('Когда?');
      expect(byId('text', HTMLTextAreaElement).placeholder).toBe('18:30');
      byId('replying-cancel', HTMLButtonElement).click();
      write('привет');
      expect(asked).toEqual([{ path: '/sim/say', body: { userId: 1001, text: 'привет' } }]);
    });

    test('shows the beginning of what it is to', () => {
      const extra = { reply_to_message: { text: 'Позвонить врачу\n📞 Звонок' } };
      say(message({ messageId: 9, fromBot: false, text: 'готово', extra }));
      expect(document.querySelector('[data-id="9"] blockquote')?.textContent).toBe(
        'Позвонить врачу',
      );
    });
  });
});

describe('the mini app', () => {
  const page = readFileSync(path.resolve('src/dev/simulator/page/index.html'), 'utf8');
  const HEIGHT = 640;
  let asked: number;
  let told: unknown[];

  /** The page with a mini app open in its frame, which has not spoken yet. */
  function openMiniApp(webA = false) {
    document.body.innerHTML = page.replace(/^[\s\S]*<body>|<\/body>[\s\S]*$/g, '');
    Object.defineProperty(byId('frame', HTMLDivElement), 'clientHeight', { value: HEIGHT });
    asked = 0;
    told = [];
    const app = new MiniApp({
      scheme: () => 'light',
      title: () => 'Напомню',
      webA,
      log: () => undefined,
      openChat: (path) => path.startsWith('/napomnyu_bot?start='),
      sendPrepared: () => Promise.resolve(),
    });
    window.confirm = () => {
      asked += 1;
      return false;
    };
    app.open('https://napomnyu.example/');
    jest.spyOn(frame(), 'postMessage').mockImplementation((message: unknown) => {
      told.push(JSON.parse(String(message)));
    });
    return app;
  }
  function frame(): Window {
    const found = document.querySelector('iframe')?.contentWindow;
    if (!found) throw new Error('no mini app is open');
    return found;
  }
  /** The mini app says something to the client. */
  const says = (eventType: string, eventData?: object) =>
    window.dispatchEvent(
      new MessageEvent('message', {
        source: frame(),
        data: JSON.stringify({ eventType, eventData }),
      }),
    );
  const press = (id: string) => byId(id, HTMLButtonElement).click();
  const isOpen = () => !byId('app', HTMLElement).hidden;

  beforeAll(() => {
    globalThis.ResizeObserver = class {
      observe() {
        return undefined;
      }
      unobserve() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    };
  });

  test('closes at once when the app asks for it, unsaved or not', () => {
    openMiniApp();
    says('web_app_setup_closing_behavior', { need_confirmation: true });
    says('web_app_close');
    expect([isOpen(), asked]).toEqual([false, 0]);
  });

  test('asks before a person closes what is unsaved, and only then', () => {
    openMiniApp();
    says('web_app_setup_closing_behavior', { need_confirmation: true });
    press('app-close');
    expect([isOpen(), asked]).toEqual([true, 1]);
    says('web_app_setup_closing_behavior', { need_confirmation: false });
    press('app-close');
    expect([isOpen(), asked]).toEqual([false, 1]);
  });

  test('as Telegram Web A it asks whatever the app has said of closing, and not where it has said nothing', () => {
    openMiniApp(true);
    says('web_app_setup_closing_behavior', { need_confirmation: false });
    press('app-close');
    expect([isOpen(), asked]).toEqual([true, 1]);
    openMiniApp(true);
    says('web_app_ready');
    press('app-close');
    expect(isOpen()).toBe(false);
  });

  test('reports the height above the keyboard as stable, as iOS does, and the page keeps its size', () => {
    openMiniApp();
    says('web_app_request_viewport');
    press('app-keyboard');
    press('app-keyboard');
    expect(told).toMatchObject(
      [HEIGHT, HEIGHT - 300, HEIGHT].map((height) => ({
        eventType: 'viewport_changed',
        eventData: { height, is_state_stable: true },
      })),
    );
  });

  test('sends colours of eight digits, as Telegram Web A may', () => {
    openMiniApp();
    says('web_app_request_theme');
    expect(JSON.stringify(told)).toMatch(/"#[0-9a-f]{8}"/);
  });

  test.each([
    ['sent', [{ eventType: 'prepared_message_sent', eventData: null }]],
    [
      'USER_DECLINED',
      [{ eventType: 'prepared_message_failed', eventData: { error: 'USER_DECLINED' } }],
    ],
    ['', [{ eventType: 'prepared_message_failed', eventData: null }]],
    ['silent', []],
  ])('a share ends as it is ordered: %j', async (ends, expected) => {
    openMiniApp();
    byId('share', HTMLSelectElement).value = ends;
    says('web_app_send_prepared_message', { id: 'a' });
    await Promise.resolve();
    expect(told).toEqual(expected);
  });

  test('a link to the bot’s own chat closes the app, another one leaves it open', () => {
    openMiniApp();
    says('web_app_open_tg_link', { path_full: '/other_bot' });
    expect(document.querySelector('iframe')).not.toBeNull();
    says('web_app_open_tg_link', { path_full: '/napomnyu_bot?start=terms' });
    expect(document.querySelector('iframe')).toBeNull();
  });

  test('the frame is sandboxed, and the clipboard is not among what it is allowed', () => {
    openMiniApp();
    const iframe = document.querySelector('iframe');
    expect(iframe?.getAttribute('sandbox')).toContain('allow-scripts allow-same-origin');
    expect(iframe?.allow).not.toContain('clipboard');
  });
});
