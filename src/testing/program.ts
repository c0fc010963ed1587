import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type Socket } from 'node:net';

interface DebianProgram {
  name: string;
  /** Debian's package that has it, and with it what else is needed; Homebrew's is called the same. */
  package: string;
  /** Where it also may be: not every folder is on everybody's PATH. */
  places?: readonly string[];
  /** The variable that names another one. */
  variable: string;
}

/** Where a program is that is there already. */
export function findProgram({ name, places = [], variable }: DebianProgram): string | undefined {
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
  const found = findProgram(program);
  if (found) return found;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of ['update', `install -y --no-install-recommends ${program.package}`]) {
      // A failure is not handled here: the caller finds that there is no program afterwards.
      spawnSync('apt-get', args.split(' '), { stdio: 'ignore', env });
    }
    const installed = findProgram(program);
    if (installed) return installed;
  }
  throw new Error(
    `The tests need ${program.name} and cannot install it here.\n` +
      `Debian, Ubuntu: sudo apt-get install ${program.package}. macOS: brew install ${program.package}.\n` +
      `Or name the program in ${program.variable}.`,
  );
}

/** Whether a connection is made: `event` is what tells of it. */
export async function connects(socket: Socket, event = 'connect'): Promise<boolean> {
  const isOpen = await once(socket, event).then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
