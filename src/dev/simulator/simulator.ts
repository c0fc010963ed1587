import { randomBytes, randomInt } from 'node:crypto';
import { findMethod } from './bot-api';
import { badRequest, type Fields } from './call';
import { contentOfKind, forwardedFrom, keepFiles, type Origin, speak } from './contents';
import { Faults, type FaultKind, type FaultRule } from './faults';
import { SIGNATURE, signInitData } from './init-data';
import { externalReply, quoteOf, type RepliedElsewhere, wordsOf } from './quotes';
import { type Entity, plainEntities } from './html';
import { askGuest, type GuestCall } from './guest';
import { postInline } from './inline';
import { type InlineButton, type Keyboard } from './markup';
import { chatJson, botJson, messageJson, repliedJson, userJson } from './message-json';
import { integer } from './method';
import { UpdateFeed } from './update-feed';
import {
  type InlineMessage,
  World,
  type ChatMessage,
  type ChatStatus,
  type SimulatorOptions,
  type SimUser,
} from './world';

export interface ApiCall {
  method: string;
  fields: Fields;
  chatId: number | undefined;
  /** Milliseconds since the epoch, with fractions. */
  receivedAt: number;
  /** Of a message that was sent, even where the answer got lost. */
  messageId?: number | undefined;
}

export interface LaunchOptions {
  /** Where the mini app lives. */
  url: string;
  authDate?: Date;
  themeParams?: Record<string, string>;
}

/** Of the calls, the latest; a demo runs for days, and calls hold the files that were uploaded. */
const CALLS_KEPT = 20_000;
const INLINE_QUERY_MAX = 256;
/** People may edit their messages for this long. */
const EDIT_MAX_AGE_MS = 48 * 3_600_000;
/** Parts of an album; clients make several albums of more. */
const ALBUM_MAX = 10;
const LAUNCH_VERSION = '9.1';

/**
 * Telegram for development and tests: the Bot API on one side, people who write, press and block on
 * the other. It has no network of its own; server.ts puts it on HTTP.
 */
export class Simulator {
  readonly world: World;
  readonly feed: UpdateFeed;
  readonly faults = new Faults();
  readonly calls: ApiCall[] = [];
  /**
   * Calls that were refused for what they held, as Telegram would have refused them. A product that
   * makes none leaves this empty, even where it lives with a refusal; faults on demand do not count.
   */
  readonly mistakes: string[] = [];

  constructor(readonly options: SimulatorOptions) {
    this.world = new World(options);
    this.feed = new UpdateFeed(options.firstRetryMs);
  }

  record(method: string, fields: Fields): ApiCall {
    const { data: chatId } = integer.safeParse(fields.chat_id);
    const call = { method, fields, chatId, receivedAt: Date.now() };
    this.calls.push(call);
    // Seldom, since it moves all that stay.
    if (this.calls.length > CALLS_KEPT * 1.25) this.calls.splice(0, this.calls.length - CALLS_KEPT);
    return call;
  }

  /** Does what a method does and answers its result. Throws BotApiError. */
  async perform(call: ApiCall): Promise<unknown> {
    const { name, act } = findMethod(call.method);
    const result: unknown = await act(name, call.fields, this);
    if (/^(?:send|copy|forward)/.test(name)) {
      call.messageId = this.world.chat(call.chatId ?? 0).lastMessageId;
    }
    return result;
  }

  addUser(user: SimUser): void {
    this.world.addUser(user);
    this.world.emit({ type: 'changed', userId: user.id });
  }

  /** The person writes; writing to a bot starts or unblocks it. Answers the message. */
  say(userId: number, text: string, extra: Record<string, unknown> = {}): ChatMessage {
    const chat = this.world.chat(userId);
    if (chat.status === 'blocked') this.unblock(userId);
    if (chat.status === 'new') this.#setStatus(userId, 'active');
    const message = this.world.post(chat, {
      text,
      entities: plainEntities(text),
      extra,
      fromBot: false,
    });
    keepFiles(this.world, extra);
    this.feed.push('message', userId, messageJson(this.world, chat, message));
    return message;
  }

  /**
   * The person replies to a message of the chat. The bot gets that message as it is now, buttons
   * included; of one that was deleted meanwhile it gets nothing.
   */
  reply(userId: number, messageId: number, text: string, quote?: string): ChatMessage {
    const replied = this.world.chat(userId).messages.get(messageId);
    return this.say(userId, text, {
      ...this.#inReplyTo(userId, messageId),
      ...(replied && quote !== undefined && { quote: quoteOf(wordsOf(replied), quote) }),
    });
  }

