import { readMessage } from '../src/core/quick-add';
import { inShort } from '../src/core/quick-add/test-data/blind-score';
import { wallTimeToInstant } from '../src/core/time-zone';
import { readFileSync } from 'node:fs';
let now = '2026-11-20T12:00', zone = 'Europe/Moscow';
for (const line of readFileSync(0, 'utf8').split('\n')) {
  const at = /^@(\S+)(?: (\S+))?$/.exec(line);
  if (at) { now = at[1]!; zone = at[2] ?? 'Europe/Moscow'; console.log('--', now, zone); continue; }
  if (!line.trim()) continue;
  const r = readMessage(line, { now: wallTimeToInstant(now, zone), timeZone: zone, types: [], categories: [] });
  console.log(line, '→', r.map(inShort).join(' | '));
}
