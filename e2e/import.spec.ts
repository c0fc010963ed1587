import { expect, goToScreen, inTwoLooks, test } from './support/test';

const files = {
  'todoist.csv': [
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
    'task,Полить цветы,,4,1,,,2031-05-04 09:00,ru,Europe/Moscow',
    'task,"=cmd|calc <b>жирно</b>",,4,1,,,,ru,Europe/Moscow',
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

inTwoLooks(() => {
  test('files of other programs are looked into, imported, and the second time add nothing', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await person.openApp('/profile');
    const section = page.getByRole('region', { name: 'Импорт' });
    const choose = async (name: keyof typeof files) => {
      const chooser = page.waitForEvent('filechooser');
      // The field behind it has the same name and role.
      await section.locator('button', { hasText: 'Выбрать файл' }).click();
      await (
        await chooser
      ).setFiles({
        name,
        mimeType: name.endsWith('.ics') ? 'text/calendar' : 'text/csv',
        buffer: Buffer.from(files[name]),
      });
    };
    await choose('todoist.csv');
    await expect(section.getByText('Появится: 1 напоминание и 1 заметка.')).toBeVisible();
    const confirm = section.getByRole('button', { name: 'Импортировать' });
    await expect(confirm).toBeInViewport({ ratio: 1 });
    await look('import-preview');
    await confirm.click();
    await expect(page.getByText('Добавлено: 1 напоминание и 1 заметка')).toBeVisible();
    await choose('дела.ics');
    await confirm.click();
    await expect(page.getByText('Добавлено: 1 напоминание', { exact: true })).toBeVisible();

    await choose('todoist.csv');
    await expect(
      section.getByText(/Нового в файле нет\. Уже есть и не повторится: 2/),
    ).toBeVisible();
    await expect(confirm).toBeHidden();
    await section.getByRole('button', { name: 'Не надо' }).click();

    await goToScreen(page, 'Уведомления');
    await expect(page.getByRole('article', { name: 'Полить цветы' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Сдать анализы' })).toBeVisible();
    await goToScreen(page, 'Заметки');
    await expect(page.getByRole('article')).toContainText('<b>жирно</b>');
  });
});
