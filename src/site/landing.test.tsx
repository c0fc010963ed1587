import { render, screen, within } from '@testing-library/react';
import { Landing } from './landing';
import { type SiteSettings } from './page';

const settings: SiteSettings = {
  botUrl: 'https://t.me/example_bot',
  contactEmail: 'hello@example.org',
  facts: {
    floodIntervals: [5, 15, 30, 60],
    snoozePresets: ['10m', '1h', 'evening', 'tomorrow'],
    evening: '19:00',
    minAge: 18,
    inactivityRemovalDays: 90,
    inactivityWarningDays: 83,
  },
};

test('every way to start leads to the configured bot', () => {
  render(<Landing {...settings} />);
  const ways = screen.getAllByRole('link', { name: /Открыть (в Telegram|бота)/ });
  expect(ways).toHaveLength(3);
  for (const way of ways) expect(way).toHaveAttribute('href', settings.botUrl);
  expect(screen.getAllByRole('img', { name: 'QR-код со ссылкой на бота' })).toHaveLength(2);
});

test('without a bot there is no dead link', () => {
  render(<Landing {...settings} botUrl={undefined} contactEmail={undefined} />);
  expect(screen.queryByRole('link', { name: /Открыть/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /QR/ })).not.toBeInTheDocument();
  expect(screen.getByText(/Бот скоро откроется/)).toBeVisible();
});

test('the contents links lead to sections of the page', () => {
  const { container } = render(<Landing {...settings} />);
  const nav = screen.getByRole('navigation', { name: 'Разделы страницы' });
  for (const link of within(nav).getAllByRole('link')) {
    expect(container.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  }
});

test('headings step down without gaps from one first-level heading', () => {
  render(<Landing {...settings} />);
  const levels = screen.getAllByRole('heading').map((heading) => Number(heading.tagName.slice(1)));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.reduce((above, level) => {
    expect(level).toBeLessThanOrEqual(above + 1);
    return level;
  });
});

test('the drawn phones are pictures with a description', () => {
  render(<Landing {...settings} />);
  expect(screen.getByRole('img', { name: /Переписка с ботом/ })).toBeVisible();
  expect(screen.getByRole('img', { name: /Экран приложения/ })).toBeVisible();
});

test('nobody is promised that only they can read their texts', () => {
  const { container } = render(<Landing {...settings} />);
  expect(container).not.toHaveTextContent(/(видите|читаете) только вы/);
  expect(container).toHaveTextContent(/До базы добираются только те, кто её обслуживает/);
});

test('the footer has the legal pages, the contacts and the age mark', () => {
  render(<Landing {...settings} />);
  const footer = screen.getByRole('contentinfo');
  expect(within(footer).getByRole('link', { name: 'Пользовательское соглашение' })).toHaveAttribute(
    'href',
    '/terms',
  );
  expect(within(footer).getByRole('link', { name: 'Политика конфиденциальности' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  expect(within(footer).getByRole('link', { name: 'hello@example.org' })).toHaveAttribute(
    'href',
    'mailto:hello@example.org',
  );
  expect(footer).toHaveTextContent('18+');
});
