import { useEffect, useRef } from 'react';
import { useSession } from '../session';

interface Place<V> {
  keep: (
    userId: number | null,
    form: { editId: number | null; version?: number; noteId?: number; values: V },
  ) => void;
  drop: (userId: number | null) => void;
}

/**
 * Keeps an open form's input on this device while it is unsaved (`dirty`); `drop` ends that. What
 * another form left there stays, until this one has something to keep.
 */
export function useKept<V>(
  place: Place<V>,
  {
    values,
    edit,
    dirty,
    wasKept,
    noteId,
  }: {
    values: V;
    edit: { id: number; version: number } | null;
    dirty: boolean;
    /** What it opened with came from there. */
    wasKept: boolean;
    /** Of a new reminder: the note that it reminds of. */
    noteId?: number | undefined;
  },
): { drop: () => void } {
  const { user } = useSession();
  const mine = useRef(wasKept);
  const drop = () => {
    if (mine.current) place.drop(user.id);
    mine.current = false;
  };
  useEffect(() => {
    if (dirty) {
      const version = edit?.version;
      place.keep(user.id, {
        editId: edit?.id ?? null,
        ...(version !== undefined && { version }),
        ...(noteId !== undefined && { noteId }),
        values,
      });
      mine.current = true;
    } else if (mine.current) {
      place.drop(user.id);
      mine.current = false;
    }
  }, [place, user.id, edit, noteId, values, dirty]);
  return { drop };
}
