import { validationTexts } from '@/texts/validation';
import { NOTE_CONTENT_MAX, NOTE_TITLE_MAX } from './limits';
import { checkNote } from './note-rules';

const texts = validationTexts.note;

test('a note is trimmed at its ends and kept inside', () => {
  expect(
    checkNote({ title: ' План ', content: '\n  1. Начать\n  2. Закончить\n', categoryId: 3 }),
  ).toEqual({
    ok: true,
    value: { title: 'План', content: '1. Начать\n  2. Закончить', categoryId: 3 },
  });
});

test.each([{}, { title: '  ', content: '\n\u200b' }])(
  'every fault is told at once: %j',
  (given) => {
    expect(checkNote(given)).toEqual({
      ok: false,
      errors: [
        { field: 'title', message: 'Введите заголовок' },
        { field: 'content', message: 'Введите содержимое' },
        { field: 'category', message: 'Выберите категорию' },
      ],
    });
  },
);

test('title and content have limits', () => {
  const note = (title: number, content: number) =>
    checkNote({ title: 'я'.repeat(title), content: 'я'.repeat(content), categoryId: 1 });
  expect(note(NOTE_TITLE_MAX, NOTE_CONTENT_MAX).ok).toBe(true);
  expect(note(NOTE_TITLE_MAX + 1, NOTE_CONTENT_MAX + 1)).toEqual({
    ok: false,
    errors: [
      { field: 'title', message: texts.titleTooLong(NOTE_TITLE_MAX) },
      { field: 'content', message: texts.contentTooLong(NOTE_CONTENT_MAX) },
    ],
  });
});
