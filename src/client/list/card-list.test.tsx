import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { PAGE_SIZE } from '@/core/limits';
import { CardList } from './card-list';

const { IntersectionObserver } = window;
afterEach(() => Object.assign(window, { IntersectionObserver }));

/** A list that begins with three pages; `see` brings its end into sight as often as it is watched. */
function drawList() {
  const watching = new Set<() => void>();
  Object.assign(window, {
    IntersectionObserver: class {
      #seen: () => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = () => callback([{ isIntersecting: true }]);
      }
      observe = () => watching.add(this.#seen);
      disconnect = () => watching.delete(this.#seen);
    },
  });
  function Listed() {
    const [page, setPage] = useState(3);
    return (
      <CardList
        rows={Array.from({ length: 6 * PAGE_SIZE }, (_, id) => ({ id }))}
        error={undefined}
        onRetry={() => undefined}
        filtered={false}
        onReset={() => undefined}
        page={page}
        pagesAtFirst={3}
        onMore={() => setPage(page + 1)}
        card={({ id }) => (
          <article>
            {id}
            <ul>
              <li>Пункт</li>
            </ul>
          </article>
        )}
      />
    );
  }
  render(<Listed />);
  const see = () => act(() => [...watching].forEach((seen) => seen()));
  return { see, cards: () => screen.getAllByRole('article') };
}

test('the keyboard goes on with the first of the new cards, whatever lists stand in the others', async () => {
  const { cards } = drawList();
  act(() => screen.getByRole('button', { name: 'Загрузить ещё' }).click());
  await waitFor(() => expect(cards()[3 * PAGE_SIZE]?.parentElement).toHaveFocus());
});

test('further pages come by the button first, and then by themselves while the end is in sight', () => {
  const { see, cards } = drawList();
  const more = () => screen.queryByRole('button', { name: 'Загрузить ещё' });
  see();
  expect(cards()).toHaveLength(3 * PAGE_SIZE);
  act(() => more()?.click());
  expect(cards()).toHaveLength(4 * PAGE_SIZE);
  expect(more()).toBeVisible();
  see();
  expect(cards()).toHaveLength(5 * PAGE_SIZE);
  see();
  expect(cards()).toHaveLength(6 * PAGE_SIZE);
  expect(more()).toBeNull();
});
