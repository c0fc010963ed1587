import path from 'node:path';
import { startProgram } from '../dev/start-program';
import { TEST_ENV } from './test-env';

interface InstanceOptions {
  databaseUrl: string;
  /** Its TELEGRAM_API_ROOT. */
  telegram: string;
  maxPerSecond: number;
  botToken?: string;
}

/** Starts an instance of the service as a process of its own and waits until its ticker is on. */
export async function startInstance(options: InstanceOptions) {
  const entry = path.join(process.cwd(), 'src/testing/delivery-process.ts');
  const command = [process.execPath, '--import', 'tsx', '--conditions=react-server', entry];
  const env = {
    ...process.env,
    ...TEST_ENV,
    DATABASE_URL: options.databaseUrl,
    TELEGRAM_API_ROOT: options.telegram,
    TELEGRAM_MAX_PER_SECOND: String(options.maxPerSecond),
    TELEGRAM_BOT_TOKEN: options.botToken ?? TEST_ENV.TELEGRAM_BOT_TOKEN,
    APP_URL: 'https://napomnyu.example',
    DELIVERY_TICKER: 'on',
    // The line that is waited for below.
    LOG_LEVEL: 'info',
  };
  const instance = await startProgram(command, { env }, (log) => log.includes('the ticker is on'));
  return {
    kill: () => instance.end('SIGKILL'),
    /** As a deploy does: it settles what is on its way and ends. */
    stop: () => instance.end('SIGTERM'),
  };
}
export type DeliveryInstance = Awaited<ReturnType<typeof startInstance>>;
