import { allowedParent, connectHost } from './host';

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
const connect = (version: string) => connectHost({ initData: 'signed', version, user });
const events = () => sent.map(([event]) => event);
const receive = (eventType: string, eventData: unknown) =>
  window.dispatchEvent(
    new MessageEvent('message', {
      data: JSON.stringify({ eventType, eventData }),
      source: window,
    }),
  );

test('ready, expand and no vertical swipes, where the client knows them', () => {
  connect('7.7').ready();
  expect(events()).toEqual(
    expect.arrayContaining(['web_app_ready', 'web_app_expand', 'web_app_setup_swipe_behavior']),
  );
  expect(sent).toContainEqual(['web_app_setup_swipe_behavior', { allow_vertical_swipe: false }]);
});

test('an old client hears nothing that it does not know', () => {
  const host = connect('6.0');
  host.ready();
  host.haptic('success');
  host.onBack(() => undefined);
  host.paint('#ffffff');
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

test('the back button is there while somebody listens, and the newest listener takes the press', () => {
  const host = connect('8.0');
  const pressed: string[] = [];
  const below = host.onBack(() => pressed.push('below'));
  const above = host.onBack(() => pressed.push('above'));
  expect(sent.at(-1)).toEqual(['web_app_setup_back_button', { is_visible: true }]);
  receive('back_button_pressed', null);
  above();
  receive('back_button_pressed', null);
  expect(pressed).toEqual(['above', 'below']);
  below();
  expect(sent.at(-1)).toEqual(['web_app_setup_back_button', { is_visible: false }]);
});

test('each kind of haptic is the one that Telegram means', () => {
  const host = connect('8.0');
  sent = [];
  host.haptic('error');
  host.haptic('selection');
  host.haptic('press');
  expect(sent.map(([, data]) => data)).toEqual([
    { type: 'notification', notification_type: 'error' },
    { type: 'selection_change' },
    { type: 'impact', impact_style: 'light' },
  ]);
});

test('a change of theme is told as light or dark', () => {
  const schemes: string[] = [];
  connect('8.0').onColorScheme((scheme) => schemes.push(scheme));
  receive('theme_changed', { theme_params: { bg_color: '#17212b' } });
  receive('theme_changed', { theme_params: { bg_color: '#ffffff' } });
  receive('theme_changed', { theme_params: {} });
  expect(schemes).toEqual(['dark', 'light']);
});

test('the two safe areas are summed, and only a stable height counts', () => {
  connect('8.0');
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
