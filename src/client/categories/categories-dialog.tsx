import { useState } from 'react';
import useSWR from 'swr';
import { type OwnCategory } from '@/contract/category';
import { useSession } from '../session/session';
import { CategoryForm, type CategoryValues } from './category-form';
import { CategoryList } from './category-list';
import { CategoryRemoval } from './category-removal';
import { useReloadShown } from './reference';

type View =
  | { kind: 'list' }
  | { kind: 'form'; edit?: OwnCategory; values?: CategoryValues }
  | { kind: 'removal'; category: OwnCategory; merge: boolean };

/** Another device may change it. */
const REFRESH_MS = 30_000;

export default function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  const reloadShown = useReloadShown();
  const { data, error, mutate } = useSWR<OwnCategory[], unknown>(
    'own-categories',
    api.categories.list,
    { refreshInterval: REFRESH_MS },
  );
  const [view, setView] = useState<View>({ kind: 'list' });
  const toList = () => setView({ kind: 'list' });
  const keep = async (categories: OwnCategory[]) => {
    await mutate(categories, { revalidate: false });
    void reloadShown();
  };
  const reload = () => {
    void mutate();
    void reloadShown();
  };

  switch (view.kind) {
    case 'list':
      return (
        <CategoryList
          categories={data}
          error={data === undefined ? error : undefined}
          reload={reload}
          keep={keep}
          onAdd={() => setView({ kind: 'form' })}
          onEdit={(edit) => setView({ kind: 'form', edit })}
          onRemove={(category, merge) => setView({ kind: 'removal', category, merge })}
          onClose={onClose}
        />
      );
    case 'form':
      return (
        <CategoryForm
          key={view.edit?.id}
          edit={view.edit}
          values={view.values}
          used={data ?? []}
          keep={keep}
          reload={reload}
          onClose={toList}
          onReopen={(values) => setView({ ...view, values })}
        />
      );
    case 'removal':
      return (
        <CategoryRemoval
          category={data?.find(({ id }) => id === view.category.id) ?? view.category}
          merge={view.merge}
          keep={keep}
          reload={reload}
          onClose={toList}
        />
      );
  }
}
