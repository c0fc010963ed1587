import { turnsOfTheEventLoop } from '@/testing/until';
import { allowedParent, member } from './bridge';
import { connectHost } from './host';
import { followKeyboard } from './keyboard';
import { readLaunch } from './launch';

/** Telegram's native clients take messages through this object; browsers in a frame by postMessage. */
let sent: [event: string, data: unknown][] = [];
Object.assign(window, {
  TelegramWebviewProxy: {
    postEvent: (event: string, json: string | undefined) =>
      sent.push([event, JSON.parse(json ?? 'null')]),
  },
});
beforeEach(() => (sent = []));

const user = { id: 1, name: 'Анна', username: null, photoUrl: null };
const begin = (version: string) => connectHost({ initData: 'signed', version, user });
const events = () => sent.map(([event]) => event);
/** Waits until the SDK is here, and all has been sent that waited for it. */
const allIsSent = () => turnsOfTheEventLoop(1);
/** Has a client of that version do something. */
const doWith = async (version: string, act: (host: ReturnType<typeof begin>) => unknown) => {
  act(begin(version));
  await allIsSent();
};
const receive = (eventType: string, eventData: unknown) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: JSON.stringify({ eventType, eventData }),
      source: window,
    }),
  );

test('ready, expand and no vertical swipes, where the client knows them', async () => {
  await doWith('7.7', (host) => host.ready());
  expect(events()).toEqual(
    expect.arrayContaining(['web_app_ready', 'web_app_expand', 'web_app_setup_swipe_behavior']),
  );
  expect(sent).toContainEqual(['web_app_setup_swipe_behavior', { allow_vertical_swipe: false }]);
});

test('before the SDK is here the app is ready, asks for what it needs, and can be closed; the rest follows', async () => {
  const host = begin('8.0');
  host.ready();
  host.onBack(() => undefined);
  host.close();
  for (const event of ['web_app_ready', 'web_app_expand', 'web_app_request_safe_area']) {
    expect(events()).toContain(event);
  }
  expect(events().at(-1)).toBe('web_app_close');
  await allIsSent();
  expect(events().slice(-2)).toEqual(['web_app_setup_swipe_behavior', 'web_app_setup_back_button']);
});

test.each([
  ['TelegramGameProxy_receiveEvent', () => member(window, 'TelegramGameProxy_receiveEvent')],
  ['TelegramGameProxy', () => member(member(window, 'TelegramGameProxy'), 'receiveEvent')],
  ['Telegram.WebView', () => member(member(member(window, 'Telegram'), 'WebView'), 'receiveEvent')],
])('a native client that calls %s is heard', (_name, receiver) => {
  const schemes: string[] = [];
  begin('8.0').onColorScheme((scheme) => schemes.push(scheme));
  const receive = receiver();
  const told = ['theme_changed', { theme_params: { bg_color: '#17212b' } }];
  if (typeof receive === 'function') Reflect.apply(receive, undefined, told);
  expect(schemes).toEqual(['dark']);
});

test('an old client hears nothing that it does not know', async () => {
  await doWith('6.0', (host) => {
    host.ready();
    host.haptic('success');
    host.onBack(() => undefined);
    host.paint('#ffffff');
  });
  expect(events()).toEqual(expect.arrayContaining(['web_app_ready', 'web_app_expand']));
  for (const unknown of [
    'web_app_setup_swipe_behavior',
    'web_app_trigger_haptic_feedback',
    'web_app_setup_back_button',
    'web_app_set_background_color',
    'web_app_set_header_color',
    'web_app_request_safe_area',
  ]) {
    expect(events()).not.toContain(unknown);
  }
});

