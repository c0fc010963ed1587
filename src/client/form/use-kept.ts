import { useEffect, useRef } from 'react';
import { useSession } from '../session/session';
import { type KeptPlace } from './kept-form';

/**
 * Keeps input on this device while it is unsaved (`dirty`). What another form left there stays until then.
 */
export function useKept<V>(
  place: KeptPlace<V>,
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
      place.keep(user.id, {
        editId: edit?.id ?? null,
        version: edit?.version,
        noteId,
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
