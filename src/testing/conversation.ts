import { type Update } from 'telegraf/types';
import { z } from 'zod';
import { type FaultKind } from '@/dev/simulator/faults';
import { type GuestCall } from '@/dev/simulator/guest';
import { type Simulator } from '@/dev/simulator/simulator';
import { type Chat, type ChatMessage, type ChatStatus } from '@/dev/simulator/world';
import { type Db } from '@/server/platform/db/client';
import { ChatPace } from '@/server/telegram/chat-pace';
import { type BotApi, connectBotApi, retractVia } from '@/server/telegram/send';
import { sendReminderVia } from '@/server/reminders/due';
import { createBot } from '@/server/chat/bot';
import { type BotSettings } from '@/server/telegram/turn';
import { receiveUpdate, type UpdateLease } from '@/server/telegram/webhook';
import { createUser } from './builders';
import { fixedClock, type FixedClock } from './clock';
import { tickAt } from './outbox';
import { testTelegram } from './telegram';

export { contentIn } from '@/dev/simulator/contents';
export type { ChatMessage };

const BOT_USERNAME = 'napomnyu_bot';
const TOKEN = '7000000000:AAtest-token-of-the-conversation';
export const WEBHOOK_SECRET = 'webhook-secret';
export const APP_URL = 'https://napomnyu.example';

/** Posts a body to the webhook, as Telegram or an impostor would. */
export const postUpdate = (
  body: BodyInit,
  to: {
    db: Db;
    clock: () => Date;
    handle: (update: Update, options: UpdateLease) => Promise<void>;
    secret?: string | undefined;
  },
): Promise<Response> => {
  const { secret = WEBHOOK_SECRET, ...deps } = to;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (secret !== '') headers.set('x-telegram-bot-api-secret-token', secret);
  const request = new Request(`${APP_URL}/api/telegram/webhook`, { method: 'POST', headers, body });
  return receiveUpdate(request, { ...deps, secret: WEBHOOK_SECRET });
};

/** The simulator's updates as Telegraf types them; the webhook checks no more of real ones. */
const updateOf = z.custom<Update>(
  (value) => z.object({ update_id: z.number() }).safeParse(value).success,
);

/**
 * Call once at the top of a test file: the bot, its webhook and a simulated Telegram around the
 * file's database. Updates are handled one by one, each before the next is made.
 */
