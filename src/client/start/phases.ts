import { type ApiError } from '../wire';

/**
 * What the app shows as a whole. `public` is the public page with a word on why; `stale` means that
 * the launch data stopped being accepted while the app was in use.
 */
export type Startup =
  | { phase: 'loading' }
  | { phase: 'content' }
  | { phase: 'terms'; message: string }
  /** `code` is what the server's log calls the failed call, where the server answered. */
  | { phase: 'public'; reason: 'refused' | 'unreachable'; code?: string | undefined }
  | { phase: 'stale' };

export type StartupEvent =
  | { type: 'started' }
  | { type: 'validated' }
  /** Validation failed. */
  | { type: 'failed'; error: ApiError }
  /** A later call failed. */
  | { type: 'fault'; error: ApiError };

export const initialStartup: Startup = { phase: 'loading' };

/** The startup machine: loading → content, terms or public; content → terms or stale. */
export function nextStartup(state: Startup, event: StartupEvent): Startup {
  switch (event.type) {
    case 'started':
      return state.phase === 'content' ? state : { phase: 'loading' };
    case 'validated':
      return state.phase === 'content' ? state : { phase: 'content' };
    case 'failed':
      if (state.phase === 'content') return state;
      if (event.error.fault === 'terms') return { phase: 'terms', message: event.error.message };
      return {
        phase: 'public',
        reason: event.error.fault === 'stale' ? 'refused' : 'unreachable',
        code: event.error.requestId,
      };
    case 'fault':
      // Before validation has answered, a list's refusal says nothing new.
      if (state.phase !== 'content') return state;
      if (event.error.fault === 'stale') return { phase: 'stale' };
      if (event.error.fault === 'terms') return { phase: 'terms', message: event.error.message };
      return state;
  }
}
