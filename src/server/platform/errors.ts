import 'server-only';
import { type Failure, type FieldError } from '@/contract/api';
import { type Checked } from '@/core/reminder-rules';
import { errorTexts } from '@/texts/errors';

/** Kinds of refusal that a caller may get, with the status that says so. */
const statuses = {
  invalid: 400,
  /** The account holds as much as it may. */
  full: 400,
  forbidden: 403,
  'terms-required': 403,
  'not-found': 404,
  'wrong-method': 405,
  conflict: 409,
  'too-large': 413,
  'wrong-media-type': 415,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof statuses;

/** The one error that reaches callers. Its message is Russian and safe to show. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: (typeof statuses)[ErrorCode];
  readonly errors: FieldError[] | undefined;
  /** Seconds, for `too-many` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** In a `conflict`, the row as it now is. */
  readonly present: Pick<Failure, 'notification' | 'note'> | undefined;

  constructor(
    readonly code: ErrorCode,
    detail: {
      message?: string;
      errors?: FieldError[];
      retryAfter?: number;
      present?: Pick<Failure, 'notification' | 'note'>;
    } = {},
  ) {
    super(detail.message ?? detail.errors?.[0]?.message ?? errorTexts[code]);
    this.status = statuses[code];
    this.errors = detail.errors;
    this.retryAfter = detail.retryAfter;
    this.present = detail.present;
  }
}

/** Answers what came of the work, or the error with which it was refused, where that has one of these codes. */
export const orRefusal = <T>(work: Promise<T>, ...codes: ErrorCode[]): Promise<T | AppError> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && codes.includes(error.code)) return error;
    throw error;
  });

/** A missing row and a foreign one are the same to the caller. */
export function found<R>(row: R | undefined): R {
  if (row === undefined) throw new AppError('not-found');
  return row;
}

/** Answers the values that the rules of a form take; throws `invalid` with all that they do not. */
export function orInvalid<T>(checked: Checked<T, string>): T {
  if (!checked.ok) throw new AppError('invalid', { errors: checked.errors });
  return checked.value;
}
