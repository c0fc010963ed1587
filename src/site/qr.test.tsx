import { render, screen } from '@testing-library/react';
import qrcode from 'qrcode-generator';
import { QrCode } from './qr';

const link = 'https://t.me/example_bot';

/** The modules that a path of runs `Mx yhw…` paints. */
function painted(path: string): Set<string> {
  const cells = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at++) cells.add(`${Number(x) + at},${y ?? ''}`);
  }
  return cells;
}

test('the drawing has exactly the dark modules of the code, and its quiet zone', () => {
  render(<QrCode text={link} label="код" />);
  const svg = screen.getByRole('img', { name: 'код' });
  const code = qrcode(0, 'M');
  code.addData(link);
  code.make();
  const size = code.getModuleCount();
  const dark = new Set<string>();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (code.isDark(y, x)) dark.add(`${x},${y}`);
  }
  expect(painted(svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '')).toEqual(dark);
  expect(svg).toHaveAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
});
