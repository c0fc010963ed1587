import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { requests } from '@/contract/api';
import { CATEGORY_NAMES } from '@/server/platform/db/reference';
import { categories, reminders } from '@/server/platform/db/schema';
import { fixedClock } from './clock';
import { testBot } from './conversation';
import { testDatabase } from './database';
import { type Dialogue, readDialogues } from './dialogue-format';
import { dialoguePlayer } from './dialogue-play';
import { understand } from './dialogue-said';
import { inShort, type Verdict, verdictOn } from './dialogue-verdict';
import { createNote, createReminder, createUser } from './builders';
import { SOUND_BODIES } from './every-route';

describe('playing dialogues', () => {
  const { db } = testDatabase();
  const play = dialoguePlayer(db, testBot(db, fixedClock()));

  const tea = { key: 'чай', text: 'Выпить чай', at: '2026-11-24T12:00' };
  const gym = { key: 'зал', text: 'Зал', at: '2026-11-24T12:00', every: 'DAY', flood: true };
  const far = { key: 'врач', text: 'Врач', at: '2026-11-27T16:00' };
  const missed = { ...far, key: 'счёт', text: 'Оплатить счёт', state: 'waiting' };

  const dialogue = (given: object): Dialogue => {
    const [read] = readDialogues(
      JSON.stringify({ id: '1', zone: 'Asia/Vladivostok', now: '2026-11-24T12:00', ...given }),
    );
    if (typeof read !== 'object') throw new Error(read);
    return read;
  };
  const said = (text: string, to = 'чай', reminders: object[] = [tea, far]) => ({
    reminders,
    steps: [
      { rings: reminders.some((each) => each === gym) ? 'зал' : 'чай' },
      { replies: text, to, after: '3m' },
    ],
  });
  const waits = (text: string, rang = '2026-11-23T16:00') => ({
    reminders: [{ ...missed, at: rang, rang }, far],
    steps: [{ replies: text, to: 'счёт' }],
  });

  test.each<[string, object, object, Verdict]>([
    ['done', said('готово'), { done: ['чай'] }, 'right'],
    ['done, another expected', said('готово'), { done: ['врач'] }, 'touched'],
    ['done, a question expected', said('готово'), { asks: 'which' }, 'touched'],
    ['done where a skip was meant', said('готово'), { skipped: ['чай'] }, 'wrong'],
    ['skipped', said('пропусти', 'зал', [gym, far]), { skipped: ['зал'] }, 'right'],
    ['deleted', said('удали'), { deleted: ['чай'] }, 'right'],
    ['moved', said('через 20 минут'), { moved: { чай: '2026-11-24T12:23' } }, 'right'],
    [
      'moved into a span',
      said('вечером'),
      { moved: { чай: '2026-11-24T17:00..2026-11-24T22:00' } },
      'right',
    ],
    ['moved elsewhere', said('через 2 часа'), { moved: { чай: '2026-11-24T12:23' } }, 'wrong'],
    [
      'a series put off',
      said('через час', 'зал', [gym]),
      { moved: { зал: '2026-11-24T13:03' } },
      'right',
    ],
    [
      'repeats',
      said('каждый день в 9'),
      { rule: { чай: { every: 1, unit: 'DAY' } }, moved: { чай: '2026-11-25T09:00' } },
      'right',
    ],
    ['paused', said('на паузу', 'зал', [gym]), { paused: ['зал'] }, 'right'],
    ['a question', said('потом'), { asks: 'snooze' }, 'right'],
    ['a question where an act was meant', said('потом'), { done: ['чай'] }, 'asked'],
    ['nothing where an act was meant', said('спасибо'), { done: ['чай'] }, 'nothing'],
    ['small talk', said('спасибо'), { smallTalk: true }, 'right'],
    ['what waits', waits('готово'), { done: ['счёт'] }, 'right'],
    [
      'taken back',
      {
        ...said('готово'),
        steps: [
          { rings: 'чай' },
          { replies: 'готово', to: 'чай' },
          { replies: 'верни', to: 'чай', after: '1m' },
        ],
      },
      { undone: true },
      'right',
    ],
    [
      'resumed',
      {
        ...said('на паузу', 'зал', [gym]),
        steps: [
          { rings: 'зал' },
          { replies: 'на паузу', to: 'зал', after: '1m' },
          { replies: 'возобнови', to: 'зал', after: '1m' },
        ],
      },
      { resumed: ['зал'] },
      'right',
    ],
    [
      'new',
      { steps: [{ says: 'завтра в 9 купить хлеб' }] },
      { made: [{ kind: 'ready', at: ['2026-11-25T09:00'], title: ['купить хлеб'], rule: null }] },
      'right',
    ],
    [
      'new, and none expected',
      { steps: [{ says: 'завтра в 9 купить хлеб' }] },
      { smallTalk: true },
      'made',
    ],
    [
      'a draft where it cannot be one',
      { steps: [{ says: 'купить фильтр' }] },
      { asks: 'unclear' },
      'asked',
    ],
    ['a draft', { steps: [{ says: 'купить фильтр' }] }, { asks: 'when' }, 'right'],
    ['a note', { steps: [{ says: 'заметка: обувь 34' }] }, { note: 'обувь 34' }, 'right'],
    [
      'a correction of what a line has made',
      {
        steps: [
          { says: 'завтра в 9 купить хлеб', makes: 'хлеб' },
          { says: 'нет, в 10', after: '1m' },
        ],
      },
      { moved: { хлеб: '2026-11-25T10:00' } },
      'right',
    ],
  ])('%s', async (_, given, expected, verdict) => {
    const played = dialogue({ ...given, expect: [expected] });
    const got = await play(played);
    const told = `${verdictOn(played, got)}: ${inShort(got, played)}`;
    expect(told).toMatch(new RegExp(`^${verdict}:`));
  });

  test('what the bot says is a question where it asks or lets choose, and names what it shows', () => {
    const known = new Map([
      ['олей', 'Ужин с Олей'],
      ['ужин', 'Ужин'],
    ]);
    const says = (text: string, ...labels: string[]) => {
      const { asks, names, tells } = understand(
        [{ text, keyboard: [labels.map((label) => ({ text: label }))] }],
        known,
      );
      return { asks: [...asks].sort(), names, tells };
    };
    expect(says('Ужин с Олей — в пятницу, в 16:00')).toEqual({
      asks: [],
      names: ['олей'],
      tells: true,
    });
    expect(says('Удалить «Ужин»?', 'Удалить', 'Оставить').asks).toEqual(['delete', 'unclear']);
    expect(says('Какое из них?', 'Ужин с Олей', 'Ужин').asks).toEqual(['unclear', 'which']);
    expect(says('«Где паспорт?» — такого нет.').asks).toEqual([]);
    expect(says('Только этот раз или всегда?').asks).toEqual(['series', 'unclear']);
    expect(says('Не понял, когда. Напишите время.')).toMatchObject({
      asks: ['unclear', 'when'],
      tells: false,
    });
  });
});

