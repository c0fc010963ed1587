import 'server-only';
import { excerpt } from '@/core/cut';
import { instantToWallTime, isTimeZone } from '@/core/time-zone';
import { findZone, zoneOffset } from '@/core/zone-names';
import { botTexts } from '@/texts/bot';
import { RUSSIAN_ZONES, zoneName } from '@/texts/zones';
import { chooseTimeZone, expectAnswer, followBrowserTimeZone } from '../../account-zone';
import { type Account } from '../../accounts';
import { inRows } from '../in-rows';
import { button, type Keyboard, type Turn } from './turn';

/** Callback data: `z:<IANA zone>` or `z:auto`. */
export const ZONE_PREFIX = 'z';
const AUTO = 'auto';
/** Characters of a place that nobody knows, as it is quoted. */
const QUOTED_MAX = 60;
const texts = botTexts.timeZone;

/** /timezone: shows the zone and asks for another one; «/timezone Омск» sets it at once. */
export async function timeZone(turn: Turn, account: Account, args: string): Promise<void> {
  if (args !== '') {
    if (await hearZone(turn, account, args)) return;
    await turn.say(texts.unknown(excerpt(args, QUOTED_MAX)), keyboard(turn.now, account));
  } else {
    const now = describeZone(account.timeZone, turn.now);
    await turn.say(texts.ask(now, account.timeZoneManual), keyboard(turn.now, account));
  }
  await expectAnswer(turn.db, account, 'time-zone');
}

/** Takes a message for the name of a zone; false when it is none. */
export async function hearZone(turn: Turn, account: Account, said: string): Promise<boolean> {
  const zone = findZone(said, turn.now);
  if (zone === null) return false;
  await chooseTimeZone(turn.db, account.id, zone);
  await turn.say(texts.chosen(describeZone(zone, turn.now)));
  return true;
}

export async function pressZone(turn: Turn, account: Account, args: string[]): Promise<void> {
  const zone = args.join(':');
  if (zone === AUTO) {
    await followBrowserTimeZone(turn.db, account.id);
    await turn.show(texts.automatic(describeZone(account.timeZone, turn.now)));
  } else if (isTimeZone(zone)) {
    await chooseTimeZone(turn.db, account.id, zone);
    await turn.show(texts.chosen(describeZone(zone, turn.now)));
  } else {
    await turn.show(botTexts.staleButton);
  }
}

const describeZone = (zone: string, now: Date): { name: string; time: string } => ({
  name: zoneName(zone, zoneOffset(zone, now)),
  time: instantToWallTime(now, zone).slice(11, 16),
});

/** The cities of Russia with their clocks, so that a glance at one's own is enough. */
function keyboard(now: Date, account: Account): Keyboard {
  const zones = RUSSIAN_ZONES.map(([city, zone]) => {
    const { time } = describeZone(zone, now);
    const chosen = account.timeZoneManual && account.timeZone === zone;
    return button(texts.city(city, time, chosen), `${ZONE_PREFIX}:${zone}`);
  });
  return [
    ...inRows(zones, 2),
    [button(texts.auto(!account.timeZoneManual), `${ZONE_PREFIX}:${AUTO}`)],
  ];
}
