import { takeFlood } from './flood';

test.each([
  ['завтра в 9 выпить таблетку с флудом', 'завтра в 9 выпить таблетку'],
  ['С флудом: завтра в 9 выпить таблетку', 'завтра в 9 выпить таблетку'],
  ['позвонить маме, с флудом!', 'позвонить маме'],
])('«%s» asks for flood', (line, rest) => {
  expect(takeFlood(line)).toEqual({ rest, floodInterval: 5 });
});

test.each(['разобраться с флудом в чате завтра', 'почистить флуд', 'с флудом', ''])(
  '«%s» does not',
  (line) => {
    expect(takeFlood(line)).toEqual({ rest: line, floodInterval: null });
  },
);