describe('a test’s database', () => {
  const { db } = testDatabase();

  test('a test file gets the schema and the reference rows, and no user data', async () => {
    const names = (await db.select().from(categories)).map((category) => category.name);
    expect(names.toSorted()).toEqual([...CATEGORY_NAMES].toSorted());
    expect(await db.select().from(reminders)).toEqual([]);
  });

  test('builders write rows that hold together', async () => {
    const user = await createUser(db);
    const reminder = await createReminder(db, user.id, {
      dateTime: new Date('2026-12-31T21:30:00Z'),
      timeZone: 'Asia/Kathmandu',
    });
    expect(reminder).toMatchObject({
      userId: user.id,
      firstWallTime: '2027-01-01T03:15',
      nextFireAt: new Date('2026-12-31T21:30:00Z'),
      completed: false,
    });
    expect((await createNote(db, user.id)).userId).toBe(user.id);
  });

  test('the database folds the case of Cyrillic letters', async () => {
    const {
      rows: [row],
    } = await db.execute(sql`select lower('ЁЖИК') as folded`);
    expect(row).toEqual({ folded: 'ёжик' });
  });
});

/** The fields that a schema knows, each with those around it. */
const fieldsOf = (schema: unknown, around = ''): string[] =>
  partsOf(schema).flatMap(([key, part]) =>
    key === 'properties'
      ? partsOf(part).flatMap(([name, inner]) => [
          `${around}.${name}`,
          ...fieldsOf(inner, `${around}.${name}`),
        ])
      : fieldsOf(part, around),
  );
/** The fields that a body says. */
const fieldsSaid = (body: unknown, around = ''): string[] =>
  partsOf(body).flatMap(([name, inner]) => {
    const at = Array.isArray(body) ? around : `${around}.${name}`;
    return [at, ...fieldsSaid(inner, at)];
  });
const partsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

test.each(Object.entries(requests))(
  'the sound bodies of %s say every field that it takes: attacks are made of them',
  (name, schema) => {
    const known = fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
    const bodies = Object.entries(SOUND_BODIES).find(([each]) => each === name)?.[1];
    const said = bodies?.flatMap((body) => fieldsSaid(body));
    expect(known.filter((field) => !said?.includes(field))).toEqual([]);
  },
);

describe('a fixed clock', () => {
  test('a fixed clock moves only when told to', () => {
    const clock = fixedClock('2026-01-01T00:00:00Z');
    expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'));
    clock.advance(1500);
    expect(clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z');
    clock.set('2027-01-01T00:00:00Z');
    expect(clock.now().getUTCFullYear()).toBe(2027);
  });
});
