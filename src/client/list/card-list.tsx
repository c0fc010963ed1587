import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { LIST_SKELETONS, PAGE_SIZE } from '@/core/limits';
import { paged } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { Button, classes } from '../ui/button';
import { FailedLoad } from '../ui/alert';
import styles from './list.module.css';

/** The next page is drawn when its place is still so far away. */
const ROOM_AHEAD_PX = 300;

interface Props<R extends { id: number }> {
  rows: readonly R[] | null;
  error: unknown;
  onRetry: () => void;
  filtered: boolean;
  search?: string;
  hint?: string;
  onReset: () => void;
  /** How many further rows match that are not here yet. */
  beyond?: number;
  /** How many rows of another kind stand below the list. */
  rowsBelow?: number;
  page: number;
  /** How many pages a list begins with: more of them come only once its reader has asked. */
  pagesAtFirst: number;
  onMore: () => void;
  /** Those that it begins with leave room in the window. */
  onRoom: () => void;
  /** The heading that a row stands under; rows of one heading come one after the other. */
  group?: ((row: R) => string) | undefined;
  groupActions?: ((heading: string) => ReactNode) | undefined;
  card: (row: R) => ReactNode;
  /** In one column they are rows of a panel instead of cards that stand apart. */
  rowsOnly?: boolean;
}

export function CardList<R extends { id: number }>({
  rows,
  error,
  onRetry,
  filtered,
  search,
  hint,
  onReset,
  beyond = 0,
  rowsBelow = 0,
  page,
  pagesAtFirst,
  onMore,
  onRoom,
  group,
  groupActions,
  card,
  rowsOnly = false,
}: Props<R>) {
  const list = useRef<HTMLDivElement>(null);
  const { shown, more: moreHere } = paged(rows ?? [], page);
  const more = moreHere || beyond > 0;
  const total = (rows?.length ?? 0) + beyond;
  /** What was asked for last is still on its way. */
  const coming = shown.length < Math.min(total, page * PAGE_SIZE);
  // Whoever has asked for more once gets the rest by scrolling; before that the window is filled.
  const hasAsked = page !== pagesAtFirst;
  const reached = (endPx: number) => {
    if (hasAsked) onMore();
    else if (endPx < window.innerHeight) onRoom();
  };
  const end = useEndInSight(more && !coming, page, hasAsked ? ROOM_AHEAD_PX : 0, reached);
  const showMore = () => {
    onMore();
    // The button may be gone with the last page; the keyboard goes on with the new cards.
    requestAnimationFrame(() => {
      // A card's own points are `li`, too.
      const cards = list.current?.querySelectorAll<HTMLElement>(':scope > section > ul > li');
      cards?.[shown.length]?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <FailedLoad error={error} mutate={onRetry}>
        {appTexts.list.failed}
      </FailedLoad>
      {rows === null && error === undefined && (
        <div role="status" aria-label={appTexts.list.loading}>
          <CardSkeletons rowsOnly={rowsOnly} />
        </div>
      )}
      {rows?.length === 0 && rowsBelow === 0 && (
        <EmptyList {...{ filtered, search, hint, onReset }} />
      )}
      <div ref={list} className={rowsOnly ? styles.rows : undefined}>
        <Groups {...{ shown, group, groupActions, card, rowsOnly }} />
      </div>
      {more && (
        <div className={styles.more} ref={end}>
          <Button
            variant="outlined"
            size="large"
            loading={coming}
            data-tap="more"
            onClick={() => {
              if (!coming) showMore();
            }}
          >
            {appTexts.actions.more}
          </Button>
        </div>
      )}
      <div className="hidden" role="status">
        {filtered && rows && page === pagesAtFirst && appTexts.list.found(total + rowsBelow)}
        {rows && page > pagesAtFirst && !coming && appTexts.list.shown(shown.length, total)}
      </div>
    </>
  );
}

function EmptyList({
  filtered,
  search = '',
  hint,
  onReset,
}: Pick<Props<never>, 'filtered' | 'onReset'> & Record<'search' | 'hint', string | undefined>) {
  return (
    <div className={styles.empty}>
      {filtered ? appTexts.list.nothingFound(search) : appTexts.list.empty}
      {filtered && <Button onClick={onReset}>{appTexts.actions.reset}</Button>}
      {!filtered && hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

/**
 * Calls `reached` when the element of the returned ref comes so near, anew for each `page`: with its distance from the
 * document's top.
 */
function useEndInSight(
  isAwaited: boolean,
  page: number,
  nearPx: number,
  reached: (endPx: number) => void,
) {
  const end = useRef<HTMLDivElement>(null);
  const reachedEnd = useEffectEvent(() => {
    if (end.current) reached(end.current.getBoundingClientRect().top + window.scrollY);
  });
  useEffect(() => {
    if (!isAwaited || !end.current) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reachedEnd();
      },
      { rootMargin: `${nearPx}px` },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isAwaited, page, nearPx]);
  return end;
}

/** The cards under their headings. */
function Groups<R extends { id: number }>({
  shown,
  group,
  groupActions,
  card,
  rowsOnly,
}: Pick<Props<R>, 'group' | 'groupActions' | 'card' | 'rowsOnly'> & { shown: readonly R[] }) {
  return grouped(shown, group).map(({ heading, members }) => (
    <section key={heading}>
      {heading !== '' && (
        <div className={styles.heading}>
          <h2>{heading}</h2>
          {groupActions?.(heading)}
        </div>
      )}
      <ul className={classes(styles.cards, rowsOnly && styles.panel)}>
        {members.map((row) => (
          <li key={row.id} tabIndex={-1}>
            {card(row)}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function grouped<R>(rows: readonly R[], group: (row: R) => string = () => '') {
  const groups: { heading: string; members: R[] }[] = [];
  for (const row of rows) {
    const heading = group(row);
    const last = groups.at(-1);
    if (last?.heading === heading) last.members.push(row);
    else groups.push({ heading, members: [row] });
  }
  return groups;
}

export const CardSkeletons = ({ count = LIST_SKELETONS, rowsOnly = false }) => (
  <div className={rowsOnly ? styles.rows : undefined}>
    <div className={classes(styles.cards, rowsOnly && styles.panel)}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.skeleton} aria-hidden="true" data-skeleton />
      ))}
    </div>
  </div>
);
