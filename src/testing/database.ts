import { connect, type Connection, PATIENT } from '@/server/platform/db/client';
import { clonedDatabase, SERVER_URL, TEMPLATE } from './postgres-server';

/**
 * Call once at the top of a test file: a fresh database for that file, with schema and reference
 * rows and nothing else. It exists from the first beforeAll on and is dropped after the last test.
 */
export function testDatabase() {
  const { [SERVER_URL]: url, [TEMPLATE]: template } = process.env;
  if (!url || !template) throw new Error('Only tests of the `server` project have a database.');
  const database = clonedDatabase({ url, template });
  // Opens no connection before the first query.
  const { db, pool, close } = connect(database.url, PATIENT);
  beforeAll(database.create);
  afterAll(async () => {
    await close();
    await database.drop();
  });
  return { db, pool, url: database.url };
}

/**
 * Call once at the top of a test file, with its database: several instances of the service, as it were,
 * each with connections of its own.
 */
export function testInstances(url: string, count: number): readonly Connection[] {
  const instances = Array.from({ length: count }, () => connect(url, { ...PATIENT, max: 3 }));
  afterAll(() => Promise.all(instances.map((each) => each.close())));
  return instances;
}
