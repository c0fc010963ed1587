import { BotApiError } from './call';

/**
 * What happens to a call instead of, before or after its work:
 * - `error`: Telegram's answer of that code, nothing is done;
 * - `hang`: nothing is done and no answer comes, until the caller gives up;
 * - `slow`: done and answered, but late by so many milliseconds;
 * - `hold-answer`: done, but no answer comes, until the caller gives up;
 * - `lose-answer`: done, but the connection breaks instead of the answer;
 * - `cut`: the connection breaks, nothing is done.
 */
export type FaultKind =
  | { kind: 'error'; code: number; description?: string; retryAfter?: number }
  | { kind: 'hang' | 'hold-answer' | 'lose-answer' | 'cut' }
  | { kind: 'slow'; ms: number };

export interface FaultRule {
  fault: FaultKind;
  /** Calls to hit before the rule ends; without it, until it is removed. */
  times?: number;
  /** Without one, any method. */
  method?: string;
  chatId?: number;
}

const descriptions: Record<number, string> = {
  400: 'Bad Request: chat not found',
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  429: 'Too Many Requests: retry after',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** The faults that a test has ordered; of each rule, `times` are those that are left. */
export class Faults {
  #rules: FaultRule[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ ...rule });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault that hits this call, if one does; it is used up by that. */
  take(method: string, chatId: number | undefined): FaultKind | undefined {
    const rule = this.#rules.find(
      (each) =>
        (each.method === undefined || each.method === method) &&
        (each.chatId === undefined || each.chatId === chatId),
    );
    if (rule?.times !== undefined) {
      rule.times -= 1;
      if (rule.times === 0) this.#rules = this.#rules.filter((each) => each !== rule);
    }
    return rule?.fault;
  }
}

export function faultError(fault: Extract<FaultKind, { kind: 'error' }>): BotApiError {
  const retryAfter = fault.code === 429 ? (fault.retryAfter ?? 1) : undefined;
  const fixed = descriptions[fault.code] ?? 'Bad Request';
  return new BotApiError(
    fault.code,
    fault.description ?? (retryAfter === undefined ? fixed : `${fixed} ${retryAfter}`),
    retryAfter,
  );
}
