import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, LOOPBACK } from '../dev/free-port';
import { startProgram } from '../dev/start-program';
import { ensureProgram } from './program';

const program = (name: string, variable: string): string =>
  ensureProgram({ name, package: 'prometheus', variable });

export function ensurePrometheus(): string {
  promtoolPath();
  return program('prometheus', 'PROMETHEUS_PATH');
}
const promtoolPath = (): string => program('promtool', 'PROMTOOL_PATH');

/** Runs promtool; what it says where it is not content, '' where it is. */
export function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(promtoolPath(), args, { input, encoding: 'utf8' });
  return status === 0 && stderr === '' ? '' : `${status}: ${stdout}${stderr}`;
}

/** A Prometheus that scrapes `http://127.0.0.1:<port>/api/metrics` each second. */
export async function startPrometheus(options: {
  targetPort: number;
  token: string;
  rules: string;
}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-prometheus-'));
  const config = path.join(folder, 'prometheus.json');
  // JSON is YAML.
  const job = {
    job_name: 'napomnyu',
    metrics_path: '/api/metrics',
    scrape_interval: '1s',
    scrape_timeout: '1s',
    authorization: { credentials: options.token },
    static_configs: [{ targets: [`${LOOPBACK}:${options.targetPort}`] }],
  };
  await writeFile(
    config,
    JSON.stringify({
      global: { evaluation_interval: '1s' },
      rule_files: [path.resolve(options.rules)],
      scrape_configs: [job],
    }),
  );
  const port = await freePort();
  const origin = `http://${LOOPBACK}:${port}`;
  const command = [
    ensurePrometheus(),
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    `--web.listen-address=${LOOPBACK}:${port}`,
  ];
  const isReady = () =>
    fetch(`${origin}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const prometheus = await startProgram(command, {}, isReady, folder);
  return {
    api: async (query: string) => {
      const answer: unknown = await (await fetch(`${origin}/api/v1/${query}`)).json();
      return answer;
    },
    stop: () => prometheus.end('SIGTERM'),
  };
}
export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;
