import { EventEmitter } from 'node:events';
import { badRequest, BotApiError, type UploadedFile } from './call';
import { type Entity, type FormattedText } from './html';
import { type ForcedReply, type Keyboard } from './markup';

export interface SimUser {
  id: number;
  firstName: string;
  lastName?: string | undefined;
  username?: string | undefined;
  languageCode?: string | undefined;
}

/** What a person's chat with the bot allows: `new` has never written to it, `blocked` has shut it out. */
export type ChatStatus = 'new' | 'active' | 'blocked';

export interface ChatMessage extends FormattedText {
  messageId: number;
  fromBot: boolean;
  /** When the simulator took it: milliseconds since the epoch, by the clock by which things fall due. */
  receivedAt: number;
  /** What it is dated, by the clock that the simulator was given. */
  sentAt: number;
  editedAt?: number;
  keyboard: Keyboard;
  document?: UploadedFile;
  /** It was sent by way of the bot, and this is its id among such messages. */
  inlineId?: string;
  /** Fields that make a message of the bot another kind than a text, which is its caption then. */
  content?: Record<string, unknown>;
  /** The bot wants a reply to it: clients open one at once. */
  forceReply?: ForcedReply;
  /** Fields of the Bot API's Message beside the text, such as `forward_origin` or `photo`. */
  extra?: Record<string, unknown>;
}

export interface Chat {
  user: SimUser;
  status: ChatStatus;
  messages: Map<number, ChatMessage>;
  lastMessageId: number;
}

interface PressAnswer {
  text: string;
  alert: boolean;
  url: string;
}

/** That something is another in a chat, or in all of them; the chat page listens. */
export type WorldEvent =
  | { type: 'changed'; userId?: number }
  | ({ type: 'answer'; userId: number; callbackId: string } & PressAnswer);

interface BotProfile {
  id: number;
  username: string;
  name: string;
  description: string;
  shortDescription: string;
  /** By language what setMyCommands was given, under '' for all. */
  commands: Map<string, { command: string; description: string }[]>;
  /** The one that opens the mini app; clients show the commands until the bot has set it. */
  menuButton?: { type: 'web_app'; text: string; web_app: { url: string } };
  /** @BotFather's /setinline and /setinlinefeedback. */
  inline: { enabled: boolean; feedback: boolean };
  /** Whether @BotFather has switched guest mode on. */
  guests: boolean;
}

export interface SimulatorOptions {
  /** The only token that the Bot API takes. */
  token: string;
  botUsername?: string;
  botName?: string;
  /** Everybody has written to the bot: chats need not be made first. */
  knowsEverybody?: boolean;
  /** Take plain http addresses on this machine, which Telegram never does: for a product that runs here. */
  loopback?: boolean;
  /** Wait after an update's second failed delivery, doubling from there; Telegram's is two seconds. */
  firstRetryMs?: number;
  /** By which messages are dated; the machine's own where none is given. */
  clock?: () => Date;
}

/** A message that was sent by way of the bot into a chat of other people. */
export interface InlineMessage extends FormattedText {
  id: string;
  userId: number;
  keyboard: Keyboard;
}

/** A result as the bot offers it: what stands in the choice, and the message that it would send. */
export interface InlineResult extends FormattedText {
  id: string;
  title: string;
  description: string;
  keyboard: Keyboard;
}

interface InlineQuestion {
  userId: number;
  query: string;
  askedAt: number;
  answer?: { results: InlineResult[]; button?: { text: string; startParameter: string } };
}

/** What a person asks of the bot in a chat that it is not in. */
interface GuestQuestion {
  userId: number;
  askedAt: number;
  /** What the bot has put into that chat. */
  answer?: InlineMessage;
}

/** Of a chat; the oldest go first. */
const MESSAGES_KEPT = 2_000;

const SHUT = {
  new: "bot can't initiate conversation with a user",
  blocked: 'bot was blocked by the user',
};

