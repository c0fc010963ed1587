import 'server-only';
import { and, eq, like } from 'drizzle-orm';
import { DRAFT_KEY } from '@/contract/headers';
import { excerpt } from '@/core/cut';
import { confirmsClock } from '@/core/quick-add/messages/not-reminders';
import { saysYes } from '@/core/quick-add/replies/consent';
import { instantToWallTime, isTimeZone } from '@/core/time-zone';
import { findZone, zoneOffset } from '@/core/zone-names';
import { botTexts } from '@/texts/bot';
import { lines } from '@/texts/html';
import { RUSSIAN_ZONES, zoneName } from '@/texts/zones';
import {
  chooseTimeZone,
  confirmTimeZone,
  expectAnswer,
  followBrowserTimeZone,
} from '../accounts/zone';
import { type Account } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { dataOf } from '../telegram/callback-data';
import {
  atPresent,
  button,
  type Card,
  inRows,
  type Keyboard,
  type MemberTurn,
} from '../telegram/turn';
import { type Within } from './upcoming';
import { countAhead, moveBack, moveToOwnZone } from './zone-shift';

/** Characters of a place that nobody knows, as it is quoted. */
const QUOTED_MAX = 60;
const texts = botTexts.timeZone;

const zoneClock = (zone: string, now: Date): { name: string; time: string } => ({
  name: zoneName(zone, zoneOffset(zone, now)),
  time: instantToWallTime(now, zone).slice(11, 16),
});
/** By the clock of the present, also where a message that came late is answered. */
export const ownClock = (turn: Clock) => zoneClock(turn.account.timeZone, atPresent(turn).now);

/** The cities of Russia with their clocks, so that a glance at one's own is enough. */
const cityRows = ({ now, account: { timeZone: present, timeZoneManual } }: MemberTurn): Keyboard =>
  inRows(
    RUSSIAN_ZONES.map(([city, zone]) => {
      const chosen = timeZoneManual && present === zone;
      return button(texts.city(city, zoneClock(zone, now).time, chosen), dataOf('zone', zone));
    }),
    2,
  );

/** /timezone: shows the zone and asks for another one; «/timezone Омск» sets it at once. */
export async function timeZone(turn: MemberTurn, args: string): Promise<void> {
  const { db, account } = turn;
  if (args !== '' && (await hearZone(turn, args))) return;
  await turn.say(
    args === ''
      ? texts.ask(ownClock(turn), originOfZone(account))
      : texts.unknown(excerpt(args, QUOTED_MAX)),
    [...cityRows(turn), [button(texts.auto(!account.timeZoneManual), dataOf('zone', 'auto'))]],
  );
  await expectAnswer(db, account, 'time-zone');
}

const originOfZone = ({ timeZoneAssumed, timeZoneManual }: Account) =>
  timeZoneAssumed ? 'assumed' : timeZoneManual ? 'chosen' : 'told';

type Clock = Pick<MemberTurn, 'now' | 'shownAt' | 'account'>;

/**
 * The card of these reminders. Where the person's first one is among them and nobody has said the zone
 * yet, it asks whether that is right, and the next message may answer. `data` makes the callback data of
 * the answers, which show the card anew.
 */
export async function withZoneQuestion(
  { text, keyboard }: Card,
  turn: Within,
  reminderIds: readonly number[],
  data: (action: string) => string,
): Promise<Card> {
  const { db, account } = turn;
  if (!account.timeZoneAssumed) return { text, keyboard };
  const { id, userId, createKey } = reminders;
  const ofCards = and(eq(userId, account.id), like(createKey, `${DRAFT_KEY}%`));
  const [first] = await db.select({ id }).from(reminders).where(ofCards).orderBy(id).limit(1);
  if (!first || !reminderIds.includes(first.id)) return { text, keyboard };
  await expectAnswer(db, account, 'time-zone');
  const right = button(texts.right, data(`zone:${account.timeZone}`));
  return {
    text: lines(text, '', texts.isIt(ownClock(turn))),
    keyboard: [...keyboard, [right, button(texts.other, data(`zone:${OTHER}`))]],
  };
}

const OTHER = 'other';

/**
 * «Время верное» under a card: the zone that it asked about is the person's; «Другой город» asks for theirs. Answers the
 * turn as it is then: the card asks no more.
 */