  #inReplyTo(userId: number, messageId: number): Record<string, unknown> {
    const chat = this.world.chat(userId);
    const replied = chat.messages.get(messageId);
    return replied ? { reply_to_message: repliedJson(this.world, chat, replied) } : {};
  }

  /**
   * The person replies to a message of another chat. The bot gets of its words what is quoted, which clients do
   * by hand and Telegram by itself, and what else it holds.
   */
  replyElsewhere(userId: number, text: string, replied: RepliedElsewhere): ChatMessage {
    const external = externalReply(this.world, replied);
    keepFiles(this.world, external.external_reply);
    return this.say(userId, text, external);
  }

  /**
   * The person sends something that is no text (`contents.ts` has the kinds), by itself or forwarded,
   * with a caption where there is one.
   */
  send(
    userId: number,
    kind: string,
    {
      caption,
      words,
      sound,
      from,
      replyTo,
      ...fields
    }: {
      caption?: string | undefined;
      /** What is said in a voice message. */
      words?: string | undefined;
      /** Its file, where that is another one than what is said. */
      sound?: Buffer | undefined;
      from?: Origin | undefined;
      /** The message of the chat that it replies to. */
      replyTo?: number | undefined;
      /** Of all parts of an album. */
      media_group_id?: string;
      caption_entities?: readonly Entity[];
    } = {},
  ): ChatMessage {
    const content = contentOfKind(kind, this.world.files.size + 1);
    const album = fields.media_group_id;
    const parts = this.messages(userId).filter(({ extra }) => extra?.media_group_id === album);
    if (album !== undefined && parts.length >= ALBUM_MAX) {
      throw badRequest(`an album has ${ALBUM_MAX} parts at most`);
    }
    return this.say(userId, '', {
      ...content,
      ...(words !== undefined && speak(this.world, content, { words, sound })),
      ...(caption !== undefined && { caption }),
      ...fields,
      ...(replyTo !== undefined && this.#inReplyTo(userId, replyTo)),
      ...(from && forwardedFrom(from, this.world)),
    });
  }

  sendDocument(
    userId: number,
    {
      name: file_name,
      content,
      ...extra
    }: { name: string; content: Buffer | string; caption?: string; media_group_id?: string },
  ): ChatMessage {
    const bytes = Buffer.from(content);
    const number = this.world.uploads.size + 1;
    const file_id = `upload-${number}`;
    this.world.uploads.set(file_id, { path: `documents/file_${number}`, content: bytes });
    const file_unique_id = `unique-${file_id}`;
    const document = { file_id, file_unique_id, file_name, file_size: bytes.length };
    return this.say(userId, '', { document, ...extra });
  }

  /**
   * The person edits a text of their own, or only how a link in it is previewed. The bot gets the message as it
   * is now. Clients edit nothing that was forwarded, and nothing that is older than 48 hours.
   */
  edit(userId: number, messageId: number, text: string): ChatMessage {
    const chat = this.world.chat(userId);
    const message = chat.messages.get(messageId);
    if (!message || message.fromBot) throw badRequest('there is no such message of theirs');
    const isForwarded = message.extra?.forward_origin !== undefined;
    if (isForwarded || Date.now() - message.receivedAt > EDIT_MAX_AGE_MS) {
      throw badRequest("message can't be edited");
    }
    this.world.edit(chat, message, { text, entities: plainEntities(text), keyboard: [] });
    this.feed.push('edited_message', userId, messageJson(this.world, chat, message));
    return message;
  }

  start(userId: number, payload = ''): ChatMessage {
    return this.say(userId, `/start ${payload}`.trim());
  }

  /** The person presses a button with callback data, by its label or the one given. Answers the query's id. */
  press(userId: number, messageId: number, button: string | InlineButton): string {
    const chat = this.world.chat(userId);
    const message = chat.messages.get(messageId);
    if (!message) throw badRequest('there is no such message in the chat');
    if (message.inlineId !== undefined) return this.pressInline(userId, message.inlineId, button);
    return this.#press(userId, message.keyboard, button, {
      message: messageJson(this.world, chat, message),
    });
  }

  #press(
    userId: number,
    keyboard: Keyboard,
    button: string | InlineButton,
    where: Record<string, unknown>,
  ): string {
    const pressed =
      typeof button === 'string' ? keyboard.flat().find(({ text }) => text === button) : button;
    if (pressed?.callback_data === undefined) throw badRequest('there is no such button');
    const callbackId = String(randomInt(2 ** 47));
    this.world.pressed.set(callbackId, { userId, pressedAt: Date.now() });
    this.feed.push('callback_query', userId, {
      id: callbackId,
      from: userJson(this.world.chat(userId).user),
      ...where,
      chat_instance: String(userId),
      data: pressed.callback_data,
    });
    return callbackId;
  }

  /** The person types behind the bot's name in some chat. Answers the query's id. */
  askInline(userId: number, query: string): string {
    if (!this.world.bot.inline.enabled) throw badRequest('inline mode is off');
    if (query.length > INLINE_QUERY_MAX) throw badRequest('nobody can type that much');
    const id = String(randomInt(2 ** 47));
    this.world.inlineQuestions.set(id, { userId, query, askedAt: Date.now() });
    const from = userJson(this.world.chat(userId).user);
    this.feed.push('inline_query', userId, { id, from, query, offset: '', chat_type: 'private' });
    return id;
  }

  /**
   * The person sends a result that the bot has offered, in another chat or in their own with the bot (`here`);
   * the bot is told where its feedback is on.
   */
  chooseInline(questionId: string, resultId: string, { here = false } = {}): InlineMessage {
    const question = this.world.inlineQuestions.get(questionId);
    const result = question?.answer?.results.find(({ id }) => id === resultId);
    if (!question || !result) throw badRequest('the bot has offered no such result');
    const { userId } = question;
    const message = postInline(this.world, this.feed, { userId, result, here });
    if (this.world.bot.inline.feedback) {
      this.feed.push('chosen_inline_result', userId, {
        result_id: resultId,
        from: userJson(this.world.chat(userId).user),
        query: question.query,
        // Only a message with a keyboard can be named.
        ...(message.keyboard.length > 0 && { inline_message_id: message.id }),
      });
    }
    return message;
  }

  /** The person names the bot in a chat that it is not in. Answers the query's id. */
  askGuest(userId: number, call: GuestCall): string {
    return askGuest(this.world, this.feed, userId, call);
  }

  sendPrepared(userId: number, preparedId: string): InlineMessage {
    const prepared = this.world.preparedMessages.get(preparedId);
    if (prepared?.userId !== userId) throw badRequest('MESSAGE_EXPIRED');
    return postInline(this.world, this.feed, { userId, result: prepared.result });
  }

  /** Anybody presses a button under a message that stands in a chat of other people. */
  pressInline(userId: number, messageId: string, button: string | InlineButton): string {
    const message = this.world.inlineMessages.get(messageId);
    if (!message) throw badRequest('there is no such message');
    return this.#press(userId, message.keyboard, button, { inline_message_id: messageId });
  }

  /** Makes a message older than it is: bots may delete theirs for 48 hours only. */
  age(userId: number, messageId: number, hours: number): void {
    const message = this.world.chat(userId).messages.get(messageId);
    if (!message) throw badRequest('there is no such message in the chat');
    message.receivedAt -= hours * 3_600_000;
    message.sentAt -= hours * 3_600_000;
    this.world.emit({ type: 'changed', userId });
  }

  block(userId: number): void {
    this.#changeMembership(userId, 'blocked');
  }

  unblock(userId: number): void {
    this.#changeMembership(userId, 'active');
  }

  #setStatus(userId: number, status: ChatStatus): void {
    this.world.chat(userId).status = status;
    this.world.emit({ type: 'changed', userId });
  }

  #changeMembership(userId: number, status: 'active' | 'blocked'): void {
    const chat = this.world.chat(userId);
    const before = chat.status;
    if (before === status) return;
    this.#setStatus(userId, status);
    const member = (of: string) => ({
      user: botJson(this.world),
      ...(of === 'blocked' ? { status: 'kicked', until_date: 0 } : { status: 'member' }),
    });
    this.feed.push('my_chat_member', userId, {
      chat: chatJson(chat),
      from: userJson(chat.user),
      date: Math.floor(Date.now() / 1000),
      old_chat_member: member(before),
      new_chat_member: member(status),
    });
  }

  /** The messages that are in a chat now, oldest first. */
  messages(userId: number): ChatMessage[] {
    return [...this.world.chat(userId).messages.values()];
  }

  /** The address under which a client opens the mini app: launch parameters, signed init data among them, in the hash. */
  launchUrl(
    userId: number,
    { url, authDate = new Date(), themeParams = {} }: LaunchOptions,
  ): string {
    const { user } = this.world.chat(userId);
    const fields = {
      query_id: `AA${randomBytes(15).toString('base64url')}`,
      user: JSON.stringify({
        id: user.id,
        first_name: user.firstName,
        last_name: user.lastName ?? '',
        username: user.username,
        language_code: user.languageCode ?? 'ru',
        allows_write_to_pm: true,
      }),
      auth_date: String(Math.floor(authDate.getTime() / 1000)),
      signature: SIGNATURE,
    };
    const address = new URL(url);
    address.hash = new URLSearchParams({
      tgWebAppData: signInitData(fields, this.options.token),
      tgWebAppVersion: LAUNCH_VERSION,
      tgWebAppPlatform: 'weba',
      tgWebAppThemeParams: JSON.stringify(themeParams),
    }).toString();
    return address.href;
  }

  fault(fault: FaultKind, where: Omit<FaultRule, 'fault'> = {}): void {
    this.faults.add({ fault, ...where });
  }
}
