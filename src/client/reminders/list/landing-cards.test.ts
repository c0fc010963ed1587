import { placeOf } from '@/core/lists';
import { aReminder } from '@/testing/mini-app';
import { appTexts } from '@/texts/app';
import { describeRule } from '@/texts/schedule';
import { appScreen } from '@/texts/site';
import { cardClock } from '../../ui/card-time';
import { faceOf, headingAt } from './card-words';

/** A working day, the 20th of its month. */
const NOW = Date.parse('2027-01-20T12:00+03:00');
const clock = cardClock('Europe/Moscow', NOW);

/** The reminders that the landing draws, by their text. */
const drawn = [
  aReminder({
    text: 'Показания счётчиков',
    dateTime: '2027-01-20T16:00:00.000Z',
    type: { id: 2, name: 'Проверка' },
    category: { id: 3, name: 'Дом' },
    flood: true,
    floodInterval: 15,
  }),
  aReminder({
    text: 'Полить цветы',
    dateTime: '2027-01-20T17:30:00.000Z',
    category: { id: 3, name: 'Дом' },
  }),
  aReminder({
    text: 'Оплатить интернет',
    dateTime: '2027-01-21T06:00:00.000Z',
    type: { id: 3, name: 'Оплата' },
    category: { id: 7, name: 'Финансы' },
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'MONTH',
    repeatText: describeRule({ every: 1, unit: 'MONTH' }, '2027-01-21T09:00'),
  }),
  aReminder({
    text: 'Размяться',
    dateTime: '2027-01-21T08:00:00.000Z',
    category: { id: 1, name: 'Личное' },
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'WEEK',
    repeatWeekdays: [1, 2, 3, 4, 5],
    repeatText: describeRule(
      { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] },
      '2027-01-21T11:00',
    ),
  }),
  aReminder({
    text: 'Позвонить маме',
    dateTime: '2027-01-21T16:30:00.000Z',
    type: { id: 5, name: 'Звонок' },
    category: { id: 6, name: 'Семья' },
  }),
];

test('the cards on the landing say what the cards of the app say, but for the date', () => {
  const faces = drawn.map((row) => {
    const { heading, day } = headingAt(placeOf(row), clock, false);
    const face = faceOf(row, clock, day);
    const { text, hour, type, repeat, flood, category } = face;
    return { heading: heading.split(',')[0], text, when: hour, type, repeat, flood, category };
  });
  const cards = appScreen.groups.flatMap(({ heading, cards }) =>
    cards.map((card) => ({ heading, repeat: null, flood: null, ...card })),
  );
  expect(cards).toEqual(faces);
});

test('a card of the list leaves it to the opened reminder that holidays are not counted', () => {
  const rule = { every: 1, unit: 'MONTH', monthly: 'FIRST_WORKDAY' } as const;
  const row = aReminder({
    text: 'Аренда',
    dateTime: '2027-02-01T06:00:00.000Z',
    repeat: true,
    repeatEvery: 1,
    repeatUnit: 'MONTH',
    repeatMonthly: 'FIRST_WORKDAY',
    repeatText: describeRule(rule, '2027-02-01T09:00'),
  });
  expect(faceOf(row, clock, '').repeat).toBe('В первый рабочий день каждого месяца');
});

test('what stands around them has the words of the app', () => {
  const { reminders, navigation, quickAdd, list } = appTexts;
  expect(appScreen).toMatchObject({
    search: list.search,
    title: reminders.title,
    line: quickAdd.example,
    tabs: [reminders.tabs.current, reminders.tabs.archive],
    nav: [navigation.reminders, navigation.notes, navigation.profile],
  });
});
