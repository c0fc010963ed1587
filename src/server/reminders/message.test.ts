import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { type Firing } from '@/core/firing';
import { FLOOD_RESENDS_MAX, SNOOZE_PRESETS } from '@/core/limits';
import { type OutgoingReminder } from '../reminders/message';
import { type Pressed } from './chat-acts';
import { zonedInstant } from '@/testing/temporal-oracle';
import { readPress, renderPressed, renderReminder } from './message';

const DUE = new Date('2026-11-20T06:00:00Z');
const address = { appUrl: 'https://napomnyu.example', simulated: false };

const outgoing = (firing: Partial<Firing> = {}, text = 'Полить цветы'): OutgoingReminder => ({
  chatId: 7,
  reminderId: 5,
  text,
  typeName: 'Оплата',
  timeZone: 'Asia/Vladivostok',
  snoozes: SNOOZE_PRESETS,
  firing: {
    kind: 'first',
    occurrenceAt: DUE,
    scheduledAt: DUE,
    late: false,
    nagNumber: 0,
    last: false,
    ...firing,
  },
});
const textOf = (message: OutgoingReminder) => renderReminder(message, address).text.toString();
const dataOf = (message: OutgoingReminder) =>
  renderReminder(message, address)
    .keyboard.flat()
    .flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));

test('every button says what it is about, in at most 64 bytes, whatever the reminder', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fc.date({ noInvalidDate: true }),
      (reminderId, occurrenceAt) => {
        const data = dataOf({ ...outgoing({ occurrenceAt }), reminderId });
        expect(data.map((each) => readPress(each))).toEqual(
          ['done', 'when', ...SNOOZE_PRESETS].map((button) => ({
            button,
            reminderId,
            occurrenceAt,
          })),
        );
        for (const each of data) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(64);
      },
    ),
  );
});

test('its six buttons stand in two rows, the same under every copy', () => {
  const labels = (hasPoints: boolean) =>
    renderReminder({ ...outgoing(), hasPoints }, address).keyboard.map((row) =>
      row.map((button) => button.text),
    );
  expect(labels(false)).toEqual([
    ['✅ Готово', 'Другое…'],
    ['10 мин', '1 час', 'Вечером', 'Завтра'],
  ]);
  expect(labels(true)).toEqual([
    ['✅ Готово', '☑ Пункты', 'Другое…'],
    ['10 мин', '1 час', 'Вечером'],
  ]);
  const { keyboard } = renderReminder(outgoing(), address);
  expect(renderReminder(outgoing({ kind: 'nag', nagNumber: 3 }), address).keyboard).toEqual(
    keyboard,
  );
});

test('«Открыть» leads to its own view', () => {
  expect(renderPressed(pressed('done', null), address).keyboard.flat().at(-1)).toEqual({
    text: 'Открыть',
    web_app: { url: 'https://napomnyu.example/app?reminder=5' },
  });
});

test('the first line is the text: that is what the push shows', () => {
  expect(textOf(outgoing()).split('\n')[0]).toBe('<b>Полить цветы</b>');
});

test('«Вернуть» says which act it takes back', () => {
  const undo = renderPressed(pressed('done', null), address)
    .keyboard.flat()
    .find((button) => button.text === '↩️ Вернуть');
  const data = undo && 'callback_data' in undo ? undo.callback_data : '';
  expect(readPress(data)).toEqual({ button: 'undo', reminderId: 5, version: 4 });
});

test.each(['', 'r:', 'r:done:0:abc', 'r:dance:5:abc', 'r:done:5:', 'r:done:5:zzzzzzzzzzz', 't:y'])(
  'callback data of another make is not a press: %p',
  (data) => expect(readPress(data)).toBeNull(),
);

test("the user's text cannot become markup", () => {
  expect(textOf(outgoing({}, '<b>&amp;</b>'))).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
});

test('a late reminder says when it was due, on the clocks of its user', () => {
  expect(textOf(outgoing({ late: true }))).toContain(
    'С опозданием: должно было прийти 20 ноября в 16:00',
  );
});

test('a re-send counts, and the last one says that it is the last', () => {
  expect(textOf(outgoing({ kind: 'nag', nagNumber: 3 }))).toContain(
    `Повтор 3 из ${FLOOD_RESENDS_MAX}`,
  );
  expect(textOf(outgoing({ kind: 'nag', nagNumber: FLOOD_RESENDS_MAX, last: true }))).toContain(
    'Последний повтор',
  );
});

