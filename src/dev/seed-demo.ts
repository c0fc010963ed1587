/**
 * `npm run db:seed-demo`: reminders and notes of a made-up person, and a month of a made-up service for
 * the administrators' dashboard, in the demo's database or in the one of DATABASE_URL, which has to be
 * on this machine. Meant for an empty account; repeating it adds the person's again.
 */
import { TERMS_VERSION, TUTORIAL_DONE } from '@/core/limits';
import { findAccount } from '@/server/accounts/accounts';
import { createCategory, listOwnCategories } from '@/server/categories/categories';
import { connect, type Db } from '@/server/platform/db/client';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { loadReference } from '@/server/platform/db/reference';
import { occurrences, users } from '@/server/platform/db/schema';
import { createNote } from '@/server/notes/notes';
import { createReminder } from '@/server/reminders/reminders';
import { runCommand } from './command';
import { DEMO_ADMIN } from './demo-settings';
import { openCheckoutPostgres } from './embedded-postgres';
import { seedMonth } from './seed-month';

/** The first person of the simulated chat. */
const PERSON = { id: 1001, firstName: 'Анна', username: 'anna_demo' };
const HOUR_MS = 3_600_000;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', ''];

const OWN_CATEGORY = { name: 'Дача', color: 'green' };

const reminders = [
  { text: 'Оплатить интернет', type: 'Оплата', category: 'Дом', hours: 2, repeat: ['MONTH', 1] },
  { text: 'Полить цветы 🌱', type: 'Напоминание', category: 'Дом', hours: 5, repeat: ['DAY', 3] },
  { text: 'Проверить договор с подрядчиком', type: 'Проверка', category: 'Работа', hours: 20 },
  { text: 'Позвонить маме', type: 'Звонок', category: 'Семья', hours: 26, repeat: ['WEEK', 1] },
  { text: 'Выключить духовку', type: 'Проверка', category: 'Дом', hours: 12, flood: 15 },
  { text: 'Высадить рассаду', type: 'Напоминание', category: 'Дача', hours: 44 },
  {
    text: 'День рождения Оли',
    type: 'Напоминание',
    category: 'Семья',
    hours: 500,
    repeat: ['YEAR', 1],
  },
] as const;
const notes = [
  { title: 'Подарки', content: '☑ Оле — книга и чай\n- Папе — тёплый шарф', category: 'Личное' },
  {
    title: 'Вопросы к планёрке',
    content: 'Сроки, бюджет, кто дежурит в праздники',
    category: 'Работа',
  },
  { title: 'Рассада', content: '- помидоры\n- перец\n- базилик', category: 'Дача' },
  { title: 'Купить', content: 'Батарейки, лампочки, корм для кота', category: 'Покупки' },
] as const;

async function seed(url: string, now: Date): Promise<void> {
  await migrateDatabase(url);
  const { db, close } = connect(url);
  try {
    const accepted = { adultConfirmedAt: now, termsVersion: TERMS_VERSION, termsAcceptedAt: now };
    await db
      .insert(users)
      .values({ ...PERSON, ...accepted, tutorialStep: TUTORIAL_DONE })
      .onConflictDoUpdate({ target: users.id, set: accepted });
    const account = await findAccount(db, PERSON.id);
    if (!account) throw new Error('the person could not be stored');
    const own = await listOwnCategories(db, account.id);
    if (!own.some(({ name }) => name === OWN_CATEGORY.name)) {
      await createCategory(db, account.id, OWN_CATEGORY, now);
    }
    const { categories, types } = await loadReference(db, account.id);
    const idOf = (rows: { id: number; name: string }[], name: string) =>
      rows.find((row) => row.name === name)?.id;
    for (const { text, type, category, hours, ...rest } of reminders) {
      const input = {
        text,
        typeId: idOf(types, type),
        categoryId: idOf(categories, category),
        dateTime: new Date(now.getTime() + hours * HOUR_MS).toISOString(),
        ...('repeat' in rest && {
          repeat: true,
          repeatUnit: rest.repeat[0],
          repeatEvery: rest.repeat[1],
        }),
        ...('flood' in rest && { flood: true, floodInterval: rest.flood }),
      };
      const { id } = await createReminder(db, account, input, { now, createKey: null });
      if ('repeat' in rest) await seedHistory(db, account.id, id, now);
    }
    for (const { category, ...note } of notes) {
      const input = { ...note, categoryId: idOf(categories, category) };
      await createNote(db, account.id, input, { now, createKey: null });
    }
    await seedMonth(db, { now, adminId: DEMO_ADMIN, personId: PERSON.id });
  } finally {
    await close();
  }
}

async function seedHistory(db: Db, userId: number, reminderId: number, now: Date): Promise<void> {
  const outcomes = ['done', 'done', 'unanswered'] as const;
  await db.insert(occurrences).values(
    outcomes.map((outcome, days) => {
      const occurrenceAt = new Date(now.getTime() - (days + 1) * 24 * HOUR_MS);
      const endedAt = new Date(occurrenceAt.getTime() + days * 2 * HOUR_MS);
      return { reminderId, userId, outcome, occurrenceAt, cameAt: occurrenceAt, endedAt };
    }),
  );
}

async function main(): Promise<void> {
  const given = process.env.DATABASE_URL;
  if (given && !LOCAL_HOSTS.includes(new URL(given).hostname)) {
    throw new Error('db:seed-demo writes only into a database on this machine.');
  }
  const embedded = given ? undefined : await openCheckoutPostgres(process.cwd());
  try {
    await seed(given || (embedded?.url() ?? ''), new Date());
  } finally {
    await embedded?.stop();
  }
}

void runCommand(main);
