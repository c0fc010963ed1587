import { eq } from 'drizzle-orm';
import { occurrences, reminders } from '../../src/server/platform/db/schema';
import { categoryId, createNote, createReminder, typeId } from '../../src/testing/builders';
import { type Person } from './test';

const HOUR_MS = 3_600_000;
const LONG =
  'Собрать документы для визы: загранпаспорт, две фотографии 35×45, справка с работы, выписка со счёта за три месяца, страховка, бронь гостиницы и билетов; распечатать анкету, подписать и отнести в визовый центр до обеда, потому что после обеда там всегда очередь.';
const UNBROKEN = `https://example.org/${'очень-длинный-адрес-'.repeat(9)}`;

/** Reminders of every kind that a card can show: seven current ones, three in the archive. */
export async function storeReminders({ stack: { db }, id }: Person): Promise<void> {
  const [check, pay, plain, pill] = await Promise.all(
    ['Проверка', 'Оплата', 'Напоминание', 'Лекарство'].map((name) => typeId(db, name)),
  );
  const [own, work, home, health, family] = await Promise.all(
    ['Личное', 'Работа', 'Дом', 'Здоровье', 'Семья'].map((name) => categoryId(db, name)),
  );
  const rows: [string, number | undefined, number | undefined, hours: number, object?][] = [
    ['Оплатить интернет 💳', pay, home, 2, { rule: every(1, 'MONTH') }],
    ['Выпить витамины', pill, health, 5, { floodInterval: 15 }],
    ['Проверить отчёт', check, work, 20, { rule: every(2, 'WEEK'), floodInterval: 60 }],
    [LONG, plain, own, 26],
    ['👨‍👩‍👧‍👦🎂🎉 День рождения Оли', plain, family, 500, { rule: every(1, 'YEAR') }],
    [UNBROKEN, plain, work, 600],
    ['Полить ёлку', plain, home, 700, { rule: every(3, 'DAY') }],
    ['Забрать посылку', plain, own, -3, { completed: true }],
    ['Оплатить штраф', pay, home, -30, { completed: true }],
    ['Проверить почту', check, work, -50, { completed: true }],
  ];
  for (const [text, type = 0, category = 0, hours, more] of rows) {
    const dateTime = new Date(Date.now() + hours * HOUR_MS);
    await createReminder(db, id, { text, typeId: type, categoryId: category, dateTime, ...more });
  }
}

/** What was sent and not answered: a one-shot of yesterday and a series; and a one-shot that was put off. */
export async function storeWaiting({ stack: { db }, id }: Person): Promise<void> {
  const pill = await typeId(db, 'Лекарство');
  const health = await categoryId(db, 'Здоровье');
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR_MS);
  await createReminder(db, id, {
    text: 'Отправить показания счётчиков',
    dateTime: at(-24),
    openOccurrenceAt: at(-24),
    waitingSince: at(-24),
    nextFireAt: null,
  });
  await createReminder(db, id, {
    text: 'Принять таблетку',
    typeId: pill,
    categoryId: health,
    dateTime: at(22),
    rule: every(1, 'DAY'),
    openOccurrenceAt: at(-2),
    waitingSince: at(-2),
  });
  await createReminder(db, id, {
    text: 'Позвонить маме',
    dateTime: at(3),
    openOccurrenceAt: at(3),
    snoozedUntil: at(3),
    nextFireAt: at(3),
  });
}

/** What became of some of this month's occurrences of each reminder. */
export async function storeHistory({ stack: { db }, id }: Person): Promise<void> {
  const rows = await db.select().from(reminders).where(eq(reminders.userId, id));
  const now = Date.now();
  const outcomes = ['done', 'done', 'unanswered', 'done', 'skipped'] as const;
  for (const [row, { id: reminderId }] of rows.entries()) {
    const those = outcomes.slice(0, 1 + (row % outcomes.length));
    await db.insert(occurrences).values(
      those.map((outcome, at) => ({
        ...{ reminderId, userId: id, outcome },
        occurrenceAt: new Date(now - at * 1_000),
        endedAt: new Date(now + at * HOUR_MS),
      })),
    );
  }
}

/** Seven notes, short and long. */
export async function storeNotes({ stack: { db }, id }: Person): Promise<void> {
  const [work, shopping] = await Promise.all([categoryId(db, 'Работа'), categoryId(db, 'Покупки')]);
  const rows = [
    {
      title: 'Подарки',
      content: '**До праздника**:\n☑ Оле — книга и чай 🍵\n- Папе — тёплый шарф\n- Маме — цветы',
      pinned: true,
    },
    { title: 'Вопросы к планёрке', content: 'Сроки, бюджет, кто дежурит', categoryId: work },
    {
      title: 'Купить',
      content: '1. Батарейки\n2. Лампочки\n3. Корм для кота',
      categoryId: shopping,
    },
    { title: 'Виза', content: LONG },
    { title: UNBROKEN, content: UNBROKEN, categoryId: work },
    { title: 'Ёлка', content: 'Гирлянда, шары, звезда' },
    { title: 'Пароль от вайфая', content: 'Спросить у Антона' },
  ];
  for (const [at, row] of rows.entries()) {
    const dateTime = new Date(Date.now() - (at + 1) * HOUR_MS);
    await createNote(db, id, { ...row, dateTime });
  }
}

const every = (times: number, unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR') => ({ every: times, unit });
