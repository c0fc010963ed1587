import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Update } from 'telegraf/types';
import { z } from 'zod';
import { type Db } from '@/server/db/client';
import { createBot } from '@/server/telegram/bot/bot';
import { receiveUpdate } from '@/server/telegram/webhook';
import { type FixedClock } from './clock';

const buttonSchema = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  web_app: z.object({ url: z.string() }).optional(),
});
type Button = z.infer<typeof buttonSchema>;
const keyboardSchema = z.object({ inline_keyboard: z.array(z.array(buttonSchema)) });
const callSchema = z.object({
  chat_id: z.number().optional(),
  message_id: z.number().optional(),
  text: z.string().optional(),
  reply_markup: keyboardSchema.optional(),
});

/** A message of the bot's as it now stands in the chat. */
export interface BotMessage {
  id: number;
  chatId: number;
  /** HTML, as sent. */
  text: string;
  buttons: Button[];
  /** Content of the file that was sent. */
  file?: string;
}
/** A refusal with which the stand-in answers the next call of a method. */
interface Refusal {
  method: string;
  status: number;
  description: string;
}

export const WEBHOOK_SECRET = 'webhook-secret';
let lastUpdateId = 1000;

/** A stand-in for the Bot API that keeps the chats, one a test file. */
export class ChatServer {
  readonly messages: BotMessage[] = [];
  /** Names of the methods called, in order. */
  readonly calls: string[] = [];
  readonly refusals: Refusal[] = [];
  private readonly server: Server;
  private lastMessageId = 0;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const method = request.url?.split('/').at(-1) ?? '';
        const answer = this.answer(method, Buffer.concat(chunks).toString());
        response.statusCode = answer.error_code ?? 200;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answer));
      });
    });
  }

  listen = () => new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  get url(): string {
    const address: AddressInfo | string | null = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  newId = (): number => (this.lastMessageId += 1);

  private answer(method: string, body: string): Answer {
    this.calls.push(method);
    const refused = this.refusals.findIndex((each) => each.method === method);
    const [refusal] = refused < 0 ? [] : this.refusals.splice(refused, 1);
    if (refusal) {
      return { ok: false, error_code: refusal.status, description: refusal.description };
    }
    if (method === 'sendDocument') {
      const file = /\r\n\r\n(\{[\s\S]*?\n?\})\r\n--/.exec(body)?.[1] ?? '';
      const chatId = Number(/name="chat_id"\r\n\r\n(\d+)/.exec(body)?.[1]);
      return this.add({ id: this.newId(), chatId, text: '', buttons: [], file });
    }
    const call = callSchema.parse(body === '' ? {} : JSON.parse(body));
    const text = call.text ?? '';
    const buttons = call.reply_markup?.inline_keyboard.flat() ?? [];
    if (method === 'sendMessage') {
      return this.add({ id: this.newId(), chatId: call.chat_id ?? 0, text, buttons });
    }
    const message = this.messages.find((each) => each.id === call.message_id);
    if (method === 'editMessageText' || method === 'editMessageReplyMarkup') {
      if (!message) return refuse('message to edit not found');
      const same = JSON.stringify(message.buttons) === JSON.stringify(buttons);
      if (same && (method === 'editMessageReplyMarkup' || message.text === text)) {
        return refuse('message is not modified');
      }
      if (method === 'editMessageText') message.text = text;
      message.buttons = buttons;
      return { ok: true, result: { message_id: message.id } };
    }
    return { ok: true, result: true };
  }

  private add(message: BotMessage): Answer {
    this.messages.push(message);
    return { ok: true, result: { message_id: message.id } };
  }
}
interface Answer {
  ok: boolean;
  error_code?: number;
  description?: string;
  result?: unknown;
}
const refuse = (description: string): Answer => ({
  ok: false,
  error_code: 400,
  description: `Bad Request: ${description}`,
});

/** One person's chat with the bot, through the webhook. */
export class Conversation {
  readonly person: { id: number; is_bot: false; first_name: string; username?: string };
  private readonly bot: (update: Update) => Promise<void>;

  constructor(
    private readonly db: Db,
    private readonly server: ChatServer,
    private readonly clock: FixedClock,
    person: { id: number; first_name?: string; username?: string },
  ) {
    this.person = { is_bot: false, first_name: 'Анна', ...person };
    this.bot = createBot(
      db,
      {
        botToken: '7000000000:AAtest-token-of-the-conversation',
        botUsername: 'napomnyu_bot',
        telegramApiRoot: server.url,
        appUrl: 'https://napomnyu.example',
      },
      clock.now,
    );
  }

  /** Posts an update as Telegram would; answers the status. */
  async post(update: object, updateId = (lastUpdateId += 1), secret = WEBHOOK_SECRET) {
    const response = await receiveUpdate(
      new Request('https://napomnyu.example/api/telegram/webhook', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': secret,
        },
        body: JSON.stringify({ update_id: updateId, ...update }),
      }),
      { db: this.db, secret: WEBHOOK_SECRET, now: this.clock.now(), handle: this.bot },
    );
    return response.status;
  }

  /** Sends any content as a private message. */
  send(content: object): Promise<number> {
    return this.post({
      message: {
        message_id: this.server.newId(),
        date: Math.floor(this.clock.now().getTime() / 1000),
        chat: { id: this.person.id, type: 'private', first_name: this.person.first_name },
        from: this.person,
        ...content,
      },
    });
  }
  write = (text: string) => this.send({ text });

  /** Presses the button of this label in the newest message that has it. */
  async press(label: string): Promise<number> {
    for (const message of this.messages.toReversed()) {
      const found = message.buttons.find((each) => each.text === label);
      if (found?.callback_data) return this.pressData(found.callback_data, message.id);
    }
    throw new Error(`no button «${label}» in: ${JSON.stringify(this.last)}`);
  }
  pressData(data: string, messageId: number): Promise<number> {
    return this.post({
      callback_query: {
        id: String((lastUpdateId += 1)),
        from: this.person,
        chat_instance: '1',
        data,
        message: {
          message_id: messageId,
          date: 1,
          chat: { id: this.person.id, type: 'private' },
        },
      },
    });
  }

  /** What the bot sent to this person, oldest first. */
  get messages(): BotMessage[] {
    return this.server.messages.filter((each) => each.chatId === this.person.id);
  }
  get last(): BotMessage {
    const last = this.messages.at(-1);
    if (!last) throw new Error('the bot has said nothing');
    return last;
  }
  /** Labels of the last message's buttons. */
  get labels(): string[] {
    return this.last.buttons.map((each) => each.text);
  }
}
