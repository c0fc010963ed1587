import { useRef } from 'react';

/** The same key for the same content: a save repeated after a lost answer creates nothing twice. */
export function useCreateKey(): (payload: object) => string {
  const last = useRef({ content: '', key: '' });
  return (payload) => {
    const content = JSON.stringify(payload);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
