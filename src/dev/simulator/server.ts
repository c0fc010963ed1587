import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { LOOPBACK } from '../free-port';
import { findMethod } from './bot-api';
import { BotApiError, readFields } from './call';
import { handleControl } from './control';
import { faultError, type FaultKind } from './faults';
import { isLoopback } from './markup';
import { servePage } from './page-files';
import { Simulator, type ApiCall } from './simulator';
import { type SimulatorOptions } from './world';

export interface RunningSimulator {
  simulator: Simulator;
  /** What TELEGRAM_API_ROOT has to be; the chat page lives at its root. */
  origin: string;
  stop: () => Promise<void>;
}

/** Starts a simulator on the loopback interface; port 0 means any free one. */
export async function startSimulator(
  options: SimulatorOptions & { port?: number },
): Promise<RunningSimulator> {
  const simulator = new Simulator(options);
  const server = createServer((request, response) => {
    handle(simulator, request, response).catch((error: unknown) => {
      console.error('simulator:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(options.port ?? 0, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    simulator,
    origin: `http://${LOOPBACK}:${port}`,
    stop: async () => {
      simulator.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
  // A web page from elsewhere can point a name of its own at this machine, but not forge this.
  if (!isLoopback(url.hostname)) {
    response.writeHead(403).end();
    return;
  }
  const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname);
  if (file) {
    const [, token = '', path = ''] = file;
    answerFile(simulator, response, decodeURIComponent(token), path);
    return;
  }
  const call = /^\/bot([^/]+)\/([^/]+)\/?$/.exec(url.pathname);
  if (call) {
    const [, token = '', method = ''] = call;
    await answerCall(simulator, request, response, url, decodeURIComponent(token), method);
  } else if (url.pathname.startsWith('/sim/')) {
    await handleControl(simulator, request, response, url);
  } else {
    await servePage(response, url.pathname);
  }
}

/** A file that somebody has sent, at the path that getFile has told of late. */
function answerFile(
  simulator: Simulator,
  response: ServerResponse,
  token: string,
  path: string,
): void {
  const upload = [...simulator.world.uploads.values()].find((each) => each.path === path);
  const isOpen = token === simulator.options.token && simulator.world.fileLinks.has(path);
  if (!isOpen || !upload) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(upload.content);
}

async function answerCall(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  token: string,
  spelled: string,
): Promise<void> {
  let call: ApiCall | undefined;
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    if (call) call.status = status;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  try {
    if (token !== simulator.options.token) throw new BotApiError(401, 'Unauthorized');
    const fields = await readFields(request, url);
    call = simulator.record(findMethod(spelled).name, fields);
    const fault = simulator.faults.take(call.method, call.chatId);
    if (fault && (await stopsCall(fault, response))) return;
    const result = await simulator.perform(call);
    if (fault?.kind === 'lose-answer') {
      response.destroy();
      return;
    }
    answer(200, { ok: true, result });
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    const { code: error_code, description, retryAfter: retry_after } = error;
    if (error.blamesCall) simulator.mistakes.push(`${spelled}: ${description}`);
    const refusal = { ok: false, error_code, description };
    if (retry_after === undefined) answer(error_code, refusal);
    else {
      const headers = { 'retry-after': String(retry_after) };
      answer(error_code, { ...refusal, parameters: { retry_after } }, headers);
    }
  }
}

/** Whether the fault keeps the call from being done. Throws where it answers an error. */
async function stopsCall(fault: FaultKind, response: ServerResponse): Promise<boolean> {
  if (fault.kind === 'error') throw faultError(fault);
  if (fault.kind === 'slow') await delay(fault.ms);
  if (fault.kind === 'cut') response.destroy();
  return fault.kind === 'cut' || fault.kind === 'hang';
}