test('without https there is no button that Telegram would refuse the message for', () => {
  const insecure = { ...address, appUrl: 'http://localhost:3000' };
  const labels = renderPressed(pressed('done', null), insecure)
    .keyboard.flat()
    .map((button) => button.text);
  expect(labels).toEqual(['↩️ Вернуть']);
});

test.each([
  ['first', {}, '<b>День рождения мамы</b>\n🎉 Исполняется 60 лет\n'],
  [
    'pre-alert',
    { toldAt: new Date('2026-11-13T06:00:00Z') },
    'День рождения мамы</b>\n🎉 Исполняется 60 лет\n',
  ],
  ['snooze', {}, '🎉 Исполняется 60 лет'],
  ['nag', {}, '🎉 Исполняется 60 лет'],
] as const)('a message of kind %s says how old, where that is known', (kind, more, said) => {
  const message = outgoing({ kind, ...more }, 'День рождения мамы');
  expect(textOf({ ...message, age: 60 })).toContain(said);
  expect(textOf({ ...message, age: null })).not.toContain('🎉');
});

test('a message that was put off still says how old', () => {
  const put = { ...pressed('snoozed', DUE), text: 'Годовщина свадьбы', age: 10 };
  expect(renderPressed(put, address).text.toString()).toContain('🎉 10 лет');
});

const pressed = (
  state: Exclude<Pressed['state'], 'gone'>,
  at: Date | null,
  timeZone = 'Europe/Moscow',
): Pressed => ({
  state,
  at,
  snoozes: SNOOZE_PRESETS,
  reminderId: 5,
  text: 'Полить цветы',
  ...{ ticked: null, counter: null, hasPoints: false },
  typeName: 'Оплата',
  age: null,
  answeredBy: null,
  mayMoveAll: false,
  timeZone,
  occurrenceAt: DUE,
  undo: state === 'superseded' ? null : 4,
});
test.each([
  ['done', null, '✅ Готово'],
  ['done', DUE, '✅ Готово. В следующий раз — 20 ноября в 09:00'],
  ['snoozed', DUE, '💤 Отложено до 20 ноября в 09:00'],
  ['scheduled', DUE, '🕘 Запланировано на 20 ноября в 09:00'],
  ['superseded', null, 'Ниже есть более новое сообщение об этом напоминании'],
] as const)('after a press the message shows the state: %s', (state, at, text) => {
  const { text: html, keyboard } = renderPressed(pressed(state, at), address);
  expect(html.toString()).toBe(`<b>Полить цветы</b>\n<i>💳 Оплата</i>\n\n<i>${text}</i>`);
  const labels = keyboard.flat().map((button) => button.text);
  expect(labels.includes('✅ Готово')).toBe(state === 'snoozed');
  expect(labels.includes('↩️ Вернуть')).toBe(state !== 'superseded');
  expect(labels).toContain('Открыть');
});

test('a press on a deleted reminder says so', () => {
  expect(renderPressed({ state: 'gone' }, address).text.toString()).toBe(
    '<i>Напоминание удалено</i>',
  );
});

test('a moment reads as the clocks of its zone show it, in any zone and around every change of them', () => {
  const shown = (instant: Date, timeZone: string) =>
    renderPressed(pressed('snoozed', instant, timeZone), address).text.toString();
  fc.assert(
    fc.property(zonedInstant, ({ zone, epochMs }) => {
      const clock = new Intl.DateTimeFormat('ru-RU', {
        timeZone: zone,
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
      });
      expect(shown(new Date(epochMs), zone)).toContain(`до ${clock.format(epochMs)}<`);
    }),
    { numRuns: 2_000 },
  );
  // An hour that clocks in Berlin skip, should the process run there.
  expect(shown(new Date('2026-03-28T23:30Z'), 'Europe/Moscow')).toContain('до 29 марта в 02:30<');
});

test('a server runs in UTC wherever it is started, as those texts need it', () => {
  const program = `import('./src/server/start.ts').then(({ runInUtc }) => {
    runInUtc();
    console.log(new Date(2026, 6, 1).getTimezoneOffset());
  })`;
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', '-e', program],
    { env: { ...process.env, TZ: 'Europe/Berlin' }, encoding: 'utf8' },
  );
  expect(stdout.trim()).toBe('0');
});
