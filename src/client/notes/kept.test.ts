import { KEPT_FORM_DAYS } from '@/core/limits';
import { keptList } from '../session/kept-list';
import { dropKeptOf, dropWhatIsKeptTooLong } from '../session/kept-place';
import { keptNote } from './kept';

const ANNA = 501;
const form = { editId: null, values: { title: 'Купить', content: 'Хлеб', categoryId: 1 } };

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('an unsaved form is given back until it is dropped, and to nobody else who uses this device', () => {
  keptNote.keep(ANNA, form);
  expect(keptNote.has(502)).toBe(false);
  expect(keptNote.read(502)).toBeNull();
  expect(keptNote.has(ANNA)).toBe(true);
  expect(keptNote.read(ANNA)).toEqual(form);
  expect(keptNote.read(ANNA)).toEqual(form);
  keptNote.drop(ANNA);
  expect(keptNote.read(ANNA)).toBeNull();
});

test('who leaves takes what is theirs, and nothing of others whose number begins or ends alike', () => {
  const others = [Number(`${ANNA}7`), Number(`7${ANNA}`)];
  for (const userId of [ANNA, ...others]) keptNote.keep(userId, form);
  dropKeptOf(ANNA);
  expect(keptNote.has(ANNA)).toBe(false);
  for (const userId of others) expect(keptNote.read(userId)).toEqual(form);
});

describe('time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (days: number) => jest.setSystemTime(Date.now() + days * 86_400_000);

  test('an unsaved form waits a few days, and is gone afterwards', () => {
    keptNote.keep(ANNA, form);
    pass(KEPT_FORM_DAYS - 0.01);
    expect(keptNote.has(ANNA)).toBe(true);
    pass(0.01);
    expect(keptNote.has(ANNA)).toBe(false);
    expect(keptNote.read(ANNA)).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  test('whoever starts the app clears away what others left too long, and nothing else', () => {
    localStorage.setItem('color-scheme', 'dark');
    localStorage.setItem('unsaved-note:9', '{"of":"another version"}');
    keptNote.keep(ANNA, form);
    keptList.keep(ANNA, { at: Date.now(), rows: [] });
    pass(KEPT_FORM_DAYS);
    keptNote.keep(502, form);
    keptList.keep(502, { at: Date.now(), rows: [] });
    dropWhatIsKeptTooLong();
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'color-scheme',
      'list:502',
      'unsaved-note:502',
    ]);
  });
});

test.each([
  ['cut short', '{"version":3,"keptAt":9e15,"value":{"editId":null,'],
  [
    'of another version',
    '{"version":1,"keptAt":9e15,"value":{"editId":null,"values":{"title":"Купить"}}}',
  ],
])('a form %s is dropped for good, and opens no broken dialog', (_, stored) => {
  keptNote.keep(ANNA, form);
  const [key = ''] = Object.keys(localStorage);
  localStorage.setItem(key, stored);
  expect(keptNote.read(ANNA)).toBeNull();
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
  expect(keptNote.read(ANNA)).toBeNull();
});
