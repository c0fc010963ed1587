import { badRequest } from './call';
import { contentOfKind, type Origin, originOf } from './contents';
import { type ChatMessage, type World } from './world';

/** UTF-16 units of a quote, at most; what Telegram quotes by itself is cut there. */
const QUOTE_MAX = 1_024;

/** What of a message can be quoted. */
export function wordsOf({ text, extra }: ChatMessage): string {
  const caption = extra?.caption;
  return text !== '' || typeof caption !== 'string' ? text : caption;
}

/** A TextQuote that a person has chosen. https://core.telegram.org/bots/api#textquote */
export function quoteOf(words: string, quote: string): Record<string, unknown> {
  const position = words.indexOf(quote);
  if (position < 0 || quote.length > QUOTE_MAX) throw badRequest('QUOTE_TEXT_INVALID');
  return { text: quote, position, is_manual: true };
}

export interface RepliedElsewhere {
  /** The words of the message, its caption where it is of a `kind`. */
  words?: string | undefined;
  /** The part of them that is chosen. */
  quote?: string | undefined;
  kind?: string | undefined;
  from?: Origin | undefined;
}

/**
 * The fields of a reply to a message of another chat: an ExternalReplyInfo has all that the message holds but its
 * words. https://core.telegram.org/bots/api#externalreplyinfo
 */
export function externalReply(
  world: World,
  { words = '', quote, kind, from = 'hidden_user' }: RepliedElsewhere,
): { external_reply: Record<string, unknown>; quote?: Record<string, unknown> } {
  const origin = originOf(from, world);
  const place = from === 'channel' ? { chat: origin.chat, message_id: origin.message_id } : {};
  const content = kind === undefined ? {} : contentOfKind(kind, world.files.size + 1);
  const whole = { text: words.slice(0, QUOTE_MAX), position: 0 };
  return {
    external_reply: { origin, ...place, ...content },
    ...(words !== '' && { quote: quote === undefined ? whole : quoteOf(words, quote) }),
  };
}
