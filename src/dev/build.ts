import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Written after a build has succeeded; holds the hash of what it was made from. */
const STAMP = '.next/BUILT_FROM';
const INPUTS = ['package.json', 'package-lock.json', 'next.config.ts', 'tsconfig.json'];
const FOLDERS = ['src', 'public'];
/** What no page or endpoint can import. */
const NOT_BUILT = /^src\/(dev|testing)\/|\.test\.tsx?$/;

/** Builds the app unless the present build is of these very sources. Answers whether it had to. */
export async function ensureBuild(): Promise<boolean> {
  const inputs = await hashOfInputs(process.cwd());
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (built === inputs) return false;
  build('.', { BUILD_WITHOUT_TYPES: '1' });
  await writeFile(STAMP, inputs);
  return true;
}

/** Builds an app for production; throws with what the build has said where it fails. */
export function build(folder: string, env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'build', folder],
    {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
      encoding: 'utf8',
      maxBuffer: Infinity,
    },
  );
  if (status !== 0) throw new Error(`The build of ${folder} failed.\n${stdout}${stderr}`);
}

/** What a build is made from, in one string: another one where the build would be another. */
export async function hashOfInputs(checkout: string): Promise<string> {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(path.join(checkout, folder), {
        recursive: true,
        withFileTypes: true,
      });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.relative(checkout, path.join(parentPath, name)))
        .map((file) => file.replaceAll('\\', '/'));
    }),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [...INPUTS, ...listed.flat().toSorted()]) {
    if (NOT_BUILT.test(file)) continue;
    hash.update(`\0${file}\0`).update(await readFile(path.join(checkout, file)));
  }
  // Values of these are written into the browser's code.
  for (const [name, value] of Object.entries(process.env).toSorted()) {
    if (name.startsWith('NEXT_PUBLIC_')) hash.update(`\0${name}=${value ?? ''}`);
  }
  return hash.digest('hex');
}
