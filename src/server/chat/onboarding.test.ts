import { eq, sql } from 'drizzle-orm';
import { REFUSED_DAYS, TERMS_VERSION } from '@/core/limits';
import { acceptTerms } from '@/server/accounts/accounts';
import { earlyMessages, reminders, users } from '@/server/platform/db/schema';
import { saveBrowserTimeZone } from '@/server/reminders/zone-shift';
import { createReminder } from '@/testing/builders';
import { APP_URL, testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { readReminder } from '@/server/reminders/present';
import { fixedClock } from '@/testing/clock';

describe('onboarding', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const stored = async (id: number) => {
    const [row] = await db.select().from(users).where(eq(users.id, id));
    return row;
  };

  /** Does something while the database refuses such writes («insert on drafts»), as if its disk were full. */
  async function withWritesRefused(writes: readonly string[], work: () => Promise<unknown>) {
    await db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
    try {
      for (const write of writes) {
        await db.execute(
          sql.raw(`create trigger refuse before ${write} for each row execute function refuse()`),
        );
      }
      await work();
    } finally {
      await db.execute(sql`drop function refuse cascade`);
    }
  }

  describe('/start', () => {
    test('asks a stranger for age and terms, with links to both pages, and stores nothing yet', async () => {
      const anna = bot.stranger();
      await anna.write('/start');
      expect(anna.text()).toContain('Здравствуйте, Анна!');
      expect(anna.text()).toContain('18 лет');
      expect(anna.last().entities.map((each) => each.url)).toEqual([
        `${APP_URL}/terms`,
        `${APP_URL}/privacy`,
      ]);
      expect(anna.labels()).toEqual([['Мне есть 18, принимаю'], ['Не принимаю']]);
      expect(await stored(anna.id)).toBeUndefined();
    });

    test('acceptance stores age, version and time, and opens the app', async () => {
      const anna = bot.stranger();
      await anna.write('/start promo_2026');
      await anna.press('Мне есть 18, принимаю');
      expect(await stored(anna.id)).toMatchObject({
        termsVersion: TERMS_VERSION,
        termsAcceptedAt: bot.clock.now(),
        adultConfirmedAt: bot.clock.now(),
        firstName: 'Анна',
      });
      const [accepted, ...more] = anna.messages();
      expect(more).toEqual([]);
      expect(accepted?.text).toContain('всё готово');
      expect(accepted?.keyboard.flat()[0]?.web_app?.url).toBe(`${APP_URL}/app`);
    });

    test('a refusal is polite, stores nothing and leads back to the terms', async () => {
      const anna = bot.stranger();
      await anna.write('/start');
      await anna.press('Не принимаю');
      expect(anna.text()).toContain('Если передумаете');
      expect(await stored(anna.id)).toBeUndefined();
      await anna.press('Вернуться к условиям');
      await anna.press('Мне есть 18, принимаю');
      expect(await stored(anna.id)).toMatchObject({ termsVersion: TERMS_VERSION });
    });

    test('a second one greets and opens the app', async () => {
      const anna = await bot.member();
      await anna.write('/start');
      expect(anna.text()).toContain('С возвращением, Анна!');
      expect(anna.labels()).toEqual([['Открыть приложение']]);
    });

    test('a new version of the terms asks again, and an old button accepts nothing', async () => {
      const anna = await bot.member({ termsVersion: '2024-01-01' });
      await anna.write('/app');
      expect(anna.text()).toContain('Мы обновили условия');
      await anna.pressData('terms:accept:2024-01-01');
      expect(await stored(anna.id)).toMatchObject({ termsVersion: '2024-01-01' });
      await anna.press('Не принимаю');
      expect(anna.text()).toContain('/export');
      expect(await stored(anna.id)).toMatchObject({
        termsVersion: null,
        adultConfirmedAt: null,
        termsRefusedAt: bot.clock.now(),
      });
      expect(anna.text()).toContain(`через ${REFUSED_DAYS} дней`);
    });

    test('a name full of markup is shown as it is written', async () => {
      const odd = bot.stranger('<b>&"');
      await odd.write('/start');
      expect(odd.text()).toContain('Здравствуйте, <b>&"!');
    });
  });

  describe('the zone that the bot assumes for somebody new', () => {
    const zoneOf = async (id: number) => {
      const row = await stored(id);
      return row && [row.timeZone, row.timeZoneManual, row.timeZoneAssumed];
    };
    const newcomer = async () => {
      const anna = bot.stranger();
      await anna.write('/start');
      await anna.press('Мне есть 18, принимаю');
      return anna;
    };

    const ASKS = 'У вас сейчас 12:00?';

    test('is asked about once, with the first reminder, which works meanwhile', async () => {
      const anna = await newcomer();
      expect(anna.text()).toContain('всё готово');
      await anna.write('хлеб');
      expect(anna.text()).not.toContain(ASKS);
      await anna.press('Отмена');
      await anna.write('завтра в 9 молоко');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
      expect(anna.text()).toContain(ASKS);
      expect(anna.labels().at(-1)).toEqual(['Время верное', 'Другой город']);
      await anna.write('завтра в 10 сыр');
      expect(anna.text()).not.toContain(ASKS);
      expect(anna.labels().flat()).not.toContain('Время верное');
      expect(await zoneOf(anna.id)).toEqual(['Europe/Moscow', false, true]);
    });

    test('is asked about under several reminders of the first message', async () => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко\nзавтра в 10 сыр');
      expect(anna.text()).toContain(ASKS);
      await anna.press('Время верное');
      expect(anna.text()).not.toContain(ASKS);
      expect(await zoneOf(anna.id)).toEqual(['Europe/Moscow', false, false]);
    });

    test('«Время верное» settles it, but is no choice by hand: a device may still say another', async () => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко');
      await anna.press('Время верное');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
      expect(anna.text()).not.toContain(ASKS);
      expect(await zoneOf(anna.id)).toEqual(['Europe/Moscow', false, false]);
      const account = await stored(anna.id);
      if (!account) throw new Error('no account');
      await saveBrowserTimeZone(db, account, 'Asia/Omsk', new Date());
      expect(await zoneOf(anna.id)).toEqual(['Asia/Omsk', false, false]);
    });

    test.each([
      ['да, всё верно', 'Europe/Moscow', false],
      ['владивосток', 'Asia/Vladivostok', true],
      ['нет, Омск', 'Asia/Omsk', true],
    ])('«%s» as the next message settles it', async (words, zone, manual) => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко');
      await anna.write(words);
      expect(await zoneOf(anna.id)).toEqual([zone, manual, false]);
    });

    test('«нет» is offered the cities, with their clocks', async () => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко');
      await anna.write('нет');
      expect(anna.text()).toContain('Пока считаю по времени «Москва, UTC+3», сейчас 12:00.');
      await anna.press('Омск 15:00');
      expect(await zoneOf(anna.id)).toEqual(['Asia/Omsk', true, false]);
    });

    test('what the device of the app says settles it', async () => {
      const anna = await newcomer();
      const account = await stored(anna.id);
      if (!account) throw new Error('no account');
      await saveBrowserTimeZone(db, account, 'Europe/Moscow', new Date());
      expect(await zoneOf(anna.id)).toEqual(['Europe/Moscow', false, false]);
    });

    const plansOf = async (id: number) => {
      const rows = await db.select().from(reminders).where(eq(reminders.userId, id));
      return rows
        .map(({ text, timeZone, firstWallTime }) => `${text} ${timeZone} ${firstWallTime}`)
        .toSorted();
    };

    test('what was said by the clock moves to the same time there at once; spans stay; it can be taken back', async () => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко');
      await anna.write('каждый день в 10 зарядка');
      await anna.write('через час чай');
      await anna.write('хлеб');
      await anna.press('Через 3 часа');
      await anna.write('сыр');
      await anna.press('Завтра утром');
      const before = await plansOf(anna.id);
      expect(before).toEqual([
        'Зарядка Europe/Moscow 2026-11-21T10:00',
        'Молоко Europe/Moscow 2026-11-21T09:00',
        'Сыр Europe/Moscow 2026-11-21T09:00',
        'Хлеб Europe/Moscow 2026-11-20T15:00',
        'Чай Europe/Moscow 2026-11-20T13:00',
      ]);
      const asking = anna.messages().filter(({ text }) => text.includes('У вас сейчас'));
      expect(asking).toHaveLength(1);
      await anna.press('Другой город');
      // It is asked below now, and the card asks no more.
      expect(asking[0]?.text).not.toContain('У вас сейчас');
      expect(asking[0]?.keyboard.flat().map(({ text }) => text)).not.toContain('Время верное');
      await anna.press('Омск 15:00');
      expect(anna.text()).toContain('Готово: Омск, UTC+6, у вас сейчас 15:00.');
      expect(anna.text()).toContain('перенёс и то, что уже создано: 3 напоминания.');
      expect(await plansOf(anna.id)).toEqual([
        'Зарядка Asia/Omsk 2026-11-21T10:00',
        'Молоко Asia/Omsk 2026-11-21T09:00',
        'Сыр Asia/Omsk 2026-11-21T09:00',
        'Хлеб Europe/Moscow 2026-11-20T15:00',
        'Чай Europe/Moscow 2026-11-20T13:00',
      ]);
      const undo = anna.last().keyboard.flat()[0]?.callback_data ?? '';
      await anna.press('↩️ Вернуть');
      expect(anna.text()).toBe('↩️ Вернул: 3 напоминания придут в прежний момент.');
      expect(await plansOf(anna.id)).toEqual(before);
      expect(await zoneOf(anna.id)).toEqual(['Asia/Omsk', true, false]);
      await anna.pressData(undo);
      expect(anna.text()).toContain('Возвращать нечего');
    });

    test('a zone in which nothing could be moved yet is not chosen; the repeated update does both', async () => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко');
      bot.simulator().say(anna.id, '/timezone Омск');
      const [said] = await bot.updates();
      if (!said) throw new Error('nothing was said');
      await withWritesRefused(['update on reminders'], async () => {
        expect(await bot.post(said)).toBe(503);
      });
      expect(await bot.post(said)).toBe(200);
      expect(await plansOf(anna.id)).toEqual(['Молоко Asia/Omsk 2026-11-21T09:00']);
      expect(await zoneOf(anna.id)).toEqual(['Asia/Omsk', true, false]);
    });

    test('what somebody else has shared stays at its instant', async () => {
      const anna = await newcomer();
      await createReminder(db, anna.id, {
        createKey: 'share-1',
        text: 'Созвон',
        dateTime: new Date('2026-11-21T12:00Z'),
        firstWallTime: '2026-11-21T15:00',
      });
      await anna.write('завтра в 9 молоко');
      await anna.write('омск');
      expect(await plansOf(anna.id)).toEqual([
        'Молоко Asia/Omsk 2026-11-21T09:00',
        'Созвон Europe/Moscow 2026-11-21T15:00',
      ]);
    });

    test('a «да» that comes after another zone was set changes nothing', async () => {
      const anna = await newcomer();
      await anna.write('завтра в 9 молоко');
      const question = anna.last().keyboard.flat();
      const right = question.find(({ text }) => text === 'Время верное')?.callback_data ?? '';
      const messageId = anna.last().messageId;
      await anna.write('/timezone Омск');
      await anna.pressData(right, messageId);
      expect(await zoneOf(anna.id)).toEqual(['Asia/Omsk', true, false]);
    });
  });

  test.each(['/app', '/list', 'завтра в 9 молоко', '/nonsense'])(
    '%s before the terms asks for them',
    async (text) => {
      const anna = bot.stranger();
      await anna.write(text);
      expect(anna.labels()).toContainEqual(['Мне есть 18, принимаю']);
    },
  );

  test('/help answers everybody, /app opens the app, an unknown command names /help', async () => {
    const stranger = bot.stranger();
    await stranger.write('/help');
    expect(stranger.text()).toContain('напишите, что и когда');
    const anna = await bot.member();
    await anna.write('/app@napomnyu_bot');
    expect(anna.appLink()).toBe(`${APP_URL}/app`);
    await anna.write('/nonsense');
    expect(anna.text()).toContain('/help');
  });

  test('blocking parks the reminders, unblocking or /start takes them up again', async () => {
    const anna = await bot.member();
    const reminder = await createReminder(db, anna.id);
    const state = async () => {
      const [row] = await db.select().from(reminders).where(eq(reminders.id, reminder.id));
      return [row?.deliveryState, (await stored(anna.id))?.unreachableSince];
    };
    await anna.block();
    expect(await state()).toEqual(['parked', bot.clock.now()]);
    await anna.unblock();
    expect(await state()).toEqual(['scheduled', null]);
    await db.update(users).set({ unreachableSince: bot.clock.now() }).where(eq(users.id, anna.id));
    await db
      .update(reminders)
      .set({ deliveryState: 'parked' })
      .where(eq(reminders.id, reminder.id));
    await anna.write('/start');
    expect(await state()).toEqual(['scheduled', null]);
  });

  test('a changed name is kept up to date', async () => {
    const anna = await bot.member({ firstName: 'Анна' });
    const before = { firstName: 'Прежняя', lastName: 'Фамилия' };
    await db.update(users).set(before).where(eq(users.id, anna.id));
    await anna.write('/help');
    expect(await stored(anna.id)).toMatchObject({
      firstName: 'Анна',
      lastName: null,
      username: `user${anna.id}`,
    });
  });

  test('a group gets a word and is left', async () => {
    const anna = await bot.member();
    bot.simulator().world.addUser({ id: 990, firstName: 'Группа' }, 'active');
    await anna.write('привет', { chat: { id: 990, type: 'group', title: 'Друзья' } });
    expect(bot.calls(990)).toEqual(['sendMessage', 'leaveChat']);
    expect(anna.messages()).toEqual([]);
  });

  test('a channel is left without a word, whatever the bot is told of it', async () => {
    const anna = await bot.member();
    const chat = { id: -1_001_990, type: 'channel', title: 'Новости' };
    const member = { user: { id: 1, is_bot: true, first_name: 'Бот' }, status: 'administrator' };
    const from = { id: anna.id, is_bot: false, first_name: 'Анна' };
    const my_chat_member = {
      chat,
      from,
      date: 1,
      new_chat_member: member,
      old_chat_member: member,
    };
    expect(await bot.post({ update_id: 11, my_chat_member })).toBe(200);
    expect(bot.calls(chat.id)).toEqual(['leaveChat']);
  });

  test('a channel post, and an edit of what the bot has no use for, are taken without a word', async () => {
    const anna = await bot.member();
    const chat = { id: anna.id, type: 'private' };
    const from = { id: anna.id, is_bot: false, first_name: 'Анна' };
    const place = { message_id: 1, date: 1, chat, from, location: { latitude: 1, longitude: 2 } };
    const command = { message_id: 1, date: 1, chat, from, text: '/list' };
    expect(await bot.post({ update_id: 1, edited_message: place })).toBe(200);
    expect(await bot.post({ update_id: 2, edited_message: command })).toBe(200);
    const post = { message_id: 1, date: 1, text: 'завтра', chat };
    expect(await bot.post({ update_id: 3, channel_post: post })).toBe(200);
    expect(anna.messages()).toEqual([]);
  });

  describe('a text that comes before the terms are accepted', () => {
    const kept = (id: number) =>
      db.select().from(earlyMessages).where(eq(earlyMessages.userId, id));

    test('is answered once they are, also one from before /start', async () => {
      const anna = bot.stranger();
      await anna.write('завтра в 9 оплатить интернет');
      expect(anna.text()).toContain('подождёт сутки');
      await anna.write('/start');
      await anna.press('Мне есть 18, принимаю');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Оплатить интернет');
      expect(await kept(anna.id)).toEqual([]);
    });

    test('several are answered in their order, each once', async () => {
      const anna = bot.stranger();
      await anna.write('купить хлеб');
      await anna.write('завтра в 18');
      await anna.write('оплатить интернет в 20:00');
      await anna.press('Мне есть 18, принимаю');
      const cards = anna.messages().slice(-3);
      expect(cards[0]?.text).toContain('Когда напомнить?');
      expect(cards[1]?.text).toMatch(/✅ Завтра в 18:00 — Купить хлеб/);
      expect(cards[2]?.text).toMatch(/✅ Сегодня в 20:00 — Оплатить интернет/);
      await anna.pressData(`terms:accept:${TERMS_VERSION}`);
      expect(anna.text()).not.toContain('хлеб');
    });

    test('the zone is asked about by the clock as it stands when the answer comes', async () => {
      const anna = bot.stranger();
      await anna.write('завтра в 9 молоко');
      bot.clock.advance(3 * 3_600_000);
      await anna.press('Мне есть 18, принимаю');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
      expect(anna.text()).toContain('У вас сейчас 15:00?');
      bot.clock.advance(-3 * 3_600_000);
    });

    test('is answered as it was edited meanwhile', async () => {
      const anna = bot.stranger();
      await anna.write('завтра в 9 молоко');
      await anna.edit('завтра в 10 молоко');
      await anna.press('Мне есть 18, принимаю');
      expect(anna.text()).toContain('✅ Завтра в 10:00 — Молоко');
    });

    test('waits as well while new terms are not accepted', async () => {
      const anna = await bot.member({ termsVersion: '2024-01-01' });
      await anna.write('завтра в 9 молоко');
      expect(anna.text()).toContain('Мы обновили условия');
      await anna.press('Мне есть 18, принимаю');
      expect(anna.text()).toContain('Молоко');
    });

    test('the first five of a person are kept, none longer than a message; of any other it is said that it is not', async () => {
      const anna = bot.stranger();
      for (let i = 1; i <= 7; i += 1) {
        await anna.write(`дело ${i} ${'я'.repeat(5_000)}`);
        expect(anna.text()).toContain(i <= 5 ? 'подождёт сутки' : 'не сохранится');
      }
      const rows = await kept(anna.id);
      expect(rows.map((row) => row.text.slice(0, 6)).sort()).toEqual(
        [1, 2, 3, 4, 5].map((i) => `дело ${i}`),
      );
      expect(Math.max(...rows.map((row) => row.text.length))).toBe(4_096);
    });

    test('makes room after a day for what is written then', async () => {
      const anna = bot.stranger();
      for (let i = 1; i <= 5; i += 1) await anna.write(`дело ${i}`);
      const dayBefore = sql`${earlyMessages.receivedAt} - interval '25 hours'`;
      const own = eq(earlyMessages.userId, anna.id);
      await db.update(earlyMessages).set({ receivedAt: dayBefore }).where(own);
      await anna.write('завтра в 9 молоко');
      expect(anna.text()).toContain('подождёт сутки');
      await anna.press('Мне есть 18, принимаю');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
    });

    test('is answered as well where Telegram does not take the thanks for accepting', async () => {
      const anna = bot.stranger();
      await anna.write('завтра в 9 молоко');
      bot.fault('editMessageText', { kind: 'error', code: 500 });
      await anna.press('Мне есть 18, принимаю');
      expect(anna.messages().some(({ text }) => text.includes('— Молоко'))).toBe(true);
      expect(await kept(anna.id)).toEqual([]);
    });

    test('the others are answered at once where answering one fails', async () => {
      const anna = bot.stranger();
      await anna.write('купить молоко');
      await anna.write('завтра в 9 хлеб');
      bot.fault('sendMessage', { kind: 'error', code: 500 });
      await anna.press('Мне есть 18, принимаю');
      expect(anna.messages().some(({ text }) => text.includes('— Хлеб'))).toBe(true);
      expect(await kept(anna.id)).toHaveLength(1);
    });

    test('none is lost where answering one fails: they wait for /start', async () => {
      const anna = bot.stranger();
      await anna.write('купить молоко');
      await anna.write('купить хлеб');
      bot.fault('sendMessage', { kind: 'error', code: 500 });
      await anna.press('Мне есть 18, принимаю');
      await anna.write('/start');
      const texts = anna.messages().map((each) => each.text);
      for (const what of ['Купить молоко', 'Купить хлеб']) {
        expect(texts.filter((text) => text.includes(what))).toHaveLength(1);
      }
      expect(await kept(anna.id)).toEqual([]);
    });

    test('none is lost where the process or the database goes while one is answered', async () => {
      const anna = bot.stranger();
      await anna.write('завтра в 9 молоко');
      await withWritesRefused(['insert on drafts', 'insert on early_messages'], () =>
        anna.press('Мне есть 18, принимаю'),
      );
      expect(await kept(anna.id)).toHaveLength(1);
      await anna.write('/start');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
      expect(await kept(anna.id)).toEqual([]);
    });

    test('is answered as promised where the terms are accepted after a refusal', async () => {
      const anna = bot.stranger();
      await anna.write('завтра в 9 молоко');
      await anna.press('Не принимаю');
      await anna.press('Вернуться к условиям');
      await anna.press('Мне есть 18, принимаю');
      expect(anna.text()).toContain('✅ Завтра в 09:00 — Молоко');
    });

    test('is forgotten by /delete, and after a day', async () => {
      const [boris, clara] = [bot.stranger(), bot.stranger()];
      for (const each of [boris, clara]) await each.write('завтра в 9 молоко');
      await boris.write('/delete');
      expect(await kept(boris.id)).toEqual([]);
      bot.clock.advance(25 * 3_600_000);
      await clara.press('Мне есть 18, принимаю');
      expect(clara.messages().some((each) => each.text.includes('Молоко'))).toBe(false);
      bot.clock.advance(-25 * 3_600_000);
    });
  });

  test('/privacy answers everybody with a link to the policy', async () => {
    const anna = bot.stranger();
    await anna.write('/privacy');
    expect(anna.last().entities.map((each) => each.url)).toContain(`${APP_URL}/privacy`);
  });

  test('the greeting asks for the agreement and for no consent; the policy is read, not accepted', async () => {
    const anna = bot.stranger();
    await anna.write('/start');
    const said = anna.text().replace(/\s+/g, ' ');
    expect(said).toContain(
      'Нажимая кнопку, вы подтверждаете, что вам есть 18 лет, принимаете соглашение и прочитали политику.',
    );
    expect(said).not.toMatch(/согласи[ея]/);
  });

  test('what a newer release has asked holds beside an older one, and is not taken back by it', async () => {
    const anna = await bot.member();
    await db.update(users).set({ termsVersion: '2099-01-01' }).where(eq(users.id, anna.id));
    await anna.write('завтра в 9 молоко');
    expect(anna.text()).toContain('Молоко');
    await acceptTerms(db, { id: anna.id, first_name: 'Анна' }, bot.clock.now());
    expect(await stored(anna.id)).toMatchObject({ termsVersion: '2099-01-01' });
  });

  test('until a new edition is accepted the app and commands wait, and reminders that exist ring on', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    await db.update(users).set({ termsVersion: '2025-01-01' }).where(eq(users.id, anna.id));
    await bot.sendDueAt(new Date('2026-11-21T06:00Z'));
    expect(anna.text()).toContain('Молоко');
    await anna.write('/list');
    expect(anna.text()).toContain('Мы обновили условия');
    expect(anna.text()).toMatch(/уже\s+есть, приходят как прежде/);
    // What was said to the reminder meanwhile is an answer to it, and nothing new.
    await anna.write('готово');
    await anna.press('Мне есть 18, принимаю');
    const rows = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(rows).toMatchObject([{ text: 'Молоко', completed: true }]);
  });
});

