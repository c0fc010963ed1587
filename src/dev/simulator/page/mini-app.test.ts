/** @jest-environment ./src/testing/dom-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { byId } from './dom';
import { createMiniApp } from './mini-app';

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
  const app = createMiniApp({
    scheme: () => 'light',
    title: () => 'Напомню',
    webA,
    log: () => undefined,
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

test('the frame is sandboxed, and the clipboard is not among what it is allowed', () => {
  openMiniApp();
  const iframe = document.querySelector('iframe');
  expect(iframe?.getAttribute('sandbox')).toContain('allow-scripts allow-same-origin');
  expect(iframe?.allow).not.toContain('clipboard');
});
