import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'next/navigation';
import { type Note } from '@/contract/note';
import { ALL } from '@/core/limits';
import { reminderTextOf } from '@/core/checklist';
import { ALL_NOTES, lastCategoryOf, listNotes, type NoteFilter } from '@/core/lists';
import { type Point, withPoint } from '@/core/note-text';
import { notesTexts } from '@/texts/notes';
import { useCategories } from '../categories/reference';
import { keptTarget, useOnceHere } from '../form/edited-row';
import { keptNote } from './kept';
import { useRowActs } from '../list/row-acts';
import { useServerRows } from '../list/server-rows';
import { ReminderDialog } from '../reminders/form/dialog';
import { type DialogTarget, emptyPrefill } from '../reminders/form/form';
import { useSession } from '../session/session';
import { idIn, showAllNotes } from '../host/navigate';
import { Banner } from '../ui/alert';
import { CardList } from '../list/card-list';
import { notePages } from '../list/columns';
import { ListHeader } from '../list/list-header';
import { optionalPart } from '../ui/lazy-part';
import { Screen, ScreenTitle } from '../ui/screen';
import { useCardClock } from '../session/use-date-time';
import { useList } from '../list/use-list';
import { NoteCard } from './card';
import { NoteDialog, type NoteTarget } from './dialog';
import { useNotePages, useAskForNotes } from './pages';

const RecentlyDeleted = optionalPart(() => import('../list/recently-deleted'));
const texts = notesTexts;

/** Whoever searches, or chooses a category, asks for all notes. */
const isOfOne = ({ search, category }: NoteFilter): boolean => search === '' && category === ALL;

/** The notes that are shown, and the note that is shown alone, where the address names one. */
function useShownNotes() {
  const aloneId = idIn(useSearchParams(), 'note');
  const { api } = useSession();
  const pages = useNotePages(aloneId);
  const { rows, error, reload } = useServerRows('notes', pages.source);
  const acts = useRowActs('notes', api.notes, texts);
  const { leaving } = acts;
  // Where it is gone, all notes are shown.
  const isAloneHere = rows?.some(({ id }) => id === aloneId && !leaving.has(id));
  const select = useCallback(
    (all: readonly Note[], filter: NoteFilter) =>
      listNotes(
        isAloneHere && isOfOne(filter) ? all.filter(({ id }) => id === aloneId) : all,
        filter,
      ),
    [aloneId, isAloneHere],
  );
  const list = useList({ rows, leaving }, ALL_NOTES, select, notePages);
  const { filter, cards } = list;
  const { beyond, searching } = useAskForNotes(
    pages,
    { filter, page: cards.page, alone: aloneId },
    reload,
  );
  // What came before the answer about the note itself is not the list that its opener asks for.
  const isAloneKnown = isAloneHere || aloneId === null || pages.answered?.page.with === aloneId;
  // Whether there is anything of it, or the note itself, the server has yet to say.
  const isKnown = isAloneKnown && !(searching && cards.rows?.length === 0);
  return {
    alone: aloneId === null ? null : { isHere: isAloneHere, isKnown: isAloneKnown },
    rows,
    shown: isKnown ? cards.rows : null,
    /** Notes that match, and are not here yet. */
    beyond: !isAloneKnown || (isAloneHere && isOfOne(filter)) ? 0 : beyond,
    list,
    acts,
    error,
    reload,
  };
}

