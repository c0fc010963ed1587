import { type ChatState, type MessageView } from '../control';
import { type InlineButton } from '../markup';
import { ask, byId, element, isRecord, onClick, textOf } from './dom';
import { messageElement } from './message-view';
import { MiniApp } from './mini-app';
import { type Scheme, themeParams } from './themes';
import { connectTools } from './tools';

/**
 * The chat of one person with the bot; `?user=` names the person, `?theme=` the colours, and
 * `?client=weba` makes it Telegram Web A.
 */
const query = new URLSearchParams(location.search);
const userId = Number(query.get('user') ?? 1001);
let scheme: Scheme = storedScheme();
let state: ChatState | undefined;
const waitingKeys = new Map<string, HTMLElement>();

const list = byId('messages', HTMLOListElement);
const scroll = byId('scroll', HTMLDivElement);
const text = byId('text', HTMLTextAreaElement);
const commands = byId('commands', HTMLUListElement);
const tools = connectTools(userId, () => state?.status === 'blocked');
const app = new MiniApp({
  scheme: () => scheme,
  title: () => state?.bot.name ?? '',
  webA: query.get('client') === 'weba',
  log: tools.log,
  openChat: (path) => {
    const { pathname, searchParams } = new URL(path, 'https://t.me');
    const start = searchParams.get('start');
    if (pathname !== `/${state?.bot.username ?? ''}` || start === null) return false;
    // As if its reader had pressed START, which Telegram shows there.
    void say(`/start ${start}`);
    return true;
  },
  sendPrepared: (id) => ask('send-prepared', { userId, id }),
});

applyScheme();
const events = new EventSource(`/sim/events?userId=${userId}`);
listen('state', isState, (next) => {
  const before = state;
  state = next;
  render(next);
  const newest = next.messages.at(-1);
  const isNew = (before?.messages.at(-1)?.messageId ?? 0) < (newest?.messageId ?? 0);
  if (before && isNew && newest?.forceReply) replyTo(newest, newest.forceReply.placeholder);
});
listen('answer', isRecord, (answer) => {
  const key = waitingKeys.get(textOf(answer, 'callbackId'));
  if (!key) return;
  delete key.dataset.busy;
  const words = textOf(answer, 'text');
  if (words === '') return;
  if (answer.alert === true) alert(words);
  else toast(words);
});

function listen<T>(
  type: string,
  is: (value: unknown) => value is T,
  act: (value: T) => void,
): void {
  events.addEventListener(type, (event) => {
    const data: unknown = JSON.parse(String(event.data));
    if (is(data)) act(data);
  });
}
function isState(value: unknown): value is ChatState {
  return isRecord(value) && Array.isArray(value.messages);
}
function write(id: string, words: string): void {
  byId(id, HTMLElement).textContent = words;
}
function show(id: string, shown: boolean): void {
  byId(id, HTMLElement).hidden = !shown;
}

function render(present: ChatState): void {
  const { bot, status, messages } = present;
  document.title = `${bot.name} · Telegram simulator`;
  write('bot-avatar', (Array.from(bot.name)[0] ?? '').toUpperCase());
  write('bot-name', bot.name);
  write('description-text', bot.description);
  write('menu', bot.menuButton.type === 'web_app' ? bot.menuButton.text : '/');
  show('description', messages.length === 0 && bot.description !== '');
  show('composer', status === 'active');
  show('start', status !== 'active');
  write('start', status === 'new' ? 'START' : 'RESTART BOT');
  tools.render(present);

  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
  list.replaceChildren(...messages.map((message) => messageElement(message, actions)));
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
}

const actions = {
  press: (message: MessageView, button: InlineButton, key: HTMLElement) => {
    key.dataset.busy = '';
    ask('press', { userId, messageId: message.messageId, button }).then(
      (pressed) => waitingKeys.set(textOf(pressed, 'callbackId'), key),
      failed,
    );
  },
  openApp: (url: string) => void launch(url),
  command: (command: string) => void say(command),
  reply: (message: MessageView) => replyTo(message),
  edit: (message: MessageView) => editOwn(message),
  fileUrl: ({ messageId }: MessageView) => `/sim/file?userId=${userId}&messageId=${messageId}`,
};
export type MessageActions = typeof actions;

async function launch(url: string): Promise<void> {
  const opened = await ask('launch', { userId, url, themeParams: themeParams[scheme] });
  app.open(textOf(opened, 'url'));
}

/** Says something, or does with it `what` else concerns a message. */
async function say(words: string, what = 'say', about: { messageId?: number } = {}) {
  scroll.scrollTop = scroll.scrollHeight;
  await ask(what, { userId, ...about, text: words }).catch(failed);
}

/** The message that what is written next replies to, or, where it is the person's to be edited, replaces. */
let replied: MessageView | undefined;
let edited: MessageView | undefined;

function editOwn(message: MessageView): void {
  replyTo(message);
  [replied, edited] = [undefined, message];
  write('replying-verb', 'Правка');
  text.value = message.text;
}

function replyTo(message: MessageView | undefined, placeholder = ''): void {
  [replied, edited] = [message, undefined];
  show('replying', message !== undefined);
  write('replying-verb', 'Ответ на');
  write('replying-text', message?.text.split('\n', 1)[0] ?? '');
  text.placeholder = placeholder || 'Message';
  if (message) text.focus();
}
onClick('replying-cancel', () => {
  if (edited) text.value = '';
  replyTo(undefined);
});

byId('composer', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const words = text.value.trim();
  text.value = '';
  commands.hidden = true;
  if (words === '') return;
  const about = edited ?? replied;
  if (!about) void say(words);
  else void say(words, edited ? 'edit' : 'reply', { messageId: about.messageId });
  replyTo(undefined);
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId('composer', HTMLFormElement).requestSubmit();
});
text.addEventListener('input', () => showCommands(/^\/\w*$/.test(text.value)));
onClick('menu', () => {
  const button = state?.bot.menuButton;
  if (button?.type === 'web_app') void launch(button.web_app.url);
  else showCommands(commands.hidden !== false);
});
onClick('start', () => say('/start'));
onClick('toggle-theme', () => {
  scheme = scheme === 'dark' ? 'light' : 'dark';
  localStorage.setItem('scheme', scheme);
  applyScheme();
  app.sendTheme();
});

function showCommands(shown: boolean): void {
  const found = (state?.bot.commands ?? []).filter(({ command }) =>
    `/${command}`.startsWith(text.value || '/'),
  );
  commands.replaceChildren(
    ...found.map(({ command, description }) => {
      const name = element('b', { textContent: `/${command}` });
      const button = element('button', { type: 'button' }, name, description);
      button.addEventListener('click', () => {
        text.value = '';
        commands.hidden = true;
        void say(`/${command}`);
      });
      return element('li', {}, button);
    }),
  );
  commands.hidden = !shown || found.length === 0;
}

function storedScheme(): Scheme {
  const wanted = query.get('theme') ?? localStorage.getItem('scheme');
  if (wanted === 'dark' || wanted === 'light') return wanted;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function applyScheme(): void {
  document.documentElement.dataset.theme = scheme;
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;
function toast(words: string): void {
  const box = byId('toast', HTMLDivElement);
  box.textContent = words;
  box.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    box.hidden = true;
  }, 4000);
}

function failed(reason: unknown): void {
  toast(reason instanceof Error ? reason.message : 'failed');
}
