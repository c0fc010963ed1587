import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorBoundary } from './error-boundary';
import { lazyPart, optionalPart } from './lazy-part';

test('a part whose load failed shows the way back, and loads at the next try', async () => {
  const user = userEvent.setup({ delay: null });
  // React reports what an error boundary catches.
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let online = false;
  const Part = lazyPart(async () => {
    await Promise.resolve();
    if (!online) throw new Error('offline');
    return { default: () => <p>Готово</p> };
  });
  render(
    <ErrorBoundary shown>
      <Part />
    </ErrorBoundary>,
  );
  expect(await screen.findByText('Что-то пошло не так')).toBeVisible();
  online = true;
  await user.click(screen.getByRole('button', { name: 'Вернуться' }));
  expect(await screen.findByText('Готово')).toBeVisible();
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
});

test('an optional part that did not come is left out, and comes at the next mount', async () => {
  let online = false;
  const Part = optionalPart(async () => {
    await Promise.resolve();
    if (!online) throw new Error('offline');
    return { default: () => <p>Готово</p> };
  });
  const first = render(
    <>
      <Part />
      <p>Остальное</p>
    </>,
  );
  expect(await screen.findByText('Остальное')).toBeVisible();
  first.unmount();
  online = true;
  render(<Part />);
  expect(await screen.findByText('Готово')).toBeVisible();
});
