import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { excerpt } from '@/core/cut';
import { firstOccurrence, nextOccurrence } from '@/core/recurrence';
import { zoneOffset } from '@/core/zone-names';
import { type Html } from '@/texts/html';
import { describeRule } from '@/texts/schedule';
import { shareTexts } from '@/texts/share';
import { zoneName } from '@/texts/zones';
import { type Share } from '../shares';

/**
 * The card of a shared reminder. Its readers live in different zones, so it names the zone of its clocks,
 * and its dates in full: it stays in its chat for long.
 */
export function sharedCard({ text, schedule }: Share, now: Date): Html {
  const { rule, timeZone, firstWallTime } = schedule;
  const at = nextOccurrence(schedule, now) ?? firstOccurrence(schedule) ?? now;
  const date = formatInTimeZone(at, timeZone, "d MMMM yyyy 'в' HH:mm", { locale: ru });
  return shareTexts.card({
    text,
    when: `${date} (${zoneName(timeZone, zoneOffset(timeZone, at))})`,
    rule: rule ? describeRule(rule, firstWallTime) : '',
  });
}

/** Of the reminder's text in an address: Telegram may refuse one that is too long. */
const TEXT_IN_ADDRESS = 100;

/** Telegram's own address that asks in which chat to put a link, with the card; a long text is cut there. */
export function chatChoice(share: Share, link: string, now: Date): string {
  const card = sharedCard({ ...share, text: excerpt(share.text, TEXT_IN_ADDRESS) }, now);
  const text = encodeURIComponent(card.toPlainText());
  return `https://t.me/share/url?url=${encodeURIComponent(link)}&text=${text}`;
}
