import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listening, LOOPBACK, stopServing } from '../free-port';
import { findMethod } from './bot-api';
import { BotApiError, type Exchange, readFields } from './call';
import { handleControl } from './control';
import { faultError, type FaultKind } from './faults';
import { isLoopback } from './markup';
import { Simulator } from './simulator';
import { type SimulatorOptions } from './world';

/** Starts a simulator on the loopback interface; port 0 means any free one. */
export async function startSimulator(options: SimulatorOptions & { port?: number }) {
  const simulator = new Simulator(options);
  const server = createServer((request, response) => {
    handle(simulator, request, response).catch((error: unknown) => {
      console.error('simulator:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.keepAliveTimeout = 60_000;
  const port = await listening(server, options.port);
  return {
    simulator,
    /** What TELEGRAM_API_ROOT has to be; the chat page lives at its root. */
    origin: `http://${LOOPBACK}:${port}`,
    stop: async () => {
      simulator.feed.close();
      await stopServing(server);
    },
  };
}
export type RunningSimulator = Awaited<ReturnType<typeof startSimulator>>;

async function handle(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
  const exchange = { request, response, url };
  const [, file, token = '', asked = ''] =
    /^\/(file\/)?bot([^/]+)\/(.+?)\/?$/.exec(url.pathname) ?? [];
  const isKnown = decodeURIComponent(token) === simulator.options.token;
  // A web page from elsewhere can point a name of its own at this machine, but not forge this.
  if (!isLoopback(url.hostname)) response.writeHead(403).end();
  else if (file) answerFile(simulator, response, isKnown ? asked : '');
  else if (asked !== '') await answerCall(simulator, exchange, asked, isKnown);
  else if (url.pathname.startsWith('/sim/')) await handleControl(simulator, exchange);
  else await servePage(response, url.pathname);
}

/** A file that somebody has sent, at the path that getFile has told of late. */
function answerFile({ world }: Simulator, response: ServerResponse, filePath: string): void {
  const upload = [...world.uploads.values()].find((each) => each.path === filePath);
  if (!upload || !world.fileLinks.has(filePath)) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(upload.content);
}

async function answerCall(
  simulator: Simulator,
  { request, response, url }: Exchange,
  spelled: string,
  isKnown: boolean,
): Promise<void> {
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  try {
    if (!isKnown) throw new BotApiError(401, 'Unauthorized');
    const fields = await readFields(request, url);
    const call = simulator.record(findMethod(spelled).name, fields);
    const fault = simulator.faults.take(call.method, call.chatId);
    if (fault && (await stopsCall(fault, response))) return;
    const result = await simulator.perform(call);
    if (fault?.kind === 'lose-answer') response.destroy();
    else if (fault?.kind !== 'hold-answer') answer(200, { ok: true, result });
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    const { code: error_code, description, retryAfter: retry_after } = error;
    if (error.blamesCall) simulator.mistakes.push(`${spelled}: ${description}`);
    if (retry_after !== undefined) response.setHeader('retry-after', retry_after);
    const parameters = retry_after === undefined ? undefined : { retry_after };
    answer(error_code, { ok: false, error_code, description, parameters });
  }
}

/** Whether the fault keeps the call from being done. Throws where it answers an error. */
async function stopsCall(fault: FaultKind, response: ServerResponse): Promise<boolean> {
  if (fault.kind === 'error') throw faultError(fault);
  if (fault.kind === 'slow') await delay(fault.ms);
  if (fault.kind === 'cut') response.destroy();
  return fault.kind === 'cut' || fault.kind === 'hang';
}

/** The chat page's files; every command of the project runs at its root. */
const FOLDER = path.resolve('src/dev/simulator/page');
const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves the chat page. Its scripts are TypeScript, and lose their types on the way out. */
async function servePage(response: ServerResponse, pathname: string): Promise<void> {
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const extension = path.extname(name);
  const mediaType = /^[\w-]+\.\w+$/.test(name) ? mediaTypes[extension] : undefined;
  const read = () => (extension === '.js' ? scriptOf(name) : readFile(path.join(FOLDER, name)));
  const body = mediaType && (await read().catch(() => undefined));
  if (!body) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  else
    response.writeHead(200, { 'content-type': mediaType, 'cache-control': 'no-store' }).end(body);
}

async function scriptOf(name: string): Promise<string> {
  const source = await readFile(path.join(FOLDER, name.replace(/\.js$/, '.ts')), 'utf8');
  // Slow to load, and needed only where somebody looks.
  const { default: ts } = await import('typescript');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
  });
  // The browser resolves no extensions.
  return outputText.replace(/(from\s+['"]\.\/[\w-]+)(['"])/g, '$1.js$2');
}
