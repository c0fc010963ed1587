import 'server-only';
import { CHAT_PAGE_SIZE } from '@/core/limits';
import { instantToWallTime } from '@/core/time-zone';
import { listTexts } from '@/texts/bot-lists';
import { lines } from '@/texts/html';
import { describeDate } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { pageOfNotes } from '../../notes';
import { appButtonRow } from '../app-button';
import { type Card, excerpt } from './card';
import { turnRow } from './lists';
import { type Turn } from './turn';

/** Callback data: `n:<page>`. */
export const NOTES_PREFIX = 'n';
const TITLE_MAX = 80;
const CONTENT_MAX = 200;

/** /notes: the latest notes; they are changed in the app. */
export async function notes(turn: Turn, account: Account): Promise<void> {
  const { text, keyboard } = await renderNotes(turn, account, 0);
  await turn.say(text, keyboard);
}

export async function pressNotes(turn: Turn, account: Account, [page]: string[]): Promise<void> {
  const { text, keyboard } = await renderNotes(
    turn,
    account,
    /^\d{1,6}$/.test(page ?? '') ? Number(page) : 0,
  );
  await turn.show(text, keyboard);
}

async function renderNotes(turn: Turn, account: Account, page: number): Promise<Card> {
  const { db, now, settings } = turn;
  const found = await pageOfNotes(db, account.id, {
    offset: page * CHAT_PAGE_SIZE,
    limit: CHAT_PAGE_SIZE,
  });
  if (found.total === 0) return { text: listTexts.noNotes, keyboard: [] };
  const wall = (instant: Date) => instantToWallTime(instant, account.timeZone);
  return {
    text: lines(
      listTexts.notes(found.total),
      ...found.notes.map(({ title, content, dateTime }) =>
        listTexts.note(
          excerpt(title, TITLE_MAX),
          excerpt(content, CONTENT_MAX),
          describeDate(wall(now), wall(new Date(dateTime))),
        ),
      ),
    ),
    keyboard: [
      turnRow((to) => `${NOTES_PREFIX}:${to}`, { page, total: found.total }, [
        listTexts.buttons.newer,
        listTexts.buttons.older,
      ]),
      ...appButtonRow(settings, listTexts.buttons.openNotes, '/notes'),
    ],
  };
}
