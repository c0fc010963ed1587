import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { requests } from '@/contract/api';
import { TUTORIAL_DONE } from '@/core/limits';
import { type NextRoute } from '@/server/platform/http';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in the address, with `[id]` where an id stands. */
  path: string;
}

/**
 * Every endpoint of the API, found on the disk: one that is added is attacked and measured without
 * being named anywhere.
 */
export function endpoints(): Endpoint[] {
  const api = path.resolve('src/app/api');
  return readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .flatMap((file) => {
      const source = readFileSync(path.join(api, file), 'utf8');
      const methods = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((method) =>
        new RegExp(`^export (const|function|async function) ${method}\\b`, 'm').test(source),
      );
      if (methods.length === 0) throw new Error(`${file} has no method that is known here`);
      const where = `/api/${path.dirname(file).split(path.sep).join('/')}`;
      return methods.map((method) => ({ method, path: where }));
    })
    .toSorted((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));
}

export type RequestName = keyof typeof requests;

/** An endpoint of the API with its handler, and the body of the contract that it reads; null where it reads none. */
export interface EveryRoute extends Endpoint {
  handler: NextRoute;
  request: RequestName | null;
}

const route = z.custom<NextRoute>((value) => typeof value === 'function');
const requestName = z.custom<RequestName>(
  (value) => typeof value === 'string' && Object.hasOwn(requests, value),
);

/** Whom a route lets in, by what makes it. */
const FOR_SIGNED_IN = ['apiRoute', 'reminderChangeRoute', 'actRoute', 'pictureRoute'];
const FOR_OTHERS = ['adminRoute', 'cronRoute', 'bearerRoute', 'calendarRoute'];

/** Throws where nobody has said here whom such a route lets in: it would be tried by no test of all routes. */
function isForSignedIn(file: string, source: string): boolean {
  const makers = [...source.matchAll(/\b([a-z]\w*Route)[<(]/g)].map(([, maker = '']) => maker);
  const unknown = makers.find((each) => ![...FOR_SIGNED_IN, ...FOR_OTHERS].includes(each));
  if (unknown) throw new Error(`${file}: whom ${unknown} lets in has to be said in every-route.ts`);
  return makers.some((each) => FOR_SIGNED_IN.includes(each));
}

/**
 * Every route for signed-in people, with its handler: what is added to the API is tried without being named, unless it is
 * made in a new way.
 */
export async function everyRoute(): Promise<EveryRoute[]> {
  const found: EveryRoute[] = [];
  for (const endpoint of endpoints()) {
    const file = path.resolve('src/app', endpoint.path.slice(1), 'route.ts');
    const source = readFileSync(file, 'utf8');
    if (!isForSignedIn(file, source)) continue;
    const exported: unknown = await import(file);
    const handler = z.record(z.string(), z.unknown()).parse(exported)[endpoint.method];
    const [, ofMethod = ''] = source.split(new RegExp(`^export const ${endpoint.method}\\b`, 'm'));
    const [own = ''] = ofMethod.split(/^export /m);
    const [, name] = /\brequests\.(\w+)/.exec(own) ?? [];
    const request = name === undefined ? null : requestName.parse(name);
    found.push({ ...endpoint, handler: route.parse(handler), request });
  }
  return found;
}

const dateTime = '2036-01-01T09:00:00.000Z';
const form = {
  typeId: 1,
  categoryId: 1,
  text: 'Полить цветы',
  dateTime,
  timeZone: 'Europe/Moscow',
};
const series = {
  ...{ ...form, repeat: true, repeatEvery: 1, repeatUnit: 'DAY', preAlerts: [60, 10] },
  ...{ flood: true, floodInterval: 5, counter: { left: 5, low: 2 }, noteId: 1, version: 1 },
};
const notifications = [
  series,
  { ...form, preAlerts: [60], repeat: false, flood: false },
  { ...series, repeatUnit: 'WEEK', repeatWeekdays: [1, 3], repeatUntil: '2037-01-01' },
  { ...series, repeatTimes: ['09:00', '21:00'], repeatCount: 20 },
  { ...series, repeatEveryMinutes: 90, repeatWindow: { from: '09:00', to: '21:00' } },
  { ...series, repeatUnit: 'MONTH', repeatMonthly: 'LAST_DAY' },
  { ...series, repeatUnit: 'MONTH', repeatMonthDays: [1, 15] },
  { ...series, repeatAfterDone: true },
  { ...series, repeatUnit: 'YEAR', birthYear: 1990 },
];
const answer = { version: 1, occurrence: dateTime };

/** Sound bodies of every kind that the contract knows: a new kind is one more line here. */
export const SOUND_BODIES: Record<RequestName, readonly object[]> = {
  timeZone: [{ timezone: 'Europe/Moscow' }],
  zoneAnswer: [
    { answer: 'move', question: { before: 'Asia/Tokyo', here: 'Europe/Moscow' } },
    { answer: 'stay' },
  ],
  tutorialStep: [{ tutorialStep: TUTORIAL_DONE }],
  saveReminder: notifications.map((notification) => ({ notification, version: 1 })),
  saveNote: [
    {
      note: { title: 'Список', content: 'Молоко', categoryId: 1, dateTime, version: 1 },
      version: 1,
    },
  ],
  tickPoint: [{ line: 0, text: 'Молоко', done: true }],
  pinNote: [{ pinned: true }],
  answerReminder: [{}, answer],
  snoozeReminder: [{ version: 1, until: '10m' }, { until: dateTime }],
  pauseReminder: [{ version: 1, until: dateTime }, {}],
  resumeReminder: [{}, { version: 1 }],
  rewriteReminder: [
    { version: 1, counter: { left: 5, low: 2 } },
    { tick: { point: 'a', done: true } },
    { categoryId: 1 },
  ],
  noteOfReminder: [{ version: 1 }],
  undo: [{ undo: '2', ofAnswer: true }],
  pauseAll: [{ until: dateTime }, {}],
  undoAll: [{ undo: 'x'.repeat(24) }],
  settings: [
    {
      settings: {
        timeZone: 'Europe/Moscow',
        dayParts: { morning: '08:00', day: '13:00', evening: '20:00' },
        snoozes: ['5m', '1h', 'evening', 'tomorrow'],
        categoryId: 1,
        quietHours: { from: '23:00', to: '08:00' },
        agenda: '08:00',
        review: null,
      },
    },
  ],
  saveCategory: [{ category: { name: 'Дача', color: 'green' } }],
  moveCategory: [{ up: true }],
  removeCategory: [{ to: 1 }, {}],
  importFile: [{ name: 'a.csv', content: 'TYPE,CONTENT\ntask,Полить', apply: false }],
  calendarAlarms: [{ withAlarms: true }],
  pressDraft: [{ press: 'in-hour' }],
  share: [{ together: true }, {}],
  removeReminder: [{}, { leave: true }],
  nothing: [{}],
};
