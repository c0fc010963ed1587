import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { APP_FILES } from './app-files';
import { nameAppFiles } from './name-app-files';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'napomnyu-dist-'));
  await mkdir(path.join(dist, 'static/chunks'), { recursive: true });
  await mkdir(path.join(dist, 'server/chunks/ssr'), { recursive: true });
});
afterEach(() => rm(dist, { recursive: true }));

const serverCode = () => readFile(path.join(dist, 'server/chunks/ssr/layout.js'), 'utf8');

async function build(chunks: Record<string, string>): Promise<string> {
  for (const [name, code] of Object.entries(chunks)) {
    await writeFile(path.join(dist, 'static/chunks', name), code);
  }
  await writeFile(path.join(dist, 'server/chunks/ssr/layout.js'), `let a="${APP_FILES}"`);
  await nameAppFiles(dist);
  return serverCode();
}

const lists =
  'p(["static/chunks/notes.js"]);p(["static/chunks/app.js","static/chunks/mui.js","static/chunks/font.css"])';

test('the server code is given the scripts that come with the marked one, and no styles', async () => {
  const code = await build({ 'entry.js': lists, 'app.js': 'x="napomnyu:the-mini-app"' });
  expect(code).toBe('let a="/_next/static/chunks/app.js /_next/static/chunks/mui.js"');
});

test('where none is marked there are none', async () => {
  expect(await build({ 'entry.js': lists, 'app.js': '' })).toBe('let a=""');
});

test('the module that the mark is for says it', async () => {
  const source = await readFile(path.join(__dirname, 'client/shell/app.tsx'), 'utf8');
  expect(source).toContain("'napomnyu:the-mini-app'");
});
