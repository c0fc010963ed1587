import { type ChatState } from '../control';
import { ask, byId, element, isRecord, onClick, textOf } from './dom';

const LOG_LINES = 200;

/** The simulator's own controls: who is writing, the bot blocked, the log of the mini app. */
export function connectTools(userId: number, isBlocked: () => boolean) {
  const panel = byId('tools', HTMLElement);
  const select = byId('user', HTMLSelectElement);
  const kinds = byId('send-kind', HTMLSelectElement);
  const log = byId('log', HTMLOListElement);

  onClick('toggle-tools', (button) => {
    panel.hidden = !panel.hidden;
    button.ariaExpanded = String(!panel.hidden);
  });
  select.addEventListener('change', () => openChat(select.value));
  onClick('block', () => ask(isBlocked() ? 'unblock' : 'block', { userId }));
  onClick('new-user', addUser);
  onSubmit('guest-form', ({ text, reply }) =>
    ask('guest', { userId, text, ...(reply && { reply }) }).then(showAnswer(userId)),
  );
  onSubmit('send-form', ({ kind, caption, from }) => {
    // Nobody writes beneath their own voice: what stands in the field is said.
    const content = kind === 'voice' && !from ? 'words' : 'caption';
    const said = caption && { [content]: caption };
    return ask('send', { userId, kind, ...said, ...(from && { from }) });
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

/** What the bot has put into the other chat; whoever is shown presses its buttons. */
const showAnswer = (userId: number) => (answer: unknown) => {
  const messageId = textOf(answer, 'id');
  const rows = isRecord(answer) && Array.isArray(answer.keyboard) ? answer.keyboard : [];
  const keys = rows.flat().map((button: unknown) => {
    const key = element('button', { textContent: textOf(button, 'text') });
    const pressed = { userId, messageId, button };
    key.addEventListener('click', () => void ask('press-inline', pressed));
    return key;
  });
  byId('guest-answer', HTMLElement).replaceChildren(textOf(answer, 'text'), ...keys);
};

async function addUser(): Promise<void> {
  const firstName = prompt('Name')?.trim();
  if (!firstName) return;
  const id = 1000 + Math.floor(Math.random() * 1_000_000);
  await ask('users', { id, firstName, username: `user${id}`, languageCode: 'ru' });
  openChat(String(id));
}

function openChat(id: string): void {
  const address = new URL(location.href);
  address.searchParams.set('user', id);
  location.assign(address);
}
