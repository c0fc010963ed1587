import { type RecurrenceRule } from '../../recurrence';
import { instantToWallTime } from '../../time-zone';
import { readReply, type Reply, type Subject } from './reply';
import { BLIND_REPLIES, type BlindReply } from '../test-data/blind-replies';

const clock = { now: new Date('2026-11-25T14:30+03:00'), timeZone: 'Europe/Moscow' };
const at = (iso: string) => new Date(`${iso}+03:00`);
const daily = { every: 1, unit: 'DAY' as const };
const call = { text: 'Позвонить врачу', rule: null, dueAt: at('2026-11-25T14:00') };
const internet = at('2026-11-27T18:00');
const flowers = at('2026-11-28T11:00');
const subjects: Record<BlindReply[0], Subject> = {
  waiting: { ...call, comesAt: null },
  series: {
    text: 'Принять таблетку',
    rule: daily,
    dueAt: at('2026-11-25T09:00'),
    comesAt: null,
  },
  ahead: { text: 'Оплатить интернет', rule: null, dueAt: internet, comesAt: internet },
  weekly: {
    text: 'Полить цветы',
    rule: { every: 1, unit: 'WEEK' },
    dueAt: flowers,
    comesAt: flowers,
  },
  done: { ...call, comesAt: null },
};

const ruleWord = ({ every, unit, weekdays, times }: RecurrenceRule): string =>
  times
    ? 'TIMES'
    : weekdays?.join('') === '12345'
      ? 'WEEKDAYS'
      : `${every > 1 ? every : ''}${unit}`;

/** Whether one of the words for what is expected fits what was read. */
function fits(expected: string, reply: Reply): boolean {
  const [word = '', detail, more] = expected.split(' ');
  if (word === 'move' && reply.act === 'move') {
    const wall = instantToWallTime(reply.to, clock.timeZone).slice(0, 16);
    const [from = '', until = from] = detail?.split('..') ?? [];
    return from <= wall && wall <= until;
  }
  if (word === 'repeat' && reply.act === 'repeat' && reply.when.rule) {
    const time = reply.when.wallTime.slice(11, 16);
    return ruleWord(reply.when.rule) === detail && (more ?? time) === time;
  }
  const asks = ['call-off', 'later', 'not-done', 'unclear', 'unsupported', 'impossible'];
  const words: Record<string, readonly string[]> = {
    'ask-when': ['later', 'not-done'],
    ask: asks,
    tell: ['show'],
    suggest: ['past'],
    text: ['rewrite'],
  };
  return (words[word] ?? [word]).includes(reply.act);
}

const misread = BLIND_REPLIES.flatMap(([about, says, expected]) => {
  const reply = readReply(says, subjects[about], clock);
  const right = expected.split(' or ').some((each) => fits(each, reply));
  return right ? [] : [{ about, says, expected, reply }];
});
const asks = ['call-off', 'later', 'not-done', 'unclear', 'unsupported', 'impossible', 'show'];
const silent = misread.filter(({ reply }) => !asks.includes(reply.act) && reply.act !== 'past');

test('97 of 100 replies of the blind set are read as people mean them', () => {
  expect(misread.length / BLIND_REPLIES.length).toBeLessThanOrEqual(0.03);
});

test('no reply of the blind set does in silence what was not meant', () => {
  expect(silent).toEqual([]);
});
