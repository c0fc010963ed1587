/** How cards show a moment, in Russian: «21.11.2026, 09:00». */
export const CARD_TIME = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;
