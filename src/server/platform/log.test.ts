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

describe('what a library prints', () => {
  const before = { ...console };
  const lines: string[] = [];
  beforeEach(async () => {
    lines.length = 0;
    process.env.LOG_LEVEL = 'info';
    jest.resetModules();
    const { log, logWhatIsPrinted } = await import('./log');
    logWhatIsPrinted();
    for (const level of ['error', 'warn', 'info'] as const) {
      jest.spyOn(log, level).mockImplementation((what: unknown) => {
        lines.push(JSON.stringify(what));
      });
    }
  });
  afterEach(() => {
    Object.assign(console, before);
    jest.restoreAllMocks();
  });

  test('is one line of the log, however many lines it had', () => {
    console.error('Failed to handle request for /\n{"level":50,"msg":"forged"}');
    expect(lines).toEqual([
      JSON.stringify({ printed: 'Failed to handle request for /\n{"level":50,"msg":"forged"}' }),
    ]);
    expect(lines.join('')).not.toContain('\n');
  });

  test('of a fault names nothing of its message', () => {
    console.error(' ⨯', new TypeError('купить молоко'), { text: 'купить хлеб' });
    expect(lines).toEqual([expect.stringContaining('"name":"TypeError"')]);
    expect(lines.join('')).not.toContain('купить');
  });

  test('is cut where it is long', () => {
    console.warn('x'.repeat(100_000));
    expect(lines.join('').length).toBeLessThan(400);
  });
});
