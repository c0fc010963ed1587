import { saysYes } from './consent';

test.each([
  'да',
  'Да!',
  'всё верно',
  'ок, сохрани',
  'Ага',
  'да, так',
  'хорошо, спасибо',
  'ага, ставь',
])('«%s» agrees', (line) => expect(saysYes(line)).toBe(true));

test.each([
  '',
  'нет',
  'да нет',
  'да, завтра в 9',
  'спасибо',
  'ну',
  'верно 5',
  '👍 позже',
  'я '.repeat(999),
])('«%s» does not', (line) => expect(saysYes(line)).toBe(false));
