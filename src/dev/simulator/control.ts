import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { BotApiError, type Exchange } from './call';
import { CONTENT_KINDS, contentIn } from './contents';
import { type Simulator } from './simulator';
import { type ChatMessage, type WorldEvent } from './world';

/**
 * The simulator's own API, `/sim/…`: what the chat page's buttons do. JSON in and out; bodies only as
 * application/json, which keeps other sites out.
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
const text = z.string().min(1);
const button = z.object({ text, callback_data: text });

const routes: Record<string, Route> = {
  'POST users': on(
    z.object({ id, firstName: text, username: text, languageCode: text }),
    (simulator, user) => simulator.addUser(user),
  ),
  'POST say': on(person.extend({ text }), (simulator, given) => {
    simulator.say(given.userId, given.text);
  }),
  'POST reply': on(message.extend({ text }), (simulator, given) => {
    simulator.reply(given.userId, given.messageId, given.text);
  }),
  'POST edit': on(message.extend({ text }), (simulator, given) => {
    simulator.edit(given.userId, given.messageId, given.text);
  }),
  'POST send': on(
    person.extend({
      kind: text,
      caption: text.optional(),
      words: text.optional(),
      from: z.enum(['user', 'hidden_user', 'channel']).optional(),
    }),
    (simulator, { userId, kind, ...options }) => {
      simulator.send(userId, kind, options);
    },
  ),
  'POST press': on(message.extend({ button }), (simulator, given) => ({
    callbackId: simulator.press(given.userId, given.messageId, given.button),
  })),
  'POST send-prepared': on(person.extend({ id: text }), (simulator, prepared) =>
    simulator.sendPrepared(prepared.userId, prepared.id),
  ),
  // In a chat that the bot is not in; answers what it puts there.
  'POST guest': on(person.extend({ text, reply: text.optional() }), async (simulator, given) => {
    const chat = { id: -1_001_234_567_890, type: 'supergroup', title: 'Семья' } as const;
    const reply = given.reply === undefined ? {} : { reply: { text: given.reply } };
    const asked = simulator.askGuest(given.userId, { chat, text: given.text, ...reply });
    await simulator.feed.idle();
    return simulator.world.guestQuestions.get(asked)?.answer;
  }),
  'POST press-inline': on(
    person.extend({ messageId: text, button }),
    (simulator, { userId, messageId, button }) => {
      simulator.pressInline(userId, messageId, button);
    },
  ),
  'POST block': on(person, (simulator, { userId }) => simulator.block(userId)),
  'POST unblock': on(person, (simulator, { userId }) => simulator.unblock(userId)),
  'POST launch': on(
    person.extend({ url: text, themeParams: z.record(z.string(), z.string()) }),
    (simulator, { userId, ...options }) => ({ url: simulator.launchUrl(userId, options) }),
  ),
};

const streams: Record<string, (simulator: Simulator, exchange: Exchange) => void> = {
  'GET events': streamEvents,
  'GET file': sendFile,
};

export async function handleControl(simulator: Simulator, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  const name = `${request.method ?? ''} ${url.pathname.slice('/sim/'.length)}`;
  const stream = streams[name];
  if (stream) {
    stream(simulator, exchange);
    return;
  }
  const answer = (status: number, body: unknown) => {
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body ?? {}));
  };
  try {
    const route = routes[name];
    if (!route) throw new BotApiError(404, 'no such route');
    const body = await readText(request);
    if (body !== '' && request.headers['content-type']?.startsWith('application/json') !== true) {
      throw new BotApiError(415, 'application/json only');
    }
    const input: unknown = JSON.parse(body || '{}');
    answer(200, await route(simulator, input));
  } catch (error) {
    const status = error instanceof BotApiError ? error.code : 400;
    answer(status, { error: error instanceof Error ? error.message : 'failed' });
  }
}

export interface MessageView extends Omit<ChatMessage, 'document'> {
  document?: { fileName: string; size: number };
  /** What kind it is of, where it is no text: `photo`. */
  kind?: string;
}

function messageView({ document, ...message }: ChatMessage): MessageView {
  const [kind] = Object.keys(contentIn({ ...message.extra, ...message.content }));
  return {
    ...message,
    ...(kind !== undefined && { kind }),
    ...(document && { document: { fileName: document.fileName, size: document.content.length } }),
  };
}

export function chatState(simulator: Simulator, userId: number) {
  const { bot, chats } = simulator.world;
  const { user, status } = simulator.world.chat(userId);
  const languages = [user.languageCode ?? '', ''];
  return {
    bot: {
      name: bot.name,
      username: bot.username,
      description: bot.description,
      commands: languages.map((each) => bot.commands.get(each)).find((list) => list?.length) ?? [],
      menuButton: bot.menuButton ?? ({ type: 'commands' } as const),
    },
    user,
    status,
    messages: simulator.messages(userId).map(messageView),
    contentKinds: CONTENT_KINDS,
    users: [...chats.values()].slice(0, 50).map((each) => each.user),
  };
}
export type ChatState = ReturnType<typeof chatState>;

/** Server-sent events: the whole chat, at first and with each change, and the bot's answers to presses. */
function streamEvents(simulator: Simulator, { response, url }: Exchange): void {
  const userId = id.parse(url.searchParams.get('userId'));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send = (type: string, data: unknown) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  const tell = (event: WorldEvent) => {
    if (event.type === 'answer') send(event.type, event);
    else send('state', chatState(simulator, userId));
  };
  tell({ type: 'changed' });
  const stop = simulator.world.listen((event) => {
    if (event.userId === undefined || event.userId === userId) tell(event);
  });
  response.on('close', stop);
}

function sendFile({ world }: Simulator, { response, url }: Exchange): void {
  const chat = world.chats.get(Number(url.searchParams.get('userId')));
  const document = chat?.messages.get(Number(url.searchParams.get('messageId')))?.document;
  if (!document) {
    response.writeHead(404).end();
    return;
  }
  const name = encodeURIComponent(document.fileName);
  response
    .writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    })
    .end(document.content);
}
