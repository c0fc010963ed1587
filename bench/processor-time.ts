import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * Processor time so far, in milliseconds, of a process and all that it started, dead or alive; null
 * where there is no /proc to tell. It says more than the clock on a machine that has other work too.
 */
export function processorTime(pid: number): number | null {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(name));
    const family = new Set([pid]);
    for (const each of stats.toSorted((a, b) => a.pid - b.pid)) {
      if (family.has(each.parent)) family.add(each.pid);
    }
    return stats
      .filter((each) => family.has(each.pid))
      .reduce((sum, each) => sum + each.ticks * TICK_MS, 0);
  } catch {
    return null;
  }
}

function readStat(name: string): { pid: number; parent: number; ticks: number }[] {
  let text;
  try {
    text = readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch {
    return []; // It has just ended.
  }
  // The second field is the program's name in parentheses, which may hold anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  // utime, stime, and the same of children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return [{ pid: Number(name), parent, ticks }];
}
