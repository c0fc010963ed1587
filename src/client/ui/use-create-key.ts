import { useRef } from 'react';

/**
 * The idempotency key of a create: the same for the same content, so that a save repeated after a
 * lost answer creates nothing twice, and a new one once the content changes.
 */
export function useCreateKey(): (payload: object) => string {
  const last = useRef({ content: '', key: '' });
  return (payload) => {
    const content = JSON.stringify(payload);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
