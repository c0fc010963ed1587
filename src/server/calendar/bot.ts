import 'server-only';
import { formatInTimeZone } from 'date-fns-tz';
import { ru } from 'date-fns/locale/ru';
import { calendarLinkTexts as texts } from '@/texts/calendar-link';
import { dataOf } from '../telegram/callback-data';
import { button, type Keyboard, type MemberTurn } from '../telegram/turn';
import { createCalendarLink, findCalendarLink, revokeCalendarLink } from './link';

const data = (what: string) => dataOf('calendar', what);

export async function calendarLink(turn: MemberTurn): Promise<void> {
  const { createdAt: since } = await findCalendarLink(turn.db, turn.account.id);
  const day = since && formatInTimeZone(since, turn.account.timeZone, 'd MMMM', { locale: ru });
  await turn.say(texts.chat.about(day), [
    [button(since ? texts.createAnew : texts.create, data('make'))],
    since ? [button(texts.revoke, data('revoke'))] : [],
  ]);
}

export async function pressCalendar(turn: MemberTurn, [what]: string[]): Promise<void> {
  const { db, now, settings, account } = turn;
  if (what === 'make') {
    const { appUrl, botToken } = settings;
    const url = await createCalendarLink(db, account.id, { appUrl, botToken, now });
    await turn.show(texts.chat.made(url), madeKeyboard(url));
  } else if (what === 'revoke') {
    await revokeCalendarLink(db, account.id);
    await turn.show(texts.chat.revoked, [[button(texts.create, data('make'))]]);
  } else {
    await calendarLink(turn);
  }
}

const madeKeyboard = (url: string): Keyboard => [
  // Telegram opens addresses on the internet only.
  url.startsWith('https:') ? [{ text: texts.open, url: `${url}?subscribe` }] : [],
  [button(texts.revoke, data('revoke'))],
];
