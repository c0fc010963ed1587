import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hashOfInputs } from './build';

let checkout: string;
const write = async (file: string, content: string) => {
  await mkdir(path.dirname(path.join(checkout, file)), { recursive: true });
  await writeFile(path.join(checkout, file), content);
};

beforeEach(async () => {
  checkout = await mkdtemp(path.join(os.tmpdir(), 'napomnyu-build-'));
  const inputs = ['package.json', 'package-lock.json', 'next.config.ts', 'tsconfig.json'];
  for (const file of [...inputs, 'src/app/page.tsx', 'public/icon.png']) await write(file, file);
});
afterEach(() => rm(checkout, { recursive: true }));

const changedBy = async (change: () => Promise<void>) => {
  const before = await hashOfInputs(checkout);
  await change();
  return (await hashOfInputs(checkout)) !== before;
};

test.each([
  ['an edited source', () => write('src/app/page.tsx', 'other')],
  ['a new file to give out', () => write('public/new.png', '')],
  ['a removed source', () => rm(path.join(checkout, 'src/app/page.tsx'))],
  ['a dependency', () => write('package-lock.json', '{}')],
])('%s makes a new build', async (_, change) => {
  expect(await changedBy(change)).toBe(true);
});

test('a name that is written into the browser’s code makes a new build', async () => {
  const changed = changedBy(() => {
    process.env['NEXT_PUBLIC_APP_NAME'] = 'Другое имя';
    return Promise.resolve();
  });
  expect(await changed).toBe(true);
  delete process.env['NEXT_PUBLIC_APP_NAME'];
});

test.each(['src/app/page.test.tsx', 'src/dev/demo.ts', 'src/testing/until.ts', 'README.md'])(
  '%s makes none: nothing of it is served',
  async (file) => {
    expect(await changedBy(() => write(file, 'other'))).toBe(false);
  },
);
