import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorBoundary } from './error-boundary';
import { lazyPart } from './lazy-part';

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
