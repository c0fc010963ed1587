import { saysYes } from '../replies/consent';
import { isErrand, isUndone, PASSIVE, PAST_TENSE } from '../replies/reply-words';
import { textsOf, wordsOf } from '../tokens/tokens';
import { type Asks } from './conversation';
import { isTask } from './named';
import { mentions, namingOf, namingWords } from './names';
import { inBoth } from './several';

/** What was chosen of what was asked, by a button or in words. */
export type Decision =
  | { how: 'act' | 'once' | 'always' | 'skip' | 'delete' | 'rewrite' | 'move'; id: number }
  /** All of them, or those that are named. */
  | { how: 'all'; ids?: readonly number[] }
  | { how: 'keep' }
  | { how: 'note' }
  | { how: 'new' };

const word = (source: string): RegExp => new RegExp(`(?:^| )(?:${source})(?= |$)`);
const KEEP = word(
  'нет|неа|не надо|не нужно|не удаляй|не трогай|оставь|пусть (?:будет|останется)|отмена|отбой|забей|забудь|никак(?:ое|ой|ую)|передумала?|стоп|ни то ни другое',
);
const ONCE = word(
  '(?:этот|один|сегодняшн\\S+|завтрашн\\S+|ближайш\\S+) раз|(?:сегодняшн|завтрашн|ближайш)\\S+|раз|разок|разочек|разово|однократно|только (?:сегодня|завтра|это|эту|этот)|этот|это|эту|один|сегодня',
);
const ALWAYS = word(
  'больше не|всегда|навсегда|насовсем|совсем|каждый раз|все|всю|все время|все разы|серию|целиком|полностью|везде|вообще',
);
const YES = word(
  'да|ага|угу|конечно|точно|давай|удалить|(?:удали|удаляй|убирай|убери|сноси|снеси|чисти|вычеркивай|переноси)(?:те)?|(?:на)?совсем|ок|верно|уверена?',
);
/** Say nothing beside these. */
const BESIDE = word('ну|же|и|а|я|только|его|ее|их|уже|можно|конечно|пожалуйста|бот|напоминание');
const CONSENT = new RegExp([YES, ALWAYS, ONCE, BESIDE].map(({ source }) => source).join('|'), 'g');
const ALL = word('обе|оба|все');
/** «ни то ни другое» */
const NEITHER = word('ни');
/** «не всё, только почту», «все, кроме почты» */
const LEAVES_OUT = word('не (?:все|оба|обе)|кроме');
/** «верни обратно оба» takes something back, and chooses nothing. */
const TAKES_BACK = word('верни(?:те)?');
/** «сколько осталось корма» is a question of its own; «как раз второе» and «второе?» choose. */
const ASKS_HOW_MUCH = /^(?:(?:а|и|ну) )?(?:во )?(?:сколько|когда|где)(?= )/;
const NEW = word('новое|создай|создать|создавай|еще одн\\S+');
const ORDINALS = ['перв[а-я]+|1', 'втор[а-я]+|2', 'трет[а-я]+|3'].map(word);
const LAST = word('последн\\S+');
/** An answer says little else. */
const WORDS_MAX = 9;

/** The words of a line's first clause. */
const headOf = (line: string): readonly string[] =>
  textsOf(line.split(/[,.;!()—]+/u).find((clause) => /\p{L}/u.test(clause)) ?? '');

/** «купила», «готово», «всё сделано» */
const tellsOfDeeds = (words: readonly string[]): boolean =>
  words.some((each) => {
    const isPast = PAST_TENSE.test(each) && !isUndone(each);
    const isDone = /^готов/.test(each) || (PASSIVE.test(each) && isErrand(each));
    // «да, мы бросили» is a reason.
    return isDone || (isPast && (isErrand(each) || !words.includes('мы')));
  });

/** Whether the first clause is of words of consent alone; a reason may follow: «да, мы больше не ходим». */
function consents(head: readonly string[], { text }: { text: string }): boolean {
  const words = head.filter((each) => !mentions(each, text));
  return words.join(' ').replace(CONSENT, '') === '';
}

/** Reads a line as the answer to a question; undefined where it is none. */
export function readChoice(line: string, asked: Asks): Decision | undefined {
  const words = wordsOf(line);
  const said = words.map(({ text }) => text).join(' ');
  if (said === '' || words.length > WORDS_MAX) return undefined;
  const tells = words.some(({ text, value }) => isTask(text) || value > 3);
  if (tells || TAKES_BACK.test(said) || ASKS_HOW_MUCH.test(said)) return undefined;
  const keeps = KEEP.test(said);
  const head = headOf(line);
  // «насовсем, расписание поменяли» has a reason; «всё, купила» leaves open what is asked.
  const told =
    asked.kind === 'scope' && head.join() !== 'все' ? head : words.map(({ text }) => text);
  if (!keeps && asked.kind !== 'which' && tellsOfDeeds(told)) return undefined;
  switch (asked.kind) {
    case 'stands':
    case 'no-such':
      if (keeps) return { how: 'keep' };
      return saysYes(line) || NEW.test(said) ? { how: 'new' } : undefined;
    case 'scope': {
      const { id } = asked.reminder;
      if (ALWAYS.test(said)) return { how: 'always', id };
      if (ONCE.test(said)) return { how: 'once', id };
      return keeps ? { how: 'keep' } : undefined;
    }
    case 'delete': {
      const { id, rule } = asked.reminder;
      if (keeps) return { how: 'keep' };
      if (!consents(head, asked.reminder)) return undefined;
      if (rule !== null && ALWAYS.test(said)) return { how: 'delete', id };
      if (rule !== null && ONCE.test(said)) return { how: 'skip', id };
      return YES.test(said) ? { how: 'delete', id } : undefined;
    }
    case 'which': {
      if (NEITHER.test(said)) return { how: 'keep' };
      if (LEAVES_OUT.test(said)) return undefined;
      // «да, удалите», where it was said of all of them; «да, но не почту» names one.
      const isOfAll = asked.ofAll && !keeps && YES.test(said) && consents(told, { text: '' });
      return isOfAll ? { how: 'all' } : chosenOf(said, asked, keeps);
    }
  }
}

function chosenOf(
  said: string,
  { reminders, all }: Extract<Asks, { kind: 'which' }>,
  keeps: boolean,
): Decision | undefined {
  if (all && ALL.test(inBoth(said))) return { how: 'all' };
  const unnamed: Decision | undefined = keeps ? { how: 'keep' } : undefined;
  const at = LAST.test(said) ? reminders.length - 1 : ORDINALS.findIndex((each) => each.test(said));
  const numbered = reminders[at];
  if (numbered) return { how: 'act', id: numbered.id };
  // «утренние же, не кот»
  const meant = said.replace(/(?:^| )не .+$/, '');
  const named = reminders.filter(({ text }) => mentions(meant, text));
  const [only, ...others] = named;
  if (!only) return unnamed;
  if (others.length === 0) return { how: 'act', id: only.id };
  const every = named.filter(
    ({ text }) => namingOf(namingWords(meant), namingWords(text)) !== undefined,
  );
  const [whole, ...more] = every;
  if (whole && more.length === 0) return { how: 'act', id: whole.id };
  return all && named.length < reminders.length
    ? { how: 'all', ids: named.map(({ id }) => id) }
    : undefined;
}
