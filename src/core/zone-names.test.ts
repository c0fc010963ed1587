import fc from '@/testing/fast-check';
import { RUSSIAN_ZONES, ZONE_NAMES, zoneName } from '@/texts/zones';
import { isTimeZone } from './time-zone';
import { findZone, otherClock, searchPlaces, zoneOffset } from './zone-names';

const winter = new Date('2026-11-20T09:00:00Z');
const summer = new Date('2026-07-20T09:00:00Z');

test('every zone that the texts name exists in this runtime', () => {
  const zones = [...RUSSIAN_ZONES.map((each) => each[1]), ...Object.keys(ZONE_NAMES)];
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
});

test('no name stands for two zones', () => {
  const names = Object.values(ZONE_NAMES).flatMap((each) => each.split(' '));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test.each([
  ['Екатеринбург', 'Asia/Yekaterinburg'],
  ['  город   екатеринбург ', 'Asia/Yekaterinburg'],
  ['г.Москва', 'Europe/Moscow'],
  ['г. Тула', 'Europe/Moscow'],
  ['грозный', 'Europe/Moscow'],
  ['по Москве', 'Europe/Moscow'],
  ['московское', 'Europe/Moscow'],
  ['мск', 'Europe/Moscow'],
  ['Нижний Новгород', 'Europe/Moscow'],
  ['ростов на дону', 'Europe/Moscow'],
  ['Орёл', 'Europe/Moscow'],
  ['нью йорк', 'America/New_York'],
  ['Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['New York', 'America/New_York'],
  ['america/argentina/ushuaia', 'America/Argentina/Ushuaia'],
  ['UTC', 'Etc/UTC'],
  ['utc+5', 'Asia/Yekaterinburg'],
  ['+3', 'Europe/Moscow'],
  ['GMT -5', 'Etc/GMT+5'],
  ['UTC+5:30', 'Asia/Calcutta'],
  ['МСК+2', 'Asia/Yekaterinburg'],
  ['мск−1', 'Europe/Kaliningrad'],
  ['+15', null],
  ['+5:75', null],
  ['завтра в 9', null],
  ['', null],
  ['нижний', null],
])('«%s» is %s', (said, zone) => {
  expect(findZone(said, winter)).toBe(zone);
});

test.each([
  ['мос', ['Москва']],
  ['мск', ['Москва']],
  ['моско', []],
  ['по', ['Польша', 'Португалия', 'Подгорица']],
])('places that begin like «%s» are %j', (typed, names) => {
  expect(searchPlaces(typed, winter, 5).map(({ name }) => name)).toEqual(names);
});

test('offsets are those of the moment', () => {
  expect(zoneOffset('Europe/Berlin', winter)).toBe(60);
  expect(zoneOffset('Europe/Berlin', summer)).toBe(120);
  expect(zoneOffset('Asia/Kolkata', winter)).toBe(330);
});

test('a zone is named for people', () => {
  expect(zoneName('Asia/Yekaterinburg', 300)).toBe('Екатеринбург, UTC+5');
  expect(zoneName('Asia/Kolkata', 330)).toBe('Индия, UTC+5:30');
  expect(zoneName('Etc/GMT+5', -300)).toBe('UTC−5');
  expect(zoneName('America/Argentina/Ushuaia', -180)).toBe('Ushuaia, UTC−3');
});

test('whatever is typed, the answer is a zone that works or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (said) => {
      const zone = findZone(said, winter);
      return zone === null || isTimeZone(zone);
    }),
  );
});

test.each([
  ['Europe/Moscow', 'Asia/Yekaterinburg', '12:00 по Москве, у вас 14:00'],
  ['Asia/Yekaterinburg', 'Europe/Moscow', '14:00 по Екатеринбургу, у вас 12:00'],
  ['Asia/Tbilisi', 'Europe/Moscow', '13:00 по Тбилиси, у вас 12:00'],
  ['Etc/GMT-5', 'Europe/Moscow', '14:00 по UTC+5, у вас 12:00'],
  ['Europe/Volgograd', 'Europe/Moscow', ''],
])('a rule of %s says whose clock it is to somebody in %s', (zone, own, said) => {
  expect(otherClock(zone, own, new Date('2026-11-24T09:00Z'))).toBe(said);
});
