import { createServer } from 'node:http';

/**
 * The least that can pass for the Bot API: accepts every message. It runs in a process of its own, so
 * that its work does not count as the sender's. Prints its port; a GET answers how many messages it
 * has taken.
 */
let taken = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.method === 'POST') taken += 1;
    const answer =
      request.method === 'POST'
        ? `{"ok":true,"result":{"message_id":${taken},"date":1,"chat":{"id":1,"type":"private"}}}`
        : String(taken);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
