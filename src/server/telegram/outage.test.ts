import { Outage } from './outage';

/** An outage on a clock that the test moves, and the lines that it says. */
function watched() {
  const lines: { level: string; said: object; message: string }[] = [];
  const clock = { ms: 0 };
  const say = (level: string) => (said: object, message: string) =>
    lines.push({ level, said, message });
  const outage = new Outage(() => clock.ms, { error: say('error'), warn: say('warn') });
  /** A call that takes `tookMs` from now on. */
  const call = (tookMs: number, code?: string) => {
    const began = clock.ms;
    clock.ms += tookMs;
    if (code === undefined) outage.answered(began);
    else outage.failed(began, code);
  };
  return { lines, clock, outage, call };
}

test('an outage of 80 s is said once when it begins and once when it is over, with counts by fault', () => {
  const { lines, clock, call } = watched();
  call(100);
  for (let ms = 0; ms < 80_000; ms += 1_000) {
    call(0, ms % 2_000 === 0 ? 'network' : '502');
    clock.ms += 1_000;
  }
  call(100);
  call(100);
  expect(lines).toEqual([
    {
      level: 'error',
      said: { forMs: 10_000, failed: { network: 6, '502': 5 } },
      message: 'Telegram takes no messages',
    },
    {
      level: 'warn',
      said: { lastedMs: 80_100, failed: { network: 40, '502': 40 } },
      message: 'Telegram takes messages again',
    },
  ]);
});

test('the second outage is said like the first, and counts from its own beginning', () => {
  const { lines, clock, call } = watched();
  for (const lasts of [20_000, 30_000]) {
    for (let ms = 0; ms < lasts; ms += 1_000) {
      call(0, 'timeout');
      clock.ms += 1_000;
    }
    call(0);
  }
  expect(lines.map(({ said }) => said)).toEqual([
    { forMs: 10_000, failed: { timeout: 11 } },
    { lastedMs: 20_000, failed: { timeout: 20 } },
    { forMs: 10_000, failed: { timeout: 11 } },
    { lastedMs: 30_000, failed: { timeout: 30 } },
  ]);
});

test.each<[string, (each: ReturnType<typeof watched>) => void]>([
  [
    'sixty calls at once that break off',
    ({ call }) => Array.from({ length: 60 }, () => call(1, 'no-answer')),
  ],
  [
    'one message that fails now and then',
    ({ call, clock }) => {
      for (let tries = 0; tries < 4; tries += 1) {
        call(1, 'timeout');
        clock.ms += 15_000;
      }
    },
  ],
  [
    'failures between which something gets through',
    ({ call, clock }) => {
      for (let tries = 0; tries < 40; tries += 1) {
        call(1, 'timeout');
        clock.ms += 1_000;
        if (tries % 4 === 3) call(1);
      }
    },
  ],
])('%s are no outage', (_name, happens) => {
  const each = watched();
  happens(each);
  each.call(1);
  expect(each.lines).toEqual([]);
});

test('answers to what was on its way before do not end it', () => {
  const { lines, clock, call, outage } = watched();
  for (let tries = 0; tries < 12; tries += 1) {
    call(0, 'timeout');
    clock.ms += 1_000;
    outage.answered(0);
  }
  expect(lines).toHaveLength(1);
});

test('a pause that Telegram asks of everybody is said at once, however many answers ask for it', () => {
  const { lines, clock, call, outage } = watched();
  for (let tries = 0; tries < 9; tries += 1) outage.refusedAll();
  clock.ms += 5_000;
  call(10);
  expect(lines.map(({ said }) => said)).toEqual([
    { forMs: 0, failed: { '429': 1 } },
    { lastedMs: 5_010, failed: { '429': 9 } },
  ]);
});
