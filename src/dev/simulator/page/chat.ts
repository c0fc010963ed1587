import { type ChatState, type MessageView } from '../control';
import { type InlineButton } from '../markup';
import { ask, byId, element, isRecord, textOf } from './dom';
import { messageElement } from './message-view';
import { createMiniApp, type ConfirmButton } from './mini-app';
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
const messages = new Map<number, MessageView>();
const waitingKeys = new Map<string, HTMLElement>();

const list = byId('messages', HTMLOListElement);
const scroll = byId('scroll', HTMLDivElement);
const text = byId('text', HTMLTextAreaElement);
const menu = byId('menu', HTMLButtonElement);
const commands = byId('commands', HTMLUListElement);
const tools = connectTools({ userId, blocked: () => state?.status === 'blocked' });
const app = createMiniApp({
  scheme: () => scheme,
  title: () => state?.bot.name ?? '',
  webA: query.get('client') === 'weba',
  log: tools.log,
  confirm,
  sendPrepared: (id) => ask('POST', 'send-prepared', { userId, id }),
});

applyScheme();
const events = new EventSource(`/sim/events?userId=${userId}`);
listen('state', isState, (next) => {
  state = next;
  messages.clear();
  for (const message of next.messages) messages.set(message.messageId, message);
  render();
});
listen('message', isMessage, (message) => {
  const isNew = !messages.has(message.messageId);
  messages.set(message.messageId, message);
  render();
  if (isNew && message.forceReply) replyTo(message, message.forceReply.placeholder);
});
listen('deleted', isRecord, ({ messageId }) => {
  messages.delete(Number(messageId));
  render();
});
listen('answer', isRecord, (answer) => {
  const key = waitingKeys.get(textOf(answer, 'callbackId'));
  if (!key) return;
  delete key.dataset.busy;
  const words = textOf(answer, 'text');
  if (words === '') return;
  if (answer.alert === true) void confirm(words, [{ id: '', text: 'OK', kind: 'ok' }]);
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
function isMessage(value: unknown): value is MessageView {
  return isRecord(value) && typeof value.messageId === 'number';
}

function render(): void {
  if (!state) return;
  const { bot, status } = state;
  document.title = `${bot.name} · Telegram simulator`;
  byId('bot-avatar', HTMLElement).textContent = (Array.from(bot.name)[0] ?? '').toUpperCase();
  byId('bot-name', HTMLElement).textContent = bot.name;
  byId('composer', HTMLFormElement).hidden = status !== 'active';
  byId('start', HTMLButtonElement).hidden = status !== 'new';
  byId('unblock', HTMLButtonElement).hidden = status !== 'blocked';
  menu.textContent = bot.menuButton.type === 'web_app' ? bot.menuButton.text : '/';
  tools.render(state);
  byId('description', HTMLElement).hidden = messages.size > 0 || bot.description === '';
  byId('description-text', HTMLElement).textContent = bot.description;

  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
  const sorted = [...messages.values()].toSorted((a, b) => a.messageId - b.messageId);
  list.replaceChildren(...sorted.map((message) => messageElement(message, actions)));
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
}

const actions = {
  press: (message: MessageView, button: InlineButton, key: HTMLElement) => {
    key.dataset.busy = '';
    ask('POST', 'press', { userId, messageId: message.messageId, button }).then(
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

async function launch(url: string): Promise<void> {
  const opened = await ask('POST', 'launch', { userId, url, themeParams: themeParams[scheme] });
  app.open(textOf(opened, 'url'));
}

async function say(words: string): Promise<void> {
  scroll.scrollTop = scroll.scrollHeight;
  await ask('POST', 'say', { userId, text: words }).catch(failed);
}

/** The message that what is written next replies to, or, where it is the person's to be edited, replaces. */
let replied: MessageView | undefined;
let edited: MessageView | undefined;

function editOwn(message: MessageView): void {
  replyTo(message);
  [replied, edited] = [undefined, message];
  byId('replying-verb', HTMLElement).textContent = 'Правка';
  text.value = message.text;
}

function replyTo(message: MessageView | undefined, placeholder = 'Message'): void {
  [replied, edited] = [message, undefined];
  byId('replying', HTMLElement).hidden = !message;
  byId('replying-verb', HTMLElement).textContent = 'Ответ на';
  byId('replying-text', HTMLElement).textContent = message?.text.split('\n', 1)[0] ?? '';
  text.placeholder = placeholder === '' ? 'Message' : placeholder;
  if (message) text.focus();
}
byId('replying-cancel', HTMLButtonElement).addEventListener('click', () => {
  if (edited) text.value = '';
  replyTo(undefined);
});

async function answer(messageId: number, words: string): Promise<void> {
  scroll.scrollTop = scroll.scrollHeight;
  await ask('POST', 'reply', { userId, messageId, text: words }).catch(failed);
}

async function change(messageId: number, words: string): Promise<void> {
  await ask('POST', 'edit', { userId, messageId, text: words }).catch(failed);
}

byId('composer', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const words = text.value.trim();
  text.value = '';
  commands.hidden = true;
  if (words === '') return;
  if (edited) void change(edited.messageId, words);
  else if (replied) void answer(replied.messageId, words);
  else void say(words);
  replyTo(undefined);
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId('composer', HTMLFormElement).requestSubmit();
});
text.addEventListener('input', () => showCommands(/^\/\w*$/.test(text.value)));
menu.addEventListener('click', () => {
  const button = state?.bot.menuButton;
  if (button?.type === 'web_app') void launch(button.web_app.url);
  else showCommands(commands.hidden !== false);
});
byId('start', HTMLButtonElement).addEventListener('click', () => void say('/start'));
byId('unblock', HTMLButtonElement).addEventListener('click', () => void say('/start'));
byId('toggle-theme', HTMLButtonElement).addEventListener('click', () => {
  scheme = scheme === 'dark' ? 'light' : 'dark';
  localStorage.setItem('scheme', scheme);
  applyScheme();
  app.schemeChanged();
});

function showCommands(show: boolean): void {
  commands.hidden = !show;
  const found = (state?.bot.commands ?? []).filter(({ command }) =>
    `/${command}`.startsWith(text.value || '/'),
  );
  commands.replaceChildren(
    ...found.map(({ command, description }) => {
      const button = element(
        'button',
        { type: 'button' },
        element('b', { textContent: `/${command}` }),
        element('span', { textContent: description }),
      );
      button.addEventListener('click', () => {
        text.value = '';
        commands.hidden = true;
        void say(`/${command}`);
      });
      return element('li', {}, button);
    }),
  );
  if (found.length === 0) commands.hidden = true;
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

/** A question over everything; answers the id of the pressed button, '' when it was dismissed. */
function confirm(words: string, buttons: ConfirmButton[]): Promise<string> {
  const dialog = byId('confirm', HTMLDialogElement);
  byId('confirm-text', HTMLElement).innerText = words;
  byId('confirm-buttons', HTMLElement).replaceChildren(
    ...buttons.map(({ id, text: label, kind }) => {
      const button = element('button', { textContent: label });
      button.dataset.kind = kind;
      button.addEventListener('click', () => {
        dialog.close(id);
      });
      return button;
    }),
  );
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
  });
}
