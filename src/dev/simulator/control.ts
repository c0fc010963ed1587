import { type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { BotApiError } from './bot-api-error';
import { CONTENT_KINDS, contentIn } from './contents';
import { faultRule } from './faults';
import { readBody } from './request-params';
import { type Simulator } from './simulator';
import { type ChatMessage, type WorldEvent } from './world';

/**
 * The simulator's own API, `/sim/…`: what the chat page's buttons do, and what a test in another
 * process needs. JSON in and out; bodies only as application/json, which keeps other sites out.
 */
type Route = (simulator: Simulator, input: unknown) => unknown;

const on =
  <S extends z.ZodType>(
    schema: S,
    act: (simulator: Simulator, input: z.output<S>) => unknown,
  ): Route =>
  (simulator, input) =>
    act(simulator, schema.parse(input));

const id = z.coerce.number().int();
const person = z.object({ userId: id });
const message = person.extend({ messageId: id });
const written = message.extend({ text: z.string() });
const user = z.object({
  id,
  firstName: z.string().min(1),
  lastName: z.string().optional(),
  username: z.string().optional(),
  languageCode: z.string().optional(),
  photoUrl: z.string().optional(),
});

const routes: Record<string, Route> = {
  'GET state': on(person, (simulator, { userId }) => chatState(simulator, userId)),
  'POST users': on(user, (simulator, given) => simulator.addUser(given)),
  'POST say': on(
    person.extend({ text: z.string(), extra: z.record(z.string(), z.unknown()).optional() }),
    (simulator, { userId, text, extra }) => messageView(simulator.say(userId, text, extra)),
  ),
  'POST reply': on(written, (simulator, { userId, messageId, text }) =>
    messageView(simulator.reply(userId, messageId, text)),
  ),
  'POST edit': on(
    message.extend({ text: z.string().min(1) }),
    (simulator, { userId, messageId, text }) =>
      messageView(simulator.edit(userId, messageId, text)),
  ),
  'POST send': on(
    person.extend({
      kind: z.string(),
      caption: z.string().optional(),
      from: z.enum(['user', 'hidden_user', 'channel']).optional(),
    }),
    (simulator, { userId, kind, ...options }) => messageView(simulator.send(userId, kind, options)),
  ),
  'POST press': on(
    message.extend({
      button: z.union([z.string(), z.object({ text: z.string(), callback_data: z.string() })]),
    }),
    (simulator, { userId, messageId, button }) => ({
      callbackId: simulator.press(userId, messageId, button).callbackId,
    }),
  ),

  'POST send-prepared': on(person.extend({ id: z.string() }), (simulator, prepared) =>
    simulator.sendPrepared(prepared.userId, prepared.id),
  ),
  'POST ask-inline': on(person.extend({ query: z.string() }), (simulator, { userId, query }) => ({
    questionId: simulator.askInline(userId, query),
  })),
  'GET inline': (simulator) => ({
    questions: Object.fromEntries(simulator.world.inlineQuestions),
    messages: [...simulator.world.inlineMessages.values()],
  }),
  'POST choose-inline': on(
    z.object({ questionId: z.string(), resultId: z.string() }),
    (simulator, { questionId, resultId }) => simulator.chooseInline(questionId, resultId),
  ),
  'POST press-inline': on(
    person.extend({ messageId: z.string(), button: z.string() }),
    (simulator, { userId, messageId, button }) => simulator.pressInline(userId, messageId, button),
  ),

  'POST age': on(message.extend({ hours: z.number() }), (simulator, given) =>
    simulator.age(given.userId, given.messageId, given.hours),
  ),
  'POST block': on(person, (simulator, { userId }) => simulator.block(userId)),
  'POST unblock': on(person, (simulator, { userId }) => simulator.unblock(userId)),
  'POST deactivate': on(person, (simulator, { userId }) => simulator.deactivate(userId)),
  'POST launch': on(
    person.extend({
      url: z.string().optional(),
      platform: z.string().optional(),
      version: z.string().optional(),
      signature: z.boolean().optional(),
      themeParams: z.record(z.string(), z.string()).optional(),
    }),
    (simulator, { userId, ...options }) => ({ url: simulator.launchUrl(userId, options) }),
  ),

  'GET messages': on(person, (simulator, { userId }) =>
    simulator.messages(userId).map(messageView),
  ),
  'POST wait': on(
    z.object({
      userId: id.optional(),
      text: z.string().optional(),
      pattern: z.string().optional(),
      after: z.number().optional(),
      fromBot: z.boolean().optional(),
      timeoutMs: z.number().optional(),
    }),
    async (simulator, { pattern, timeoutMs, ...query }) => {
      const fits = pattern === undefined ? {} : { pattern: new RegExp(pattern, 'u') };
      return messageView(await simulator.waitForMessage({ ...query, ...fits }, timeoutMs));
    },
  ),
  'POST idle': (simulator) => simulator.feed.idle(),
  'GET webhook': (simulator) => simulator.feed.webhookInfo(),
  'GET calls': on(
    z.object({ method: z.string().optional(), after: z.coerce.number().default(0) }),
    (simulator, { method, after }) =>
      simulator.calls.filter(
        (call) => call.seq > after && (method === undefined || call.method === method),
      ),
  ),
  'GET mistakes': (simulator) => simulator.mistakes,

  'GET faults': (simulator) => simulator.faults.list(),
  'POST faults': on(faultRule, (simulator, rule) => ({ id: simulator.faults.add(rule) })),
  'DELETE faults': on(z.object({ id: id.optional() }), (simulator, rule) => {
    if (rule.id === undefined) simulator.faults.clear();
    else simulator.faults.remove(rule.id);
  }),
  'POST limits': on(
    z.object({ perSecond: z.number().positive(), perChatBurst: z.number().positive() }).nullable(),
    (simulator, limits) => simulator.setLimits(limits ?? undefined),
  ),
};

export async function handleControl(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const name = url.pathname.slice('/sim/'.length);
  if (request.method === 'GET' && name === 'events') {
    streamEvents(simulator, response, id.parse(url.searchParams.get('userId')));
    return;
  }
  if (request.method === 'GET' && name === 'file') {
    sendFile(simulator, response, url);
    return;
  }
  const answer = (status: number, body: unknown) => {
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body ?? {}));
  };
  const route = routes[`${request.method ?? ''} ${name}`];
  if (!route) {
    answer(404, { error: 'no such route' });
    return;
  }
  const body = (await readBody(request)).toString();
  if (body !== '' && request.headers['content-type']?.startsWith('application/json') !== true) {
    answer(415, { error: 'application/json only' });
    return;
  }
  try {
    const input: unknown =
      request.method === 'POST' ? JSON.parse(body || '{}') : Object.fromEntries(url.searchParams);
    answer(200, await route(simulator, input));
  } catch (error) {
    const status = error instanceof BotApiError ? error.code : 400;
    answer(status, { error: error instanceof Error ? error.message : 'failed' });
  }
}