export default function NotesScreen() {
  const { api, settings, user } = useSession();
  const { inDigits } = useCardClock();
  const { alone, rows, shown, beyond, list, acts, error, reload } = useShownNotes();
  const { filter, cards } = list;
  const categories = useCategories();
  const [target, setTarget] = useState<NoteTarget | null>(null);
  const onAdd = () => {
    const listed = categories.find(({ name }) => name === filter.category)?.id;
    const made = rows?.map((note) => ({ ...note, createdAt: note.dateTime })) ?? [];
    const categoryId = listed ?? settings.categoryId ?? lastCategoryOf(made, new Date());
    setTarget({ categoryId });
  };

  const { onPin, onTick, onDelete, settled } = useNoteActs(acts);
  const onEdit = useCallback(
    (note: Note) => void settled(note).then((edit) => setTarget((shown) => shown ?? { edit })),
    [settled],
  );
  const [reminding, setReminding] = useState<DialogTarget | null>(null);
  const onRemind = useCallback((note: Note) => setReminding(remindOf(note)), []);

  useOnceHere(rows, async (here) => {
    // It may stand far down in the list.
    const kept = await keptTarget(keptNote, user.id, here, api.notes.find);
    if (kept) setTarget((shown) => shown ?? kept);
  });

  return (
    <Screen>
      <ListHeader
        list={list}
        choices={{ category: categories }}
        addLabel={texts.add}
        onAdd={onAdd}
      />
      <ScreenTitle>{texts.title}</ScreenTitle>
      {alone?.isKnown && (
        <Banner severity="info" ways={[{ label: texts.showAll, run: showAllNotes }]}>
          {alone.isHere ? texts.alone : texts.gone}
        </Banner>
      )}
      <CardList
        {...cards}
        rows={shown}
        beyond={beyond}
        hint={texts.emptyHint}
        error={error}
        onRetry={reload}
        card={(note) => (
          <NoteCard {...{ note, inDigits, onEdit, onDelete, onRemind, onPin, onTick }} />
        )}
      />
      {rows && !alone && filter.search === '' && (
        <RecentlyDeleted of="notes" listed={rows.length} />
      )}
      {target && (
        <NoteDialog
          target={target}
          categories={categories}
          save={async (...note) => {
            await acts.saved(api.notes.save(...note));
            // A new one would not be seen beside the one that is shown alone.
            if (alone && !target.edit) showAllNotes();
          }}
          onClose={() => setTarget(null)}
          onReopen={setTarget}
        />
      )}
      {reminding && (
        <ReminderDialog
          target={reminding}
          onClose={() => setReminding(null)}
          onReopen={setReminding}
        />
      )}
    </Screen>
  );
}

/** The form of a reminder that tells of the note. */
const remindOf = ({ id, title, content, category }: Note): DialogTarget => ({
  start: {
    ...emptyPrefill,
    noteId: id,
    text: reminderTextOf({ title, content }),
    categoryId: category.id,
  },
  focus: 'date',
});

interface NoteAct {
  before: Note;
  /** What is seen of it meanwhile. */
  shown: Note;
  ask: () => Promise<Note>;
  failed: string;
}

/** Seen at once, sent one after the other for each note, shown as the server has it after the last. */
function useNoteActs({ put, show, remove, tellFault }: ReturnType<typeof useRowActs<Note>>) {
  const { api, host } = useSession();
  /** By note: the last act under way; it answers the note as the server has it: unchanged where the act failed. */
  const underWay = useRef(new Map<number, Promise<Note>>());

  return useMemo(() => {
    const act = async ({ before, shown, ask, failed }: NoteAct) => {
      const { id } = before;
      const earlier = underWay.current.get(id);
      const answer = (async () => {
        // What is seen of the note has the earlier acts in it already, and they may fail.
        const stored = earlier ? await earlier : before;
        return ask().catch((fault: unknown) => {
          tellFault(failed, fault);
          return stored;
        });
      })();
      underWay.current.set(id, answer);
      host.haptic('press');
      await show(shown);
      const note = await answer;
      // An answer to an earlier act does not know of the later ones, which are seen already.
      if (underWay.current.get(id) !== answer) return;
      underWay.current.delete(id);
      await put(note);
    };
    return {
      onPin: (note: Note, pinned: boolean) => {
        const failed = pinned ? texts.pinFailed : texts.unpinFailed;
        const ask = () => api.notes.pin(note.id, pinned);
        void act({ before: note, shown: { ...note, pinned }, ask, failed });
      },
      onTick: (note: Note, { line, text }: Point, done: boolean) => {
        const tick = { line, text, done };
        const content = withPoint(note.content, tick) ?? note.content;
        const ask = () => api.notes.tick(note.id, tick);
        void act({ before: note, shown: { ...note, content }, ask, failed: texts.tickFailed });
      },
      onDelete: (note: Note) => remove(note),
      /** The note as it is once what was pressed on it has been answered. */
      settled: async (note: Note) => (await underWay.current.get(note.id)) ?? note,
    };
  }, [api, host, put, show, remove, tellFault]);
}
