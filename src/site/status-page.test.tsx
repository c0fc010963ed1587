import { render, screen } from '@testing-library/react';
import { type Status } from '@/texts/status';
import { type SiteSettings } from './page';
import { StatusPage } from './status-page';

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
const NOON = new Date('2026-11-20T09:00:00Z');
const none = { figures: null, downMinutes: { us: 0, telegram: 0 } };
const status: Status = {
  at: NOON.toISOString(),
  periods: { day: none, month: none, year: none },
  days: [],
  downSince: null,
  outages: [],
};
const shown = (known: Status | null, minutesLater = 0) => {
  const now = new Date(NOON.getTime() + minutesLater * 60_000);
  render(<StatusPage {...settings} status={known} now={now} />);
};

test('figures that could not be read anew say so, and of when they are', () => {
  shown(status, 6);
  expect(screen.getByText(/Ниже — те, что были 20 ноября в 12:00/)).toBeVisible();
});

test('without any figures the page says why, and how they are reckoned', () => {
  shown(null);
  expect(screen.getByText(/Сейчас числа прочитать не удалось/)).toBeVisible();
  expect(screen.getByText(/Одна такая минута.*не перерыв/)).toBeVisible();
});

test('while nothing goes out the page says since when', () => {
  shown({ ...status, downSince: NOON.toISOString() });
  expect(screen.getByText(/С 20 ноября в 12:00 напоминания не отправляются/)).toBeVisible();
  expect(screen.queryByText(/те, что были/)).not.toBeInTheDocument();
});
