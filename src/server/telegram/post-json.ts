import 'server-only';
import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';

/** An HTTP answer, whole. */
export interface Answer {
  status: number;
  statusText: string;
  body: string;
}

export type PostJson = (json: string, signal: AbortSignal) => Promise<Answer>;

const plain = { request: http.request, agent: new http.Agent({ keepAlive: true }) };
const secure = { request: https.request, agent: new https.Agent({ keepAlive: true }) };

/**
 * POSTs JSON to one address, over connections that stay open. Rejects with the fault of the
 * connection when no whole answer came. Straight on node's client: a call costs half the processor
 * time of Telegraf's (node-fetch 2) and a fifth of fetch's, and calls are most of what delivery does.
 */
export function jsonPoster(url: URL): PostJson {
  const { request, agent } = url.protocol === 'http:' ? plain : secure;
  const options = { ...urlToHttpOptions(url), agent, method: 'POST' };
  return (json, signal) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      };
      const call = request({ ...options, headers });
      // By hand: passing the signal to the request costs three times as much.
      const giveUp = () => void call.destroy();
      signal.addEventListener('abort', giveUp);
      if (signal.aborted) giveUp();
      call.on('error', reject);
      call.on('close', () => signal.removeEventListener('abort', giveUp));
      call.on('response', (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        // A connection that is cut half-way through the answer.
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, statusMessage = '' } = response;
          resolve({ status: statusCode, statusText: statusMessage, body });
        });
      });
      call.end(json);
    });
}
