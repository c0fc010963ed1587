import 'server-only';
import { type DraftPayload } from '@/contract/draft';
import { ruleOfWire, wireRule } from '@/contract/rule';
import { daysAfter } from '@/core/calendar';
import {
  parseTimeOfDay,
  type QuickAddContext,
  type QuickAddDate,
  type QuickAddResult,
  type QuickAddTime,
  withTime,
} from '@/core/quick-add';
import { localDateAt } from '@/core/time-zone';
import { cardTexts } from '@/texts/bot-cards';
import { type Html } from '@/texts/html';
import { describeDate } from '@/texts/schedule';

/** What a message made of a draft: its new payload, and what to say about it. */
export interface Understood {
  payload: DraftPayload;
  problem?: Html;
}

/** The draft of a line that starts something new; a sentence alone where there is nothing to keep. */
export function draftOfReading(
  reading: QuickAddResult,
  context: QuickAddContext,
): Understood | { problem: Html } {
  const payload = emptyDraft(reading, context);
  switch (reading.outcome) {
    case 'ready':
    case 'needs-time':
      return { payload: withMoment(payload, reading) };
    case 'no-date':
    case 'too-long':
      return { payload };
    case 'no-text':
      return reading.when
        ? { payload: withMoment(payload, reading.when) }
        : { problem: cardTexts.howTo };
    default: {
      const problem = problemOf(reading, context);
      return reading.text === '' ? { problem } : { payload, problem };
    }
  }
}

/**
 * Reads a message as the answer to what a card asked. Undefined: it is none, but the start of
 * something new.
 */
export function answerTo(
  asked: DraftPayload,
  message: string,
  reading: QuickAddResult,
  context: QuickAddContext,
): Understood | undefined {
  if (asked.text === '') {
    return reading.outcome === 'no-date' || reading.outcome === 'too-long'
      ? {
          payload: {
            ...asked,
            text: reading.text,
            typeId: reading.typeId ?? asked.typeId,
            categoryId: reading.categoryId ?? asked.categoryId,
          },
        }
      : undefined;
  }
  const time = parseTimeOfDay(message);
  if (time !== null) {
    const when = atTime(asked, time, context);
    return when
      ? { payload: withMoment(asked, when) }
      : { payload: asked, problem: cardTexts.pastTime };
  }
  if (reading.outcome === 'no-text' && reading.when) {
    return { payload: withMoment(asked, reading.when) };
  }
  if (reading.text === '' && (reading.outcome === 'past' || reading.outcome === 'impossible')) {
    return { payload: asked, problem: problemOf(reading, context) };
  }
  return undefined;
}

/** The moment of a bare time: on the date that the card has, else the next time clocks show it. */
export function atTime(
  asked: Pick<DraftPayload, 'date' | keyof ReturnType<typeof wireRule>>,
  time: string,
  context: Pick<QuickAddContext, 'now' | 'timeZone'>,
): QuickAddTime | null {
  const rule = ruleOfWire(asked);
  if (asked.date) return withTime({ date: asked.date, rule }, time, context);
  const today = localDateAt(context.now, context.timeZone);
  return (
    withTime({ date: today, rule }, time, context) ??
    withTime({ date: daysAfter(today, 1), rule }, time, context)
  );
}

const emptyDraft = (
  reading: Pick<QuickAddResult, 'text' | 'typeId' | 'categoryId'>,
  { types, categories }: QuickAddContext,
): DraftPayload => ({
  text: reading.text,
  typeId: reading.typeId ?? types[0]?.id ?? 0,
  categoryId: reading.categoryId ?? categories[0]?.id ?? 0,
  dateTime: null,
  date: null,
  ...wireRule(null),
  flood: false,
  floodInterval: null,
});

/** The draft with another moment; nothing of the former repetition stays. */
export function withMoment(
  { repeatWeekdays, repeatMonthly, repeatUntil, ...rest }: DraftPayload,
  when: QuickAddTime | QuickAddDate,
): DraftPayload {
  const known = 'dateTime' in when;
  return {
    ...rest,
    ...wireRule(when.rule),
    dateTime: known ? when.dateTime.toISOString() : null,
    date: known ? null : when.date,
    movedToTomorrow: known && when.movedToTomorrow,
  };
}

function problemOf(
  reading: Extract<QuickAddResult, { outcome: 'past' | 'impossible' | 'unsupported' }>,
  { now, timeZone }: QuickAddContext,
): Html {
  if (reading.outcome === 'impossible') return cardTexts.impossible(reading.phrase);
  if (reading.outcome === 'unsupported') return cardTexts.unsupported(reading.phrase);
  const date = describeDate(localDateAt(now, timeZone), reading.date);
  return cardTexts.past(reading.time ? `${date} в ${reading.time}` : date);
}
