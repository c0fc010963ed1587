import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a build is made of. Tests and tools may change without another one. */
const SOURCES = ['src', 'public', 'package-lock.json', 'next.config.ts', 'tsconfig.json'];
const NOT_BUILT = /^src\/(dev|testing)\/|\.test\.tsx?$/;
const MARK = '.next/standalone/.built-from';

function filesOf(source: string): string[] {
  if (!existsSync(source)) return [];
  if (path.extname(source) !== '') return [source];
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(entry.parentPath, entry.name))
    .filter((file) => !NOT_BUILT.test(file))
    .sort();
}

function fingerprint(): string {
  const hash = createHash('sha256').update(process.env.NEXT_PUBLIC_APP_NAME ?? '');
  for (const file of SOURCES.flatMap(filesOf)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Builds the app in the current folder unless the build there is of these very sources. */
export function ensureBuild(): void {
  const wanted = fingerprint();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return;
  console.log('Building the app (once; later starts take seconds)…');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('the build failed: run `npm run build` to see why');
  writeFileSync(MARK, wanted);
}
