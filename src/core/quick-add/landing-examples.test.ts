import { examples } from '@/texts/site';
import { readMessage } from '../quick-add';

const NOW = '2026-11-19';
/** What the examples say of the day, as seen from that Thursday. */
const DAYS: Record<string, { date: string; rule: object | null }> = {
  завтра: { date: '2026-11-20', rule: null },
  сегодня: { date: NOW, rule: null },
  '25 декабря': { date: '2026-12-25', rule: null },
  'с понедельника по пятницу': {
    date: '2026-11-20',
    rule: { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] },
  },
  '1 и 15 числа каждого месяца': {
    date: '2026-12-01',
    rule: { every: 1, unit: 'MONTH', monthDays: [1, 15] },
  },
};

test.each(examples.rows)('«$said» is read as the landing says, without a doubt', (row) => {
  expect(examples.moment).toContain('17:10');
  const now = new Date(`${NOW}T17:10+03:00`);
  const context = { now, timeZone: 'Europe/Moscow', categories: [], types: [] };
  const day = DAYS[row.day];
  expect(readMessage(row.said, context)).toMatchObject([
    {
      outcome: 'ready',
      doubt: null,
      text: row.what,
      wallTime: `${day?.date ?? ''}T${row.time}`,
      rule: day?.rule ?? null,
    },
  ]);
});
