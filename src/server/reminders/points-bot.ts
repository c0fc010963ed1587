import 'server-only';
import { aboveChecklist, type ListPoint } from '@/core/checklist';
import { POINT_KEYS_MAX } from '@/core/limits';
import { counterTexts as texts } from '@/texts/counter';
import { html, lines } from '@/texts/html';
import { pointPrint } from '../notes/bot';
import { found } from '../platform/errors';
import { dataOf, itemData, type ListPage, readId, readListPage } from '../telegram/callback-data';
import { keyLabel } from '../telegram/message';
import { button, type Card, type MemberTurn } from '../telegram/turn';
import { readPoints } from './present';
import { addPointToNote, tickPoints } from './rewrite';
import { presentInChat } from './chat-acts';
import { renderPressed } from './message';

/**
 * «Пункты»: what of a reminder can be ticked, each behind a key, in place of the message that it stood under. Ticks a
 * point, goes back to the reminder's own message, or shows the points; `fromList` is where they were opened from.
 */
export async function pressPoints(
  turn: MemberTurn,
  [id, action, fromList, fromPage, pointMark, done]: string[],
): Promise<unknown> {
  const { db, now, account } = turn;
  const target = { userId: account.id, reminderId: readId(id), now };
  const pressed = await readPoints(db, account.id, target.reminderId);
  const point = pressed?.points.find(({ key }) => pointPrint(key) === pointMark);
  if (action === 'tick' && point) {
    await tickPoints(db, target, { keys: [point.key], done: done === '1' });
  }
  const present = action === 'tick' ? await readPoints(db, account.id, target.reminderId) : pressed;
  if (!present || action === 'back') {
    return turn.show(renderPressed(await presentInChat(db, target), turn.settings));
  }
  const isOfList = fromList !== undefined && fromList !== NO_LIST;
  const from = isOfList ? readListPage(fromList, fromPage) : null;
  return turn.show(pointsCard(target.reminderId, present, from));
}

/** «бинт купила»: these are ticked, and what the reminder says then is shown. */
export async function tickInWords(
  { db, now, account }: MemberTurn,
  reminderId: number,
  keys: readonly string[],
): Promise<Card> {
  await tickPoints(db, { userId: account.id, reminderId, now }, { keys, done: true });
  return pointsCard(reminderId, found(await readPoints(db, account.id, reminderId)), null);
}

/** «добавь пункт масло», to the note that a reminder stands on; what it says then is shown. */
export async function addPointInWords(
  { db, now, account }: MemberTurn,
  reminderId: number,
  point: string,
): Promise<Card> {
  await addPointToNote(db, { userId: account.id, reminderId, now }, point);
  return pointsCard(reminderId, found(await readPoints(db, account.id, reminderId)), null);
}

/** Not from a list: from the message of the reminder itself. */
const NO_LIST = '-';

function pointsCard(
  id: number,
  { text, points }: { text: string; points: readonly ListPoint[] },
  from: ListPage | null,
): Card {
  const { which, page } = from ?? { which: NO_LIST, page: 0 };
  const above = aboveChecklist(text);
  const key = ({ key, text, done }: ListPoint) => {
    const data = dataOf('points', id, 'tick', which, page, pointPrint(key), done ? 0 : 1);
    return [button(keyLabel(`${done ? '☑' : '☐'} ${text}`), data)];
  };
  const back = from ? itemData(id, 'show', from) : dataOf('points', id, 'back');
  return {
    text: lines(
      above !== '' && html`<b>${above}</b>`,
      ...points.map(({ text, done }) => (done ? html`☑ <s>${text}</s>` : html`☐ ${text}`)),
      '',
      points.length > 0 ? texts.pick : texts.noPoints,
    ),
    keyboard: [...points.slice(0, POINT_KEYS_MAX).map(key), [button(texts.back, back)]],
  };
}
