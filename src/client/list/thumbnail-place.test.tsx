import { render, screen } from '@testing-library/react';
import { ThumbnailPlace } from './thumbnail-place';

jest.mock('./thumbnail', () => {
  throw new Error('no connection');
});

test('where the picture’s code does not come, the sign of an attachment stays', async () => {
  render(
    <>
      <ThumbnailPlace picture={{ of: 'reminders', id: 1 }} className={undefined} />
      <p>Дело</p>
    </>,
  );
  await screen.findByText('Дело');
  await expect(import('./thumbnail')).rejects.toThrow('no connection');
  expect(screen.getByText('📎')).toBeInTheDocument();
});