describe('a story', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const bot = testBot(db, clock);
  const at = (iso: string) => new Date(`${iso}+03:00`);

  const comes = (iso: string) => bot.sendDueAt(at(iso));

  test('a reminder comes, is ignored, is found on top next day, is put off by a reply in words, comes again, is done, undone and done, and its history tells all of it', async () => {
    // Friday, 20 November.
    const anna = await bot.member();
    await anna.write('сегодня в 18:30 позвонить врачу');
    await anna.write('каждый день в 9 принять таблетку');
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    const [account] = await db.select().from(users).where(eq(users.id, anna.id));
    if (!row || !account) throw new Error('nothing was stored');
    const told = () => readReminder(db, account, row.id);

    await comes('2026-11-20T18:30');
    expect(anna.text()).toBe('Позвонить врачу\n📞 Звонок');
    const sentMessage = anna.last().messageId;
    expect((await told()).notification).toMatchObject({ state: 'waiting', completed: false });

    // Ignored; the next day it stands above what comes next.
    await comes('2026-11-21T08:00');
    await anna.write('/list');
    expect(anna.text()).toMatch(
      /1\. 🔔 Вчера в 18:30 — Позвонить врачу\n[^]*2\. .* — Принять таблетку/,
    );

    await anna.reply('ой, давай сегодня в 12', sentMessage);
    expect(anna.text()).toContain('🕘 Напомню сегодня в 12:00.');
    expect((await told()).notification).toMatchObject({
      state: 'scheduled',
      snoozedUntil: at('2026-11-21T12:00').toISOString(),
    });

    await comes('2026-11-21T12:00');
    expect(anna.chat.messages.has(sentMessage)).toBe(false);
    expect((await told()).notification).toMatchObject({ state: 'waiting' });

    clock.set(at('2026-11-21T12:20'));
    const again = anna.messages().findLast((each) => each.text.startsWith('Позвонить врачу'));
    await anna.reply('готово', again?.messageId);
    const done = {
      occurrenceAt: at('2026-11-21T12:00').toISOString(),
      outcome: 'done',
      endedAt: at('2026-11-21T12:20').toISOString(),
    };
    expect(await told()).toMatchObject({
      notification: { state: 'completed', doneAt: done.endedAt },
      history: [done],
    });

    await anna.press('↩️ Вернуть');
    expect(await told()).toMatchObject({ notification: { state: 'waiting' }, history: [] });

    clock.set(at('2026-11-21T12:40'));
    await anna.reply('дозвонился!');
    const { history } = await told();
    expect(history).toEqual([
      { ...done, cameAt: history[0]?.cameAt, endedAt: at('2026-11-21T12:40').toISOString() },
    ]);
    expect(new Date(history[0]?.cameAt ?? 0).getTime()).toBeGreaterThanOrEqual(
      at('2026-11-21T12:00').getTime(),
    );
  });
});
