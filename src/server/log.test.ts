const before = process.env.LOG_LEVEL;
afterEach(() => {
  process.env.LOG_LEVEL = before;
});

const levelWith = async (value: string) => {
  process.env.LOG_LEVEL = value;
  jest.resetModules();
  return (await import('./log')).log.level;
};

test('a level left empty in .env is the default', async () => {
  expect(await levelWith('')).toBe('info');
  expect(await levelWith('warn')).toBe('warn');
});

test('a level that does not exist breaks no log: naming the fault is the work of env.ts', async () => {
  expect(await levelWith('loud')).toBe('info');
});
