import { format } from 'node:util';

// Before any module makes its logger: a line for each request would bury the results.
process.env.LOG_LEVEL ??= 'warn';

/**
 * A test that prints an error or a warning which it did not ask for fails. A test that expects one
 * replaces `console.error` or `console.warn` by a spy of its own and asserts on it.
 */
const unexpected: string[] = [];

for (const level of ['error', 'warn'] as const) {
  console[level] = (...args: unknown[]) => {
    unexpected.push(`console.${level}: ${format(...args)}`);
  };
}

afterEach(() => {
  const printed = unexpected.splice(0);
  if (printed.length > 0) throw new Error(`Unexpected output:\n${printed.join('\n')}`);
});
