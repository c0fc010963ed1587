import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { endWithUs } from '@/dev/watchdog';
import { BOT_TOKEN } from './due-reminders';

export interface DeliveryInstance {
  /** kill -9: nothing of the process is asked. */
  kill: () => Promise<void>;
  /** SIGTERM, as a deploy sends it: settles what is on its way and ends. */
  stop: () => Promise<void>;
}

export interface InstanceOptions {
  databaseUrl: string;
  /** Its TELEGRAM_API_ROOT. */
  telegram: string;
  maxPerSecond: number;
  /** Default: the tests' own. */
  botToken?: string;
}

/** Starts an instance of the service as a process of its own and waits until its ticker is on. */
export async function startInstance(options: InstanceOptions): Promise<DeliveryInstance> {
  const entry = path.join(process.cwd(), 'src/testing/delivery-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=react-server', entry], {
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      TELEGRAM_API_ROOT: options.telegram,
      TELEGRAM_MAX_PER_SECOND: String(options.maxPerSecond),
      TELEGRAM_BOT_TOKEN: options.botToken ?? BOT_TOKEN,
      TELEGRAM_WEBHOOK_SECRET: 'tests',
      CRON_SECRET: 'tests-tests-tests',
      APP_URL: 'https://napomnyu.example',
      DELIVERY_TICKER: 'on',
      // The line that is waited for below.
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const callOff = endWithUs(child.pid ?? 0, 'TERM');
  const ended = once(child, 'close').finally(callOff);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('the ticker is on')) resolve();
      });
    }
    void ended.then(() => reject(new Error(`the instance ended while starting:\n${output}`)));
  });
  const endBy = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return { kill: () => endBy('SIGKILL'), stop: () => endBy('SIGTERM') };
}
