/** @jest-environment ./src/testing/dom-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { byId } from './dom';

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
    const forceReply = { placeholder: '18:30' };
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
    expect(document.querySelector('[data-id="9"] blockquote')?.textContent).toBe('Позвонить врачу');
  });
});
