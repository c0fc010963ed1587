import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface DebianProgram {
  /** What it is called on the PATH. */
  name: string;
  /** Debian's package that has it. */
  package: string;
  /** Where it also may be: not every folder is on everybody's PATH. */
  places?: readonly string[];
  /** The variable that names another one. */
  variable: string;
  /** What people read where it can neither be found nor installed. */
  help: string;
}

function find({ name, places = [], variable }: DebianProgram): string | undefined {
  const named = process.env[variable];
  if (named) {
    if (!existsSync(named)) throw new Error(`${variable} names no file: ${named}`);
    return named;
  }
  const found = spawnSync('which', [name], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : places.find((file) => existsSync(file));
}

/**
 * Finds a program that the tests need, or installs Debian's package where we are root. Throws where
 * neither works: nothing is left untested in silence.
 */
export function ensureProgram(program: DebianProgram): string {
  const found = find(program);
  if (found) return found;
  if (process.getuid?.() === 0) {
    for (const args of [
      ['update'],
      ['install', '-y', '--no-install-recommends', program.package],
    ]) {
      // A failure is not handled here: the caller finds that there is no program afterwards.
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
    const installed = find(program);
    if (installed) return installed;
  }
  throw new Error(`${program.help}\nOr name the program in ${program.variable}.`);
}
