import 'server-only';
import { createHash } from 'node:crypto';
import { POINT_KEYS_MAX } from '@/core/limits';
import { type NoteBlock, noteBlocks, type Point, pointsOf, type TextPart } from '@/core/note-text';
import { instantToWallTime } from '@/core/time-zone';
import { listTexts } from '@/texts/bot-lists';
import { html, type Html, lines, link } from '@/texts/html';
import { describeDate } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { AppError } from '../../errors';
import { type ChatNote, deleteNote, findNote, pinNote, restoreNote, tickPoint } from '../../notes';
import { loadReference } from '../../db/reference';
import { alone, createDraft } from '../../drafts';
import { readingContext } from '../../settings';
import { appButtonRow } from '../app-button';
import { inRows } from '../in-rows';
import { type Card, excerpt } from './card';
import { readId } from './list-callback-data';
import { draftOfNote } from './draft-reading';
import { noteData, notesData, readNotesPage } from './note-callback-data';
import { sayHeard } from './quick-add';
import { stateOf } from './settle-draft';
import { button, type Turn } from './turn';

/** Of a note's text; a message holds 4,096 characters. */
const CONTENT_MAX = 3_600;
const { buttons } = listTexts;

/** A press about one note. Double and late presses show how it stands now. */
export async function pressNote(
  turn: Turn,
  account: Account,
  [id, action = '', page, ...point]: string[],
): Promise<void> {
  const noteId = readId(id);
  if (action === 'remind') return remindOf(turn, account, noteId);
  const back = readNotesPage(page);
  const before = await findNote(turn.db, account.id, noteId);
  const remark = before && (await act(turn, account, before, action, point));
  const note = before && (await findNote(turn.db, account.id, noteId));
  if (!note) {
    await turn.show(listTexts.noteGone, [[button(buttons.toNotes, notesData(back))]]);
    return;
  }
  const { text, keyboard } = renderNote(turn, account, note, back);
  await turn.show(remark ? lines(text, '', remark) : text, keyboard);
}

/** «Напомнить»: a card that asks when, for a reminder that leads back to the note. */
async function remindOf(turn: Turn, account: Account, noteId: number): Promise<void> {
  const { db, now } = turn;
  const note = await findNote(db, account.id, noteId);
  if (!note || note.deleted) {
    await turn.say(listTexts.noteGone);
    return;
  }
  const reading = readingContext(account, await loadReference(db, account.id), now);
  const payload = draftOfNote(note, reading);
  const settled = await alone(db, account.id, async (tx) => ({
    row: await createDraft(tx, account.id, { payload, state: stateOf(payload) }, now),
  }));
  await sayHeard(turn, account, { settled: [settled] });
}

/** Does what was pressed; answers what there is to say about it. */
async function act(
  { db, now }: Turn,
  { id: userId }: Account,
  { id, content, deleted }: ChatNote,
  action: string,
  [line, print, done]: string[],
): Promise<Html | undefined> {
  try {
    if (action === 'restore' && deleted) await restoreNote(db, userId, id);
    else if (deleted) return undefined;
    else if (action === 'remove') await deleteNote(db, userId, id, now);
    else if (action === 'pin' || action === 'unpin') {
      await pinNote(db, userId, id, action === 'pin', now);
    } else if (action === 'tick') {
      const same = pointsOf(content).filter(({ text }) => printOf(text) === print);
      const point = same.find((each) => each.line === Number(line)) ?? same[0];
      if (!point) return listTexts.noteChanged;
      const { text } = point;
      await tickPoint(db, userId, id, { line: point.line, text, done: done === '1' }, now);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // No room for it any more; taken away or changed at this very moment.
    if (error.code === 'full') return lines(error.message);
    if (error.code === 'conflict') return listTexts.noteChanged;
    if (error.code !== 'not-found') throw error;
  }
  return undefined;
}

/** A note with its points as keys, and what else can be done to it. */
function renderNote(turn: Turn, account: Account, note: ChatNote, page: number): Card {
  const { id, title, content, pinned = false, deleted } = note;
  const data = (action: string) => noteData(id, action, page);
  const toList = [button(buttons.toNotes, notesData(page))];
  if (deleted) {
    const text = listTexts.noteDeleted(excerpt(title));
    return { text, keyboard: [[button(buttons.restore, data('restore'))], toList] };
  }
  const wall = (instant: Date) => instantToWallTime(instant, account.timeZone);
  const date = describeDate(wall(turn.now), wall(new Date(note.dateTime)));
  const shown = excerpt(content, CONTENT_MAX);
  const blocks = noteBlocks(shown);
  const points = blocks.flatMap((block) => (block.kind === 'points' ? block.points : []));
  const numbered = points.slice(0, POINT_KEYS_MAX);
  return {
    text: lines(
      listTexts.noteHead(title, date, pinned),
      ...blocks.flatMap((block) => shownBlock(block, numbered)),
      shown !== content && listTexts.noteGoesOn,
      numbered.length > 0 && listTexts.pickPoint,
    ),
    keyboard: [
      ...inRows(
        numbered.map((point, i) => pointKey(note, point, i, page)),
        5,
      ),
      [button(buttons.remind, data('remind'))],
      [
        button(pinned ? buttons.unpin : buttons.pin, data(pinned ? 'unpin' : 'pin')),
        button(buttons.remove, data('remove')),
      ],
      ...appButtonRow(turn.settings, buttons.openNotes, '/notes'),
      toList,
    ],
  };
}

/** Says what a press makes of the point, so that a double tap does not take it back. */
function pointKey({ id }: ChatNote, { line, text, done }: Point, index: number, page: number) {
  const data = noteData(id, 'tick', page, String(line), printOf(text), done ? '0' : '1');
  return button(`${done ? '☑' : '☐'} ${index + 1}`, data);
}

/** By which a point is known where callback data have no room for its words. */
const printOf = (text: string): string =>
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
