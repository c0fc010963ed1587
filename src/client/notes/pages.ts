import { useCallback, useEffect, useRef, useState } from 'react';
import { type Note } from '@/contract/note';
import { FIRST_ROWS, PAGE_SIZE } from '@/core/limits';
import { ALL_NOTES, listNotes, type NoteFilter } from '@/core/lists';
import { type NotesPage } from '../wire/api';
import { useSession } from '../session/session';
import { useRested } from '../ui/use-rested';

/** A search asks the server when its user has stopped typing for so long; what is here is searched at once. */
const TYPING_MS = 250;

interface Answered {
  page: NotesPage;
  beyond: number;
}

const sameFilter = (a: NoteFilter, b: NoteFilter): boolean =>
  a.search.trim() === b.search.trim() && a.category === b.category;

const firstPage = (alone: number | null): NotesPage => ({
  limit: FIRST_ROWS,
  ...ALL_NOTES,
  with: alone,
});

/**
 * One page more than is shown, so that it is there when it is wanted; doubled, so that all of a long list
 * comes about twice at most.
 */
function limitOf(pages: number): number {
  let limit = FIRST_ROWS;
  while (limit < (pages + 1) * PAGE_SIZE) limit *= 2;
  return limit;
}

/** Where the list is read from (for useServerRows): the beginning of what the filter leaves, as `wantPage` says. */
export function useNotePages(alone: number | null) {
  const { api } = useSession();
  const wanted = useRef(firstPage(alone));
  const [answered, setAnswered] = useState<Answered | null>(() => {
    const rows = api.notes.fromPrelude();
    return rows ? answerOf(firstPage(null), rows, api.notes.totalOf(rows)) : null;
  });
  const source = {
    fromPrelude: api.notes.fromPrelude,
    list: async () => {
      const page = wanted.current;
      const rows = await api.notes.list(page);
      // Overtaken by another question, it tells nothing any more.
      if (wanted.current !== page) return rows;
      const answer = answerOf(page, rows, api.notes.totalOf(rows));
      setAnswered((last) => (last?.page === page && last.beyond === answer.beyond ? last : answer));
      return rows;
    },
  };
  /** Makes this the page to ask for; true where the rows that are here do not answer it. */
  const wantPage = useCallback(
    (page: NotesPage): boolean => {
      const same = JSON.stringify(page) === JSON.stringify(wanted.current);
      if (!same) wanted.current = page;
      return !same || api.notes.hasOther(page);
    },
    [api],
  );
  return { source, wantPage, answered };
}

/** A note that came beside the page may be none of those that match. */
function answerOf(page: NotesPage, rows: readonly Note[], total = rows.length): Answered {
  return { page, beyond: Math.max(0, total - listNotes(rows, page).length) };
}

/**
 * Asks for what is shown: for what is typed once it rests, for an emptied search at once. Answers how many matching
 * notes are not here, and `searching` while the answer to this filter is not here yet.
 */
export function useAskForNotes(
  { wantPage, answered }: ReturnType<typeof useNotePages>,
  { filter, page, alone }: { filter: NoteFilter; page: number; alone: number | null },
  reload: () => unknown,
) {
  const isEmpty = filter.search === '';
  const typed = useRested(filter.search, isEmpty ? 0 : TYPING_MS, filter.search);
  const search = isEmpty ? '' : typed;
  const { category } = filter;
  const isWhole = answered?.beyond === 0 && sameFilter(answered.page, ALL_NOTES);
  // Where all notes are here there is nothing to ask for but what is new.
  const asked: NoteFilter = isWhole ? ALL_NOTES : { search, category };
  // As it was, so that the address stays the same.
  const limit = isWhole ? answered.page.limit : limitOf(page);
  useEffect(() => {
    const next = { limit, search: asked.search, category: asked.category, with: alone };
    if (wantPage(next)) reload();
  }, [alone, asked.category, asked.search, limit, reload, wantPage]);
  if (isWhole) return { beyond: 0, searching: false };
  const known = answered !== null && sameFilter(answered.page, filter);
  return { beyond: known ? answered.beyond : 0, searching: !known };
}
