import { eq, sql } from 'drizzle-orm';
import { CALLED_OFF_MAX } from '@/core/limits';
import { createUser, createReminder } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { movedClock } from '@/testing/moved-clock';
import { createOutbox, deliverReminders } from '@/testing/outbox';
import { testBot } from '@/testing/conversation';
import { eraseAccount } from '../retention/erase-account';
import { findAccount } from '../accounts/accounts';
import { loadReference } from '../platform/db/reference';
import { calledOff, cronRuns, deliveries, reminders, users } from '../platform/db/schema';
import { claimDue } from '../reminders/claim';
import { type SendResult } from '../telegram/send';
import { parkUser, resumeUser } from '../outbox/reachability';
import { importFile } from '../transfer/import';
import { pauseAll } from '../reminders/pause-all';
import { actOnRow, type ReminderAct } from '../reminders/acts';
import { takeBack } from '../reminders/take-back';
import { deleteReminder, restoreReminder } from '../reminders/deletion';
import { createReminder as createFromForm, updateReminder } from '../reminders/reminders';
import { why } from './why';
import { answerZoneChange, saveBrowserTimeZone } from '../reminders/zone-shift';
import { AppError } from '../platform/errors';
import { tellWhy } from './why-bot';

describe('why', () => {
  const { db, pool } = testDatabase();
  beforeEach(async () => {
    await db.delete(users);
    await db.delete(deliveries);
    await db.delete(cronRuns);
    await db.execute(
      sql`update pace set halted_until = null, refused_chats = '{}', refused_since = null`,
    );
  });

  /** A time of 20 November 2026, or of so many days later, in UTC. */
  const at = (clock: string, days = 0) =>
    new Date(
      Date.parse(`2026-11-20T${clock.length === 5 ? `${clock}:00` : clock}Z`) + days * 86_400_000,
    );
  const DUE = at('10:00');

  type Form = Partial<Parameters<typeof createFromForm>[2]>;

  /** What one person and the service do, by the real services; the reminder is for 10:00. */
  async function stage(form: Form = {}, settings: Parameters<typeof createUser>[1] = {}) {
    const { id: userId } = await createUser(db, settings);
    const account = async () => {
      const found = await findAccount(db, userId);
      if (!found) throw new Error('no account');
      return found;
    };
    const { types, categories } = await loadReference(db, userId);
    const input = (fields: Form) => ({
      ...{ text: 'Полить цветы', typeId: types[0]?.id, categoryId: categories[0]?.id },
      ...{ dateTime: DUE.toISOString(), repeat: false, flood: false },
      ...form,
      ...fields,
    });
    const call = { now: at('09:00'), createKey: null };
    const { id } = await createFromForm(db, await account(), input({}), call);
    return {
      userId,
      id,
      account,
      act: (act: ReminderAct, now: Date) =>
        actOnRow(db, { userId, reminderId: id, now }, (row) => ({ from: row, act })),
      edit: async (fields: Form, now: Date) =>
        updateReminder(db, await account(), id, input(fields), { now, version: undefined }),
      /** A tick of a minute, during which Telegram answers so; by default it takes everything. */
      tick: async (now: Date, answer?: (tries: number) => SendResult | undefined) => {
        const clock = movedClock(now, pool);
        let tries = 0;
        const outbox = createOutbox(() => answer?.((tries += 1)));
        const delivery = { ...outbox, db, maxPerSecond: Infinity, now: clock.now, timers: clock };
        await clock.until(deliverReminders(delivery, { durationMs: 60_000 }));
      },
      /** What is told at a moment, a word a fact. */
      told: async (now: Date) => {
        const all = await why(db, { userId, reminderId: id, now });
        return (all?.reminders ?? []).flatMap(({ messages, rests }) => [
          ...messages.map(({ kind, scheduledAt, fate }) => {
            const due = scheduledAt.toISOString();
            const day = (scheduledAt.getTime() - at('00:00').getTime()) / 86_400_000;
            const facts = ['by', 'because', 'code'].flatMap((key) =>
              Object.entries(fate).flatMap(([name, value]: [string, unknown]) =>
                name === key && typeof value === 'string' ? [value] : [],
              ),
            );
            const plus = day >= 1 ? `+${Math.floor(day)}d ` : '';
            const isInstead = fate.is === 'sent' && fate.overtook > 0;
            const instead = isInstead ? [`instead of ${fate.overtook}`] : [];
            return [kind, plus + due.slice(11, 16), fate.is, ...facts, ...instead].join(' ');
          }),
          ...(rests ? [rests] : []),
        ]);
      },
    };
  }
  type Stage = Awaited<ReturnType<typeof stage>>;

  const DAILY = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' } as const;
  const QUIET = { quietHours: { from: '13:03', to: '14:00' } };
  const away = (): SendResult => ({ status: 'retry', code: 'network', reached: false });

  interface Case {
    form?: Form;
    owner?: Parameters<typeof createUser>[1];
    happens: (on: Stage) => Promise<unknown>;
    asked?: Date;
    told: string[];
  }

  const CASES: Record<string, Case> = {
    'all is well': {
      happens: (on) => on.tick(DUE),
      told: ['first 10:00 sent', 'waits-for-answer'],
    },
    'it is not due yet': {
      happens: () => Promise.resolve(),
      asked: at('09:30'),
      told: ['first 10:00 waits its-time'],
    },
    'the bot was blocked for a day': {
      happens: async (on) => {
        await on.tick(DUE, () => ({ status: 'unreachable', code: '403' }));
        await resumeUser(db, on.userId, at('09:00', 1));
        await on.tick(at('09:00', 1));
      },
      asked: at('10:00', 1),
      told: ['first 10:00 sent blocked', 'waits-for-answer'],
    },
    'the bot was blocked, as Telegram said by itself, and the latest of a series came after it': {
      form: DAILY,
      happens: async (on) => {
        await parkUser(db, { userId: on.userId, began: at('09:30'), at: at('09:30') });
        await on.tick(at('10:00', 2));
        await on.tick(at('10:02', 2));
        await resumeUser(db, on.userId, at('12:00', 2));
        await on.tick(at('12:00', 2));
      },
      asked: at('13:00', 2),
      told: ['first +2d 10:00 sent unrecorded instead of 2', 'first +3d 10:00 waits its-time'],
    },
    'the service was down twice, and the latest of a series came late both times': {
      form: DAILY,
      happens: async (on) => {
        await on.tick(at('12:00', 2));
        await on.tick(at('12:00', 4));
      },
      asked: at('13:00', 4),
      told: [
        'first +2d 10:00 sent unrecorded instead of 2',
        'first +4d 10:00 sent unrecorded instead of 1',
        'first +5d 10:00 waits its-time',
      ],
    },
    'the bot is blocked': {
      happens: (on) => on.tick(DUE, () => ({ status: 'unreachable', code: '403' })),
      told: ['first 10:00 waits blocked'],
    },
    'quiet hours held a re-send back': {
      form: { flood: true, floodInterval: 5 },
      owner: { settings: QUIET },
      happens: async (on) => {
        await on.tick(DUE);
        await on.tick(at('10:05'));
        await on.tick(at('11:05'));
      },
      asked: at('11:06'),
      told: [
        'first 10:00 sent',
        'nag 10:05 called-off quiet-hours',
        'nag 11:05 sent',
        'nag 11:10 waits its-time',
      ],
    },
    'it was edited a minute before': {
      happens: (on) => on.edit({ dateTime: at('18:00').toISOString() }, at('09:59')),
      told: ['first 10:00 called-off edit', 'first 18:00 waits its-time'],
    },
    'only its text was edited': {
      happens: async (on) => {
        await on.edit({ text: 'Полить сад' }, at('09:59'));
        await on.tick(DUE);
      },
      told: ['first 10:00 sent', 'waits-for-answer'],
    },
    'it is paused': {
      form: DAILY,
      happens: (on) => on.act({ pauseUntil: null }, at('09:30')),
      told: ['first 10:00 waits paused'],
    },
    'it was paused with all others, until tomorrow': {
      form: DAILY,
      happens: (on) =>
        pauseAll(db, on.userId, { pauseUntil: at('08:00', 1), now: at('09:30'), key: null }),
      told: ['first 10:00 called-off pause-all', 'first +1d 10:00 waits paused'],
    },
    'it came late after a pause, whose days nobody missed': {
      form: DAILY,
      happens: async (on) => {
        await on.act({ pauseUntil: at('08:00', 2) }, at('09:30'));
        await on.tick(at('12:00', 2));
      },
      asked: at('13:00', 2),
      told: [
        'first 10:00 called-off pause',
        'first +2d 10:00 sent unrecorded',
        'first +3d 10:00 waits its-time',
      ],
    },
    'a pause was taken back in time': {
      form: DAILY,
      happens: async (on) => {
        const acted = await on.act({ pauseUntil: at('08:00', 1) }, at('09:30'));
        await takeBack(
          db,
          { userId: on.userId, reminderId: on.id, now: at('09:31') },
          acted?.reminder.version,
        );
        await on.tick(DUE);
      },
      told: ['first 10:00 sent', 'first +1d 10:00 waits its-time'],
    },
    'Telegram answered 429': {
      happens: (on) =>
        on.tick(DUE, (tries) =>
          tries === 1 ? { status: 'rate-limited', retryAfterS: 17 } : undefined,
        ),
      told: ['first 10:00 sent rate-limited', 'waits-for-answer'],
    },
    'Telegram was down for two minutes': {
      happens: async (on) => {
        await on.tick(DUE, away);
        await on.tick(at('10:01'), away);
        await on.tick(at('10:02'));
      },
      told: ['first 10:00 sent telegram-away', 'waits-for-answer'],
    },
    'Telegram is down': {
      happens: (on) => on.tick(DUE, away),
      asked: at('10:01'),
      told: ['first 10:00 waits telegram-away'],
    },
    'the process was killed while it had the message': {
      happens: async (on) => {
        await on.tick(at('09:59'));
        await db.insert(cronRuns).values({ job: 'deliver', startedAt: DUE });
        await claimDue(db, { now: DUE, limit: 1 });
        await on.tick(at('10:00:31'));
      },
      told: ['first 10:00 sent unrecorded', 'waits-for-answer'],
    },
    'the time zone changed, and the reminder with it': {
      owner: { timeZoneAssumed: false },
      happens: async (on) => {
        await saveBrowserTimeZone(db, await on.account(), 'Asia/Yekaterinburg', at('07:00'));
        await answerZoneChange(db, await on.account(), { answer: 'move' }, at('07:00'));
        await on.tick(at('08:00'));
      },
      told: ['first 08:00 sent', 'first 10:00 called-off time-zone', 'waits-for-answer'],
    },
    'the clocks skip its time': {
      form: { ...DAILY, dateTime: at('01:30', 127).toISOString(), timeZone: 'Europe/Berlin' },
      happens: async (on) => {
        await on.tick(at('01:30', 127));
        await on.tick(at('01:30', 128));
      },
      asked: at('02:00', 128),
      told: [
        'first +127d 01:30 sent',
        'first +128d 01:30 sent',
        'first +129d 00:30 waits its-time',
      ],
    },
    'it was put off': {
      happens: async (on) => {
        await on.tick(DUE);
        await on.act('1h', at('10:05'));
        await on.tick(at('11:05'));
      },
      asked: at('11:30'),
      told: ['first 10:00 sent', 'snooze 11:05 sent', 'waits-for-answer'],
    },
    'it was put off before it came': {
      happens: (on) => on.act('1h', at('09:50')),
      told: ['first 10:00 called-off snooze', 'first 11:00 waits its-time'],
    },
    'it was done before it came': {
      happens: (on) => on.act('done', at('09:50')),
      told: ['first 10:00 called-off done', 'done'],
    },
    'the flood has ended': {
      form: { flood: true, floodInterval: 5 },
      happens: async (on) => {
        await on.tick(DUE);
        for (let nag = 1; nag <= 24; nag += 1)
          await on.tick(new Date(DUE.getTime() + nag * 300_000));
      },
      asked: at('12:10'),
      told: [
        'first 10:00 sent',
        ...Array.from(
          { length: 24 },
          (_, i) => `nag ${new Date(+DUE + (i + 1) * 300_000).toISOString().slice(11, 16)} sent`,
        ),
        'waits-for-answer',
      ],
    },
    'Telegram refused the message': {
      happens: (on) => on.tick(DUE, () => ({ status: 'rejected', code: '400' })),
      told: ['first 10:00 failed 400'],
    },
    'it was told of ahead': {
      form: { preAlerts: [30] },
      happens: async (on) => {
        await on.tick(at('09:30'));
        await on.tick(DUE);
      },
      told: ['pre-alert 09:30 sent', 'first 10:00 sent', 'waits-for-answer'],
    },
    'it was deleted, and restored after its time': {
      form: DAILY,
      happens: async (on) => {
        await deleteReminder(db, on.userId, on.id, at('09:30'));
        await restoreReminder(db, on.userId, on.id, at('12:00'));
      },
      asked: at('13:00'),
      told: ['first 10:00 called-off delete', 'first +1d 10:00 waits its-time'],
    },
    'it is deleted': {
      happens: (on) => deleteReminder(db, on.userId, on.id, at('09:30')),
      told: ['first 10:00 called-off delete', 'deleted'],
    },
    'the service was down for an hour': {
      happens: async (on) => {
        await on.tick(at('09:55'));
        await on.tick(at('10:55'));
      },
      asked: at('11:00'),
      told: ['first 10:00 sent unrecorded', 'waits-for-answer'],
    },
    'the service is down': {
      happens: (on) => on.tick(at('09:30')),
      told: ['first 10:00 waits unrecorded'],
    },
    'a row that cannot be read': {
      happens: async (on) => {
        await db
          .update(reminders)
          .set({ timeZone: 'Mars/Olympus', rule: { every: 1, unit: 'DAY' } })
          .where(eq(reminders.id, on.id));
        await on.tick(DUE);
      },
      told: ['first 10:00 waits our-fault'],
    },
    'the ledger of it is no longer kept': {
      happens: async (on) => {
        await on.tick(DUE);
        await on.act('done', at('10:01'));
        await db.delete(deliveries);
      },
      told: ['done'],
    },
    'the ledger of it is no longer kept, and it has still to come': {
      form: DAILY,
      happens: async (on) => {
        await on.tick(DUE);
        await db.delete(deliveries);
      },
      told: ['first +1d 10:00 waits its-time'],
    },
  };

  test.each(Object.entries(CASES))('%s', async (_name, { form, owner, happens, asked, told }) => {
    const on = await stage(form, owner);
    await happens(on);
    expect(await on.told(asked ?? at('10:10'))).toEqual(told);
  });

  test('what an import brought after its time never came: it is done, as of its time', async () => {
    const { id: userId } = await createUser(db);
    const account = await findAccount(db, userId);
    if (!account) throw new Error('no account');
    const event = [
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20261119T100000Z',
      'SUMMARY:Полить',
      'END:VEVENT',
    ];
    const content = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR'].join('\r\n');
    const call = { now: DUE, apply: true, botToken: '42:x' };
    await importFile(db, account, { content }, call);
    const told = await why(db, { userId, now: at('10:10') });
    expect(told?.reminders).toMatchObject([{ messages: [], rests: 'done' }]);
  });

  test('where more reminders have news than are told of it says so', async () => {
    const { id: userId } = await createUser(db);
    const add = () => createReminder(db, userId, { dateTime: DUE, updatedAt: DUE });
    for (let count = 0; count < 50; count += 1) await add();
    const asked = { userId, now: at('10:10') };
    expect(await why(db, asked)).toMatchObject({ hasMore: false });
    await add();
    const told = await why(db, asked);
    expect(told?.reminders).toHaveLength(50);
    expect(told?.hasMore).toBe(true);
  });

  test('of a reminder of somebody else, of an unknown one and of an erased account nothing is told', async () => {
    const on = await stage();
    const other = await stage();
    const now = at('10:10');
    expect((await why(db, { userId: other.userId, reminderId: on.id, now }))?.reminders).toEqual(
      [],
    );
    expect((await why(db, { userId: on.userId, reminderId: 0, now }))?.reminders).toEqual([]);
    await eraseAccount(db, on.userId);
    expect(await why(db, { userId: on.userId, now })).toBeUndefined();
  });

  test('a reminder that is moved all day long keeps only the latest moves', async () => {
    const on = await stage();
    const minutes = (count: number) => new Date(+DUE + count * 60_000);
    for (let moved = 1; moved <= CALLED_OFF_MAX + 3; moved += 1) {
      await on.edit({ dateTime: minutes(moved).toISOString() }, new Date(+at('09:00') + moved));
    }
    const kept = await db.select().from(calledOff).orderBy(calledOff.scheduledAt);
    expect(kept).toHaveLength(CALLED_OFF_MAX);
    expect(kept.at(-1)?.scheduledAt).toEqual(minutes(CALLED_OFF_MAX + 2));
  });
});

