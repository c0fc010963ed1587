import { FLOOD_INTERVAL_DEFAULT } from '../limits';

/** «с флудом» at either end of a line: elsewhere it may belong to what is to be done. */
const AT_START = /^\s*с\s+флудом[\s,:—–-]+(?=\S)/i;
const AT_END = /[\s,:—–-]+с\s+флудом[\s.!]*$/i;

/** Minutes between re-sends that a line asks for, or null; and the line without those words. */
export function takeFlood(line: string): { rest: string; floodInterval: number | null } {
  const rest = line.replace(AT_START, '').replace(AT_END, '');
  return { rest, floodInterval: rest === line ? null : FLOOD_INTERVAL_DEFAULT };
}
