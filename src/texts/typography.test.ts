import { tidy } from './typography';

const visible = (text: string) => text.replaceAll('\u00a0', '·').replaceAll('\u2060', '+');

test.each([
  ['Бот в Telegram и на сайте', 'Бот в·Telegram и·на·сайте'],
  ['Заметки — для мыслей без времени', 'Заметки·— для·мыслей без·времени'],
  ['примерно через 90 дней', 'примерно через 90·дней'],
  ['Закон № 152-ФЗ', 'Закон №·152-+ФЗ'],
  ['Нужно ли что-то ставить', 'Нужно ли·что-+то ставить'],
  ['Сказали «да и нет»', 'Сказали «да·и·нет»'],
])('no short word hangs at the end of a line: %s', (text, tied) => {
  expect(visible(tidy(text))).toBe(tied);
});

test('words keep their letters: only spaces change', () => {
  const text = 'Под каждым сообщением есть кнопки: на десять минут, на час или на завтра.';
  expect(tidy(text).replaceAll('\u00a0', ' ')).toBe(text);
});