/** A message as the chat page and tests in other processes see it. */
export interface MessageView extends Omit<ChatMessage, 'document'> {
  document?: { fileName: string; mimeType: string; size: number };
  /** What kind it is of, where it is no text: `photo`. */
  kind?: string;
}

function messageView({ document, ...message }: ChatMessage): MessageView {
  const [kind] = Object.keys(contentIn({ ...message.extra, ...message.content }));
  return {
    ...message,
    ...(kind !== undefined && { kind }),
    ...(document && {
      document: {
        fileName: document.fileName,
        mimeType: document.mimeType,
        size: document.content.length,
      },
    }),
  };
}

function chatState(simulator: Simulator, userId: number) {
  const { bot } = simulator.world;
  const chat = simulator.world.chat(userId);
  const language = chat.user.languageCode ?? '';
  const scoped = (scope: object, code: string) =>
    bot.commands.get(JSON.stringify([scope, code])) ?? [];
  const commands = [
    scoped({ type: 'all_private_chats' }, language),
    scoped({ type: 'all_private_chats' }, ''),
    scoped({ type: 'default' }, language),
    scoped({ type: 'default' }, ''),
  ].find((list) => list.length > 0);
  return {
    bot: {
      name: bot.name,
      username: bot.username,
      description: bot.description,
      commands: commands ?? [],
      menuButton: bot.menuButtons.get(userId) ?? bot.menuButtons.get(0) ?? { type: 'commands' },
    },
    user: chat.user,
    status: chat.status,
    action: chat.action ?? '',
    messages: simulator.messages(userId).map(messageView),
    contentKinds: CONTENT_KINDS,
    users: [...simulator.world.chats.values()].slice(0, 50).map((each) => each.user),
  };
}
export type ChatState = ReturnType<typeof chatState>;

/** Server-sent events: the whole chat first, then what changes. */
function streamEvents(simulator: Simulator, response: ServerResponse, userId: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send = (type: string, data: unknown) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  const onEvent = (event: WorldEvent) => {
    if (event.type === 'bot') send('state', chatState(simulator, userId));
    else if (event.userId !== userId) return;
    else if (event.type === 'chat') send('state', chatState(simulator, userId));
    else if (event.type === 'message' || event.type === 'edited') {
      send('message', messageView(event.message));
    } else send(event.type, event);
  };
  send('state', chatState(simulator, userId));
  response.on('close', simulator.world.listen(onEvent));
}

function sendFile(simulator: Simulator, response: ServerResponse, url: URL): void {
  const chat = simulator.world.chats.get(Number(url.searchParams.get('userId')));
  const document = chat?.messages.get(Number(url.searchParams.get('messageId')))?.document;
  if (!document) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(document.fileName)}`,
    })
    .end(document.content);
}
