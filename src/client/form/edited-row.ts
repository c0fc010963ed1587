import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { appTexts } from '@/texts/app';
import { type KeptPlace } from '../session/kept-place';
import { useSession } from '../session/session';
import { isFault } from '../wire/wire';
import { type Refusal } from './form-dialog';
import { type Saving } from './use-saving';

const texts = appTexts.form;

interface Answers<R, V> {
  /** The row as it now is, where it has changed meanwhile. */
  present: R | undefined;
  describe: (row: R) => string;
  values: V;
  valuesOf: (row: R) => V;
  setValues: (values: V) => void;
  submit: (row: R | undefined) => void;
}

/**
 * The row that a form edits, and what it says of a refused save: a row that has changed, or is gone, is for
 * its user to decide, and nothing that was typed is lost.
 */
export function useEditedRow<R, V>(opened: R | undefined, saving: Saving) {
  const [edit, setEdit] = useState(opened);
  /** The input that the row's present state replaced; it can be brought back. */
  const [replaced, setReplaced] = useState<V | null>(null);

  const refusal = ({
    present,
    describe,
    values,
    valuesOf,
    ...on
  }: Answers<R, V>): Refusal | null => {
    // What the user has to decide stays in sight while they go on writing.
    const { message = '', error } = saving.lastFault ?? {};
    const keepMine = (row: R | undefined) => () => {
      setEdit(row);
      on.submit(row);
    };
    if (error?.fault === 'conflict' && present !== undefined) {
      const takeNew = () => {
        setEdit(present);
        on.setValues(valuesOf(present));
        saving.clear();
        setReplaced(values);
      };
      return {
        message,
        detail: texts.conflict.now(describe(present)),
        choices: [
          { label: texts.conflict.keepMine, run: keepMine(present) },
          { label: texts.conflict.takeNew, run: takeNew },
        ],
      };
    }
    if (error?.fault === 'gone' && edit !== undefined) {
      return { message, choices: [{ label: texts.saveAsNew, run: keepMine(undefined) }] };
    }
    if (saving.fault || replaced === null) return saving.fault;
    const run = () => {
      on.setValues(replaced);
      setReplaced(null);
    };
    const back = { label: texts.conflict.bringMineBack, run };
    return { message: texts.conflict.taken, choices: [back] };
  };
  return { edit, refusal };
}

/** A form as it waits on the device while it is unsaved. */
export interface KeptForm<V, OpenedFor = object> {
  editId: number | null;
  version?: number | undefined;
  /** What a new one was opened for: without it a save would make something else of the values. */
  openedFor?: OpenedFor | undefined;
  values: V;
}

interface Input<V, OpenedFor> {
  values: V;
  edit: { id: number; version: number } | undefined;
  dirty: boolean;
  /** What it opened with came from there. */
  wasKept: boolean;
  openedFor?: OpenedFor | undefined;
}

/**
 * Keeps input on this device while it is unsaved (`dirty`). What another form left there stays until then. Answers what
 * drops it.
 */
export function useKept<V, OpenedFor>(
  place: KeptPlace<KeptForm<V, OpenedFor>>,
  { values, edit, dirty, wasKept, openedFor }: Input<V, OpenedFor>,
): () => void {
  const { user } = useSession();
  const mine = useRef(wasKept);
  /** Nothing is kept again behind it, though the form be drawn once more. */
  const dropped = useRef(false);
  const drop = () => {
    if (mine.current) place.drop(user.id);
    mine.current = false;
    dropped.current = true;
  };
  useEffect(() => {
    if (dropped.current) return;
    if (dirty) {
      const { id = null, version } = edit ?? {};
      place.keep(user.id, { editId: id, version, openedFor, values });
      mine.current = true;
    } else if (mine.current) {
      place.drop(user.id);
      mine.current = false;
    }
  }, [place, user.id, edit, openedFor, values, dirty]);
  return drop;
}

/**
 * What opens the form again that the last session could not save: over the row that it edits, in the version that its
 * user saw. A row that was deleted since opens as a new one. Null where nothing is kept, and where the row cannot be read
 * now: then the form waits for the next start.
 */
export async function keptTarget<R extends { id: number; version: number }, V, OpenedFor>(
  place: KeptPlace<KeptForm<V, OpenedFor>>,
  userId: number | null,
  rows: readonly R[],
  read: (id: number) => Promise<R | undefined>,
) {
  const kept = place.read(userId);
  if (!kept) return null;
  const { editId, version, openedFor, values } = kept;
  const target = { ...openedFor, values, notice: texts.typedBack };
  if (editId === null) return target;
  try {
    const row = rows.find(({ id }) => id === editId) ?? (await read(editId));
    return { ...target, edit: row && { ...row, version: version ?? row.version } };
  } catch (fault) {
    return isFault(fault, 'gone') ? target : null;
  }
}

/** Does something once, as soon as the rows are here. */
export function useOnceHere<R>(
  rows: readonly R[] | undefined,
  act: (rows: readonly R[]) => Promise<void>,
): void {
  const done = useRef(false);
  const actOn = useEffectEvent(act);
  useEffect(() => {
    if (!rows || done.current) return;
    done.current = true;
    void actOn(rows);
  }, [rows]);
}
