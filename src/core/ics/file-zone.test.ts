import ICAL from 'ical.js';
import fc from '@/testing/fast-check';
import { offsetAt, readingOnClocks, wallTimeToInstant } from '../time-zone';
import { type FileZone, offsetInFile, readFileZone, sameClocksAs } from './file-zone';
import { readIcsComponents } from './read';
import { icsTimeZone } from './zone';

const NOW = new Date('2026-11-20T09:00:00Z');

const fileReadingToInstant = (zone: FileZone, clockMs: number) =>
  readingOnClocks({ clockMs, offsetMs: null }, (at) => offsetInFile(zone, at));

async function zoneIn(text: string): Promise<FileZone> {
  const components = await readIcsComponents(text, 10_000, () => undefined);
  const zone = components?.[0] && readFileZone(components[0], NOW);
  if (!zone) throw new Error('not understood');
  return zone;
}
const part = (kind: string, from: string, to: string, start: string, rest = '') =>
  `BEGIN:${kind}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nDTSTART:${start}\n${rest}END:${kind}\n`;
const defined = (...parts: string[]) => `BEGIN:VTIMEZONE\nTZID:X\n${parts.join('')}END:VTIMEZONE\n`;

/** As Outlook writes them: the rules' first days are not their own. */
const WESTERN = defined(
  part(
    'STANDARD',
    '+0200',
    '+0100',
    '16010101T030000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\n',
  ),
  part('DAYLIGHT', '+0100', '+0200', '16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\n'),
);
const AMERICAN = defined(
  part('DAYLIGHT', '-0500', '-0400', '20070311T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\n'),
  part(
    'STANDARD',
    '-0400',
    '-0500',
    '20071104T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU\n',
  ),
);
const STEADY = defined(part('STANDARD', '+0300', '+0300', '16010101T000000'));
const ODD = defined(part('STANDARD', '+0317', '+0317', '16010101T000000'));
/** Its summer time has ended for good. */
const ENDED = defined(
  part('STANDARD', '+0400', '+0300', '20141026T020000'),
  part(
    'DAYLIGHT',
    '+0300',
    '+0400',
    '19930328T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20110327T000000Z\n',
  ),
  part(
    'STANDARD',
    '+0400',
    '+0300',
    '19961027T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20101030T230000Z\n',
  ),
);

test.each([
  ['Western Europe’s', WESTERN, 'Europe/Berlin'],
  ['New York’s', AMERICAN, 'America/New_York'],
  ['a steady one', STEADY, 'Europe/Moscow'],
  ['one whose summer time has ended', ENDED, 'Europe/Moscow'],
])('clocks that a file defines are those of a zone that we know: %s', async (_, text, same) => {
  const found = sameClocksAs(await zoneIn(text), 'Pacific/Kiritimati', NOW);
  for (let month = 0; month < 120; month += 1) {
    const at = NOW.getTime() + month * 30.4 * 86_400_000;
    expect(offsetAt(at, found ?? '')).toBe(offsetAt(at, same));
  }
  expect(sameClocksAs(await zoneIn(text), same, NOW)).toBe(same);
});

test('clocks of no zone are named as such, and their instants are kept', async () => {
  const zone = await zoneIn(ODD);
  expect(sameClocksAs(zone, 'Europe/Moscow', NOW)).toBeNull();
  const clockMs = Date.parse('2026-12-01T09:17:00Z');
  expect(fileReadingToInstant(zone, clockMs).toISOString()).toBe('2026-12-01T06:00:00.000Z');
});

test('a definition without offsets, or with rules that nobody writes, is not understood', async () => {
  for (const text of [
    defined(),
    defined(part('STANDARD', '3', '+0300', '16010101T000000')),
    defined(part('STANDARD', '+0200', '+0300', '16010101T000000', 'RRULE:FREQ=MONTHLY\n')),
  ]) {
    await expect(zoneIn(text)).rejects.toThrow('not understood');
  }
});

test.each([
  ['WESTERN', WESTERN],
  ['AMERICAN', AMERICAN],
  ['ENDED', ENDED],
])('at any moment the offset is what ical.js finds: %s', async (_, text) => {
  const zone = await zoneIn(text);
  const oracle = new ICAL.Timezone(ICAL.Component.fromString(text.replaceAll('\n', '\r\n')));
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('2008-01-01'),
        max: new Date('2036-01-01'),
        noInvalidDate: true,
      }),
      (at) => {
        const [hour = ''] = at.toISOString().split(':');
        const time = ICAL.Time.fromDateTimeString(`${hour}:30:00`);
        const instant = fileReadingToInstant(zone, Date.parse(`${hour}:30:00Z`)).getTime();
        const seconds = oracle.utcOffset(time);
        // Where clocks are changed calendars differ; a day later they do not.
        fc.pre(
          offsetInFile(zone, instant - 86_400_000) === offsetInFile(zone, instant + 86_400_000),
        );
        expect(offsetInFile(zone, instant)).toBe(seconds * 1000);
      },
    ),
    { numRuns: 300 },
  );
});

test('a definition that we write is read back as its own zone', async () => {
  for (const name of ['Europe/Berlin', 'America/Santiago', 'Europe/Moscow']) {
    const end = new Date('2037-01-01');
    const zone = await zoneIn(icsTimeZone(name, new Date('2025-11-01'), end));
    expect(sameClocksAs(zone, name, NOW)).toBe(name);
    const wall = '2027-07-01T09:00';
    expect(fileReadingToInstant(zone, Date.parse(`${wall}Z`))).toEqual(
      wallTimeToInstant(wall, name),
    );
  }
});
