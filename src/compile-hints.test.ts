import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addCompileHints, COMPILE_HINT } from './compile-hints';

test('every script of the build begins with the hint, once; other files stay as they are', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-chunks-'));
  const at = (name: string) => path.join(folder, name);
  await mkdir(at('chunks'));
  await writeFile(at('chunks/app.js'), 'run()');
  await writeFile(at('chunks/app.css'), 'a{}');

  await addCompileHints(folder);
  await addCompileHints(folder);

  expect(await readFile(at('chunks/app.js'), 'utf8')).toBe(`${COMPILE_HINT}run()`);
  expect(await readFile(at('chunks/app.css'), 'utf8')).toBe('a{}');
  await rm(folder, { recursive: true });
});
