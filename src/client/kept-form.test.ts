import { keptNote } from './kept-form';

const ANNA = 501;
const form = { editId: null, values: { title: 'Купить', content: 'Хлеб', categoryId: 1 } };

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('an unsaved form is given back once, and to nobody else who uses this device', () => {
  keptNote.keep(ANNA, form);
  expect(keptNote.has(502)).toBe(false);
  expect(keptNote.take(502)).toBeNull();
  expect(keptNote.has(ANNA)).toBe(true);
  expect(keptNote.take(ANNA)).toEqual(form);
  expect(keptNote.take(ANNA)).toBeNull();
});

test.each([
  ['cut short', '{"editId":null,'],
  ['of another version', '{"editId":null,"values":{"title":"Купить"}}'],
])('a form %s is dropped for good, and opens no broken dialog', (_, stored) => {
  keptNote.keep(ANNA, form);
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, stored);
  expect(keptNote.take(ANNA)).toBeNull();
  expect(keptNote.has(ANNA)).toBe(false);
});

test('a device that stores nothing costs the form, and nothing else', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  for (const method of ['setItem', 'getItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, method).mockImplementation(full);
  }
  keptNote.keep(ANNA, form);
  keptNote.drop(ANNA);
  expect(keptNote.has(ANNA)).toBe(false);
  expect(keptNote.take(ANNA)).toBeNull();
});
