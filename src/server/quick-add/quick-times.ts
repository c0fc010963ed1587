import 'server-only';
import { type DraftPayload } from '@/contract/draft';
import { daysAfter, parseTimeOfDay } from '@/core/calendar';
import { DAY_PART_NAMES } from '@/core/day-parts';
import { WHEN_PRESETS } from '@/core/limits';
import { isNight, isSpan, momentOf, whenPresetsAt } from '@/core/presets';
import { type QuickAddTime } from '@/core/quick-add';
import { instantToWallTime, wallTimeToInstant } from '@/core/time-zone';
import { presetTexts } from '@/texts/presets';
import { settingsOf } from '../accounts/settings';
import { type Within } from '../reminders/upcoming';
import { atTime, withMoment, withoutMoment } from './draft';

type Asking = Pick<Within, 'now' | 'account'>;

/** What a draft without a moment offers: of its date the parts of the day, else presets; by the words of their buttons. */
export function quickTimes({ date }: DraftPayload, { now, account }: Asking) {
  const { dayParts } = settingsOf(account.settings);
  if (date === null) {
    const atNight = isNight(now, account.timeZone);
    return whenPresetsAt(now, account.timeZone, dayParts).map((preset) => ({
      label: presetTexts.when(preset, atNight),
      press: `at:${preset}`,
    }));
  }
  const wallNow = instantToWallTime(now, account.timeZone);
  return DAY_PART_NAMES.map((part) => ({ part, clock: dayParts[part] }))
    .filter(({ clock }) => `${date}T${clock}` > wallNow)
    .map(({ part, clock }) => ({
      label: presetTexts.dayPart(part, clock),
      press: `time:${clock.replace(':', '')}`,
    }));
}

/** How many days behind a proposal the other one lies that may be meant. */
const DAYS_LATER = new Map([
  ['which-week', 7],
  ['which-day', 1],
]);

/** The moment of a proposal on the other day that may be meant, on the clocks that it was said on; undefined where there is none. */
export function onOtherDay(
  { dateTime, timeZone, doubt }: DraftPayload,
  { account }: Asking,
): QuickAddTime | undefined {
  const days = DAYS_LATER.get(doubt?.kind ?? '');
  if (days === undefined) return undefined;
  const own = timeZone ?? account.timeZone;
  const said = instantToWallTime(new Date(dateTime ?? NaN), own);
  const wallTime = `${daysAfter(said.slice(0, 10), days)}${said.slice(10)}`;
  const moment = wallTimeToInstant(wallTime, own);
  return { dateTime: moment, wallTime, timeZone: own, rule: null, movedToTomorrow: false };
}

/** The draft with the moment of such a button; null where it has passed, undefined where that is no button. */
export function withQuickTime(
  payload: DraftPayload,
  [action, argument = '']: readonly string[],
  { now, account }: Asking,
): DraftPayload | null | undefined {
  const { timeZone } = account;
  if (action === 'at') {
    const preset = WHEN_PRESETS.find((each) => each === argument);
    if (!preset) return undefined;
    const { dayParts } = settingsOf(account.settings);
    const dateTime = momentOf(preset, now, timeZone, dayParts).toISOString();
    const span = isSpan(preset) && { span: true as const };
    return { ...withoutMoment(payload), dateTime, ...span, momentPressed: true };
  }
  const time = argument.replace(/^(\d\d)(\d\d)$/, '$1:$2');
  if (action !== 'time' || parseTimeOfDay(time) === null) return undefined;
  const when = atTime(payload, time, { now, timeZone });
  return when && { ...withMoment(payload, when), momentPressed: true };
}
