import { GET as listNotes } from './notes/route';
import { GET as listReminders } from './notifications/route';
import { requests, responses } from '@/contract/api';
import { log } from '@/server/platform/log';
import { callRoute, testRoutes } from '@/testing/api';
import { createNote, createReminder } from '@/testing/builders';
import { everyRoute, type RequestName, SOUND_BODIES } from '@/testing/every-route';
import { HOSTILE_VALUES, toJson, verdict } from '@/testing/hostile';

const { db, someone } = testRoutes();

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an object schema of the contract holds, through what makes it optional, nullable or forgiving. */
function fieldsOf(schema: unknown): Json {
  if (!isObject(schema) || !isObject(schema.def)) return {};
  const { shape, innerType } = schema.def;
  return isObject(shape) ? shape : fieldsOf(innerType);
}

/** Fields of a reminder that mean another thing with each rule: they are spoilt in every body. */
const WITH_EVERY_RULE = ['dateTime', 'timeZone', 'repeatEvery', 'preAlerts', 'flood', 'text'];
const isWithEveryRule = (at: string) =>
  WITH_EVERY_RULE.some((name) => at === `.notification.${name}`);

/**
 * A sound body with one of its fields, at whatever depth, in turn replaced by each hostile value, and left out. Any other
 * field than those that meet every rule is spoilt in the first body that has it: `spoilt` are those of the bodies before.
 */
function* mutantsOf(
  schema: unknown,
  { sound, spoilt, around = '' }: { sound: Json; spoilt: Set<string>; around?: string },
): Generator<Json> {
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const own = sound[name];
    const at = `${around}.${name}`;
    const within = { sound: isObject(own) ? own : {}, spoilt, around: at };
    for (const inner of mutantsOf(field, within)) yield { ...sound, [name]: inner };
    if (own === undefined || (spoilt.has(at) && !isWithEveryRule(at))) continue;
    spoilt.add(at);
    for (const value of [undefined, ...HOSTILE_VALUES]) yield { ...sound, [name]: value };
    if (!Array.isArray(own)) continue;
    const items: readonly unknown[] = own;
    for (const value of HOSTILE_VALUES) yield { ...sound, [name]: [...items, value] };
  }
}

function everyMutant(name: RequestName): Json[] {
  const spoilt = new Set<string>();
  return SOUND_BODIES[name].flatMap((body) => [
    ...mutantsOf(requests[name], { sound: { ...body }, spoilt }),
  ]);
}

/** What was stored of it can still be read by its owner. */
async function expectReadable(initData: string): Promise<void> {
  if (initData === '') return;
  const reminders = await callRoute(listReminders, { initData });
  const notes = await callRoute(listNotes, { initData });
  // Whoever has erased the account has no lists.
  expect(['200 200', '403 403']).toContain(`${reminders.status} ${notes.status}`);
  if (reminders.status === 403) return;
  responses.reminders.parse(reminders.json);
  responses.notes.parse(notes.json);
}

test('every field of every request, spoilt in any way, is refused in the API’s one shape or stored so that lists still answer: no 500, no word of the inside, no line of level 50', async () => {
  const loud: unknown[][] = [];
  for (const level of ['error', 'fatal'] as const) {
    jest.spyOn(log, level).mockImplementation((...line: unknown[]) => void loud.push(line));
  }
  const faults: string[] = [];
  let calls = 0;
  for (const { handler, request, method, path } of await everyRoute()) {
    if (request === null) continue;
    const mutants = everyMutant(request);
    let mine = { initData: '', ids: [''] };
    for (const [nth, body] of mutants.entries()) {
      // Below the rate limit of one person, who has something of each kind to lose.
      if (nth % 40 === 0) {
        await expectReadable(mine.initData);
        const { user, initData } = await someone();
        const reminder = await createReminder(db, user.id, { dateTime: new Date('2036-01-01') });
        const note = await createNote(db, user.id);
        mine = { initData, ids: [path.includes('notes') ? `${note.id}` : `${reminder.id}`] };
      }
      const raw = toJson({ initData: mine.initData, ...body });
      const [id = '1'] = mine.ids;
      const { status, headers, json } = await callRoute(handler, { raw, params: { id } });
      calls += 1;
      const answer = new Response(toJson(json), { status, headers });
      const fault = isWithoutBot(json) ? undefined : await verdict(answer);
      if (fault !== undefined || loud.length > 0) {
        faults.push(`${method} ${path} ${raw.slice(-300)}: ${fault} ${toJson(loud.splice(0))}`);
      }
    }
    await expectReadable(mine.initData);
  }
  expect(faults.slice(0, 20)).toEqual([]);
  expect(calls).toBeGreaterThan(2_000);
}, 900_000);

/** Nothing that tells of a bot works where none is named. */
const isWithoutBot = (json: unknown) =>
  isObject(json) && String(json.message).includes('у бота не указано имя');
