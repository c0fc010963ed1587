import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { type Arena } from './arena';

const report = z.object({ ms: z.number(), cpuMs: z.number() });

/** A contender's process, told what to do next. */
export interface Entrant {
  name: string;
  prepare: (count: number) => Promise<void>;
  /** Answers how long it took, and how much of this process's processor time. */
  run: (count: number) => Promise<z.infer<typeof report>>;
  close: () => Promise<void>;
}

/**
 * Compiled as for production. Under tsx our functions, and not those of libraries, would be wrapped
 * to keep their names, which costs a tenth of a send.
 */
async function compile(): Promise<string> {
  const outdir = path.join(process.cwd(), '.data', 'bench');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'process.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return path.join(outdir, 'process.mjs');
}
let program: Promise<string> | undefined;

export async function startContender(name: string, arena: Arena): Promise<Entrant> {
  program ??= compile();
  const child = fork(await program, [name, arena.databaseUrl, arena.apiRoot]);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended`)));
  ended.catch(() => undefined);
  const answer = async () => {
    const [message] = z
      .array(z.unknown())
      .parse(await Promise.race([once(child, 'message'), ended]));
    return report.parse(message);
  };
  const tell = (order: string, count: number) => {
    child.send({ order, count });
    return answer();
  };
  await answer();
  return {
    name,
    prepare: async (count) => {
      await tell('prepare', count);
    },
    run: (count) => tell('run', count),
    close: async () => {
      await tell('close', 0);
    },
  };
}
