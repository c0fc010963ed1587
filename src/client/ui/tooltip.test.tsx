import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tooltip } from './tooltip';

const tooltip = () => screen.queryByRole('tooltip');

test('explains what a pointer is moved to; not what comes under one that rests, where a row has gone', async () => {
  render(
    <Tooltip title="Удалить">
      <button>Удалить</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button);
  fireEvent.pointerOver(button);
  expect(tooltip()).toBeNull();
  await userEvent.hover(button);
  expect(tooltip()).toHaveTextContent('Удалить');
  await userEvent.unhover(button);
  expect(tooltip()).toBeNull();
});
