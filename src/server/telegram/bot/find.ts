import 'server-only';
import { FOUND_MAX } from '@/core/limits';
import { instantToWallTime } from '@/core/time-zone';
import { listTexts } from '@/texts/bot-lists';
import { lines } from '@/texts/html';
import { describeDate } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { AppError } from '../../errors';
import { takePersonalPermit } from '../../rate-limit';
import { findByWords } from '../../search';
import { excerpt } from './card';
import { categoryMark } from './category-keys';
import { FIRST_PAGE, itemData } from './list-callback-data';
import { itemOf } from './lists';
import { noteData } from './note-callback-data';
import { TITLE_MAX } from './notes-list';
import { button, type Turn } from './turn';

/** /find: reminders and notes in which each word of `search` begins a word. */
export async function find(turn: Turn, account: Account, search: string): Promise<void> {
  if (search === '') {
    await turn.say(listTexts.howToFind);
    return;
  }
  try {
    await takePersonalPermit(turn.db, 'searches', account.id, turn.now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-many') throw error;
    await turn.say(listTexts.searchedOften);
    return;
  }
  const { reminders, notes, total } = await findByWords(turn.db, account.id, {
    search,
    limit: FOUND_MAX,
  });
  if (total === 0) {
    await turn.say(listTexts.nothingFound(excerpt(search, TITLE_MAX)));
    return;
  }
  const wall = (instant: Date) => instantToWallTime(instant, account.timeZone);
  const wallNow = wall(turn.now);
  const keys = [
    ...reminders.map(({ id }) => itemData(id, 'show', FIRST_PAGE)),
    ...notes.map(({ id }) => noteData(id, 'show', 0)),
  ].map((data, i) => button(String(i + 1), data));
  await turn.say(
    lines(
      listTexts.found(excerpt(search, TITLE_MAX), total),
      ...reminders.map((each, i) => listTexts.item(i + 1, itemOf(each, wallNow, account), null)),
      ...notes.map(({ title, content, dateTime, category }, i) =>
        listTexts.note(reminders.length + i + 1, {
          title: excerpt(title, TITLE_MAX),
          content: excerpt(content, TITLE_MAX),
          date: describeDate(wallNow, wall(new Date(dateTime))),
          pinned: false,
          category: categoryMark(category, account),
        }),
      ),
      total > keys.length && listTexts.foundMore(total - keys.length),
      listTexts.pickFound,
    ),
    [keys.slice(0, 5), keys.slice(5)],
  );
}
