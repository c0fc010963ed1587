import 'server-only';
import { createHash } from 'node:crypto';
import { type Note } from '@/contract/note';
import { CHAT_PAGE_SIZE, POINT_KEYS_MAX } from '@/core/limits';
import { type NoteBlock, noteBlocks, type Point, pointsOf, type TextPart } from '@/core/note-text';
import { instantToWallTime } from '@/core/time-zone';
import { listTexts } from '@/texts/bot-lists';
import { type Html, html, lines, link } from '@/texts/html';
import { describeDate } from '@/texts/schedule';
import { categoryMark } from '../categories/category-keys';
import { AppError, orRefusal } from '../platform/errors';
import { appButtonRow, excerpt, LINE_MAX, pagesRow } from '../telegram/message';
import { dataOf, readId, readNumber } from '../telegram/callback-data';
import { button, type Card, inRows, type MemberTurn } from '../telegram/turn';
import { deleteNote, pinNote, restoreNote, tickPoint } from './notes';
import { type ChatNote, findNote, pageOfNotes } from './reading';

/** So much of a note's text is shown in a list, and alone; a message holds 4,096 characters. */
const BEGINNING_MAX = 200;
const CONTENT_MAX = 3_600;
const { buttons } = listTexts;

/** /notes: pinned notes, then the latest; each can be opened, its points ticked. */
export const notes = async (turn: MemberTurn): Promise<unknown> =>
  turn.say(await renderNotes(turn, 0));

export const pressNotes = async (turn: MemberTurn, [page]: string[]): Promise<unknown> =>
  turn.show(await renderNotes(turn, readNumber(page) ?? 0));

async function renderNotes(turn: MemberTurn, page: number): Promise<Card> {
  const { db, settings, account } = turn;
  const found = await pageOfNotes(db, account.id, {
    offset: page * CHAT_PAGE_SIZE,
    limit: CHAT_PAGE_SIZE,
  });
  if (found.total === 0) return { text: listTexts.noNotes, keyboard: [] };
  // The page emptied meanwhile: the last one that has something.
  if (found.notes.length === 0) {
    return renderNotes(turn, Math.ceil(found.total / CHAT_PAGE_SIZE) - 1);
  }
  const first = page * CHAT_PAGE_SIZE + 1;
  return {
    text: lines(
      listTexts.notes(found.total),
      ...found.notes.map((note, i) => noteLine(turn, note, first + i, BEGINNING_MAX)),
      listTexts.pickNote,
    ),
    keyboard: [
      found.notes.map(({ id }, i) => button(String(first + i), dataOf('note', id, 'show', page))),
      pagesRow((to) => dataOf('notes', to), { page, total: found.total }, [
        buttons.newer,
        buttons.older,
      ]),
      ...appButtonRow(settings, buttons.openNotes, '/notes'),
    ],
  };
}

/** A note in a list, with the beginning of what it says. */
export const noteLine = (
  turn: MemberTurn,
  note: Note,
  lineNumber: number,
  contentMax: number,
): Html =>
  listTexts.note(lineNumber, {
    title: excerpt(note.title, LINE_MAX),
    content: excerpt(note.content, contentMax),
    date: dateOf(turn, note),
    pinned: note.pinned ?? false,
    category: categoryMark(note.category, turn.account),
    attached: note.attachmentText ?? '',
  });

function dateOf({ now, account: { timeZone } }: MemberTurn, { dateTime }: Note): string {
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  return describeDate(wall(now), wall(new Date(dateTime)));
}

/** A press about one note. Double and late presses show how it stands now. */
export async function pressNote(
  turn: MemberTurn,
  [id, action = '', page, ...point]: string[],
): Promise<unknown> {
  const find = () => findNote(turn.db, turn.account.id, readId(id));
  const back = readNumber(page) ?? 0;
  const before = await find();
  const remark = before && (await carryOutPress(turn, before, action, point));
  const note = before && (await find());
  if (!note)
    return turn.show(listTexts.noteGone, [[button(buttons.toNotes, dataOf('notes', back))]]);
  const { text, keyboard } = renderNote(turn, note, back);
  return turn.show(remark ? lines(text, '', remark) : text, keyboard);
}

