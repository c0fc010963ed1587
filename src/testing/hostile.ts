import { z } from 'zod';
import { type Endpoint, SOUND_BODIES } from './every-route';
import { initDataFor } from './test-env';

/**
 * What an attacker with a valid account sends. Every attack is one request; what must hold for its
 * answer is in `verdict`, and holds for any endpoint.
 */
interface Attack {
  name: string;
  path: string;
  init: RequestInit;
}

interface Attacker {
  /** Init data that the server accepts. */
  initData: string;
  token: string;
  /** Ids of somebody else's rows. */
  foreignIds: readonly number[];
}

const DEEP = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const HOSTILE_TEXTS = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  'я'.repeat(20_000),
  '👩‍👩‍👧‍👦'.repeat(400),
  '\u202e\u2066מזל\u200f',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}%s%n',
  '\r\nSet-Cookie: a=b',
  '\u0301'.repeat(500),
  '',
  ' ',
];
const HOSTILE_NUMBERS = [
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  // JSON knows no infinity, but 1e999 reads as one.
  Infinity,
];
const HOSTILE_DATES = [
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '10000-01-01T00:00:00Z',
  '2036-01-01T09:00:00+99:99',
  '2026-02-30T10:00:00Z',
  '2026-11-21T25:61:61Z',
  '2036-01-01T24:00:00Z',
  '2026-11-21',
];
/** One that reads like a zone and is none: those of this name end at +12, and at -14. */
const HOSTILE_ZONES = ['Etc/GMT+14'];
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[[]]],
  { toString: 'x', valueOf: 1 },
  ...HOSTILE_TEXTS,
  ...HOSTILE_NUMBERS,
  ...HOSTILE_DATES,
  ...HOSTILE_ZONES,
];
const HOSTILE_IDS = [
  '0',
  '-1',
  '1.0',
  '1e3',
  '9223372036854775808',
  '１',
  '%00',
  '%ff',
  '..%2f1',
  "1'--",
  'NaN',
  '__proto__',
  '1'.repeat(3_000),
];

/** All that any endpoint takes in its body, so that what is attacked beside it is looked at. */
const soundFields = Object.values(SOUND_BODIES)
  .flat()
  .reduce((fields, body) => ({ ...fields, ...body }), {});

