import dynamic from 'next/dynamic';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import useSWR from 'swr';
import { type Note } from '@/contract/note';
import { ALL } from '@/core/limits';
import { listNotes, type NoteFilter } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { rarelyChanges, useRows } from '../rows';
import { useSession } from '../session';
import { CardList } from '../ui/card-list';
import { ListHeader } from '../ui/list-header';
import { Screen, ScreenTitle } from '../ui/screen';
import { useDateTime } from '../ui/use-date-time';
import { NoteCard } from './card';
import { type NoteTarget } from './dialog';

const NoteDialog = dynamic(() => import('./dialog'), { ssr: false });
const texts = appTexts.notes;
const noFilter: NoteFilter = { search: '', category: ALL };

/** The user's notes, searched, filtered, page by page. */
export default function NotesScreen() {
  const { api, timeZone } = useSession();
  const formatDateTime = useDateTime(timeZone);
  const { rows, leaving, error, reload, save, remove } = useRows('notes', api.notes, texts);
  const { data: categories = [] } = useSWR('notes/categories', api.notes.categories, rarelyChanges);
  const [filter, setFilter] = useState(noFilter);
  const [page, setPage] = useState(1);
  const [target, setTarget] = useState<NoteTarget | null>(null);

  const search = useDeferredValue(filter.search);
  const { category } = filter;
  const listed = useMemo(
    () => rows && listNotes(rows, { search, category }),
    [rows, search, category],
  );
  const matching = useMemo(
    () => listed?.filter(({ id }) => !leaving.has(id)) ?? null,
    [listed, leaving],
  );

  const change = (next: Partial<NoteFilter>) => {
    setFilter((last) => ({ ...last, ...next }));
    setPage(1);
  };
  const onEdit = useCallback((note: Note) => setTarget({ edit: note }), []);
  const onDelete = useCallback(({ id }: Note) => remove(id), [remove]);

  return (
    <Screen>
      <ListHeader
        search={filter.search}
        onSearch={(text) => change({ search: text })}
        filters={[
          {
            key: 'category',
            label: appTexts.list.category,
            value: category,
            options: [ALL, ...categories.map(({ name }) => name)],
          },
        ]}
        onApply={change}
        onReset={() => change(noFilter)}
        addLabel={texts.add}
        onAdd={() => setTarget({})}
      />
      <ScreenTitle tabIndex={-1}>{texts.title}</ScreenTitle>
      <CardList
        rows={matching}
        failed={error !== undefined}
        onRetry={reload}
        filtered={search !== '' || category !== ALL}
        onReset={() => change(noFilter)}
        page={page}
        onMore={() => setPage((last) => last + 1)}
        card={(note) => <NoteCard {...{ note, formatDateTime, onEdit, onDelete }} />}
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
    </Screen>
  );
}
