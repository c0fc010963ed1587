import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { after } from 'next/server';
import { startDailyCleanup } from './clean-up';
import { readDatabaseUrl } from './platform/db/address';
import { db } from './platform/db/client';
import { safeFault } from './platform/db/faults';
import { FormerSchemaError, refuseFormerSchema } from './platform/db/former-schema';
import { deliver } from './deliver';
import { runWhenNudged, startTicker, type Ticker } from './outbox/run';
import { onNudge } from './platform/nudge';
import { type Env, env, EnvError } from './platform/env';
import { log, logWhatIsPrinted } from './platform/log';
import { refreshBehindAnswers } from './reminders/message-refresh';
import { onOutdatedMessage } from './telegram/outdated';
import { guardServers } from './platform/request-guard';

/**
 * date-fns-tz formats instants of any zone rightly where the process itself runs in UTC, and a few a
 * year wrongly where it does not: https://github.com/marnusw/date-fns-tz/issues/258
 */
export function runInUtc(): void {
  process.env.TZ = 'UTC';
}

const AFTER_SIGTERM = 143;

/**
 * Checks the environment and starts what runs beside the requests. Ends the process on a fault of the environment; a
 * former schema ends it a little later.
 */
export function startServer(): void {
  runInUtc();
  // Next ends with 143 after a stop that went well, which systemd and others take for a failure.
  process.once('exit', (code) => {
    if (code === AFTER_SIGTERM) process.exitCode = 0;
  });
  const { databaseUrl, erasuresFile, metricsToken, tickerOn, missingLegal } = checkedEnv();
  // Development needs its web socket, and a console that people read.
  if (process.env.NODE_ENV === 'production') {
    logWhatIsPrinted();
    // On Vercel the platform guards requests, and the HTTP server is not this process's to change.
    if (process.env.VERCEL === undefined) guardServers();
  }
  if (metricsToken === undefined) {
    log.info('/api/metrics is off: METRICS_TOKEN is not set, or is CRON_SECRET');
  }
  if (missingLegal.length > 0) {
    log.warn(
      { missingLegal },
      'the legal pages name no operator, or not where the database stands',
    );
  }
  if (erasuresFile === undefined && !log.isLevelEnabled('warn')) {
    // Without the file the log's warnings are their only record, and these are turned off here.
    log.fatal('erasures are not recorded: set ERASURES_FILE, or LOG_LEVEL to warn or below');
  }
  void lookAtDatabase(databaseUrl);
  onOutdatedMessage(refreshBehindAnswers(after));
  if (!tickerOn) {
    onNudge(runWhenNudged({ run: deliver, behindAnswer: after }));
    return;
  }
  const ticker = startTicker(deliver);
  startDailyCleanup();
  log.info('the ticker is on');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) settleSendsBefore(signal, ticker);
}

/**
 * Says at once what is wrong with the database or its URL; the server starts all the same, and waits. It ends
 * where the schema is a former one, which no waiting helps against.
 */
async function lookAtDatabase(url: string): Promise<void> {
  const { client, dropped } = readDatabaseUrl(url);
  if (client.ssl === undefined && !/^(localhost|127\..*|::1|)$/.test(client.host ?? '')) {
    log.warn('DATABASE_URL has no sslmode: connections to the database are not encrypted');
  }
  if (dropped.length > 0) log.warn({ dropped }, 'parameters of DATABASE_URL that are not used');
  try {
    await refuseFormerSchema(db());
  } catch (error) {
    if (error instanceof FormerSchemaError) {
      log.fatal(error.message);
      process.exit(1);
    }
    log.error({ fault: safeFault(error) }, 'the database cannot be used');
  }
}

function checkedEnv(): Env {
  try {
    return env();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** A slow answer of Telegram's takes ten seconds; without a database settling would never end. */
const SETTLE_PATIENCE_MS = 15_000;

/**
 * Next's own listeners close the server and end the process, and would not wait for delivery: they
 * get the signal once the messages on their way are settled.
 */
function settleSendsBefore(signal: NodeJS.Signals, ticker: Ticker): void {
  const others = process.listeners(signal);
  process.removeAllListeners(signal);
  let stopping = false;
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'the ticker settles and stops');
    void Promise.race([ticker.stop(), delay(SETTLE_PATIENCE_MS)]).finally(() => {
      if (others.length === 0) process.exit(0);
      for (const listener of others) listener.call(process, signal);
    });
  });
}
