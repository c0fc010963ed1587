import useSWR, { type Key, type SWRConfiguration } from 'swr';

/** What `ask` answers, kept by SWR under `key`. Of a fault nothing is known but that there is one. */
export const useAnswer = <Answer>(
  key: Key,
  ask: () => Promise<Answer>,
  options?: SWRConfiguration<Answer, unknown>,
) => useSWR<Answer, unknown>(key, ask, options);

const ONCE = { revalidateIfStale: false };

/**
 * Code that comes behind the rest, under a name of its own; undefined until it is here. Null: it is not needed yet.
 * Offline it is missing until the connection, the user or the need for it comes back.
 */
export const useCode = <Code>(name: string | null, load: () => Promise<Code>): Code | undefined =>
  useAnswer(name, load, ONCE).data;
