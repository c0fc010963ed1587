import { appTexts } from './app';

export const profileTexts = {
  ...appTexts.profile,
  analytics: 'Аналитика',
  stats: {
    totalNotifications: 'Всего уведомлений',
    archivedNotifications: 'Уведомлений в архиве',
    activeNotifications: 'Активных уведомлений',
    totalNotes: 'Всего заметок',
    personalNotes: 'Личные заметки',
    workNotes: 'Рабочие заметки',
  },
  failed: 'Ошибка загрузки данных профиля. Пожалуйста, попробуйте позже.',
  admin: 'Панель администратора',
} as const;
