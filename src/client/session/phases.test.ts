import { initialStartup, nextStartup, type Startup } from './phases';
import { ApiError, type Fault } from '../wire/wire';

const failed = (fault: Fault, message = 'Сообщение') =>
  ({ type: 'failed', error: new ApiError(fault, message) }) as const;
const fault = (kind: Fault, message = 'Сообщение') =>
  ({ type: 'fault', error: new ApiError(kind, message) }) as const;
const content: Startup = { phase: 'content' };

test('a validated launch shows the app', () => {
  expect(nextStartup(initialStartup, { type: 'validated' })).toEqual(content);
});

test('missing terms ask for them, in the server’s words, with the way to where they are accepted', () => {
  const botUrl = 'https://t.me/bot?start=terms';
  const error = new ApiError('terms', 'Сообщение', { botUrl });
  for (const state of [initialStartup, content]) {
    const type = state === content ? 'fault' : 'failed';
    expect(nextStartup(state, { type, error })).toEqual({
      phase: 'terms',
      message: 'Сообщение',
      botUrl,
    });
  }
});

test.each([
  ['stale', 'stale'],
  ['offline', 'unreachable'],
  ['server', 'unreachable'],
  ['rejected', 'unreachable'],
] as const)('a validation that fails as %s ends on the public page: %s', (kind, phase) => {
  const failure = failed(kind);
  expect(nextStartup(initialStartup, failure)).toEqual({ phase, error: failure.error });
});

test('without a connection the list that was kept is the app, until the server has the last word', () => {
  const error = new ApiError('offline', 'Нет связи');
  const offline = nextStartup(initialStartup, { type: 'failed', error, listReadAt: 5 });
  expect(offline).toEqual({ phase: 'content', listReadAt: 5 });
  expect(nextStartup(offline, { type: 'failed', error, listReadAt: 5 })).toBe(offline);
  // A proxy answers for a server that is not there yet.
  expect(nextStartup(offline, failed('server'))).toBe(offline);
  expect(nextStartup(offline, { type: 'validated' })).toEqual(content);
  expect(nextStartup(offline, failed('terms'))).toMatchObject({ phase: 'terms' });
});

test('a validation that the server could not answer keeps the call by which its log is searched', () => {
  const error = new ApiError('server', 'Сообщение', { requestId: 'a1b2' });
  expect(nextStartup(initialStartup, { type: 'failed', error })).toEqual({
    phase: 'unreachable',
    error,
  });
});

test('a 403 while the app is in use is the screen of stale data', () => {
  expect(nextStartup(content, fault('stale'))).toEqual({ phase: 'stale' });
  expect(nextStartup(content, fault('terms'))).toMatchObject({ phase: 'terms' });
});

test.each(['offline', 'server', 'rejected', 'gone'] as const)(
  'a call that fails as %s leaves the app where it is',
  (kind) => expect(nextStartup(content, fault(kind))).toBe(content),
);

test('a list that is refused before validation has answered counts once that has succeeded', () => {
  const early = nextStartup(initialStartup, fault('stale'));
  expect(early.phase).toBe('loading');
  expect(nextStartup(early, { type: 'validated' })).toEqual({ phase: 'stale' });
  expect(nextStartup(early, failed('offline'))).toMatchObject({
    phase: 'unreachable',
  });
  expect(nextStartup(early, failed('terms'))).toMatchObject({ phase: 'terms' });
  const withoutTerms = nextStartup(initialStartup, fault('terms'));
  expect(nextStartup(withoutTerms, { type: 'validated' })).toMatchObject({ phase: 'terms' });
  expect(nextStartup(initialStartup, fault('offline'))).toBe(initialStartup);
});

test('the app in use does not fall back when it is validated again in vain', () => {
  expect(nextStartup(content, failed('offline'))).toBe(content);
  expect(nextStartup(content, { type: 'started' })).toBe(content);
});
