import { readFileSync } from 'node:fs';
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

/** Whose words these modules are; those of the site and the legal pages stand in none of the two. */
const OF_APP = [
  'app admin calendar calendar-link categories counter error-pages month-history notes pause-sheet',
  'profile quick-add reminder-row selection series-removal shortcuts snooze-sheet tutorial undated',
  'view zone-banner zone-question',
].join(' ');
const OF_CHAT = 'bot bot-cards bot-lists bot-replies day guest';
/** Said in both. */
const OF_BOTH = 'attachments errors import schedule';
/** By SPEC: the type's name, and what the tour fills in. */
const AS_GIVEN = /'Тестовое напоминание'|'Напоминание'/g;

/** The module without its comments. */
const wordsOf = (name: string): string =>
  readFileSync(`${__dirname}/${name}.ts`, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(AS_GIVEN, '');

test('the app says «уведомление», the chat «напоминание», and what both say says neither', () => {
  const notInApp = OF_APP.split(' ').filter((name) => /напоминани/i.test(wordsOf(name)));
  const notInChat = OF_CHAT.split(' ').filter((name) => /уведомлени/i.test(wordsOf(name)));
  const notInBoth = OF_BOTH.split(' ').filter((name) =>
    /уведомлени|напоминани/i.test(wordsOf(name)),
  );
  expect({ notInApp, notInChat, notInBoth }).toEqual({
    notInApp: [],
    notInChat: [],
    notInBoth: [],
  });
});
