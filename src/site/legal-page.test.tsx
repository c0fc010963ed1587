import { render, screen, within } from '@testing-library/react';
import { type SiteSettings } from './page';
import { LegalPage } from './legal-page';

const settings: SiteSettings = {
  botUrl: undefined,
  contactEmail: undefined,
  facts: {
    floodIntervals: [5],
    snoozePresets: ['10m', '1h', 'evening', 'tomorrow'],
    evening: '19:00',
    minAge: 18,
    inactivityRemovalDays: 90,
    inactivityWarningDays: 83,
  },
};
const document = {
  title: 'Правила',
  description: '',
  intro: ['Вступление.'],
  sections: [
    { id: 'one', title: 'Первое', blocks: ['Абзац.', ['пункт']] },
    {
      id: 'two',
      title: 'Второе',
      blocks: [
        { head: ['Что', 'Срок'], rows: [['Заметки', '30 дней']] },
        { links: [{ text: 'почта', href: 'mailto:a@example.org' }] },
      ],
    },
  ],
};

test('the contents lead to every section, and the date is shown', () => {
  render(<LegalPage {...settings} document={document} first="2025-10-06" effective="2026-11-24" />);
  expect(screen.getByText(/Эта редакция — с 24 ноября 2026/)).toHaveAttribute(
    'datetime',
    '2026-11-24',
  );
  const contents = screen.getByRole('navigation', { name: 'Содержание' });
  for (const section of document.sections) {
    expect(within(contents).getByRole('link', { name: section.title })).toHaveAttribute(
      'href',
      `#${section.id}`,
    );
    expect(screen.getByRole('heading', { name: section.title })).toHaveAttribute('id', section.id);
  }
});

test('tables say which row and column a cell belongs to', () => {
  render(<LegalPage {...settings} document={document} first="2025-10-06" effective="2026-11-24" />);
  expect(screen.getByRole('columnheader', { name: 'Срок' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Заметки' })).toBeVisible();
  expect(screen.getByRole('cell', { name: /30\sдней/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'почта' })).toHaveAttribute(
    'href',
    'mailto:a@example.org',
  );
});
