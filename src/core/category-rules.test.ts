import fc from '@/testing/fast-check';
import { checkCategory, foldedName, freeColor } from './category-rules';
import { CATEGORY_COLORS, CATEGORY_NAME_MAX } from './limits';

const nameOf = (name: string) => {
  const checked = checkCategory({ name, color: 'red' }, []);
  return checked.ok ? checked.value.name : checked.errors.map(({ message }) => message);
};

test('a name is kept as it is written, without what stands around it', () => {
  expect(nameOf('  Дача   и\nсад ')).toBe('Дача и сад');
  expect(nameOf('#дом ')).toBe('дом');
  expect(nameOf('# #дом')).toBe('дом');
  expect(nameOf('# #')).toEqual(['Введите название']);
  expect(nameOf('👨‍👩‍👧‍👦 Родня')).toBe('👨‍👩‍👧‍👦 Родня');
  expect(nameOf('\u200b')).toEqual(['Введите название']);
});

test('one name in any spelling is one name', () => {
  expect(checkCategory({ name: 'ЕЖИК', color: 'red' }, ['Ёжик']).ok).toBe(false);
  expect(foldedName(' Й\u0306 ')).toBe(foldedName('й\u0306'));
});

test('all faults are told together', () => {
  const checked = checkCategory({ name: '', color: 'black' }, []);
  expect(checked).toMatchObject({ ok: false, errors: [{ field: 'name' }, { field: 'color' }] });
});

test('what is taken has 1 to 30 characters, and is taken again as it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (name) => {
      const checked = checkCategory({ name, color: 'red' }, []);
      if (!checked.ok) return;
      const { name: kept } = checked.value;
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.length).toBeLessThanOrEqual(CATEGORY_NAME_MAX);
      expect(checkCategory(checked.value, [])).toEqual(checked);
      expect(checkCategory(checked.value, [name]).ok).toBe(false);
    }),
  );
});

test('a new category is offered the colour that is used least', () => {
  expect(freeColor([])).toBe(CATEGORY_COLORS[0]);
  expect(freeColor([...CATEGORY_COLORS, ...CATEGORY_COLORS.slice(0, 3), undefined])).toBe(
    CATEGORY_COLORS[3],
  );
});
