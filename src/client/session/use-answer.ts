import useSWR, { type Key, type SWRConfiguration } from 'swr';

/** What `ask` answers, kept by SWR under `key`. Of a fault nothing is known but that there is one. */
export const useAnswer = <Answer>(
  key: Key,
  ask: () => Promise<Answer>,
  options?: SWRConfiguration<Answer, unknown>,
) => useSWR<Answer, unknown>(key, ask, options);