/** Does what a press asks for; answers why that was not done, where there is something to say. */
async function carryOutPress(
  turn: MemberTurn,
  note: ChatNote,
  action: string,
  point: string[],
): Promise<Html | undefined> {
  const acting = changeNote(turn, note, action, point);
  const refused = await orRefusal(acting, 'full', 'conflict', 'not-found');
  if (!(refused instanceof AppError)) return undefined;
  // No room for it any more; taken away or changed at this very moment.
  if (refused.code === 'full') return lines(refused.message);
  return refused.code === 'conflict' ? listTexts.noteChanged : undefined;
}

async function changeNote(
  { db, now, account: { id: userId } }: MemberTurn,
  { id, content, deleted }: ChatNote,
  action: string,
  [line, print, done]: string[],
): Promise<void> {
  if (deleted) {
    if (action === 'restore') await restoreNote(db, userId, id);
    return;
  }
  switch (action) {
    case 'remove':
      await deleteNote(db, userId, id, now);
      return;
    case 'pin':
    case 'unpin':
      await pinNote(db, userId, id, action === 'pin', now);
      return;
    case 'tick': {
      const same = pointsOf(content).filter(({ text }) => pointPrint(text) === print);
      const point = same.find((each) => each.line === Number(line)) ?? same[0];
      if (!point) throw new AppError('conflict');
      const tick = { line: point.line, text: point.text, done: done === '1' };
      await tickPoint(db, userId, id, tick, now);
    }
  }
}

function renderNote(turn: MemberTurn, note: ChatNote, page: number): Card {
  const { id, title, content, pinned = false, deleted } = note;
  const data = (action: string) => dataOf('note', id, action, page);
  const toList = [button(buttons.toNotes, dataOf('notes', page))];
  if (deleted) {
    const text = listTexts.noteDeleted(excerpt(title));
    return { text, keyboard: [[button(buttons.restore, data('restore'))], toList] };
  }
  const shown = excerpt(content, CONTENT_MAX);
  const blocks = noteBlocks(shown);
  const points = blocks.flatMap((block) => (block.kind === 'points' ? block.points : []));
  const numbered = points.slice(0, POINT_KEYS_MAX);
  return {
    text: lines(
      listTexts.noteHead(title, dateOf(turn, note), pinned),
      ...blocks.flatMap((block) => shownBlock(block, numbered)),
      shown !== content && listTexts.noteGoesOn,
      numbered.length > 0 && listTexts.pickPoint,
    ),
    keyboard: [
      ...inRows(
        numbered.map((point, i) => pointKey(note, point, i, page)),
        5,
      ),
      [
        button(buttons.remind, data('remind')),
        button(pinned ? buttons.unpin : buttons.pin, data(pinned ? 'unpin' : 'pin')),
      ],
      [
        ...appButtonRow(turn.settings, buttons.openNotes, '/notes').flat(),
        button(buttons.remove, data('remove'), 'danger'),
      ],
      toList,
    ],
  };
}

/** Says what a press makes of the point, so that a double tap does not take it back. */
function pointKey({ id }: ChatNote, { line, text, done }: Point, index: number, page: number) {
  const data = dataOf('note', id, 'tick', page, line, pointPrint(text), done ? 0 : 1);
  return button(`${done ? '☑' : '☐'} ${index + 1}`, data);
}

/** A hash by which a point is known where callback data have no room for its words. */
export const pointPrint = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 6);

function shownBlock(block: NoteBlock, numbered: readonly Point[]): Html[] {
  switch (block.kind) {
    case 'text':
      return [shownParts(block.parts)];
    case 'list':
      return block.items.map(({ mark, parts }) => html`${mark} ${shownParts(parts)}`);
    case 'points':
      return block.points.map((point) => {
        const number = numbered.indexOf(point) + 1;
        const words = shownParts(point.parts);
        return html`${number > 0 ? `${number}. ` : ''}${point.done ? html`☑ <s>${words}</s>` : html`☐ ${words}`}`;
      });
  }
}

const shownParts = (parts: readonly TextPart[]): Html =>
  parts.reduce(
    (all, { text, bold, href }) => {
      const words = href === null ? html`${text}` : link(text, href);
      return html`${all}${bold ? html`<b>${words}</b>` : words}`;
    },
    html``,
  );
