import { spawn } from 'node:child_process';

/**
 * Ends a process that must not outlive this one, even where this one has no chance to do it itself
 * (kill -9, a crash, a test runner that skips its teardown): a shell waits on a pipe that the system
 * closes with us. A negative `pid` means a process group. Answers how to call the watch off.
 */
export function endWithUs(
  pid: number,
  signal: 'INT' | 'TERM',
  /** A folder to remove once the process is gone. */
  remove = '',
): () => void {
  if (process.platform === 'win32') return () => undefined;
  const script = `
    read -r _ && exit
    kill -s "$2" -- "$1"
    i=0; while [ $i -lt 30 ] && kill -0 -- "$1" 2>/dev/null; do sleep 1; i=$((i+1)); done
    [ -z "$3" ] || rm -rf "$3"`;
  const shell = spawn('sh', ['-c', script, 'sh', String(pid), signal, remove], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  // It may be gone already when it is called off.
  shell.stdin.on('error', () => undefined);
  return () => shell.stdin.end('\n');
}
