import { readLaunch } from './launch';

const user = {
  id: 7,
  first_name: 'Анна',
  last_name: 'С',
  username: 'anna',
  photo_url: 'https://t.me/i/x.svg',
};
const initData = (fields: Record<string, string> = {}) =>
  new URLSearchParams({
    user: JSON.stringify(user),
    auth_date: '1',
    hash: 'x',
    ...fields,
  }).toString();
const open = (params: Record<string, string>) =>
  history.replaceState(null, '', `/#${new URLSearchParams(params).toString()}`);

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

test('a page without launch data is no launch', () => {
  expect(readLaunch()).toBeNull();
  open({ tgWebAppData: '', tgWebAppVersion: '8.0' });
  expect(readLaunch()).toBeNull();
});

test('the signed data are handed on untouched; the user is for display', () => {
  open({ tgWebAppData: initData(), tgWebAppVersion: '8.0' });
  expect(readLaunch()).toEqual({
    initData: initData(),
    version: '8.0',
    user: { id: 7, name: 'Анна С', username: 'anna', photoUrl: 'https://t.me/i/x.svg' },
  });
});

test('an old client without signature, theme or version gets in', () => {
  open({ tgWebAppData: initData() });
  expect(readLaunch()).toMatchObject({ version: '6.0', user: { id: 7 } });
});

test('a reload finds the launch although its hash is gone', () => {
  open({ tgWebAppData: initData(), tgWebAppVersion: '8.0' });
  readLaunch();
  history.replaceState(null, '', '/notes');
  expect(readLaunch()).toMatchObject({ initData: initData(), version: '8.0' });
});

test('the address no longer tells the launch once it was read; what else it says stays', () => {
  const query = new URLSearchParams({ tgWebAppData: initData(), tgWebAppVersion: '8.0' });
  history.replaceState({ of: 'next' }, '', `/notes?reminder=7#${query.toString()}`);
  readLaunch();
  expect(location.href).toBe('http://localhost/notes?reminder=7');
  expect(history.state).toEqual({ of: 'next' });
});

test('where nothing can be kept for a reload, the address has to tell', () => {
  const closed = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  open({ tgWebAppData: initData() });
  expect(readLaunch()).not.toBeNull();
  expect(location.hash).toContain('tgWebAppData');
  closed.mockRestore();
});

test('a hash that is no launch is nobody’s business', () => {
  history.replaceState(null, '', '/#questions');
  readLaunch();
  expect(location.hash).toBe('#questions');
});

test.each(['', '{', 'null', '42', '[]', '{"id":"7","first_name":3}'])(
  'an odd user is nobody in particular: %s',
  (json) => {
    open({ tgWebAppData: initData({ user: json }) });
    expect(readLaunch()?.user).toEqual({ id: null, name: '', username: null, photoUrl: null });
  },
);
