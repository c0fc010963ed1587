import * as app from './app';
import * as cards from './bot-cards';
import * as lists from './bot-lists';
import * as site from './site';
import * as tutorial from './tutorial';
import * as validation from './validation';
import * as view from './view';

/** Every text of a module that is no function's, with the sentences of each apart. */
function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return texts.split(/(?<=[.!?…])\s+/);
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.values(texts).flatMap(sentencesOf);
}

test('no sentence says «уведомление» and «напоминание» of the same thing', () => {
  const sentences = sentencesOf([app, cards, lists, site, tutorial, validation, view]);
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((each) => /уведомлени/i.test(each) && /напоминани/i.test(each))).toEqual(
    [],
  );
});
