import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { z } from 'zod';

test('what runs before the app is compiled for the browsers that Next compiles the app for', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-prelude-'));
  const file = path.join(folder, 'modern.ts');
  // `using` is younger than these.
  await writeFile(
    file,
    'export function run() { using held = globalThis.held; console.log(held); }',
  );
  // In a process of its own: the loader is an ES module, which Jest does not run.
  const script = `
    import load, { TARGET } from './src/run-as-text.mjs';
    const text = await load.call({
      resourcePath: ${JSON.stringify(file)}, rootContext: process.cwd(),
      getOptions: () => ({ browser: false }), addDependency: () => undefined,
    });
    console.log(JSON.stringify({ text, TARGET }));`;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  const { text, TARGET } = z
    .object({ text: z.string(), TARGET: z.array(z.string()) })
    .parse(JSON.parse(told));
  expect(TARGET).toEqual(['chrome111', 'edge111', 'firefox111', 'safari16.4']);
  expect(text).not.toContain('using ');
});
