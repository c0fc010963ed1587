import fc from '@/testing/fast-check';
import {
  parseAnswer,
  parseQuickAdd,
  type QuickAddResult,
  readMessage,
  withTime,
} from './quick-add';
import { processorMs } from '@/testing/processor-time';
import { CORPUS } from './quick-add/test-data/corpus';
import { Cursor } from './quick-add/tokens/cursor';
import { type Token, tokenize } from './quick-add/tokens/tokens';
import { isCounted, isKnown } from './quick-add/tokens/vocabulary';
import { nextOccurrence } from './recurrence';
import { instantToWallTime, wallTimeToInstant } from './time-zone';

const ZONES = [
  'Europe/Moscow',
  'Asia/Vladivostok',
  'Europe/Kaliningrad',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
];
const named = ['Напоминание', 'Оплата'].map((name, id) => ({ id, name }));

const moment = fc.record({
  now: fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  timeZone: fc.constantFrom(...ZONES),
});
type Moment = typeof moment extends fc.Arbitrary<infer M> ? M : never;

const read = (said: string, at: Moment): QuickAddResult =>
  parseQuickAdd(said, { ...at, types: named, categories: named });

const said = fc.constantFrom(...CORPUS.flatMap(({ lines }) => lines.map(([line]) => line)));
/** Words of the corpus in any order: far more grammar than the sentences themselves. */
const jumble = fc
  .array(
    fc.constantFrom(
      ...new Set(CORPUS.flatMap(({ lines }) => lines.flatMap(([line]) => line.split(/\s+/)))),
      '«',
      '»',
      '(',
      '—',
      '31',
      '00',
      '99999999999999999999',
      '\n',
    ),
    { maxLength: 14 },
  )
  .map((words) => words.join(' '));
const anything = fc.oneof(
  jumble,
  said,
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.tuple(said, fc.string({ unit: 'grapheme', maxLength: 20 })).map((both) => both.join(' ')),
);

