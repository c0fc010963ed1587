import fc from '@/testing/fast-check';
import { eq } from 'drizzle-orm';
import { drafts, notes, reminders } from '@/server/platform/db/schema';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const bot = testBot(db);

const CALLS = 150;
const PEOPLE = 20;

/** Lines as people write them around a word of their own; what is certain, what is not, what says nothing. */
const lines = [
  ...['@b завтра в 9 %', '@b % через час', 'завтра в 19:30 % @b', '@b: в пятницу в 10 %'],
  ...['@B каждый день в 9 %', '@b по будням в 8:30 %', '@b 1 марта 2031 в 9 %', '@b в 9 %'],
  ...['@b завтра %', '@b %', '@b запиши: %', '@b вчера в 9 %', '@b завтра в 9 %\nв пятницу в 10 %'],
  ...['@b', '@b завтра в 9', '@b напомни', '@b /start %', '@b <b>%</b> & завтра в 9'],
  `@b завтра в 9 % ${'очень '.repeat(120)}`,
];
const title = 'Тайный чат';
const chats = [
  { id: -1_001_000_000_001, type: 'supergroup' as const, title },
  { id: -1_001_000_000_002, type: 'supergroup' as const, title, username: 'secret_chat' },
  { id: -77, type: 'group' as const, title },
  { id: 77, type: 'private' as const, first_name: title },
];
const names = ['Анна', '<b>Анна</b>', 'Анна\n& Ко', '\u202eАнна', '', '👩‍👩‍👧'.repeat(20)];
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const aCall = fc.record({
  line: fc.constantFrom(...lines),
  chat: fc.constantFrom(...chats),
  inTopic: fc.boolean(),
  kind: fc.constantFrom(undefined, undefined, undefined, 'photo', 'voice'),
  reply: maybe(fc.constantFrom('text', 'photo', 'poll', 'contact', 'location', 'protected', 'bot')),
  caller: fc.constantFrom('member', 'member', 'member', 'member', 'stranger'),
  heard: fc.constantFrom('once', 'once', 'doubled', 'died', 'late', 'refused', 'unknown'),
  nameless: fc.constantFrom(...names),
});
type Call = typeof aCall extends fc.Arbitrary<infer T> ? T : never;

/** A word that nobody else writes. */
const wordOf = (what: string, number: number): string =>
  what + String(number).replace(/\d/g, (digit) => 'абвгдежзик'.charAt(Number(digit)));

const messageOf = ({ line, chat, inTopic, kind, reply }: Call, number: number) => {
  const text = line
    .replace('@b', '@napomnyu_bot')
    .replace('@B', '@NAPOMNYU_bot')
    .replaceAll('%', wordOf('ёлка', number));
  const theirs = wordOf('сова', number);
  const isText = reply === 'text' || reply === 'protected' || reply === 'bot';
  return {
    ...{ chat, text },
    ...(inTopic && { is_topic_message: true, message_thread_id: 5 }),
    ...(kind && { kind }),
    ...(reply && {
      reply: {
        ...(isText ? { text: theirs } : { kind: reply }),
        ...(reply === 'photo' && { text: theirs }),
        ...(reply === 'protected' && { has_protected_content: true }),
        ...(reply === 'bot' && { from: { id: 9, is_bot: true, first_name: 'Бот' } }),
      },
    }),
  };
};

async function storedOf(userId: number) {
  const made = await db.select().from(reminders).where(eq(reminders.userId, userId));
  const noted = await db.select().from(notes).where(eq(notes.userId, userId));
  const asked = await db.select().from(drafts).where(eq(drafts.userId, userId));
  return { made, noted, asked };
}

const without = <R extends { id: number }>(before: readonly R[], rows: readonly R[]): R[] =>
  rows.filter(({ id }) => before.every((each) => each.id !== id));

test(`of ${CALLS} guest calls none is lost, none counts twice, and no answer says what only its author knows`, async () => {
  const members = [];
  for (let i = 0; i < PEOPLE; i += 1) members.push(await bot.member());
  const { world } = bot.simulator();
  for (const [number, call] of fc.sample(aCall, { numRuns: CALLS, seed: 20_261_126 }).entries()) {
    bot.clock.advance(6_000);
    const isMember = call.caller === 'member';
    const person = (isMember ? members[number % PEOPLE] : undefined) ?? bot.stranger();
    person.chat.user.firstName = call.nameless;
    const before = await storedOf(person.id);
    const said = person.messages().length;
    const { calls } = bot.simulator();
    const callsBefore = calls.length;
    const message = messageOf(call, number);
    const queryId = bot.simulator().askGuest(person.id, message);
    const question = world.guestQuestions.get(queryId);
    if (call.heard === 'late' && question) question.askedAt -= 60_000;
    if (call.heard === 'refused') bot.fault('answerGuestQuery', { kind: 'error', code: 502 });
    if (call.heard === 'unknown') bot.fault('answerGuestQuery', { kind: 'lose-answer' });
    const [update, ...more] = await bot.updates();
    if (!update || more.length > 0) throw new Error('one call is one update');
    if (call.heard === 'died') await bot.handle(update);
    await Promise.all([bot.post(update), ...(call.heard === 'doubled' ? [bot.post(update)] : [])]);

    const answers = calls.slice(callsBefore).filter(({ method }) => method === 'answerGuestQuery');
    const isAnsweredTwice = call.heard === 'died' && !isMember;
    expect([message, answers.length]).toEqual([message, isAnsweredTwice ? 2 : 1]);
    const shown = JSON.stringify([question?.answer?.text, question?.answer?.entities]);
    expect(shown).not.toMatch(/ёлка|сова|Тайн|secret|t\.me/);
    if (isMember && question?.answer) {
      expect(question.answer.text).toMatch(
        /апомню .*\d\d:\d\d|просил вас в личных|охранил это в заметки/,
      );
    }

    const { made, noted, asked } = await storedOf(person.id);
    const drafted = without(before.asked, asked);
    if (!isMember) {
      expect([made, noted, asked, person.messages()]).toEqual([[], [], [], []]);
      continue;
    }
    const stored = [...without(before.made, made), ...without(before.noted, noted)];
    const whole = JSON.stringify([stored, drafted]);
    expect([message, stored.length <= 1, drafted.length <= 1]).toEqual([message, true, true]);
    expect([message, person.messages().length > said]).toEqual([message, true]);
    expect(person.text()).not.toContain('Что-то пошло не так');
    // A command is none here, and says nothing.
    const says = message.text.includes('ёлка') && !message.text.includes('/start');
    if (says) expect(whole.toLowerCase()).toContain(wordOf('ёлка', number));
    if (call.reply === 'protected') expect(whole).not.toMatch(/сова|Тайн/);
    else if (call.reply && call.reply !== 'bot' && !call.kind)
      expect(whole).toContain('Тайный чат');
    if ((call.reply === 'text' || call.reply === 'photo') && !call.kind) {
      expect(whole).toContain(wordOf('сова', number));
    }
  }
}, 600_000);
