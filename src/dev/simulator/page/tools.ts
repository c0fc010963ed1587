import { type ChatState } from '../control';
import { ask, byId, element, isRecord, textOf } from './dom';

const LOG_LINES = 200;

/** The simulator's own controls: who is writing, the bot blocked, faults, the log of the mini app. */
export function connectTools(options: { userId: number; blocked: () => boolean }): {
  render: (state: ChatState) => void;
  log: (line: string) => void;
} {
  const panel = byId('tools', HTMLElement);
  const select = byId('user', HTMLSelectElement);
  const block = byId('block', HTMLButtonElement);
  const log = byId('log', HTMLOListElement);

  byId('toggle-tools', HTMLButtonElement).addEventListener('click', ({ currentTarget }) => {
    panel.hidden = !panel.hidden;
    if (currentTarget instanceof HTMLElement) currentTarget.ariaExpanded = String(!panel.hidden);
    if (!panel.hidden) void showFaults();
  });
  select.addEventListener('change', () => openChat(select.value));
  block.addEventListener('click', () => {
    void ask('POST', options.blocked() ? 'unblock' : 'block', { userId: options.userId });
  });
  byId('new-user', HTMLButtonElement).addEventListener('click', () => void addUser());

  const times = byId('fault-times', HTMLInputElement);
  const kind = byId('fault-kind', HTMLSelectElement);
  const method = byId('fault-method', HTMLSelectElement);
  const here = byId('fault-here', HTMLInputElement);
  byId('fault-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void ask('POST', 'faults', {
      fault: faultOf(kind.value),
      times: times.valueAsNumber,
      ...(method.value !== '' && { method: method.value }),
      ...(here.checked && { chatId: options.userId }),
    }).then(showFaults);
  });
  byId('fault-clear', HTMLButtonElement).addEventListener('click', () => {
    void ask('DELETE', 'faults').then(showFaults);
  });

  const sendKind = byId('send-kind', HTMLSelectElement);
  const sendFrom = byId('send-from', HTMLSelectElement);
  const caption = byId('send-caption', HTMLInputElement);
  byId('send-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void ask('POST', 'send', {
      userId: options.userId,
      kind: sendKind.value,
      caption: caption.value,
      ...(sendFrom.value !== '' && { from: sendFrom.value }),
    });
  });

  return {
    render({ users, status, contentKinds }) {
      if (sendKind.childElementCount === 0) {
        sendKind.append(...contentKinds.map((kind) => element('option', { textContent: kind })));
      }
      block.textContent = status === 'blocked' ? 'Unblock bot' : 'Block bot';
      select.replaceChildren(
        ...users.map(({ id, firstName, username }) =>
          element('option', {
            value: String(id),
            textContent: `${firstName} @${username ?? '—'} ${id}`,
            selected: id === options.userId,
          }),
        ),
      );
    },
    log(line) {
      log.append(element('li', { textContent: line }));
      while (log.childElementCount > LOG_LINES) log.firstElementChild?.remove();
      log.scrollTop = log.scrollHeight;
    },
  };
}

function faultOf(value: string): object {
  const [, code, words] = /^(\d+)(?: (.*))?$/.exec(value) ?? [];
  if (code !== undefined) {
    return {
      kind: 'error',
      code: Number(code),
      ...(code === '429' && { retryAfter: 5 }),
      ...(words !== undefined && {
        description: words === 'Logged out' ? words : `Bad Request: ${words}`,
      }),
    };
  }
  return value === 'slow' ? { kind: 'slow', ms: 5000 } : { kind: value };
}

async function showFaults(): Promise<void> {
  const rules = await ask('GET', 'faults');
  byId('faults', HTMLUListElement).replaceChildren(
    ...(Array.isArray(rules) ? rules : []).filter(isRecord).map((rule) =>
      element('li', {
        textContent: `${JSON.stringify(rule.fault)} × ${typeof rule.times === 'number' ? rule.times : '∞'} on ${textOf(rule, 'method') || 'any method'}`,
      }),
    ),
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
