import { callRoute, testRoutes } from '@/testing/api';
import { testInstances } from '@/testing/database';
import { type EveryRoute, everyRoute, SOUND_BODIES } from '@/testing/every-route';
import { NOBODYS, victims, whileHeld } from '@/testing/strangers';

const { db, url, someone } = testRoutes();
const [holder] = testInstances(url, 1);

beforeAll(() => {
  process.env.TELEGRAM_BOT_USERNAME = 'napomnyu_bot';
});

/** Where bodies name a row. */
const NAMES_A_ROW = /"(noteId|categoryId|to|after)":\d+/g;

interface Question {
  route: EveryRoute;
  /** As JSON, with `#` for the id, where one stands in it. */
  body: string | undefined;
}

/** Every place where a route takes an id: in its address, and one by one those in what it reads. */
async function questions(): Promise<Question[]> {
  const routes = await everyRoute();
  return routes.flatMap((route) => {
    const bodies = route.request === null ? [] : SOUND_BODIES[route.request].map(toJson);
    const inBody = bodies.flatMap((body) =>
      [...body.matchAll(NAMES_A_ROW)].map(({ 0: found, 1: key, index }) => ({
        route,
        body: `${body.slice(0, index)}"${key ?? ''}":#${body.slice(index + found.length)}`,
      })),
    );
    if (!route.path.includes('[id]')) return inBody;
    const inAddress = route.request === null ? [undefined] : bodies;
    return [...inAddress.map((body) => ({ route, body })), ...inBody];
  });
}

const toJson = (body: object) => JSON.stringify(body);

/** But for what is new in each answer. */
const comparable = (json: unknown) =>
  JSON.stringify(json)
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/"id":\d+/g, '"id":0')
    .replace(/"createdAt":"[^"]*"/g, '');

test('of a stranger’s row no route tells more than of one that does not exist, and none waits for it', async () => {
  if (!holder) throw new Error('no connection');
  const { people, ids } = await victims(db, new Date());
  const asked = await questions();
  expect(asked.length).toBeGreaterThan(60);
  const told: string[] = [];
  await whileHeld(holder.db, people, async (unblocked) => {
    for (const { route, body } of asked) {
      const ask = async (id: number): Promise<string> => {
        const { initData } = await someone();
        const read: unknown =
          body === undefined ? undefined : JSON.parse(body.replace('#', String(id)));
        const call = {
          ...{ initData, params: { id: String(id) } },
          ...(typeof read === 'object' && read !== null && { body: read }),
        };
        const { status, json } = await callRoute(route.handler, call);
        return `${status} ${comparable(json)}`;
      };
      const [ofNobody, ...ofRows] = await unblocked(Promise.all([NOBODYS, ...ids].map(ask)));
      for (const answer of ofRows) {
        if (answer !== ofNobody)
          told.push(`${route.method} ${route.path} ${body ?? ''}: ${answer}`);
      }
    }
  });
  expect(told).toEqual([]);
}, 120_000);
