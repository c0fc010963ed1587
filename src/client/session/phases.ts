import { type ApiError } from '../wire/wire';

/**
 * `public`: the public page with a word on why; `stale`: the launch data stopped being accepted during use.
 */
export type Startup =
  | { phase: 'loading' }
  /** `listOf`: without a connection, when the list was read that this device has kept (ms since 1970). */
  | { phase: 'content'; listOf?: number | undefined }
  /** `botUrl`: where they are accepted, if the server knows its bot's name. */
  | { phase: 'terms'; message: string; botUrl?: string | undefined }
  /** `code` is what the server's log calls the failed call, where the server answered. */
  | { phase: 'public'; reason: 'refused' | 'unreachable'; code?: string | undefined }
  | { phase: 'stale' };

export type StartupEvent =
  | { type: 'started' }
  | { type: 'validated' }
  | { type: 'failed'; error: ApiError; listOf?: number | undefined }
  | { type: 'fault'; error: ApiError };

export const initialStartup: Startup = { phase: 'loading' };

export function nextStartup(state: Startup, event: StartupEvent): Startup {
  switch (event.type) {
    case 'started':
      return state.phase === 'content' ? state : { phase: 'loading' };
    case 'validated':
      return state.phase === 'content' && state.listOf === undefined ? state : { phase: 'content' };
    case 'failed':
      if (
        state.phase === 'content' &&
        (state.listOf === undefined || event.error.fault === 'offline')
      ) {
        return state;
      }
      if (event.error.fault === 'terms') return termsOf(event.error);
      if (event.error.fault === 'offline' && event.listOf !== undefined) {
        return { phase: 'content', listOf: event.listOf };
      }
      return {
        phase: 'public',
        reason: event.error.fault === 'stale' ? 'refused' : 'unreachable',
        code: event.error.requestId,
      };
    case 'fault':
      // Before validation has answered, a list's refusal says nothing new.
      if (state.phase !== 'content') return state;
      if (event.error.fault === 'stale') return { phase: 'stale' };
      if (event.error.fault === 'terms') return termsOf(event.error);
      return state;
  }
}

const termsOf = ({ message, botUrl }: ApiError): Startup => ({ phase: 'terms', message, botUrl });
