/** The page's element with this id; its kind is checked, a wrong page fails at once. */
export function byId<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

export function onClick(id: string, act: (button: HTMLButtonElement) => unknown): void {
  const button = byId(id, HTMLButtonElement);
  button.addEventListener('click', () => void act(button));
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Asks the simulator's own API. Throws with its message when it refuses. */
export async function ask(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`/sim/${path}`, sent);
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(textOf(answer, 'error') || `HTTP ${response.status}`);
  return answer;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text field of something that came from outside, or ''. */
export function textOf(value: unknown, field: string): string {
  const found = isRecord(value) ? value[field] : undefined;
  return typeof found === 'string' ? found : '';
}

export const flagOf = (value: unknown, field: string): boolean =>
  isRecord(value) && value[field] === true;
