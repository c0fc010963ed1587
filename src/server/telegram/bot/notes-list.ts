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
import { categoryMark } from './category-keys';
import { pagesRow } from './lists';
import { noteData, notesData, readNotesPage } from './note-callback-data';
import { button, type Turn } from './turn';

/** Of a note's title in a list. */
export const TITLE_MAX = 80;
const CONTENT_MAX = 200;

/** /notes: pinned notes, then the latest; each can be opened, its points ticked. */
export async function notes(turn: Turn, account: Account): Promise<void> {
  const { text, keyboard } = await renderNotes(turn, account, 0);
  await turn.say(text, keyboard);
}

export async function pressNotes(turn: Turn, account: Account, [page]: string[]): Promise<void> {
  const { text, keyboard } = await renderNotes(turn, account, readNotesPage(page));
  await turn.show(text, keyboard);
}

async function renderNotes(turn: Turn, account: Account, page: number): Promise<Card> {
  const { db, now, settings } = turn;
  const found = await pageOfNotes(db, account.id, {
    offset: page * CHAT_PAGE_SIZE,
    limit: CHAT_PAGE_SIZE,
  });
  if (found.total === 0) return { text: listTexts.noNotes, keyboard: [] };
  // The page emptied meanwhile: the last one that has something.
  if (found.notes.length === 0) {
    return renderNotes(turn, account, Math.ceil(found.total / CHAT_PAGE_SIZE) - 1);
  }
  const first = page * CHAT_PAGE_SIZE + 1;
  const wall = (instant: Date) => instantToWallTime(instant, account.timeZone);
  return {
    text: lines(
      listTexts.notes(found.total),
      ...found.notes.map((note, i) =>
        listTexts.note(first + i, {
          title: excerpt(note.title, TITLE_MAX),
          content: excerpt(note.content, CONTENT_MAX),
          date: describeDate(wall(now), wall(new Date(note.dateTime))),
          pinned: note.pinned ?? false,
          category: categoryMark(note.category, account),
          attached: note.attachmentText ?? '',
        }),
      ),
      listTexts.pickNote,
    ),
    keyboard: [
      found.notes.map(({ id }, i) => button(String(first + i), noteData(id, 'show', page))),
      pagesRow(notesData, { page, total: found.total }, [
        listTexts.buttons.newer,
        listTexts.buttons.older,
      ]),
      ...appButtonRow(settings, listTexts.buttons.openNotes, '/notes'),
    ],
  };
}
