import 'server-only';
import { excerpt } from '@/core/cut';
import { instantToWallTime, isTimeZone } from '@/core/time-zone';
import { saysYes } from '@/core/quick-add/consent';
import { findZone, zoneOffset } from '@/core/zone-names';
import { botTexts } from '@/texts/bot';
import { type Html } from '@/texts/html';
import { RUSSIAN_ZONES, zoneName } from '@/texts/zones';
import {
  chooseTimeZone,
  confirmTimeZone,
  expectAnswer,
  followBrowserTimeZone,
} from '../../account-zone';
import { type Account } from '../../accounts';
import { countAhead, moveToOwnZone } from '../../zone-shift';
import { inRows } from '../in-rows';
import { button, type Keyboard, type Turn } from './turn';

/** Callback data: `z:<IANA zone>`, `z:auto`, `z:ask`, `z:ok:<the zone that was asked about>`, `z:shift:<the zone before>`. */
export const ZONE_PREFIX = 'z';
const AUTO = 'auto';
const ASK = 'ask';
const OK = 'ok';
const SHIFT = 'shift';
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

/** Says which zone was assumed for somebody new, and asks whether it is right. */
export async function askAssumedZone(turn: Turn, account: Account): Promise<void> {
  if (!account.timeZoneAssumed) return;
  const confirm = button(texts.right, confirmData(account));
  const cities = inRows(cityButtons(turn.now, account), 2);
  await turn.say(texts.assumed(describeZone(account.timeZone, turn.now)), [[confirm], ...cities]);
  await expectAnswer(turn.db, account, 'time-zone');
}

const confirmData = ({ timeZone }: Account) => keepData(timeZone);

type Assumed = Pick<Account, 'timeZone' | 'timeZoneAssumed'>;

/** What a card says of a zone that nobody has confirmed; undefined once somebody has. */
export const zoneRemark = (account: Assumed, now: Date): Html | undefined =>
  account.timeZoneAssumed ? texts.assumedShort(describeZone(account.timeZone, now)) : undefined;

/** The buttons that answer it; `confirm` is the callback data of «Да», which shows the card anew. */
export const zoneRow = (account: Assumed, confirm: string): Keyboard =>
  account.timeZoneAssumed
    ? [[button(texts.right, confirm), button(texts.other, `${ZONE_PREFIX}:${ASK}`)]]
    : [];

/** «Да, верно» under a card: the zone that it asked about is the person's. Answers the account as it is then. */
export async function confirmedZone(
  { db }: Turn,
  account: Account,
  asked: string,
): Promise<Account> {
  if (asked !== account.timeZone) return account;
  await confirmTimeZone(db, account.id);
  return { ...account, timeZoneAssumed: false };
}

/** Takes a message for the name of a zone, or for a «да» to the one assumed; false when it is neither. */
export async function hearZone(turn: Turn, account: Account, said: string): Promise<boolean> {
  if (account.timeZoneAssumed && saysYes(said)) {
    await confirmTimeZone(turn.db, account.id);
    await turn.say(texts.confirmed(describeZone(account.timeZone, turn.now)));
    return true;
  }
  const zone = findZone(said, turn.now);
  if (zone === null) return false;
  const { text, keyboard: keys } = await choose(turn, account, zone);
  await turn.say(text, keys);
  return true;
}

/** Chosen by hand. What was made before, on the clocks of another zone, may be meant for this one. */
async function choose(
  { db, now }: Turn,
  account: Account,
  zone: string,
): Promise<{ text: Html; keyboard: Keyboard }> {
  const before = account.timeZone;
  const made = zone === before ? 0 : await countAhead(db, account.id, before, now);
  await chooseTimeZone(db, account.id, zone, now);
  const clock = describeZone(zone, now);
  return made === 0
    ? { text: texts.chosen(clock), keyboard: [] }
    : {
        text: account.timeZoneAssumed
          ? texts.chosenLate(clock, made)
          : texts.chosenElsewhere(clock, made, describeZone(before, now).name),
        keyboard: [[button(texts.shift, shiftData(before)), button(texts.keep, keepData(zone))]],
      };
}

export async function pressZone(turn: Turn, account: Account, args: string[]): Promise<void> {
  const [first, ...rest] = args;
  const zone = args.join(':');
  if (first === ASK) {
    await timeZone(turn, account, '');
  } else if (first === OK) {
    // Chosen meanwhile, or told by a device: that stands, and is shown.
    if (rest.join(':') === account.timeZone) await confirmTimeZone(turn.db, account.id);
    await turn.show(texts.confirmed(describeZone(account.timeZone, turn.now)));
  } else if (first === SHIFT) {
    await pressShift(turn, account, rest);
  } else if (zone === AUTO) {
    await followBrowserTimeZone(turn.db, account.id);
    await turn.show(texts.automatic(describeZone(account.timeZone, turn.now)));
  } else if (isTimeZone(zone)) {
    const { text, keyboard: keys } = await choose(turn, account, zone);
    await turn.show(text, keys);
  } else {
    await turn.show(botTexts.staleButton);
  }
}

const shiftData = (before: string, afterId = 0) => `${ZONE_PREFIX}:${SHIFT}:${afterId}:${before}`;
const keepData = (zone: string) => `${ZONE_PREFIX}:${OK}:${zone}`;

/** «Перенести»: all there is, a part a press. Buttons sent before carry the zone alone. */
async function pressShift(turn: Turn, account: Account, words: string[]): Promise<void> {
  const [first = '', ...others] = words;
  const counted = /^\d{1,15}$/.test(first);
  const before = (counted ? others : words).join(':');
  const afterId = counted ? Number(first) : 0;
  const { moved, stayed, next } = await moveToOwnZone(turn.db, account, before, turn.now, afterId);
  const here = describeZone(account.timeZone, turn.now);
  await turn.show(
    moved + stayed > 0 ? texts.shifted(moved, stayed) : texts.confirmed(here),
    next === null ? [] : [[button(texts.shiftMore, shiftData(before, next))]],
  );
}

const describeZone = (zone: string, now: Date): { name: string; time: string } => ({
  name: zoneName(zone, zoneOffset(zone, now)),
  time: instantToWallTime(now, zone).slice(11, 16),
});

/** The cities of Russia with their clocks, so that a glance at one's own is enough. */
const cityButtons = (now: Date, account: Account): Keyboard[number] =>
  RUSSIAN_ZONES.map(([city, zone]) => {
    const { time } = describeZone(zone, now);
    const chosen = account.timeZoneManual && account.timeZone === zone;
    return button(texts.city(city, time, chosen), `${ZONE_PREFIX}:${zone}`);
  });

function keyboard(now: Date, account: Account): Keyboard {
  return [
    ...inRows(cityButtons(now, account), 2),
    [button(texts.auto(!account.timeZoneManual), `${ZONE_PREFIX}:${AUTO}`)],
  ];
}
