import 'server-only';
import { ruleOfWire, type WireRule } from '@/contract/rule';
import { preAlertsAhead } from '@/core/pre-alerts';
import { ageOn } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { describeAge } from '@/texts/age';
import { type CardFacts } from '@/texts/bot-cards';
import { describeInstant, describePreAlerts, describeRule } from '@/texts/schedule';
import { loadReference, type Reference } from '../platform/db/reference';
import { type MemberTurn } from '../telegram/turn';
import { type ChatReminder } from './upcoming';

/** The database, or a transaction of it, the moment, and who asks. */
export type Within = Pick<MemberTurn, 'db' | 'now' | 'account'>;
/** The same, of whoever is shown a card. */
export type Viewer = Within & Pick<MemberTurn, 'settings'>;

export type CardContext = Viewer & { reference: Reference };
export const contextOf = async (turn: Viewer): Promise<CardContext> => ({
  ...turn,
  reference: await loadReference(turn.db, turn.account.id),
});

export const factsOf = (reminder: ChatReminder, context: CardContext): CardFacts =>
  cardFacts({ ...reminder, typeId: reminder.type.id, categoryId: reminder.category.id }, context);

/** A reminder, stored or in the making, in words. */
export function cardFacts(
  source: WireRule & {
    text: string;
    dateTime: string;
    typeId: number;
    categoryId: number;
    floodInterval: number | null;
    preAlerts?: readonly number[] | undefined;
    attachmentText?: string | undefined;
    repeatText?: string | undefined;
    timeZone?: string | undefined;
  },
  { now, account: { timeZone }, reference }: CardContext,
): CardFacts {
  const wallNow = instantToWallTime(now, timeZone);
  const wallTime = instantToWallTime(new Date(source.dateTime), timeZone);
  const rule = ruleOfWire(source);
  const age = ageOn(rule, new Date(source.dateTime), source.timeZone ?? timeZone);
  const { preAlerts = [] } = source;
  const coming = preAlertsAhead(preAlerts, new Date(source.dateTime), { now, timeZone });
  return {
    text: source.text,
    when: describeInstant(wallNow, wallTime),
    rule: source.repeatText ?? (rule ? describeRule(rule, wallTime) : ''),
    age: age === null ? '' : describeAge(source.text, age),
    type: reference.type(source.typeId)?.name ?? '',
    category: reference.category(source.categoryId)?.name ?? '',
    floodInterval: source.floodInterval,
    attached: attachedTo(source.text, source.attachmentText),
    ahead: describePreAlerts(preAlerts),
    passedAhead: describePreAlerts(preAlerts.filter((minutes) => !coming.includes(minutes))),
  };
}

/** What is attached, where the text does not say just that. */
const attachedTo = (text: string, described = ''): string => (described === text ? '' : described);