/** Everything the simulated Telegram knows: people, chats, messages, the bot's profile. No network. */
export class World {
  readonly chats = new Map<number, Chat>();
  /** Pressed buttons, by the query's id, and their answers. */
  readonly pressed = new Map<string, { userId: number; pressedAt: number; answer?: PressAnswer }>();
  /** Files that were sent: by file_id the whole content, and the field that makes it its kind. */
  readonly files = new Map<string, { field: string; content: Record<string, unknown> }>();
  /** What people have typed behind the bot's name, by the query's id. */
  readonly inlineQuestions = new Map<string, InlineQuestion>();
  readonly guestQuestions = new Map<string, GuestQuestion>();
  /** Messages of the bot in chats that it is not in. */
  readonly inlineMessages = new Map<string, InlineMessage>();
  readonly preparedMessages = new Map<string, { userId: number; result: InlineResult }>();
  /** Contents of files that people have sent, as far as they are known here, by file_id. */
  readonly uploads = new Map<string, { path: string; content: Buffer }>();
  /** Paths that getFile has told of late: Telegram promises an hour. */
  readonly fileLinks = new Set<string>();
  readonly bot: BotProfile;
  readonly #events = new EventEmitter<{ event: [WorldEvent] }>().setMaxListeners(0);

  constructor(readonly options: SimulatorOptions) {
    const { token, botUsername = 'napomnyu_demo_bot', botName = botUsername } = options;
    this.bot = {
      id: Number(token.split(':')[0]),
      username: botUsername,
      name: botName,
      description: '',
      shortDescription: '',
      commands: new Map(),
      inline: { enabled: true, feedback: true },
      guests: true,
    };
  }

  listen(listener: (event: WorldEvent) => void): () => void {
    this.#events.on('event', listener);
    return () => this.#events.off('event', listener);
  }

  emit(event: WorldEvent): void {
    this.#events.emit('event', event);
  }

  addUser(user: SimUser, status: ChatStatus = 'new'): Chat {
    const known = this.chats.get(user.id);
    if (known) {
      known.user = user;
      return known;
    }
    const chat: Chat = { user, status, messages: new Map(), lastMessageId: 0 };
    this.chats.set(user.id, chat);
    return chat;
  }

  /** A chat by its id, whatever its status. Throws when nobody has that id. */
  chat(userId: number): Chat {
    const chat = this.chats.get(userId);
    if (chat) return chat;
    if (this.options.knowsEverybody) return this.addUser({ id: userId, firstName: '' }, 'active');
    throw badRequest('chat not found');
  }

  /** The clock by which messages are dated. */
  now(): number {
    return this.options.clock?.().getTime() ?? Date.now();
  }

  /** A chat that the bot may write to at this moment, or the refusal that Telegram would answer. */
  writableChat(userId: number): Chat {
    const chat = this.chat(userId);
    if (chat.status === 'active') return chat;
    throw new BotApiError(403, `Forbidden: ${SHUT[chat.status]}`);
  }

  post(
    chat: Chat,
    content: Partial<ChatMessage> & { text: string; fromBot: boolean },
  ): ChatMessage {
    const messageId = (chat.lastMessageId += 1);
    const receivedAt = Date.now();
    const sentAt = this.now();
    const message = { entities: [], keyboard: [], ...content, messageId, receivedAt, sentAt };
    chat.messages.set(messageId, message);
    if (chat.messages.size > MESSAGES_KEPT) {
      const [oldest] = chat.messages.keys();
      if (oldest !== undefined) chat.messages.delete(oldest);
    }
    this.emit({ type: 'changed', userId: chat.user.id });
    return message;
  }

  edit(
    chat: Chat,
    message: ChatMessage,
    change: { text?: string; entities?: Entity[]; keyboard: Keyboard },
  ): void {
    Object.assign(message, change, { editedAt: this.now() });
    this.emit({ type: 'changed', userId: chat.user.id });
  }

  remove(chat: Chat, messageId: number): boolean {
    const removed = chat.messages.delete(messageId);
    if (removed) this.emit({ type: 'changed', userId: chat.user.id });
    return removed;
  }
}
