import { type ToldFailure, type Responses } from '@/contract/api';

/*
 * Whether what came from the server is what the contract says. The contract is zod's, and comes behind
 * the first screen: until it is here an answer is taken by its outline, and checked in full as soon as
 * it is.
 */

export type Check<T> = (value: unknown) => value is T;

let fits: ((name: keyof Responses | 'failure', value: unknown) => boolean) | null = null;
let loading: Promise<void> | null = null;
/** Taken by their outline, and not checked yet. */
let unchecked: [name: keyof Responses, value: unknown][] = [];
let report = (): void => undefined;
let misfit = false;

export const checksInFull = (): boolean => fits !== null;
/** Whether one of those that were taken by their outline does not fit the contract. */
export const foundMisfit = (): boolean => misfit;

/** Fetches the contract's code; when that fails, the next call tries again. */
export function loadContract(): Promise<void> {
  loading ??= import('./contract-check').then(
    (contract) => {
      fits = contract.fits;
      misfit = unchecked.some(([name, value]) => !contract.fits(name, value));
      unchecked = [];
      if (misfit) report();
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

/** Calls `heard` when an answer that was taken by its outline turns out not to fit the contract. */
export function onMisfit(heard: () => void): () => void {
  report = heard;
  return () => {
    report = () => undefined;
  };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a value is a good answer of that name. */
export const answer =
  <K extends keyof Responses>(name: K): Check<Responses[K]> =>
  (value): value is Responses[K] =>
    fits
      ? fits(name, value)
      : isRecord(value) && value['success'] === true && checkedLater(name, value);

export const isFailure = (value: unknown): value is ToldFailure =>
  fits
    ? fits('failure', value)
    : isRecord(value) &&
      value['success'] === false &&
      ['string', 'object', 'undefined'].includes(typeof value['message']);

type RowKey = { reminders: 'notifications'; notes: 'notes' };

/** Whether a value is a slice of the rows that such an answer carries under `key`. */
export const rowsOf =
  <N extends keyof RowKey, R>(name: N, key: RowKey[N]): Check<R[]> =>
  (value): value is R[] => {
    const whole = { success: true, [key]: value };
    if (fits) return fits(name, whole);
    return Array.isArray(value) && value.every(hasId) && checkedLater(name, whole);
  };

const hasId = (row: unknown) => isRecord(row) && typeof row['id'] === 'number';

function checkedLater(name: keyof Responses, value: unknown): true {
  unchecked.push([name, value]);
  return true;
}