test('the back button is there while somebody listens, and the newest listener takes the press', async () => {
  const host = begin('8.0');
  const pressed: string[] = [];
  const below = host.onBack(() => pressed.push('below'));
  const above = host.onBack(() => pressed.push('above'));
  await allIsSent();
  expect(sent.at(-1)).toEqual(['web_app_setup_back_button', { is_visible: true }]);
  receive('back_button_pressed', null);
  above();
  receive('back_button_pressed', null);
  expect(pressed).toEqual(['above', 'below']);
  below();
  await allIsSent();
  expect(sent.at(-1)).toEqual(['web_app_setup_back_button', { is_visible: false }]);
});

test('each kind of haptic is the one that Telegram means', async () => {
  const host = begin('8.0');
  sent = [];
  host.haptic('error');
  host.haptic('selection');
  host.haptic('press');
  await allIsSent();
  expect(sent.map(([, data]) => data)).toEqual([
    { type: 'notification', notification_type: 'error' },
    { type: 'selection_change' },
    { type: 'impact', impact_style: 'light' },
  ]);
});

test('each return to the app is told once, however many events it comes as', () => {
  const host = begin('8.0');
  let shown = 0;
  host.onShown(() => (shown += 1));
  const visible = (is_visible: boolean) => receive('visibility_changed', { is_visible });
  const happens = (event: string) => window.dispatchEvent(new Event(event));
  happens('focus');
  expect(shown).toBe(0);
  happens('blur');
  visible(false);
  happens('focus');
  expect(shown).toBe(0);
  visible(true);
  happens('focus');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(shown).toBe(1);
  happens('blur');
  happens('focus');
  expect(shown).toBe(2);
  visible(true);
  expect(shown).toBe(3);
});

test('a change of theme is told as light or dark', () => {
  const schemes: string[] = [];
  begin('8.0').onColorScheme((scheme) => schemes.push(scheme));
  receive('theme_changed', { theme_params: { bg_color: '#17212b' } });
  receive('theme_changed', { theme_params: { bg_color: '#ffffff' } });
  receive('theme_changed', { theme_params: {} });
  expect(schemes).toEqual(['dark', 'light']);
});

test('a theme is read although one of its colours has eight digits', () => {
  const schemes: string[] = [];
  begin('8.0').onColorScheme((scheme) => schemes.push(scheme));
  const colours = { bg_color: '#17212bff', section_separator_color: '#00000080' };
  receive('theme_changed', { theme_params: colours });
  receive('theme_changed', { theme_params: { bg_color: '#fff', text_color: 'rgb(0 0 0)' } });
  expect(schemes).toEqual(['dark', 'light']);
});

test('a page that the client has loaded again asks for the theme; whoever has stopped listening hears no more', () => {
  const schemes: string[] = [];
  const stop = begin('6.0').onColorScheme((scheme) => schemes.push(scheme));
  expect(events()).toContain('web_app_request_theme');
  receive('theme_changed', { theme_params: { bg_color: '#17212b' } });
  stop();
  receive('theme_changed', { theme_params: { bg_color: '#ffffff' } });
  expect(schemes).toEqual(['dark']);
});

test('words of another page’s window, and what is no message of Telegram’s, change no scheme', () => {
  const schemes: string[] = [];
  begin('8.0').onColorScheme((scheme) => schemes.push(scheme));
  const dark = { eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#000000' } } };
  window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(dark), source: null }));
  for (const data of ['{', 'null', '7', 7, null]) {
    window.dispatchEvent(new MessageEvent('message', { data, source: window }));
  }
  expect(schemes).toEqual([]);
});

test('header, bottom bar and background take the app’s colour, each where the client knows it', async () => {
  await doWith('7.10', (host) => host.paint('#f4f8f3'));
  for (const event of [
    'web_app_set_header_color',
    'web_app_set_bottom_bar_color',
    'web_app_set_background_color',
  ]) {
    expect(sent).toContainEqual([event, { color: '#f4f8f3' }]);
  }
  sent = [];
  await doWith('7.9', (host) => host.paint('#f4f8f3'));
  expect(events()).not.toContain('web_app_set_bottom_bar_color');
});