/** JSON whose infinite numbers are written as numbers that no double holds. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (part === Infinity ? '∞' : part)).replaceAll(
    '"∞"',
    '1e999',
  );

const json = { 'content-type': 'application/json' };

/** Attacks on the form of a request, the same for every endpoint. */
export function attacksOn(endpoint: Endpoint, attacker: Attacker): Attack[] {
  const { method } = endpoint;
  const { initData } = attacker;
  const at = (id: string) => endpoint.path.replaceAll('[id]', id);
  const here = at(String(attacker.foreignIds[0] ?? 1));
  const attack = (name: string, init: RequestInit, path = here): Attack => ({
    name: `${method} ${endpoint.path}: ${name}`,
    path,
    init: { method, redirect: 'manual', ...init },
  });
  const ids = endpoint.path.includes('[id]')
    ? [...HOSTILE_IDS, ...attacker.foreignIds.map(String)].map((id) =>
        attack(
          `id ${id.slice(0, 20)}`,
          method === 'GET'
            ? { headers: { initData } }
            : { headers: json, body: toJson({ ...soundFields, initData }) },
          at(id),
        ),
      )
    : [];
  const [first = '', ...rest] = initData.split('&');
  const forged: [string, string][] = [
    ['no init data', ''],
    ['another user in signed init data', initData.replace(/%22id%22%3A\d+/, '%22id%22%3A1')],
    ['a doubled user', `${initData}&user=%7B%22id%22%3A1%7D`],
    ['a doubled hash', `${initData}&hash=${'0'.repeat(64)}`],
    ['no hash', initData.replace(/&hash=[^&]*/, '')],
    ['fields in another case', initData.replace('hash=', 'Hash=')],
    ['half an escape', `${first}%E0%A4%A&${rest.join('&')}`],
    ['10 KB', `${initData}&a=${'x'.repeat(10_000)}`],
    [
      'init data of last year',
      initDataFor({ id: 1 }, { token: attacker.token, at: new Date(Date.now() - 31_536_000_000) }),
    ],
    ['another bot’s init data', initDataFor({ id: 1 }, { token: `43:${'x'.repeat(35)}` })],
  ];
  if (method === 'GET') {
    return [
      ...ids,
      ...forged.map(([name, value]) => attack(name, { headers: { initData: value } })),
      attack('hostile query', { headers: { initData } }, `${here}?__proto__[x]=1&after=1e9&id=%00`),
    ];
  }
  const bodies: [string, BodyInit, Record<string, string>?][] = [
    ['nothing', ''],
    ['not JSON', '{'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['20,000 levels', DEEP],
    ['20,000 levels of a field', `{"initData":${toJson(initData)},"notification":${DEEP}}`],
    ['1 MB', toJson({ initData, text: 'x'.repeat(1_000_000) })],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a form', 'initData=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a text', toJson({ initData }), { 'content-type': 'text/plain' }],
    ['no type', toJson({ initData }), { 'content-type': '' }],
    ['claims to be zipped', toJson({ initData }), { ...json, 'content-encoding': 'gzip' }],
    ['a foreign origin', '{"initData":""}', { ...json, origin: 'https://evil.example' }],
    [
      'prototype keys',
      `{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"initData":${toJson(initData)}}`,
    ],
  ];
  return [
    ...ids,
    ...forged.map(([name, value]) =>
      attack(name, { headers: json, body: toJson({ ...soundFields, initData: value }) }),
    ),
    ...[null, 1, true, [], {}, [initData]].map((value) =>
      attack(`init data ${toJson(value)}`, { headers: json, body: toJson({ initData: value }) }),
    ),
    ...bodies.map(([name, body, headers]) => attack(name, { headers: headers ?? json, body })),
  ];
}

const failureBody = z.object({ success: z.literal(false), message: z.string().min(1) });
/** Words that only our code, its libraries or the database use: no answer may hold them. */
const INSIDE = /node_modules|\.tsx?\b|\bat \S+ \(|postgres|drizzle|syntax error|relation "|ECONN/i;

/**
 * What is wrong with an answer to an attack; undefined where it stood. It must not be a fault of the
 * server, must be the API's one shape where it refuses, and must tell nothing of the inside.
 */
export async function verdict(answer: Response): Promise<string | undefined> {
  const text = await answer.text();
  if (answer.status >= 500) return `${answer.status} ${text.slice(0, 200)}`;
  if (INSIDE.test(text)) return `tells of the inside: ${text.slice(0, 200)}`;
  // Next answers methods and addresses that are none itself.
  if (answer.status < 400 || answer.headers.get('x-request-id') === null) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `${answer.status} without JSON: ${text.slice(0, 200)}`;
  }
  return failureBody.safeParse(body).success ? undefined : `${answer.status} ${text.slice(0, 200)}`;
}

/** Looks for faults in what is sent, a few at a time, and answers those that there are, by name. */
export async function faultsOf<T extends { name: string }>(
  attacks: readonly T[],
  faultOf: (attack: T) => Promise<string | undefined>,
): Promise<string[]> {
  const faults: string[] = [];
  const queue = [...attacks];
  const work = async () => {
    for (let each = queue.pop(); each; each = queue.pop()) {
      const fault = await faultOf(each);
      if (fault !== undefined) faults.push(`${each.name} → ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return faults;
}

/** Sends attacks and answers what did not stand, by name. */
export const attackServer = (url: string, attacks: readonly Attack[]): Promise<string[]> =>
  faultsOf(attacks, async ({ path, init }) => {
    try {
      return await verdict(await fetch(url + path, init));
    } catch (error) {
      // A connection that the server hung up on after it had refused the body is a refusal too.
      const cause = error instanceof Error ? error.cause : undefined;
      return cause instanceof Error && 'code' in cause ? undefined : String(error);
    }
  });
