import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db } from './client';
import { readRow, readRows } from './read-rows';

/** Shorter than any wait for a lock. */
const LOOK_EVERY_MS = 125;
/** The watch tells once what is waited for, and again after so long. */
const TELL_AGAIN_MS = 10_000;

const holderRow = z.object({
  pid: z.number(),
  application: z.string().nullable(),
  user: z.string().nullable(),
  since: z.string().nullable(),
  what: z.string().nullable(),
});

/** Does work on a connection, and says meanwhile what that waits for. */
type Watch = <T>(on: Db, work: () => Promise<T>) => Promise<T>;
const pidRow = z.object({ pid: z.number() });

/** Says who holds what a migration waits for. Queries are not told: they hold users' texts. */
export function watcher(db: Db, tell: (line: string) => void): Watch {
  let told = '';
  let toldAt = -Infinity;
  const look = async (pid: number) => {
    const holders = sql`
        select holder.pid, nullif(application_name, '') as application, usename as user,
          to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since,
          (select coalesce(relation::regclass::text,
              case locktype when 'advisory' then 'another migration' else 'older transactions' end)
            from pg_locks where pg_locks.pid = ${pid} and not granted limit 1) as what
        from pg_stat_activity as holder where pid = any(pg_blocking_pids(${pid}))`;
    const found = await readRows(db, holders, holderRow);
    if (found.length === 0) return;
    const line = `The migration waits for ${found
      .map(
        ({ what, pid: holder, application, user, since }) =>
          `${what ?? 'a lock'}, held by pid ${holder} (${application ?? 'no name'},` +
          ` user ${user ?? 'unknown'}) since ${since ?? 'an unknown time'} UTC`,
      )
      .join('; ')}`;
    if (line === told && performance.now() - toldAt < TELL_AGAIN_MS) return;
    told = line;
    toldAt = performance.now();
    tell(line);
  };
  return async (transaction, work) => {
    const { pid } = await readRow(transaction, sql`select pg_backend_pid() as pid`, pidRow);
    const timer = setInterval(() => {
      // It is only a look: what it looks at goes on without it.
      look(pid).catch(() => undefined);
    }, LOOK_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };
}
