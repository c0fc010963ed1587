import { SERVER_URL, startTestServer, TEMPLATE, type TestServer } from './postgres-server';

declare global {
  var napomnyuTestServer: TestServer | undefined;
}

/** Before the first database test of a run. Workers are started later and inherit the environment. */
export default async function setup(): Promise<void> {
  const server = await startTestServer();
  globalThis.napomnyuTestServer = server;
  process.env[SERVER_URL] = server.url;
  process.env[TEMPLATE] = server.template;
}
