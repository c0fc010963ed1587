import { createServer, type Server } from 'node:http';
import { connectBotApi } from '@/server/telegram/send';
import { until } from '@/testing/until';
import { freePort, LOOPBACK } from './free-port';
import { pollUpdates } from './polling';
import { type RunningSimulator, startSimulator } from './simulator/server';

const TOKEN = '700001:simulator-token-for-tests-0000000000';
const SECRET = 'a-secret';
const ANNA = 501;

let telegram: RunningSimulator;
let app: Server;
let url: string;
/** What the app got, and what it answers next. */
const got: { secret: unknown; body: string }[] = [];
let status = 200;

beforeEach(async () => {
  got.length = 0;
  status = 200;
  telegram = await startSimulator({ token: TOKEN });
  telegram.simulator.addUser({ id: ANNA, firstName: 'Анна' });
  app = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ secret: request.headers['x-telegram-bot-api-secret-token'], body });
      response.writeHead(status).end();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => app.listen(port, LOOPBACK, resolve));
  url = `http://${LOOPBACK}:${port}`;
});
afterEach(async () => {
  app.close();
  await telegram.stop();
});

const poll = () =>
  pollUpdates(
    connectBotApi({ token: TOKEN, apiRoot: telegram.origin }),
    { url, secret: SECRET },
    false,
  );

test('an update reaches the app with the secret, and the next poll asks for what comes after it', async () => {
  const stop = poll();
  telegram.simulator.start(ANNA);
  await until(() => got.length === 1);
  telegram.simulator.say(ANNA, 'завтра в 9 полить цветы');
  await until(() => got.length === 2);
  stop();
  expect(got[0]?.secret).toBe(SECRET);
  expect(got[0]?.body).toContain('/start');
  expect(got[1]?.body).toContain('завтра в 9 полить цветы');
});

test('an update that the app could not take is not lost: it comes again', async () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  status = 503;
  const stop = poll();
  telegram.simulator.start(ANNA);
  await until(() => got.length === 1);
  status = 200;
  await until(() => got.length === 2);
  stop();
  expect(got[1]).toEqual(got[0]);
  expect(printed).toHaveBeenCalledWith(expect.stringContaining('answered 503'));
});