export function testBot(
  db: Db,
  clock: FixedClock = fixedClock(),
  given: Partial<BotSettings> = {},
) {
  const telegram = testTelegram({ token: TOKEN, botUsername: BOT_USERNAME, clock: clock.now });
  const simulator = (): Simulator => telegram().simulator;
  const api = (): BotApi => connectBotApi({ token: TOKEN, apiRoot: telegram().origin });
  let handle: ReturnType<typeof createBot> | undefined;
  const instance = (ofInstance: Db): ReturnType<typeof createBot> => {
    const settings = {
      botToken: TOKEN,
      botUsername: BOT_USERNAME,
      nextCellBotUsername: undefined,
      contactEmail: 'help@napomnyu.example',
      operatorName: undefined,
      telegramApiRoot: telegram().origin,
      simulated: true,
      appUrl: APP_URL,
      transcriber: undefined,
      ...given,
    };
    // Each message comes when the chat has been silent for a minute: people do not type that fast.
    let minute = 0;
    return createBot(ofInstance, settings, clock.now, new ChatPace(() => (minute += 60_000)));
  };
  let lastUpdate = 0;
  let lastStranger = 5_000;
  const bot = (update: Update, options?: UpdateLease): Promise<void> =>
    handle ? handle(update, options) : Promise.reject(new Error('the bot lives from beforeAll on'));

  beforeAll(() => {
    handle = instance(db);
  });

  const poll = () => simulator().feed.poll({ offset: lastUpdate + 1 });
  /** What people have done since, for the test to hand over. */
  const updates = async (): Promise<Update[]> => {
    const polled = await poll();
    lastUpdate = polled.at(-1)?.update_id ?? lastUpdate;
    return polled.map((update) => updateOf.parse(update));
  };
  /** Hands the webhook what people have done since; answers the last status. */
  const deliver = async (): Promise<number> => {
    let status = 0;
    for (const update of await poll()) {
      lastUpdate = update.update_id;
      status = await post(update);
    }
    return status;
  };
  /** The same, all at once, as instances of their own take them; each may be handed over first. */
  const deliverAtOnce = async (reversed: boolean): Promise<void> => {
    const polled = await updates();
    if (reversed) polled.reverse();
    await Promise.all(polled.map((update) => bot(update)));
  };
  /** What people have done since, each heard twice: the first time the process died behind it. */
  const deliverTwice = async (): Promise<void> => {
    for (const update of await updates()) {
      await bot(update);
      await bot(update);
    }
  };
  /** What people have done since, heard again after a fault of the database: no transaction began the first time. */
  const deliverAfterFault = async (): Promise<void> => {
    const down = Object.assign(new Error('down'), { code: '57P01' });
    const failing = new Proxy(db, {
      get: (target, key, receiver): unknown =>
        key === 'transaction' ? () => Promise.reject(down) : Reflect.get(target, key, receiver),
    });
    const heardByFailing = instance(failing);
    for (const update of await updates()) {
      await expect(heardByFailing(update)).rejects.toBe(down);
      await bot(update);
    }
  };
  const post = async (update: object) =>
    (await postUpdate(JSON.stringify(update), { db, clock: clock.now, handle: bot })).status;

  const open = (id: number, status: ChatStatus, firstName = 'Анна') => {
    const chat = simulator().world.addUser({ id, firstName, username: `user${id}` }, status);
    return new TestChat(chat, { id, simulator, deliver });
  };

  return {
    clock,
    simulator,
    api,
    deliver,
    deliverAtOnce,
    post,
    handle: bot,
    /** Another instance of the bot, over connections of its own. */
    instance,
    updates,
    deliverTwice,
    deliverAfterFault,
    /** The time comes, and what is due by then is sent into the chats. */
    sendDueAt: async (instant: Date): Promise<void> => {
      clock.set(instant);
      const telegram = api();
      // A message arrives a moment after its time, never at the very millisecond.
      await tickAt(db, new Date(instant.getTime() + 1), {
        send: sendReminderVia(telegram, { appUrl: APP_URL, simulated: true }),
        retract: retractVia(telegram),
      });
    },
    /** Somebody of whom nothing is stored. */
    stranger: (firstName?: string) => open((lastStranger += 1), 'new', firstName),
    /** Somebody who accepted the terms. */
    member: async (fields: Parameters<typeof createUser>[1] = {}) => {
      const user = await createUser(db, { lastActiveAt: clock.now(), ...fields });
      return open(user.id, 'active', user.firstName);
    },
    /** Methods of the Bot API that were called for a person. */
    calls: (id: number) =>
      simulator()
        .calls.filter((call) => call.chatId === id)
        .map((call) => call.method),
    /** The next call of a method goes wrong. */
    fault: (method: string, fault: FaultKind) => simulator().fault(fault, { method, times: 1 }),
  };
}

/** A chat with the bot, and the person in it; each deed is delivered at once. Its methods may be taken apart from it. */
export class TestChat {
  readonly id: number;
  readonly chat: Chat;
  readonly #simulator: () => Simulator;
  readonly #deliver: () => Promise<number>;

  constructor(
    chat: Chat,
    around: { id: number; simulator: () => Simulator; deliver: () => Promise<number> },
  ) {
    this.chat = chat;
    this.id = around.id;
    this.#simulator = around.simulator;
    this.#deliver = around.deliver;
  }

  readonly #does = (act: (telegram: Simulator) => unknown): Promise<number> => {
    act(this.#simulator());
    return this.#deliver();
  };

  /** What the bot's messages in the chat say now, oldest first. */
  readonly messages = (): ChatMessage[] =>
    [...this.chat.messages.values()].filter((each) => each.fromBot);

  readonly last = (): ChatMessage => {
    const message = this.messages().at(-1);
    if (!message) throw new Error('the bot has said nothing');
    return message;
  };