test('whatever is typed, an answer comes and nothing is thrown', () => {
  fc.assert(
    fc.property(anything, moment, (line, at) => {
      expect(read(line, at).outcome).toMatch(/^[a-z-]+$/);
      parseAnswer(line, { text: 'Ужин', date: null, time: null, rule: null }, at);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['nothing', ''],
  ['emoji', '👨‍👩‍👧‍👦🏳️‍🌈🎂'.repeat(200)],
  ['right to left', 'תזכורת מחר בשעה 9 \u202Eзавтра в 9\u202C'],
  ['SQL', "'; DROP TABLE reminders; -- завтра в 9"],
  ['HTML', '<b onclick="alert(1)">завтра</b> в 9 <script>'],
  ['combining marks', `з${'\u0301'.repeat(1_000)}автра в 9`],
  ['decomposed letters', 'купить йогурт в четверг в 9'.normalize('NFD')],
  ['lone surrogates', '\uD83D завтра \uDE00 в 9'],
  ['zeros and controls', '\0завтра\u0007 в 9\u200B'],
])('%s is answered', (_, line) => {
  const at = { now: new Date('2026-11-20T09:00Z'), timeZone: 'Europe/Moscow' };
  expect(() => read(line, at)).not.toThrow();
});

test('what is ready lies ahead, and its wall time is the instant on the user’s clocks', () => {
  fc.assert(
    fc.property(anything, moment, (line, at) => {
      const result = read(line, at);
      if (result.outcome !== 'ready') return;
      expect(result.dateTime.getTime()).toBeGreaterThan(at.now.getTime());
      expect(wallTimeToInstant(result.wallTime, at.timeZone)).toEqual(result.dateTime);
    }),
    { numRuns: 1_000 },
  );
});

test('of a repetition the time given is its first occurrence, and a valid one', () => {
  fc.assert(
    fc.property(fc.oneof(said, jumble), moment, (line, at) => {
      const result = read(line, at);
      if (result.outcome !== 'ready' || !result.rule) return;
      const schedule = { firstWallTime: result.wallTime, timeZone: at.timeZone, rule: result.rule };
      expect(nextOccurrence(schedule, at.now)).toEqual(result.dateTime);
      expect(result.rule.every).toBeGreaterThanOrEqual(1);
      expect(result.rule.every).toBeLessThanOrEqual(30);
    }),
    { numRuns: 1_000 },
  );
});

test('a date that lacks its time becomes a moment ahead, or says that it has passed', () => {
  fc.assert(
    fc.property(said, moment, fc.integer({ min: 0, max: 1_439 }), (line, at, minutes) => {
      const result = read(line, at);
      if (result.outcome !== 'needs-time') return;
      expect(result.date >= instantToWallTime(at.now, at.timeZone).slice(0, 10)).toBe(true);
      const clock = [Math.floor(minutes / 60), minutes % 60];
      const time = clock.map((part) => String(part).padStart(2, '0')).join(':');
      const when = withTime(result, time, at);
      if (when === null) {
        expect(wallTimeToInstant(`${result.date}T${time}`, at.timeZone) <= at.now).toBe(true);
        return;
      }
      expect(when.dateTime.getTime()).toBeGreaterThan(at.now.getTime());
      if (!when.rule) return;
      const schedule = { firstWallTime: when.wallTime, timeZone: at.timeZone, rule: when.rule };
      expect(nextOccurrence(schedule, at.now)).toEqual(when.dateTime);
    }),
    { numRuns: 1_000 },
  );
});

const word = fc
  .array(fc.constantFrom(...Array.from('абвгжзклмнпрстуфхцшэ')), { minLength: 4, maxLength: 9 })
  .map((letters) => letters.join(''))
  // «в 9 зала» says where and not when.
  .filter((letters) => !isCounted(letters, false))
  // «завтаа» is one slip from a word of time.
  .filter((letters) => !isKnown(letters) && tokenize(`9 ${letters}`).at(-1)?.text === letters);

test('words that it does not know stay, in their order, whatever is said around them', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('завтра в 9', '25.12.2050 в 15:00', 'каждый день в 8', 'через полтора часа'),
      fc.nat(5),
      moment,
      (words, when, place, at) => {
        const line = words.toSpliced(place, 0, when).join(' ');
        const result = read(line, at);
        expect(result.outcome).toBe('ready');
        expect(result.text.toLowerCase()).toBe(words.join(' '));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('an ISO date and time is read as exactly that, in every zone', () => {
  const wall = fc
    .date({ min: new Date('2041-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 16));
  fc.assert(
    fc.property(wall, moment, (target, at) => {
      const result = read(`Полить цветы ${target.replace('T', ' ')}`, at);
      expect(result).toMatchObject({
        outcome: 'ready',
        text: 'Полить цветы',
        dateTime: wallTimeToInstant(target, at.timeZone),
      });
    }),
  );
});

/**
 * Texts that say when on purpose: deadlines, ranges, numbers, «ежемесячный отчёт», two days of which
 * only one can be meant. A dash at the end would be taken for the one before a date.
 */
const STILL_SAYS_WHEN = /\d|^(?:К|До|С|Еже\S+|Завтра и \S+|В понедельник и \S+) |-$/;

test('a text that was read once says nothing about when any more', () => {
  const lines = CORPUS.flatMap((part) => part.lines.map(([line]) => line));
  fc.assert(
    fc.property(moment, (at) => {
      for (const line of lines) {
        const { outcome, text } = read(line, at);
        if (outcome !== 'ready' || STILL_SAYS_WHEN.test(text)) continue;
        expect(read(`${text} 2050-05-05 15:00`, at)).toMatchObject({
          outcome: 'ready',
          text,
          wallTime: '2050-05-05T15:00',
          rule: null,
        });
      }
    }),
    { numRuns: 5 },
  );
});

test('the text is never longer than what was typed, and never over the limit when ready', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 1_200 }), moment, (line, at) => {
      const result = read(`завтра в 9 ${line}`, at);
      expect(result.text.length).toBeLessThanOrEqual(line.length * 3 + 11);
      if (result.outcome === 'ready') expect(result.text.length).toBeLessThanOrEqual(500);
    }),
    { numRuns: 500 },
  );
});

const NASTY = [
  ...['завтра ', 'в 9 ', 'пн, ', '1', '1 ', '1.', '25.12 ', 'двадцать ', 'каждый ', '«', '" '],
  ...[
    'через ',
    'час ',
    'напомни мне ',
    'пожалуйста ',
    'а\u0301',
    '-',
    ', ',
    '\n',
    'до 1 мая ',
    '(',
  ],
  ...['и ', 'ровно ', 'за ', 'с 1 на ', '1 и ', 'в понедельник и ', 'пока не ', 'не мог бы ты '],
  ...['завтра в 9 врач\n', 'завтра в 9; ', 'зватра ', 'по нью-'],
  ...[
    'утром ',
    'вечером, ',
    'вечром\n',
    '18ч ',
    'лекция ',
    '5 и ',
    'и ещё завтра в 9 ',
    ', который ',
  ],
  ...[
    'с 9 до ',
    'до 15 ',
    ' ',
    'слово ',
    'по ',
    'раз в ',
    '1:',
    'х',
    '"',
    '.',
    'на следующей неделе ',
    '🎂',
  ],
];

test.each(NASTY)('four times as much of «%s» takes four times the steps', (unit) => {
  const at = { now: new Date('2026-11-20T09:00Z'), timeZone: 'Europe/Moscow' };
  const steps = (length: number) => {
    const peeks = countPeeks();
    read(unit.repeat(Math.ceil(length / unit.length)), at);
    return peeks.stop();
  };
  const few = steps(1_024);
  if (unit.trim()) expect(few).toBeGreaterThan(0);
  expect(steps(4_096)).toBeLessThanOrEqual(few * 4.5 + 200);
});

/** What a reader might look at again and again, one behind the other up to the longest message that there is. */
const SHAPES = {
  'words of time': 'завтра в 9 в пятницу каждый день в 18:30 ',
  'one word of time': 'завтра ',
  'words typed together': 'каждыйденьвпятницу',
  'slips of the finger': 'зватра понельник ',
  digits: '1',
  'numbers in words': 'двадцать ',
  'numbers with signs': '1.2:3-4/5,',
  'amounts of nothing': 'в 9 2 ',
  separators: '.,;:!?-—/ ',
  'opening brackets': '(«"[',
  'brackets in pairs': '(«"») ',
  emoji: '👨‍👩‍👧‍👦🏳️‍🌈🎂',
  'points of a list': '- 1\n',
  'words that join': 'и ',
  'words that say roughly': 'ровно ',
};

test.each(Object.entries(SHAPES))(
  'eight times as much of %s takes nowhere near the square of that, up to the longest message',
  (_, unit) => {
    const context = {
      now: new Date('2026-11-20T09:00Z'),
      timeZone: 'Europe/Moscow',
      types: named,
      categories: named,
    };
    const least = (length: number) => {
      const line = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      return leastOf(() => processorMs(() => readMessage(line, context)));
    };
    least(4_096);
    // Linear is 8, quadratic 64: other work of this process cannot take the one for the other.
    expect(least(4_096) / least(512)).toBeLessThan(30);
  },
);

test('what is read out of a message, and what is left of it, holds whole characters', () => {
  const emoji = fc.string({ unit: 'binary', maxLength: 6 });
  fc.assert(
    fc.property(said, emoji, emoji, moment, (line, before, after, at) => {
      const result = read(`${before}${line} ${after}${line}${after}`, at);
      expect(/\\ud[89a-f]/i.test(JSON.stringify(result))).toBe(false);
    }),
  );
});

/**
 * Counts only: a spy of Jest's keeps the arguments and the answer of each of some million calls. Throws
 * beyond `most`, rather than wait for a reading that never ends.
 */
function countPeeks(most = Infinity): { stop: () => number } {
  const cursor: { peek: (this: Cursor, ahead?: number) => Token | undefined } = Cursor.prototype;
  const { peek } = cursor;
  let count = 0;
  cursor.peek = function (ahead) {
    count += 1;
    if (count > most) {
      cursor.peek = peek;
      throw new Error(`more than ${most} steps`);
    }
    return peek.call(this, ahead);
  };
  return {
    stop: () => {
      cursor.peek = peek;
      return count;
    },
  };
}

test('the longest message that Telegram sends takes hardly longer than a plain one, however nasty', () => {
  const at = { now: new Date('2026-11-20T09:00Z'), timeZone: 'Europe/Moscow' };
  const longest = (unit: string) => unit.repeat(Math.ceil(4_096 / unit.length));
  const msOf = (line: string) => processorMs(() => read(line, at));
  const withinMs = withinPlain(leastOf(() => msOf(longest(PLAIN))));
  for (const unit of NASTY) {
    const least = leastOf(() => msOf(longest(unit)), withinMs);
    if (least > withinMs) throw new Error(`${least} ms for «${unit}»`);
  }
});

/** What is taken off a message before it is read, or makes it be read once more. */
const HEADS = (
  'запиши |запишите мне |запомни, |запомни, что |сохрани |сохрани себе, |заметку |запиши: |заметка: |note: |' +
  'запиши в заметки: |в заметки: |запиши #а |pfgbib |#а |#дом |#дом|#дом\n|#|напомни мне |напомни, что |' +
  'поставь напоминание на |через час напиши мне, что |не дай мне забыть |пожалуйста, |не мог бы ты |' +
  'привет, бот, |надо бы |если не трудно, |, заранее спасибо|и |а |что |- |\n- |\n1. |«|; |завтра: |завтра:\n|' +
  'купить:\n|планы на завтра: |\nзаметка: код |в 9 и ещё |в 9 и '
).split('|');
const TAILS = ['', 'завтра', 'завтра #а', '#а #дом', 'завтра в 9 врач #а', '?', '\n#дом'];

/** A message of several lines is read as a whole and line by line, and each word by some twenty readers. */
const STEPS_A_CHARACTER = 400;
/**
 * Of processor time, for the longest message that Telegram sends, so many times what a plain one takes, which has
 * fewer words. What is not in proportion to the length takes hundreds of times as long.
 */
const PLAIN = 'позвонить маме завтра в 9 ';
const TIMES_PLAIN = 12;
/** Less than this holds nobody up, however quick a plain one is. */
const READ_WITHIN_MS = 50;
const withinPlain = (plainMs: number): number => Math.max(READ_WITHIN_MS, TIMES_PLAIN * plainMs);

/** Of five tries or until one is quick enough. Whatever else the process does counts too: what is slow is slow each time. */
function leastOf(measureMs: () => number, enoughMs = 0): number {
  let least = Infinity;
  for (let tries = 0; tries < 5 && least > enoughMs; tries += 1)
    least = Math.min(least, measureMs());
  return least;
}

test.each(HEADS)(
  'a message that begins with «%s» over and over takes steps in proportion to its length, and hardly longer than a plain one',
  (head) => {
    const at = { now: new Date('2026-11-20T09:00Z'), timeZone: 'Europe/Moscow' };
    const context = { ...at, types: named, categories: [{ id: 1, name: 'Дом' }, ...named] };
    /** Milliseconds that reading takes. Throws where it takes too many steps. */
    const read = (length: number, tail: string, unit = head) => {
      const times = Math.floor((length - tail.length) / unit.length);
      const peeks = countPeeks(STEPS_A_CHARACTER * length);
      const ms = processorMs(() => readMessage(unit.repeat(times) + tail, context));
      peeks.stop();
      return ms;
    };
    const withinMs = withinPlain(leastOf(() => read(4_096, '', PLAIN)));
    for (const tail of TAILS) {
      for (const length of [128, 256, 1_024]) read(length, tail);
      const least = leastOf(() => read(4_096, tail), withinMs);
      if (least > withinMs) throw new Error(`${least} ms for «${head}» … «${tail}»`);
    }
  },
);