describe('the height without the keyboard', () => {
  const stableHeight = () => document.documentElement.style.getPropertyValue('--stable-height');
  const told = (height: number) =>
    receive('viewport_changed', { width: 390, is_expanded: true, height, is_state_stable: true });
  beforeEach(() => {
    begin('8.0');
    document.body.innerHTML = '<input /><textarea></textarea>';
    told(636);
  });

  test.each(['input', 'textarea'])('iOS calls it stable with the keyboard up: %s', (field) => {
    document.querySelector<HTMLElement>(field)?.focus();
    told(300);
    expect(stableHeight()).toBe('636px');
    told(700);
    expect(stableHeight()).toBe('700px');
  });

  test('a shrink while nobody types is the window’s own', () => {
    told(400);
    expect(stableHeight()).toBe('400px');
  });

  test.each([1, 0, -5, 199])('no window is as low as %d', (height) => {
    told(height);
    expect(stableHeight()).toBe('636px');
  });

  test('once nobody types any more, the height is asked for again', () => {
    jest.useFakeTimers();
    const field = document.querySelector('input');
    field?.focus();
    sent = [];
    field?.blur();
    jest.advanceTimersByTime(1_000);
    expect(events()).toContain('web_app_request_viewport');
    jest.useRealTimers();
  });
});

test('the two safe areas are summed, and only a stable height counts', () => {
  begin('8.0');
  const style = document.documentElement.style;
  receive('safe_area_changed', { top: 44, bottom: 34, left: 0, right: 0 });
  receive('content_safe_area_changed', { top: 46, bottom: 0, left: 0, right: 0 });
  expect(style.getPropertyValue('--inset-top')).toBe('90px');
  expect(style.getPropertyValue('--inset-bottom')).toBe('34px');
  const viewport = { width: 360, is_expanded: true };
  receive('viewport_changed', { ...viewport, height: 700, is_state_stable: true });
  receive('viewport_changed', { ...viewport, height: 400, is_state_stable: false });
  expect(style.getPropertyValue('--stable-height')).toBe('700px');
});

test.each([
  ['https://web.telegram.org', 'https://web.telegram.org'],
  ['https://webk.telegram.org', 'https://webk.telegram.org'],
  ['http://localhost:8081', 'http://localhost:8081'],
  ['https://evil.example', 'https://web.telegram.org'],
  ['https://web.telegram.org.evil.example', 'https://web.telegram.org'],
  ['', 'https://web.telegram.org'],
])('messages for a parent at «%s» go to %s', (parent, target) => {
  expect(allowedParent(parent)).toBe(target);
});

test('links open in Telegram where they are its own, else in a browser; an old client opens all there', async () => {
  const host = begin('8.0');
  await host.openLink('https://t.me/durov?start=1');
  await host.openLink('https://example.org/a');
  expect(sent.slice(-2)).toEqual([
    ['web_app_open_tg_link', { path_full: '/durov?start=1' }],
    ['web_app_open_link', { url: 'https://example.org/a' }],
  ]);
  await begin('6.0').openLink('https://t.me/durov');
  expect(sent.at(-1)).toEqual(['web_app_open_link', { url: 'https://t.me/durov' }]);
});

describe('a prepared message', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  test.each([
    ['sent', 'prepared_message_sent', null],
    ['declined', 'prepared_message_failed', { error: 'USER_DECLINED' }],
    ['declined', 'prepared_message_failed', null],
    ['declined', 'prepared_message_failed', undefined],
    ['declined', 'prepared_message_failed', {}],
    ['failed', 'prepared_message_failed', { error: 'MESSAGE_SEND_FAILED' }],
    ['failed', 'prepared_message_failed', { error: 'UNKNOWN_ERROR' }],
    ['cannot', 'prepared_message_failed', { error: 'UNSUPPORTED' }],
    ['cannot', 'prepared_message_failed', { error: 'MESSAGE_EXPIRED' }],
  ])('is %s when the client says %s with %j', async (outcome, event, data) => {
    const shared = begin('8.0').sendPrepared('a');
    await jest.advanceTimersByTimeAsync(0);
    receive(event, data);
    await expect(shared).resolves.toBe(outcome);
  });

  test('of which the client tells nothing counts as declined after a while, whatever it says later', async () => {
    const shared = begin('8.0').sendPrepared('a');
    await jest.advanceTimersByTimeAsync(15_000);
    await expect(shared).resolves.toBe('declined');
    receive('prepared_message_failed', { error: 'UNSUPPORTED' });
    expect(events().filter((event) => event.includes('open'))).toEqual([]);
  });

  test('is not sent by a client that is too old', async () => {
    await expect(begin('7.0').sendPrepared('a')).resolves.toBe('cannot');
  });
});