  /** Text of the bot's last message, without markup. */
  readonly text = () => this.last().text;
  readonly labels = () => this.last().keyboard.map((row) => row.map((each) => each.text));
  readonly appLink = () =>
    this.last()
      .keyboard.flat()
      .find((each) => each.web_app)?.web_app?.url;

  /** Sends a message; `extra` are other fields of the Bot API's Message. */
  readonly write = (text: string, extra: Record<string, unknown> = {}) =>
    this.#does((telegram) => telegram.say(this.id, text, extra));

  /** Replies to one of the chat's messages, by default the bot's last one. */
  readonly reply = (text: string, messageId = this.last().messageId, quote?: string) =>
    this.#does((telegram) => telegram.reply(this.id, messageId, text, quote));

  /** Replies to a message of another chat. */
  readonly replyElsewhere = (text: string, replied: Parameters<Simulator['replyElsewhere']>[2]) =>
    this.#does((telegram) => telegram.replyElsewhere(this.id, text, replied));

  /** Edits one of the person's own messages, by default the last one. */
  readonly edit = (text: string, messageId = lastOwn(this.chat)) =>
    this.#does((telegram) => telegram.edit(this.id, messageId, text));

  /** Sends what is no text: a photo, a checklist… (the kinds are in the simulator's `contents.ts`). */
  readonly send = (kind: string, options?: Parameters<Simulator['send']>[2]) =>
    this.#does((telegram) => telegram.send(this.id, kind, options));

  readonly sendDocument = (file: Parameters<Simulator['sendDocument']>[1]) =>
    this.#does((telegram) => telegram.sendDocument(this.id, file));

  /** Presses the newest button of this label. */
  readonly press = (label: string) => {
    const message = this.messages().findLast((each) =>
      each.keyboard.flat().some((button) => button.text === label),
    );
    if (!message) throw new Error(`no «${label}» under: ${JSON.stringify(this.last())}`);
    return this.#does((telegram) => telegram.press(this.id, message.messageId, label));
  };

  /** Presses a button that the message need not have any more. */
  readonly pressData = (data: string, messageId = this.last().messageId) =>
    this.#does((telegram) =>
      telegram.press(this.id, messageId, { text: '?', callback_data: data }),
    );

  readonly #lastAnswer = () => [...this.#simulator().world.pressed.values()].at(-1)?.answer;
  /** What the last press was answered with. */
  readonly toast = () => this.#lastAnswer()?.text;
  /** The link that the answer to the last press has opened. */
  readonly openedLink = () => this.#lastAnswer()?.url;

  /** Types behind the bot's name in another chat; answers what the bot offers there. */
  readonly ask = async (query: string) => {
    const questionId = this.#simulator().askInline(this.id, query);
    await this.#deliver();
    const { results = [], button } =
      this.#simulator().world.inlineQuestions.get(questionId)?.answer ?? {};
    const send = async (resultId: string, where?: { here: boolean }) => {
      const message = this.#simulator().chooseInline(questionId, resultId, where);
      await this.#deliver();
      return message;
    };
    return { results, button, send };
  };

  /** Names the bot in a chat that it is not in; answers what it puts there. */
  readonly call = async (call: GuestCall) => {
    const questionId = this.#simulator().askGuest(this.id, call);
    await this.#deliver();
    return this.#simulator().world.guestQuestions.get(questionId)?.answer;
  };

  /** Presses a button under a message that stands in another chat. */
  readonly pressElsewhere = (...pressed: Tail<Parameters<Simulator['pressInline']>>) =>
    this.#does((telegram) => telegram.pressInline(this.id, ...pressed));

  readonly block = () => this.#does((telegram) => telegram.block(this.id));
  readonly unblock = () => this.#does((telegram) => telegram.unblock(this.id));

  /** The JSON file that the bot sent last. */
  readonly file = (): unknown => {
    const document = this.messages().findLast((each) => each.document)?.document;
    return z.unknown().parse(JSON.parse(document?.content.toString() ?? 'null'));
  };
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

/** Id of the last message that the person wrote themselves. */
function lastOwn({ messages }: Chat): number {
  const own = [...messages.values()].findLast((each) => !each.fromBot);
  if (!own) throw new Error('the person has said nothing');
  return own.messageId;
}
