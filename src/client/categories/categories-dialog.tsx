import { useLayoutEffect, useRef, useState } from 'react';
import { useAnswer } from '../session/use-answer';
import { type OwnCategory } from '@/contract/category';
import { OWN_CATEGORIES_MAX } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { categoryTexts as texts } from '@/texts/categories';
import { useOpening } from '../form/use-opening';
import { useTellFault } from '../session/use-fault';
import { useSession } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { FailedLoad } from '../ui/alert';
import { Sheet } from '../ui/dialog';
import section from '../ui/sheet.module.css';
import styles from './categories.module.css';
import { CategoryForm, CategoryRemoval, type CategoryValues } from './category-form';
import { useReloadShown } from './reference';

/** What is open instead of the list of the categories. */
export type CategoriesView =
  | { kind: 'form'; edit?: OwnCategory; values?: CategoryValues }
  | { kind: 'removal'; category: OwnCategory; merge: boolean };

/** Another device may change it. */
const REFRESH_MS = 30_000;

export type OwnCategories = ReturnType<typeof useOwnCategories>;

/** The user's categories, undefined until they are here; every change of theirs shows where they are named. */
function useOwnCategories() {
  const { api } = useSession();
  const reloadShown = useReloadShown();
  const { data, error, mutate } = useAnswer('own-categories', api.categories.list, {
    refreshInterval: REFRESH_MS,
  });
  return {
    rows: data,
    error: data === undefined ? error : undefined,
    keepAndReloadShown: async (categories: OwnCategory[]) => {
      await mutate(categories, { revalidate: false });
      void reloadShown();
    },
    reload: () => {
      void mutate();
      void reloadShown();
    },
  };
}

interface Props {
  /** Whoever opens the dialog holds it: «Вернуть» brings a form back also where the dialog was closed meanwhile. */
  view: CategoriesView | undefined;
  onView: (view?: CategoriesView) => void;
  onClose: () => void;
}

export function CategoriesDialog({ view, onView, onClose }: Props) {
  const own = useOwnCategories();
  const opening = useOpening(view);
  const toList = () => onView();

  if (!view) return <CategoryList own={own} onView={onView} onClose={onClose} />;
  switch (view.kind) {
    case 'form':
      return (
        <CategoryForm
          key={opening}
          edit={view.edit}
          values={view.values}
          own={own}
          onClose={toList}
          onReopen={(values) => onView({ ...view, values })}
        />
      );
    case 'removal':
      return (
        <CategoryRemoval
          category={own.rows?.find(({ id }) => id === view.category.id) ?? view.category}
          merge={view.merge}
          own={own}
          onClose={toList}
        />
      );
  }
}

interface ListProps extends Omit<Props, 'view'> {
  own: OwnCategories;
}

function CategoryList({ own, onView, onClose }: ListProps) {
  const { rows: categories, error, reload } = own;
  const { told, move } = useMoving(own);
  return (
    <Sheet title={texts.title} onClose={onClose}>
      <FailedLoad error={error} mutate={reload}>
        {texts.failed}
      </FailedLoad>
      {categories === undefined && error === undefined && (
        <p className={section.line} role="status">
          {appTexts.startup.loading}
        </p>
      )}
      <p className={section.line}>{texts.explain}</p>
      {categories?.length === 0 && <p className={section.line}>{texts.empty}</p>}
      <ul className={styles.list}>
        {categories?.map((category, at) => (
          <CategoryRow
            key={category.id}
            {...{ category, move, onView }}
            isFirst={at === 0}
            isLast={at === categories.length - 1}
          />
        ))}
      </ul>
      <div className="hidden" role="status">
        {told}
      </div>
      {categories &&
        (categories.length < OWN_CATEGORIES_MAX ? (
          <Button variant="contained" size="large" onClick={() => onView({ kind: 'form' })}>
            {texts.form.add}
          </Button>
        ) : (
          <p className={section.line}>{texts.full(OWN_CATEGORIES_MAX)}</p>
        ))}
    </Sheet>
  );
}

type Move = (category: OwnCategory, up: boolean, button: HTMLElement) => void;

/** Moves a category up or down in the order; `told` says where it has come to. */
function useMoving({ rows, keepAndReloadShown, reload }: OwnCategories) {
  const { api } = useSession();
  const tellFault = useTellFault();
  const [told, setTold] = useState('');
  /** The button that moved a category: React takes it out of the page and puts it in again. */
  const pressed = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (pressed.current?.isConnected) pressed.current.focus({ preventScroll: true });
    pressed.current = null;
  }, [rows]);

  /** Presses that come quicker than answers are done one after the other. */
  const underWay = useRef(Promise.resolve());
  const move: Move = (category, up, button) => {
    const moveOnce = async () => {
      try {
        const moved = await api.categories.move(category.id, up);
        pressed.current = button;
        await keepAndReloadShown(moved);
        const place = moved.findIndex(({ id }) => id === category.id) + 1;
        setTold(texts.place(category.name, place, moved.length));
      } catch (fault) {
        tellFault(texts.moveFailed, fault);
        reload();
      }
    };
    underWay.current = underWay.current.then(moveOnce);
  };
  return { told, move };
}

interface RowProps extends Pick<Props, 'onView'> {
  category: OwnCategory;
  move: Move;
  isFirst: boolean;
  isLast: boolean;
}

function CategoryRow({ category, move, isFirst, isLast, onView }: RowProps) {
  const { name } = category;
  const moveButton = (way: 'up' | 'down', isAtEnd: boolean) => (
    <IconButton
      icon={way}
      aria-label={texts[way](name)}
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => {
        if (!isAtEnd) move(category, way === 'up', currentTarget);
      }}
    />
  );
  const remove = (merge: boolean) => onView({ kind: 'removal', category, merge });
  return (
    <li>
      <div>
        <span className={styles.name} data-color={category.color}>
          {name}
        </span>
        <span className={styles.holds}>{texts.holds(category.reminders, category.notes)}</span>
      </div>
      <div role="group" aria-label={name} className={styles.acts}>
        {moveButton('up', isFirst)}
        {moveButton('down', isLast)}
        <IconButton
          icon="pencil"
          size={20}
          aria-label={texts.edit(name)}
          onClick={() => onView({ kind: 'form', edit: category })}
        />
        <IconButton icon="merge" aria-label={texts.merge(name)} onClick={() => remove(true)} />
        <IconButton
          icon="bin"
          size={20}
          aria-label={texts.remove(name)}
          onClick={() => remove(false)}
        />
      </div>
    </li>
  );
}
