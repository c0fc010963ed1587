import fc from '@/testing/fast-check';
import { Temporal } from 'temporal-polyfill';
import { DAY_MS } from '@/core/calendar';

/**
 * What Temporal says, for tests that compare our calendar with it, and instants worth comparing:
 * clocks that jump by half an hour, by a day (Apia 2011, Kwajalein 1993), twice a year around Ramadan
 * (Casablanca), by seconds (Monrovia until 1972).
 */
export const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Europe/Moscow',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'Africa/Monrovia',
] as const;

const FIRST_INSTANT = Date.UTC(1970, 0, 3);
export const LAST_INSTANT = Date.UTC(2100, 11, 30);

const known = new Map<string, number[]>();

/** Epoch milliseconds of every change of the zone's offset from 1970 to 2100. */
function transitionsOf(zone: string): number[] {
  let transitions = known.get(zone);
  if (!transitions) {
    transitions = [];
    let at: Temporal.ZonedDateTime | null =
      Temporal.Instant.fromEpochMilliseconds(FIRST_INSTANT).toZonedDateTimeISO(zone);
    while ((at = at.getTimeZoneTransition('next'))) {
      if (at.epochMilliseconds > LAST_INSTANT) break;
      transitions.push(at.epochMilliseconds);
    }
    known.set(zone, transitions);
  }
  return transitions;
}

export const zone = fc.constantFrom(...zones);

const anyInstant = fc.integer({ min: FIRST_INSTANT, max: LAST_INSTANT });

/** A zone and an instant, half of them within two days of a change of the zone's offset. */
export const zonedInstant: fc.Arbitrary<{ zone: string; epochMs: number }> = zone.chain((zone) =>
  fc.record({
    zone: fc.constant<string>(zone),
    epochMs: fc.oneof(
      anyInstant,
      fc
        .tuple(
          fc.constantFrom(...transitionsOf(zone)),
          fc.oneof(
            fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
            fc.integer({ min: -8, max: 8 }).map((quarters) => quarters * 900_000),
          ),
        )
        .map(([transition, distance]) => transition + distance),
    ),
  }),
);

export const plainAt = (epochMs: number, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();

/** The instant of a wall time by Temporal's `compatible` rule, in epoch milliseconds. */
export const instantOf = (plain: Temporal.PlainDateTime, zone: string): number =>
  plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
