import { attempt } from './attempt';

/*
 * The wire to the Telegram client that holds this document: messages as JSON, both ways. The first
 * screen needs no more than this, and so does not wait for Telegram's SDK (sdk.ts). What it is made of:
 * https://docs.telegram-mini-apps.com/platform/methods and /platform/events.
 */

declare global {
  interface Window {
    TelegramWebviewProxy?: { postEvent: (event: string, data?: string) => void };
  }
}

/** Native clients leave an object to talk to, web clients frame the page; the policy lets nobody else. */
export const isInsideClient = (): boolean =>
  window.parent !== window || 'TelegramWebviewProxy' in window;

/** Sends a message to the client. In an ordinary browser tab there is nobody to talk to. */
export function post(event: string, data?: object): void {
  const message = JSON.stringify({ eventType: event, eventData: data });
  attempt(() => {
    if (window.parent !== window) {
      window.parent.postMessage(message, allowedParent(parentOrigin()));
    } else window.TelegramWebviewProxy?.postEvent(event, JSON.stringify(data));
  }, undefined);
}

/** Calls `heard` with the data of each such message of the client's, until the returned function is called. */
export function hear(event: string, heard: (data: unknown) => void): () => void {
  takeNativeMessages();
  const listener = ({ source, data }: MessageEvent<unknown>) => {
    // From the parent window only; native clients' messages are made to look as if they came from there.
    if (source !== window.parent || typeof data !== 'string') return;
    const message = parsed(data);
    if (member(message, 'eventType') === event) heard(member(message, 'eventData'));
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

export const member = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

/** Undefined where it is no JSON. */
export const parsed = (json: string): unknown =>
  attempt<unknown>(() => JSON.parse(json), undefined);

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

let takesNative = false;

/** Native clients call one of these functions, by platform and age; they have to be there. */
function takeNativeMessages(): void {
  if (takesNative) return;
  takesNative = true;
  const receive = (eventType: string, eventData: unknown) => {
    const data = JSON.stringify({ eventType, eventData });
    window.dispatchEvent(new MessageEvent('message', { data, source: window.parent }));
  };
  Reflect.set(window, 'TelegramGameProxy_receiveEvent', receive);
  Reflect.set(objectIn(window, 'TelegramGameProxy'), 'receiveEvent', receive);
  Reflect.set(objectIn(objectIn(window, 'Telegram'), 'WebView'), 'receiveEvent', receive);
}

function objectIn(holder: object, key: string): object {
  const there = member(holder, key);
  if (typeof there === 'object' && there !== null) return there;
  const made = {};
  Reflect.set(holder, key, made);
  return made;
}
