import fc from 'fast-check';
import { RUSSIAN_ZONES, ZONE_NAMES, zoneName } from '@/texts/zones';
import { isTimeZone } from './time-zone';
import { findZone, zoneOffset } from './zone-names';

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
  ['по Москве', 'Europe/Moscow'],
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
