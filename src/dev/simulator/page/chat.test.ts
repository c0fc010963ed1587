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
    text: '/start',
    entities: [],
    keyboard: [],
  };
  tell('state', state({ status: 'active', messages: [message] }));
  expect(description().hidden).toBe(true);
  expect(byId('messages', HTMLOListElement).textContent).toContain('/start');
});

test('every kind of content can be sent', () => {
  const kinds = [...byId('send-kind', HTMLSelectElement).options].map(({ value }) => value);
  expect(kinds).toEqual(['photo', 'checklist']);
});
