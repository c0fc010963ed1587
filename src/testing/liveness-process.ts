/**
 * Asks a server time and again whether it is alive, from a process of its own, so that nothing else waits
 * with it: `<url> <pid>`. To each message of its parent it answers the longest wait since the one before, in
 * milliseconds. A wait counts as far as the server's own thread was at work meanwhile: a machine that is
 * busy with other things makes nobody wait here.
 */
import { readFileSync } from 'node:fs';
import { paceOfLoad } from './until';

const [, , url = '', pid = ''] = process.argv;
/** A clock tick of /proc, in milliseconds. */
const TICK_MS = 10;

/** Processor time of the thread that runs JavaScript, user and system. */
function worked(): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

let longest = 0;
let asked = 0;
process.on('message', () => (asked += 1));
process.on('disconnect', () => process.exit());

for (;;) {
  const answering = asked;
  const [began, before] = [performance.now(), worked()];
  const { ok } = await fetch(url);
  if (!ok) throw new Error('the server does not say that it is alive');
  const waited = performance.now() - began;
  longest = Math.max(longest, Math.min(waited, worked() - before + TICK_MS));
  // Whoever asks while a wait goes on is answered after the next one, which began behind the question.
  for (; answering > 0 && asked > 0; asked -= 1) {
    process.send?.(longest);
    longest = 0;
  }
  await paceOfLoad(5);
}
