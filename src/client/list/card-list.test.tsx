import { act, render } from '@testing-library/react';
import { PAGE_SIZE } from '@/core/limits';
import { CardList } from './card-list';

const { IntersectionObserver } = window;
afterEach(() => Object.assign(window, { IntersectionObserver }));

test.each([
  ['as many pages as at first, where scrolling alone has brought it there', 6, 3],
  ['what its band lacks, where a press has begun one', 7, 2],
])('a list that is scrolled to its end draws %s', (_, page, pages) => {
  let see: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  Object.assign(window, {
    IntersectionObserver: class extends IntersectionObserver {
      constructor(callback: typeof see) {
        super(() => undefined);
        see = callback;
      }
    },
  });
  const onMore = jest.fn();
  render(
    <CardList
      rows={Array.from({ length: 20 * PAGE_SIZE }, (_, id) => ({ id }))}
      error={undefined}
      onRetry={() => undefined}
      filtered={false}
      onReset={() => undefined}
      page={page}
      atFirst={3}
      onMore={onMore}
      card={({ id }) => <article>{id}</article>}
      rowsOnly
    />,
  );
  act(() => see([{ isIntersecting: true }]));
  expect(onMore).toHaveBeenCalledWith(pages);
});