export async function withAnsweredZone(turn: MemberTurn, said: string): Promise<MemberTurn> {
  const { db, account } = turn;
  if (said === OTHER) await timeZone(turn, '');
  else if (said === account.timeZone) await confirmTimeZone(db, account.id);
  else return turn;
  return { ...turn, account: { ...account, timeZoneAssumed: false } };
}

/** Takes a message for the name of a zone, or for a «да» to the one assumed; false when it is neither. */
export async function hearZone(turn: MemberTurn, said: string): Promise<boolean> {
  const { db, account } = turn;
  if (account.timeZoneAssumed && (saysYes(said) || confirmsClock(said))) {
    await confirmTimeZone(db, account.id);
    await turn.say(texts.confirmed(ownClock(turn)));
    return true;
  }
  if (account.timeZoneAssumed && SAYS_NO.test(said)) {
    await timeZone(turn, '');
    return true;
  }
  const zone = findZone(said.replace(/^нет[,.!]?\s+/iu, ''), turn.now);
  if (zone !== null) await turn.say(await choose(turn, zone));
  return zone !== null;
}
const SAYS_NO = /^(?:нет|неа|не ?верно|(?:нет,? )?друго[йе] (?:город|время))[.!]*$/iu;

/**
 * Chosen by hand. What was made before, on the clocks of another zone, may be meant for this one; what was
 * said while the zone was a guess is, and moves at once.
 */
async function choose({ db, now, account }: MemberTurn, zone: string): Promise<Card> {
  const { timeZone, timeZoneBefore } = account;
  // The app has asked about the clocks before, and not been answered: this asks instead.
  const before = timeZoneBefore === null || timeZoneBefore === zone ? timeZone : timeZoneBefore;
  const made = zone === before ? 0 : await countAhead(db, account.id, before, now);
  const here = { ...account, timeZone: zone };
  const moves = made > 0 && account.timeZoneAssumed;
  // Moved first: where the process dies in between, the zone is still a guess, and the repeated update goes on.
  const shifted = moves && (await moveToOwnZone(db, here, before, now, { said: true }));
  await chooseTimeZone(db, account.id, zone, now);
  const clock = zoneClock(zone, now);
  if (shifted) {
    const back = button(texts.moveBack, dataOf('zone', 'back', before));
    return {
      text: texts.chosenAndMoved(clock, shifted),
      keyboard: shifted.moved === 0 ? [] : [[back]],
    };
  }
  if (made === 0) return { text: texts.chosen(clock), keyboard: [] };
  const text = texts.chosenElsewhere(clock, made, zoneClock(before, now).name);
  const keep = button(texts.keep, dataOf('zone', 'ok', zone));
  return { text, keyboard: [[button(texts.shift, dataOf('zone', 'shift', before)), keep]] };
}

export async function pressZone(turn: MemberTurn, words: string[]): Promise<unknown> {
  const { db, account } = turn;
  const [first, ...rest] = words;
  const zone = words.join(':');
  switch (first) {
    case 'ask':
      return timeZone(turn, '');
    case 'ok':
      // Chosen meanwhile, or told by a device: that stands, and is shown.
      if (rest.join(':') === account.timeZone) await confirmTimeZone(db, account.id);
      return turn.show(texts.confirmed(ownClock(turn)));
    case 'shift':
      return pressShift(turn, rest.join(':'));
    case 'back':
      return turn.show(texts.movedBack(await moveBack(db, account.id, rest.join(':'), turn.now)));
    case 'auto':
      // The zone stays until the app tells another.
      await followBrowserTimeZone(db, account.id);
      return turn.show(texts.automatic(ownClock(turn)));
    default:
      return turn.show(isTimeZone(zone) ? await choose(turn, zone) : botTexts.staleButton);
  }
}

/** «Перенести»: all there is. */
async function pressShift(turn: MemberTurn, before: string): Promise<void> {
  const { db, now, account } = turn;
  const shifted = await moveToOwnZone(db, account, before, now);
  const { moved, stayed, shared } = shifted;
  const isAnything = moved + stayed + shared.length > 0;
  await turn.show(isAnything ? texts.shifted(shifted) : texts.confirmed(ownClock(turn)));
}
