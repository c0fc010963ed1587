import { appTexts } from './app';

export const pauseSheetTexts = {
  ...appTexts.reminders.pauseAll,
  explain:
    'Повторяющиеся уведомления не будут приходить, а после паузы продолжатся по расписанию. Разовые придут как обычно.',
} as const;