describe('/why in the chat', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);
  const unmanned = testBot(db, bot.clock, { contactEmail: undefined });
  const TOMORROW = new Date('2026-11-21T06:00Z');

  /** Somebody whose «Молоко» comes tomorrow at 09:00. */
  async function somebody() {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко');
    return anna;
  }
  const later = (minutes: number) => bot.clock.set(new Date(+TOMORROW + minutes * 60_000));
  const noon = bot.clock.now();
  afterEach(() => bot.clock.set(noon));

  describe('/support', () => {
    test('says of each reminder that was due whether it came, and whom to write to', async () => {
      const anna = await somebody();
      await anna.write('завтра в 8 хлеб');
      await anna.reply('удали');
      await anna.write('каждый день в 8:30 зарядка');
      await anna.reply('на паузу');
      await createReminder(db, (await bot.member()).id, { text: 'Чужое', dateTime: TOMORROW });
      await bot.sendDueAt(TOMORROW);
      later(30);
      await anna.write('/support');
      const said = anna.text();
      expect(said).toContain('за 2 дня (Москва, UTC+3, сейчас 09:30)');
      expect(said).toContain('• Молоко, сегодня в 09:00 — пришло вовремя.');
      expect(said).toContain('• Хлеб, сегодня в 08:00 — не пришло: вы его удалили.');
      expect(said).toContain('• Зарядка, сегодня в 08:30 — не пришло: оно на паузе.');
      expect(said).toContain('help@napomnyu.example');
      expect(said).not.toContain('Чужое');
    });

    test('says of a series how often it did not come before the one that did', async () => {
      const anna = await somebody();
      await anna.write('каждый день в 8:30 зарядка');
      const thirdTime = new Date(+TOMORROW + (2 * 24 * 60 - 30) * 60_000);
      await bot.sendDueAt(thirdTime);
      bot.clock.set(new Date(+thirdTime + 60_000));
      await anna.write('/support');
      expect(anna.text()).toContain(
        '• Зарядка, сегодня в 08:30 — пришло вовремя; до этого не пришло 2 раза.',
      );
    });

    test('says what holds up what has not come', async () => {
      const anna = await somebody();
      later(10);
      await anna.write('/support');
      expect(anna.text()).toContain('сегодня в 09:00 — ещё не пришло: причина не записана');
    });

    test('tells nothing of what is long past or still to come', async () => {
      const anna = await somebody();
      await anna.write('/support');
      expect(anna.text()).toContain('ни одно напоминание не должно было прийти');
      await bot.sendDueAt(TOMORROW);
      later(60 * 24 * 3);
      await anna.write('/support');
      expect(anna.text()).not.toContain('Молоко');
    });

    test('has the address for strangers, too, and says where there is none', async () => {
      const stranger = bot.stranger();
      await stranger.write('/support');
      expect(stranger.messages()).toHaveLength(1);
      expect(stranger.text()).toContain('help@napomnyu.example');
      const boris = await unmanned.member();
      await boris.write('/support');
      expect(boris.text()).toContain('Адреса для писем у этого бота нет');
    });
  });

  test('«почему не пришло напоминание» asks the same; «помощь» shows the help, which leads there', async () => {
    const anna = await somebody();
    await anna.write('Почему не пришло напоминание?');
    expect(anna.text()).toContain('Что я знаю о ваших напоминаниях');
    await anna.write('помощь');
    expect(anna.text()).toContain('напишите, что и когда');
    expect(anna.text()).toContain('/support');
  });

  describe('«Почему не пришло?» of one reminder', () => {
    /** What the chat says under the reminder «Молоко» of the list. */
    const asked = async (anna: Awaited<ReturnType<typeof somebody>>) => {
      const [milk] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      await anna.write('/list');
      await anna.pressData(`why:${milk?.id}`);
      return anna.text();
    };

    test('tells of one that came where to look, and that it waits for an answer', async () => {
      const anna = await somebody();
      await bot.sendDueAt(TOMORROW);
      later(5);
      const said = await asked(anna);
      expect(said).toContain('Молоко');
      expect(said).toContain('Сегодня в 09:00 — пришло вовремя.');
      expect(said).toContain('ждёт, пока вы нажмёте «Готово»');
      expect(said).toContain('включён ли у этого чата звук');
    });

    test('tells of one that is ahead when it comes; no key asks that of what is not late', async () => {
      const anna = await somebody();
      await anna.write('/list');
      await anna.press('1');
      expect(anna.labels().flat()).not.toContain('Почему не пришло?');
      const said = await asked(anna);
      expect(said).toContain('О прежних сообщениях ничего не записано.');
      expect(said).toContain('Следующее сообщение — завтра в 09:00.');
      expect(said).toContain('в своё время');
    });

    test('tells of one that is held up what holds it, in the chat as in the app', async () => {
      const anna = await somebody();
      later(10);
      await anna.write('/list');
      await anna.press('1');
      await anna.press('Почему не пришло?');
      expect(anna.text()).toContain('ещё не пришло: причина не записана');
      const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
      const account = await findAccount(db, anna.id);
      if (!row || !account) throw new Error('nothing stored');
      const now = bot.clock.now();
      const { message } = await tellWhy({ db, now, account, id: row.id });
      expect(message.split('\n')).toEqual([
        'Сегодня в 09:00 — ещё не пришло: причина не записана. Пришлю, как только получится.',
        'Делать ничего не нужно.',
      ]);
      const other = await findAccount(db, (await bot.member()).id);
      if (!other) throw new Error('no account');
      await expect(tellWhy({ db, now, account: other, id: row.id })).rejects.toThrow(AppError);
    });

    test('is answered in a reply to it, too', async () => {
      const anna = await somebody();
      await anna.reply('почему не пришло?');
      expect(anna.text()).toContain('Следующее сообщение — завтра в 09:00.');
    });
  });
});
