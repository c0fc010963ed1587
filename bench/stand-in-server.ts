import { createServer } from 'node:http';

/**
 * The least that can pass for the Bot API: accepts every message. It runs in a process of its own, so
 * that its work does not count as the sender's. Prints its port.
 */
let lastMessageId = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    lastMessageId += 1;
    const answer = `{"ok":true,"result":{"message_id":${lastMessageId},"date":1,"chat":{"id":1,"type":"private"}}}`;
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
