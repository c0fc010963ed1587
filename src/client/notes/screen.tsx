import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'next/navigation';
import useSWR from 'swr';
import { LAUNCH_PARAMS } from '@/contract/launch';
import { type Note, type NoteInput } from '@/contract/note';
import { ALL } from '@/core/limits';
import { listNotes, type NoteFilter } from '@/core/lists';
import { type Point, withPoint } from '@/core/note-text';
import { appTexts } from '@/texts/app';
import { keptNote } from '../kept-form';
import { rarelyChanges, useLiveList } from '../live-list';
import { type DialogTarget } from '../reminders/dialog';
import { useSession } from '../session';
import { showAllNotes } from '../shell/navigate';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { CardList } from '../ui/card-list';
import { ListHeader } from '../ui/list-header';
import { lazyPart } from '../ui/lazy-part';
import { Screen, ScreenTitle } from '../ui/screen';
import { useDateTime } from '../ui/use-date-time';
import { useList } from '../ui/use-list';
import { NoteCard } from './card';
import { type NoteTarget } from './dialog';

const NoteDialog = lazyPart(() => import('./dialog'));
const loadRemind = () => import('./remind');
const RemindDialog = lazyPart(loadRemind);
const texts = appTexts.notes;
const noFilter: NoteFilter = { search: '', category: ALL };

/** The user's notes, searched, filtered, page by page. */
export default function NotesScreen() {
  const { api, timeZone } = useSession();
  const formatDateTime = useDateTime(timeZone);
  const live = useLiveList('notes', api.notes, texts);
  const { rows, leaving, error, reload, save, remove } = live;
  const { data: categories = [] } = useSWR('notes/categories', api.notes.categories, rarelyChanges);
  const alone = noteIn(useSearchParams());
  const there = rows?.some(({ id }) => id === alone);
  const select = useCallback(
    (all: readonly Note[], filter: NoteFilter) =>
      listNotes(there ? all.filter(({ id }) => id === alone) : all, filter),
    [alone, there],
  );
  const list = useList({ rows, leaving }, noFilter, select);
  const [target, setTarget] = useState<NoteTarget | null>(null);

  const onEdit = useCallback((note: Note) => setTarget({ edit: note }), []);
  const onDelete = useCallback(({ id }: Note) => remove(id), [remove]);
  /** The form of a reminder of a note. */
  const [reminding, setReminding] = useState<DialogTarget | null>(null);
  const onRemind = useCallback((note: Note) => {
    void loadRemind().then(
      ({ remindOf }) => setReminding(remindOf(note)),
      () => undefined,
    );
  }, []);

  const { onPin, onTick } = useNoteActs(live);

  useKeptNote(rows, setTarget);

  return (
    <Screen>
      <ListHeader
        search={list.filter.search}
        onSearch={(search) => list.change({ search })}
        filters={[
          {
            key: 'category',
            label: appTexts.list.category,
            value: list.filter.category,
            options: [ALL, ...categories.map(({ name }) => name)],
          },
        ]}
        onApply={list.change}
        onReset={list.reset}
        addLabel={texts.add}
        onAdd={() => setTarget({})}
      />
      <ScreenTitle>{texts.title}</ScreenTitle>
      {alone !== null && rows && (
        <Alert
          severity="info"
          role="status"
          action={<Button onClick={showAllNotes}>{texts.showAll}</Button>}
        >
          {there ? texts.alone : texts.gone}
        </Alert>
      )}
      <CardList
        {...list.cards}
        error={error}
        onRetry={reload}
        card={(note) => (
          <NoteCard {...{ note, formatDateTime, onEdit, onDelete, onRemind, onPin, onTick }} />
        )}
      />
      {target && (
        <NoteDialog
          target={target}
          categories={categories}
          save={save}
          onClose={() => setTarget(null)}
          onReopen={setTarget}
        />
      )}
      {reminding && (
        <RemindDialog
          target={reminding}
          onClose={() => setReminding(null)}
          onReopen={setReminding}
        />
      )}
    </Screen>
  );
}

/** The note that the address names: it is shown alone. Null where there is no router around, as in tests. */
function noteIn(address: Pick<URLSearchParams, 'get'> | null): number | null {
  const id = Number(address?.get(LAUNCH_PARAMS.note) ?? NaN);
  return Number.isInteger(id) ? id : null;
}

/** Pinning and ticking: seen at once, and as the server has it as soon as it has answered. */
function useNoteActs({
  put,
  tellFault,
  reload,
}: Pick<ReturnType<typeof useLiveList<Note, NoteInput>>, 'put' | 'tellFault' | 'reload'>) {
  const { api, host } = useSession();
  const last = useRef(0);

  const act = useCallback(
    async (shown: Note, ask: () => Promise<Note>, failed: string) => {
      last.current += 1;
      const number = last.current;
      host.haptic('press');
      await put(shown);
      try {
        const note = await ask();
        // An answer to an earlier act does not know of the later ones, which are seen already.
        if (number === last.current) await put(note);
      } catch (fault) {
        tellFault(failed, fault);
        reload();
      }
    },
    [host, put, reload, tellFault],
  );
  const onPin = useCallback(
    (note: Note, pinned: boolean) =>
      void act({ ...note, pinned }, () => api.notes.pin(note.id, pinned), texts.pinFailed),
    [act, api],
  );
  const onTick = useCallback(
    (note: Note, { line, text }: Point, done: boolean) => {
      const tick = { line, text, done };
      const content = withPoint(note.content, tick) ?? note.content;
      void act({ ...note, content }, () => api.notes.tick(note.id, tick), texts.tickFailed);
    },
    [act, api],
  );
  return { onPin, onTick };
}

/** Opens the form again that the last session could not save, once the notes are here. */
function useKeptNote(notes: readonly Note[] | undefined, open: (target: NoteTarget) => void) {
  const { user } = useSession();
  const done = useRef(false);
  const openKept = useEffectEvent(async (rows: readonly Note[]) => {
    const kept = await keptNote.read(user.id);
    if (!kept) return;
    const row = rows.find(({ id }) => id === kept.editId);
    const edit = row && { ...row, version: kept.version ?? row.version };
    open({ values: kept.values, notice: appTexts.form.draftBack, ...(edit && { edit }) });
  });
  useEffect(() => {
    if (!notes || done.current) return;
    done.current = true;
    void openKept(notes);
  }, [notes]);
}
