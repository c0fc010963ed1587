import { type ChatState } from '../control';
import { ask, byId, element, isRecord, onClick, textOf } from './dom';

const LOG_LINES = 200;

/** The simulator's own controls: who is writing, the bot blocked, faults, the log of the mini app. */
export function connectTools(userId: number, isBlocked: () => boolean) {
  const panel = byId('tools', HTMLElement);
  const select = byId('user', HTMLSelectElement);
  const kinds = byId('send-kind', HTMLSelectElement);
  const log = byId('log', HTMLOListElement);

  onClick('toggle-tools', (button) => {
    panel.hidden = !panel.hidden;
    button.ariaExpanded = String(!panel.hidden);
    return showFaults();
  });
  select.addEventListener('change', () => openChat(select.value));
  onClick('block', () => ask('POST', isBlocked() ? 'unblock' : 'block', { userId }));
  onClick('new-user', addUser);
  onSubmit('fault-form', ({ kind = '', times, method, here }) =>
    ask('POST', 'faults', {
      fault: faultOf(kind),
      times: Number(times),
      ...(method && { method }),
      ...(here && { chatId: userId }),
    }).then(showFaults),
  );
  onClick('fault-clear', () => ask('DELETE', 'faults').then(showFaults));
  onSubmit('guest-form', ({ text, reply }) =>
    ask('POST', 'guest', { userId, text, ...(reply && { reply }) }).then(showAnswer(userId)),
  );
  onSubmit('send-form', ({ kind, caption, from }) => {
    // Nobody writes beneath their own voice: what stands in the field is said.
    const content = kind === 'voice' && !from ? 'words' : 'caption';
    const said = caption && { [content]: caption };
    return ask('POST', 'send', { userId, kind, ...said, ...(from && { from }) });
  });

  return {
    render({ users, status, contentKinds }: ChatState) {
      if (kinds.childElementCount === 0) {
        kinds.append(...contentKinds.map((kind) => element('option', { textContent: kind })));
      }
      byId('block', HTMLElement).textContent = `${status === 'blocked' ? 'Unblock' : 'Block'} bot`;
      select.replaceChildren(
        ...users.map(({ id, firstName, username }) =>
          element('option', {
            value: String(id),
            textContent: `${firstName} @${username ?? '—'} ${id}`,
            selected: id === userId,
          }),
        ),
      );
    },
    log: (line: string) => {
      log.append(element('li', { textContent: line }));
      while (log.childElementCount > LOG_LINES) log.firstElementChild?.remove();
      log.scrollTop = log.scrollHeight;
    },
  };
}

function onSubmit(id: string, act: (fields: Partial<Record<string, string>>) => unknown): void {
  const form = byId(id, HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)].map(
      ([name, value]) => [name, typeof value === 'string' ? value : ''] as const,
    );
    void act(Object.fromEntries(fields));
  });
}

function faultOf(value: string): object {
  const [, code, words] = /^(\d+)(?: (.*))?$/.exec(value) ?? [];
  if (code === undefined) return { kind: value, ...(value === 'slow' && { ms: 5_000 }) };
  return {
    kind: 'error',
    code: Number(code),
    ...(code === '429' && { retryAfter: 5 }),
    ...(words && { description: words === 'Logged out' ? words : `Bad Request: ${words}` }),
  };
}

/** What the bot has put into the other chat; whoever is shown presses its buttons. */
const showAnswer = (userId: number) => (answer: unknown) => {
  const messageId = textOf(answer, 'id');
  const rows = isRecord(answer) && Array.isArray(answer.keyboard) ? answer.keyboard : [];
  const keys = rows.flat().map((button: unknown) => {
    const key = element('button', { textContent: textOf(button, 'text') });
    const pressed = { userId, messageId, button };
    key.addEventListener('click', () => void ask('POST', 'press-inline', pressed));
    return key;
  });
  byId('guest-answer', HTMLElement).replaceChildren(textOf(answer, 'text'), ...keys);
};

async function showFaults(): Promise<void> {
  const rules = await ask('GET', 'faults');
  const lines = (Array.isArray(rules) ? rules : []).filter(isRecord).map((rule) => {
    const times = typeof rule.times === 'number' ? rule.times : '∞';
    return `${JSON.stringify(rule.fault)} × ${times} on ${textOf(rule, 'method') || 'any method'}`;
  });
  byId('faults', HTMLUListElement).replaceChildren(
    ...lines.map((textContent) => element('li', { textContent })),
  );
}

async function addUser(): Promise<void> {
  const firstName = prompt('Name')?.trim();
  if (!firstName) return;
  const id = 1000 + Math.floor(Math.random() * 1_000_000);
  await ask('POST', 'users', { id, firstName, username: `user${id}`, languageCode: 'ru' });
  openChat(String(id));
}

function openChat(id: string): void {
  const address = new URL(location.href);
  address.searchParams.set('user', id);
  location.assign(address);
}
