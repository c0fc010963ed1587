import { expect, goToScreen, JOURNEY, test } from './support/test';

const files = {
  'todoist.csv': [
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
    'task,Полить цветы,,4,1,,,2031-05-04 09:00,ru,Europe/Moscow',
    'task,Без даты,,4,1,,,,ru,Europe/Moscow',
  ].join('\n'),
  'дела.ics': [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//test//RU',
    'BEGIN:VEVENT',
    'UID:1@test',
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20310506T060000Z',
    'SUMMARY:Сдать анализы',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
};

const imports = [
  {
    name: 'todoist.csv',
    comes: 'Появится: 1 уведомление и 1 заметка.',
    done: 'Добавлено: 1 уведомление и 1 заметка',
    reminder: 'Полить цветы',
  },
  {
    name: 'дела.ics',
    comes: 'Появится: 1 уведомление.',
    done: 'Добавлено: 1 уведомление',
    reminder: 'Сдать анализы',
  },
] as const;

test(
  'files of two other programs are looked into and imported, one after the other',
  JOURNEY,
  async ({ person, page, look }) => {
    await person.register();
    await person.openApp('/profile');
    for (const { name, comes, done, reminder } of imports) {
      await page.getByRole('button', { name: /^Импорт/ }).click();
      const section = page.getByRole('dialog', { name: 'Импорт' });
      await section.getByLabel('Выбрать файл').setInputFiles({
        name,
        mimeType: name.endsWith('.ics') ? 'text/calendar' : 'text/csv',
        buffer: Buffer.from(files[name]),
      });
      await expect(section.getByText(comes)).toBeVisible();
      const confirm = section.getByRole('button', { name: 'Импортировать' });
      await expect(confirm).toBeInViewport({ ratio: 1 });
      await look('import-preview');
      await confirm.click();
      await expect(page.getByText(done, { exact: true })).toBeVisible();
      await goToScreen(page, 'Уведомления');
      await expect(page.getByRole('article', { name: reminder })).toBeVisible();
      await goToScreen(page, 'Профиль');
    }
  },
);
