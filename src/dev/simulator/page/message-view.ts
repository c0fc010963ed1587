import { type MessageView } from '../control';
import { type Entity } from '../html';
import { type InlineButton } from '../markup';
import { type MessageActions } from './chat';
import { element, textOf } from './dom';

const clock = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });

export function messageElement(message: MessageView, actions: MessageActions): HTMLLIElement {
  const at = new Date(message.receivedAt).toISOString();
  const edited = message.editedAt === undefined ? '' : 'edited ';
  const words = `${edited}${clock.format(message.receivedAt)}`;
  const time = element('time', { textContent: words, dateTime: at, title: at });
  const bubble = element('div', { className: 'bubble' });
  const [quoted = ''] = textOf(message.extra?.reply_to_message, 'text').split('\n', 1);
  if (quoted !== '') bubble.append(element('blockquote', { textContent: quoted }));
  if (message.document) {
    const { fileName, size } = message.document;
    bubble.append(
      element('a', {
        href: actions.fileUrl(message),
        download: fileName,
        textContent: `📄 ${fileName} (${size} B)`,
      }),
    );
  }
  if (message.kind !== undefined) {
    bubble.append(element('p', { textContent: `📎 ${message.kind}` }));
  }
  bubble.append(...formatted(message.text, message.entities, actions), time);
  const item = element('li', { className: `message${message.fromBot ? '' : ' mine'}` }, bubble);
  item.dataset.id = String(message.messageId);
  bubble.append(tool('Ответить', '↩', () => actions.reply(message)));
  if (!message.fromBot && message.text !== '') {
    bubble.append(tool('Изменить', '✎', () => actions.edit(message)));
  }
  if (message.keyboard.length > 0) item.append(keyboard(message, actions));
  return item;
}

function tool(label: string, sign: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', title: label }, sign);
  made.ariaLabel = label;
  made.addEventListener('click', act);
  return made;
}

function keyboard(message: MessageView, actions: MessageActions): HTMLElement {
  const keys = (buttons: InlineButton[]) => buttons.map((each) => key(message, each, actions));
  const rows = message.keyboard.map((row) => element('div', { className: 'row' }, ...keys(row)));
  return element('div', { className: 'keyboard' }, ...rows);
}

function key(message: MessageView, button: InlineButton, actions: MessageActions): HTMLElement {
  if (button.url !== undefined) {
    return element(
      'a',
      { className: 'key', href: button.url, target: '_blank', rel: 'noopener' },
      button.text,
      mark('↗'),
    );
  }
  const made = element('button', { className: 'key', type: 'button' }, button.text);
  if (button.style) made.dataset.look = button.style;
  if (button.web_app) made.append(mark('▣'));
  made.addEventListener('click', () => {
    if (button.web_app) actions.openApp(button.web_app.url);
    else actions.press(message, button, made);
  });
  return made;
}

function mark(sign: string): HTMLElement {
  const small = element('small', { textContent: sign });
  small.ariaHidden = 'true';
  return small;
}

/** Text with its entities, which nest, as nodes; nothing of it is ever read as HTML. */
function formatted(text: string, entities: readonly Entity[], actions: MessageActions): Node[] {
  const sorted = entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length);
  let next = 0;
  const until = (from: number, end: number): Node[] => {
    const nodes: Node[] = [];
    let at = from;
    for (let entity = sorted[next]; entity && entity.offset < end; entity = sorted[next]) {
      next += 1;
      if (entity.offset < at) continue;
      const stop = Math.min(entity.offset + entity.length, end);
      nodes.push(document.createTextNode(text.slice(at, entity.offset)));
      const own = text.slice(entity.offset, stop);
      nodes.push(wrap(entity, own, until(entity.offset, stop), actions));
      at = stop;
    }
    nodes.push(document.createTextNode(text.slice(at, end)));
    return nodes;
  };
  return until(0, text.length);
}

const tags = new Map<string, 'b' | 'i' | 'u' | 's' | 'code'>([
  ['bold', 'b'],
  ['italic', 'i'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
]);

function wrap(entity: Entity, own: string, inner: Node[], actions: MessageActions): Node {
  if (entity.type === 'text_link' || entity.type === 'url') {
    return element('a', { href: entity.url ?? own, target: '_blank', rel: 'noopener' }, ...inner);
  }
  if (entity.type === 'bot_command') {
    const link = element('a', { href: '#' }, ...inner);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      actions.command(own);
    });
    return link;
  }
  return element(tags.get(entity.type) ?? 'span', {}, ...inner);
}
