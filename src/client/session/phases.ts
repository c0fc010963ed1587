import { type ApiError, isFault } from '../wire/wire';

export type Startup =
  /** `refusedList`: of a first list that the server refused before it has answered the validation. */
  | { phase: 'loading'; refusedList?: ApiError }
  /** `listReadAt`: without a connection, when the list was read that this device has kept (ms since 1970). */
  | { phase: 'content'; listReadAt?: number | undefined }
  /** `botUrl`: where they are accepted, if the server knows its bot's name. */
  | { phase: 'terms'; message: string; botUrl?: string | undefined }
  /** The launch data are not accepted; `error`: the call that failed, where that was the start's own. */
  | { phase: 'stale'; error?: ApiError }
  | { phase: 'unreachable'; error: ApiError };

type StartupEvent =
  | { type: 'started' }
  /** `isFirst`: not tried again since the start. */
  | { type: 'validated'; isFirst?: boolean }
  | { type: 'failed'; error: ApiError; listReadAt?: number | undefined }
  | { type: 'fault'; error: ApiError };

export const initialStartup: Startup = { phase: 'loading' };

export function nextStartup(state: Startup, event: StartupEvent): Startup {
  switch (event.type) {
    case 'started':
      return state.phase === 'content' ? state : { phase: 'loading' };
    case 'validated':
      if (state.phase === 'loading' && state.refusedList) return refusedBy(state.refusedList);
      // The list may have been refused before the screen has heard that the launch was accepted.
      if (state.phase === 'stale' || (state.phase === 'terms' && event.isFirst)) return state;
      // A screen that asked for the terms gives way later: they may have been accepted since.
      return state.phase === 'content' && state.listReadAt === undefined
        ? state
        : { phase: 'content' };
    case 'failed': {
      const isOnline = state.phase === 'content' && state.listReadAt === undefined;
      const mayComeBack = isFault(event.error, 'offline', 'server');
      if (isOnline || (state.phase === 'content' && mayComeBack)) return state;
      if (event.error.fault === 'terms') return termsOf(event.error);
      if (event.error.fault === 'offline' && event.listReadAt !== undefined) {
        return { phase: 'content', listReadAt: event.listReadAt };
      }
      return {
        phase: event.error.fault === 'stale' ? 'stale' : 'unreachable',
        error: event.error,
      };
    }
    case 'fault':
      if (!['stale', 'terms'].includes(event.error.fault)) return state;
      // A failure of the validation itself counts for more.
      if (state.phase === 'loading') return { phase: 'loading', refusedList: event.error };
      return state.phase === 'content' ? refusedBy(event.error) : state;
  }
}

const refusedBy = (error: ApiError): Startup =>
  error.fault === 'terms' ? termsOf(error) : { phase: 'stale' };

const termsOf = ({ message, told: { botUrl } }: ApiError): Startup => ({
  phase: 'terms',
  message,
  botUrl,
});
