import { createNote, createReminder } from '../src/testing/builders';
import { occurrences } from '../src/server/platform/db/schema';
import { storeNotes, storeReminders } from './support/rows';
import {
  expect,
  goToScreen,
  inTheOtherTwoLooks,
  inTwoLooks,
  onPhone,
  type Person,
  test,
} from './support/test';

/** The reminder's own view, the calendar and folded notes. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DAY_MS = 86_400_000;
/** Read once: two moments that a test takes for the same must not lie a millisecond apart. */
const suiteBegan = Date.now();
const ago = (days: number) => new Date(suiteBegan - days * DAY_MS);

/** A series that waits since yesterday, insists, and has a week behind it. */
async function storeWaiting({ stack: { db }, id }: Person): Promise<number> {
  const { id: reminderId } = await createReminder(db, id, {
    text: 'Выпить витамины и записать давление на https://example.org/дневник, вопросы — 8 (900) 123-45-67',
    rule: { every: 1, unit: 'DAY' },
    floodInterval: 30,
    dateTime: ago(-0.5),
    nextFireAt: ago(-0.5),
    openOccurrenceAt: ago(0.5),
    waitingSince: ago(0.5),
  });
  const outcomes = ['done', 'done', 'skipped', 'unanswered', 'done', 'done', 'done'] as const;
  await db.insert(occurrences).values(
    outcomes.map((outcome, at) => ({
      reminderId,
      userId: id,
      occurrenceAt: ago(at + 1.5),
      outcome,
      cameAt: ago(at + 1.5),
      endedAt: ago(at + 1.49),
    })),
  );
  return reminderId;
}

inTheOtherTwoLooks(() => {
  test('the reminder’s own view: waiting, its pause, paused, gone', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    const id = await storeWaiting(person);
    await person.openApp(`/app?reminder=${id}`);
    const view = page.getByRole('dialog', { name: 'Выпить витамины' });
    await expect(view.getByRole('region', { name: 'История' })).toBeVisible();
    await expect(view.getByRole('link', { name: '8 (900) 123-45-67' })).toBeVisible();
    await look('view');
    await view.getByRole('button', { name: 'Ещё' }).click();
    await view.getByRole('button', { name: 'Пауза' }).click();
    await look('view-pause');
    // A tap that comes at once where the one before was is taken for its second; behind a key it is not.
    await page.keyboard.press('Shift');
    await view.getByRole('button', { name: 'На неделю' }).click();
    await expect(view.getByText(/^На паузе до/)).toBeVisible();
    await expect(page.getByText('Поставлено на паузу')).toBeVisible();
    await look('view-paused');

    await page.goto('about:blank');
    await person.openApp('/app?reminder=999999999');
    await expect(page.getByRole('dialog', { name: 'Такого уведомления нет' })).toBeVisible();
    await look('view-gone');
  });

  test('the calendar: a month, a day, a week; a long note is folded', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    await storeReminders(person);
    await storeWaiting(person);
    await storeNotes(person);
    await createNote(person.stack.db, person.id, {
      title: 'Список в дорогу',
      content: 'Паспорт, билеты, зарядка, аптечка, книга, см. https://example.org. '.repeat(12),
      dateTime: new Date(),
    });
    await person.openApp('/app');
    await page.getByRole('button', { name: 'Календарь' }).click();
    await expect(
      page
        .getByRole('grid')
        // On the last day of a month nothing may be planned in it: then what was done shows.
        .getByRole('button', { name: /запланировано|выполнено/ })
        .first(),
    ).toBeVisible();
    await look('calendar');
    await page.getByRole('tab', { name: 'Неделя' }).click();
    await look('calendar-week');

    await goToScreen(page, 'Заметки');
    const note = page.getByRole('article', { name: 'Список в дорогу' });
    await note.getByRole('button', { name: /^Показать полностью/ }).scrollIntoViewIfNeeded();
    await look('notes-folded');
    await note.getByRole('button', { name: /^Показать полностью/ }).click();
    await expect(note.getByRole('button', { name: /^Свернуть/ })).toBeVisible();
  });
});

inTwoLooks(() => {
  test('all series are paused from the profile, a line over the list says so and resumes them', async ({
    person,
    page,
    look,
  }) => {
    await person.register();
    const { db } = person.stack;
    const series = { rule: { every: 1, unit: 'DAY' }, dateTime: ago(-0.5) } as const;
    await createReminder(db, person.id, { text: 'Таблетки', ...series });
    await createReminder(db, person.id, { text: 'Врач', dateTime: ago(-0.5) });
    await person.openApp('/app/profile');
    await page.getByRole('button', { name: /^Пауза/ }).click();
    await look('profile-pause');
    await page.getByRole('button', { name: 'На неделю' }).click();
    await expect(page.getByText('На паузе повторяющихся уведомлений: 1')).toBeVisible();
    await goToScreen(page, 'Уведомления');
    const line = page.getByRole('main').getByText(/^Повторяющиеся уведомления на паузе до/);
    await expect(line).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByText(/^На паузе/)
        .first(),
    ).toBeVisible();
    await look('list-paused');
    await page.getByRole('button', { name: 'Возобновить' }).click();
    await expect(page.getByText('Возобновлено уведомлений: 1')).toBeVisible();
    // Pressed at once: the snackbar goes by itself.
    const undone = page.waitForResponse('**/api/notifications/undo-all');
    await page.getByRole('button', { name: 'Отменить' }).click();
    await undone;
    await expect(line).toBeVisible();
  });
});

onPhone(() => {
  test('the view by keyboard alone: opened, «Готово» taken back, closed; the address is clean', async ({
    person,
    page,
  }) => {
    await person.register();
    const id = await storeWaiting(person);
    await person.openApp(`/app?reminder=${id}`);
    const view = page.getByRole('dialog', { name: 'Выпить витамины' });
    await expect(view.getByRole('heading', { level: 2 })).toBeFocused();
    await view.getByRole('button', { name: 'Готово' }).press('Enter');
    await expect(view.getByText(/^Ждёт ответа/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Отменить' }).press('Enter');
    await expect(view.getByText(/^Ждёт ответа/)).toBeVisible();
    // The form lies over it: Escape closes one after the other.
    const edit = view.getByRole('button', { name: 'Изменить' });
    await edit.press('Enter');
    const form = page.getByRole('dialog', { name: 'Редактировать уведомление' });
    await expect(form).toBeVisible();
    // Keys reach the form once the focus has moved into it.
    await expect
      .poll(() => form.evaluate((box) => box.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(edit).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('');
  });
});
