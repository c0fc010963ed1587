/** «с флудом» at either end of a line: elsewhere it may belong to what is to be done. */
const AT_START = /^\s*с\s+флудом[\s,:—–-]+(?=\S)/i;
const AT_END = /[\s,:—–-]+с\s+флудом[\s.!]*$/i;

/** Whether a line asks for flood, and the line without those words. */
export function takeFlood(line: string): { rest: string; flood: boolean } {
  const rest = line.replace(AT_START, '').replace(AT_END, '');
  return { rest, flood: rest !== line };
}
