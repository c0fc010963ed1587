import { ensureBuild } from '../../src/dev/build';
import { SERVER_URL, startTestServer, TEMPLATE } from '../../src/testing/postgres-server';

/** One PostgreSQL with a migrated template for all workers, and the build that they all serve. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuild();
  const server = await startTestServer();
  process.env[SERVER_URL] = server.url;
  process.env[TEMPLATE] = server.template;
  return server.stop;
}
