import { startProgram } from './start-program';

test('a program of which it cannot be found out whether it is ready is ended', async () => {
  const lasting = 'console.log(process.pid); setInterval(() => undefined, 1_000_000)';
  let pid: number | undefined;
  const isReady = (log: string) => {
    if (!log.endsWith('\n')) return false;
    pid = Number(log);
    throw new Error('nobody can be asked');
  };
  const starting = startProgram([process.execPath, '-e', lasting], {}, isReady);
  await expect(starting).rejects.toThrow('nobody can be asked');
  expect(pid).toBeGreaterThan(0);
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});
