import { appTexts } from '@/texts/app';
import { type ApiError } from '../wire';
import { type Refusal } from './form-dialog';

const texts = appTexts.form;

interface Answers<R, V> {
  /** The form edits a row; else it makes one. */
  editing: boolean;
  /** The row as it now is, where it has changed meanwhile. */
  present: R | undefined;
  describe: (row: R) => string;
  /** Saves what stands in the form over the given row, or as a new one. */
  keepMine: (row: R | undefined) => void;
  /** Puts the row as it now is into the form. */
  takeNew: (row: R) => void;
  /** The input that it replaced. */
  replaced: V | null;
  bringMineBack: (mine: V) => void;
}

/**
 * What a form says of a refused save. A row that has changed, or is gone, is for its user to decide:
 * either way nothing that was typed is lost.
 */
export function refusalOf<R, V>(
  fault: { message: string; error: ApiError | null } | null,
  { editing, present, describe, keepMine, takeNew, replaced, bringMineBack }: Answers<R, V>,
): Refusal | null {
  if (fault === null) {
    if (replaced === null) return null;
    const back = { label: texts.conflict.bringMineBack, run: () => bringMineBack(replaced) };
    return { message: texts.conflict.taken, choices: [back] };
  }
  const { message, error } = fault;
  if (error?.fault === 'conflict' && present !== undefined) {
    return {
      message,
      detail: texts.conflict.now(describe(present)),
      choices: [
        { label: texts.conflict.keepMine, run: () => keepMine(present) },
        { label: texts.conflict.takeNew, run: () => takeNew(present) },
      ],
    };
  }
  if (error?.fault === 'gone' && editing) {
    return { message, choices: [{ label: texts.saveAsNew, run: () => keepMine(undefined) }] };
  }
  return { message, code: error?.requestId };
}
