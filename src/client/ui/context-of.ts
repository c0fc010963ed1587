import { createContext, use } from 'react';

/** A context that is always there where it is used, and the hook that reads it. */
export function contextOf<Value extends object>() {
  const Context = createContext<Value | null>(null);
  const useValue = (): Value => {
    const value = use(Context);
    if (!value) throw new Error('a part of a screen stands outside of it');
    return value;
  };
  return [Context, useValue] as const;
}
