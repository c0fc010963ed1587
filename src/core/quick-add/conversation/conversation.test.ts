import fc from 'fast-check';
import { type Knowledge, readConversation } from './conversation';
import { type Known } from './named';

const now = new Date('2026-11-26T15:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const ahead = (id: number, text: string): Known => {
  const at = new Date('2026-11-28T10:00:00Z');
  return { id, text, rule: null, dueAt: at, comesAt: at, state: 'ahead' };
};
const waits = (id: number, text: string): Known => ({
  ...{ id, text, rule: null, state: 'waits' },
  ...{ dueAt: minutesAgo(5), comesAt: null },
});
const nothing: Knowledge = {
  ...{ clock: { now, timeZone: 'Europe/Moscow' }, rang: [], named: [], waiting: [] },
  ...{ latest: undefined, latestAct: null, together: undefined },
};

const heardOf = (line: string, known: Partial<Knowledge>) => {
  const heard = readConversation(line, { ...nothing, ...known });
  return heard?.kind === 'act' ? [heard.reminder.id, heard.reply.act] : heard?.kind;
};

test.each([
  ['послезавтра, попутала', 'move'],
  ['слушай, не завтра, а в воскресенье', 'move'],
  ['не туда пишу, отмени', 'delete'],
])('«%s» behind a card: the other clause is chatter', (line, act) => {
  const latest = ahead(1, 'Встретить свекровь');
  expect(heardOf(line, { latest, latestAct: 'made' })).toEqual([1, act]);
});

test.each([
  ['Созвон с Петей', 'Лёха в командировке, созвон с Петей перенеси на завтра в 10', 'move'],
  ['Техосмотр', 'техосмотр прошёл с первого раза, ура', 'done'],
  ['Английский', 'англ отменили на этой неделе', undefined],
  ['Снять швы Рексу', 'рексу швы сняла раньше срока', 'done'],
])('«%s», named: «%s»', (text, line, act) => {
  const named = [ahead(1, text)];
  expect(heardOf(line, { named })).toEqual(act === undefined ? 'delete' : [1, act]);
});

test.each([
  'через четверть часа — перекур',
  'в воскресенье в 19:00 напомни, что в понедельник дежурство с 8',
  'суббота, 28 ноября, 16:00 — юбилей дяди Коли',
  'завтра в 10 записать Мишу к логопеду',
])('«%s» is new, whatever rang or was made', (line) => {
  expect(heardOf(line, { latest: ahead(1, 'Утюг'), latestAct: 'made' })).toBeUndefined();
});

test('two of which only one is sent again and again: that one is told to be quiet', () => {
  const rang = [{ ...waits(1, 'Закрыть машину'), floods: true }, waits(2, 'Ответить Игорю')];
  expect(heardOf('да не трезвонь ты', { rang })).toEqual([1, 'quiet']);
});

test('what a line costs is bounded, whatever is known', () => {
  const names = Array.from({ length: 50 }, (_, at) => `Позвонить маме про завтра ${at}`);
  const known: Knowledge = {
    ...nothing,
    rang: names.slice(0, 10).map((text, at) => waits(at, text)),
    named: names.map((text, at) => ahead(100 + at, text)),
    waiting: names.slice(0, 8).map((text, at) => waits(at, text)),
    latest: ahead(500, 'Позвонить маме'),
  };
  const pieces = [
    'маме,',
    'завтра',
    'не',
    'а',
    'в 10.',
    'перенеси',
    'сделала;',
    'потом',
    'через час!',
  ];
  const line = fc.array(fc.constantFrom(...pieces), { minLength: 10, maxLength: 40 });
  const slowest = { ms: 0, line: '' };
  fc.assert(
    fc.property(line, (words) => {
      const typed = words.join(' ').slice(0, 200);
      const begun = process.cpuUsage();
      readConversation(typed, known);
      const { user, system } = process.cpuUsage(begun);
      const ms = (user + system) / 1000;
      if (ms > slowest.ms) Object.assign(slowest, { ms, line: typed });
    }),
    { numRuns: 12, seed: 7 },
  );
  // Some 300 on a slow machine.
  expect(slowest.ms).toBeLessThan(5_000);
  const long = 'маме, '.repeat(700);
  expect(readConversation(long, known)).toBeUndefined();
});
