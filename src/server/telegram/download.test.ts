import { type RequestListener, type ServerResponse } from 'node:http';
import { withServer } from '@/testing/telegram';
import { connectDownloads } from './download';
import { connectBotApi } from './send';

const TOKEN = '42:a-token-of-the-tests-only';
const MAX_BYTES = 100_000;

/** Downloads from a Telegram that says that the file is small, and answers for it with `answer`. */
function downloadFrom(
  answer: (response: ServerResponse, path: string) => void,
  signal = AbortSignal.timeout(10_000),
) {
  const telegram: RequestListener = ({ url = '' }, response) => {
    if (url.startsWith('/file/')) {
      answer(response, url);
      return;
    }
    const result = { file_id: 'f', file_unique_id: 'u', file_size: 9, file_path: 'photos/a b.jpg' };
    response.end(JSON.stringify({ ok: true, result }));
  };
  return withServer(telegram, async (apiRoot) => {
    const options = { token: TOKEN, apiRoot };
    const download = connectDownloads(connectBotApi(options), options);
    return download('f', { maxBytes: MAX_BYTES, signal });
  });
}

test('a file comes as it is, from the path that Telegram names', async () => {
  const file = await downloadFrom((response, path) => response.end(path));
  expect(file.toString()).toBe(`/file/bot${TOKEN}/photos/a%20b.jpg`);
});

test('a file that never ends is given up where it is too large, whatever was said of its size', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const file = await downloadFrom((response) => {
    closed = new Promise((resolve) => response.on('close', resolve));
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(20_000)));
    };
    response.on('drain', more);
    more();
  });
  expect(file).toBe('too-large');
  await closed;
});

test.each<[string, (response: ServerResponse) => void, number | string]>([
  ['a refusal', (response) => response.writeHead(404).end(), 404],
  [
    'a redirect, which could carry the token away',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'no-answer',
  ],
  [
    'an answer that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '500' }).write('begun');
      response.destroy();
    },
    'no-answer',
  ],
])('%s is a fault that does not name the token', async (_, answer, code) => {
  const fault: unknown = await downloadFrom(answer).catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'BotApiError', code });
  expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain(TOKEN);
});

test('an answer that does not come is given up with its signal', async () => {
  const patience = new AbortController();
  const silent = (response: ServerResponse) => {
    response.writeHead(200).write('begun');
    patience.abort();
  };
  const fault: unknown = await downloadFrom(silent, patience.signal).catch(
    (error: unknown) => error,
  );
  expect(fault).toMatchObject({ name: 'BotApiError', code: 'timeout' });
});