test.each([
  ['7.10', false],
  ['8.0', true],
])('a client of version %s is asked for the home screen: %s', async (version, isAsked) => {
  await doWith(version, (host) => {
    host.onHomeScreen(() => undefined);
    host.addToHomeScreen();
  });
  expect(events().includes('web_app_check_home_screen')).toBe(isAsked);
  expect(events().includes('web_app_add_to_home_screen')).toBe(isAsked);
});

test('the icon can be added where it is missing, or where nobody knows, until it is there', () => {
  const told: boolean[] = [];
  const stop = begin('8.0').onHomeScreen((canBeAdded) => told.push(canBeAdded));
  for (const status of ['unsupported', 'added', 'missed', 'unknown']) {
    receive('home_screen_checked', { status });
  }
  receive('home_screen_checked', null);
  receive('home_screen_added', null);
  expect(told).toEqual([false, false, true, true, false, false]);
  stop();
  receive('home_screen_checked', { status: 'missed' });
  expect(told).toHaveLength(6);
});

describe('the keyboard', () => {
  class Viewport extends EventTarget {
    height = 740;
    offsetTop = 0;
  }
  const media = window.matchMedia.bind(window);
  const { visualViewport } = window;
  const measures = () =>
    ['--visible-height', '--visible-top'].map((name) =>
      document.documentElement.style.getPropertyValue(name),
    );

  let viewport = new Viewport();
  let stop: (() => void) | undefined;
  const input = document.createElement('input');
  beforeEach(() => {
    viewport = new Viewport();
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: viewport });
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) =>
        Object.assign(media(query), { matches: query === '(pointer: coarse)' }),
      );
    document.body.append(input);
    stop = followKeyboard();
  });
  afterEach(() => {
    stop?.();
    input.remove();
    jest.restoreAllMocks();
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: visualViewport });
  });

  test('with a field in focus the page knows what the keyboard leaves, and where that begins', () => {
    input.focus();
    Object.assign(viewport, { height: 380 });
    viewport.dispatchEvent(new Event('resize'));
    expect(measures()).toEqual(['380px', '0px']);
    // An iPhone moves the page up, to show the field.
    Object.assign(viewport, { offsetTop: 120 });
    viewport.dispatchEvent(new Event('scroll'));
    expect(measures()).toEqual(['380px', '120px']);
    input.blur();
    expect(measures()).toEqual(['', '']);
  });

  test('a zoom with two fingers is no keyboard', () => {
    Object.assign(viewport, { height: 200, offsetTop: 50 });
    viewport.dispatchEvent(new Event('resize'));
    viewport.dispatchEvent(new Event('scroll'));
    expect(measures()).toEqual(['', '']);
  });

  test('a field is brought to the middle once the window has been at rest for 150 ms', () => {
    jest.useFakeTimers();
    const centre = jest.spyOn(input, 'scrollIntoView');
    input.focus();
    viewport.dispatchEvent(new Event('resize'));
    jest.advanceTimersByTime(100);
    viewport.dispatchEvent(new Event('resize'));
    jest.advanceTimersByTime(149);
    expect(centre).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(centre.mock.calls).toEqual([[{ block: 'center' }]]);
  });
});

describe('a launch', () => {
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
});
