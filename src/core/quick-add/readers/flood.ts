import { FLOOD_INTERVAL_DEFAULT, FLOOD_INTERVALS } from '../../limits';
import { type Cursor } from '../tokens/cursor';
import { type Found, type Scene } from './phrase';
import { EACH, isInfinitive, isKnown } from '../tokens/vocabulary';

/** The interval of the form that is nearest to what was said. */
const nearest = (minutes: number): number =>
  FLOOD_INTERVALS.reduce((best, each) =>
    Math.abs(each - minutes) < Math.abs(best - minutes) ? each : best,
  );

const INSISTENTLY = ['настойчиво', 'навязчиво', 'назойливо', 'неотступно', 'настырно'];
const PESTER =
  'долби долбай приставай дергай пинай доставай надоедай тормоши тереби спамь флуди донимай мучай трезвонь'.split(
    ' ',
  );
const REPEAT = [
  ...'повторяй повторять напоминай напоминать пиши писать шли сигналь звони'.split(' '),
  ...PESTER,
];
/** «пока не отвечу», «пока не выпью», «пока не будет сделано» */
const FIRST_PERSON = /(?:[ую]|[ую]сь)$/;
const ANSWERED = ['готово', 'это', 'ее', 'его', 'кнопку', 'ок', 'сделано', 'их'];

const STOP = { kind: 'mark' };
const UNTIL = ['ответа', 'победного', 'упора', 'посинения', 'реакции'];

/** «каждые 5 минут», «раз в 15 минут»; in minutes. */
function readInterval(c: Cursor): number | undefined {
  return c.attempt(() => {
    if (!c.in(EACH) && !c.words('раз', 'в')) return undefined;
    if (c.word('час')) return 60;
    if (c.word('полчаса')) return 30;
    const minutes = c.int(1, 60);
    return c.word('минут', 'минуты', 'минуту', 'мин') ? (minutes ?? 1) : undefined;
  });
}

/** «пока не отвечу», «до ответа». `told`: it was said before that this is about reminding. */
function readUntilAnswered(c: Cursor, told: boolean): boolean {
  return c.attempt(() => {
    if (c.word('до')) return c.word(...UNTIL);
    if (!c.word('пока')) return false;
    c.word('я');
    const verb = c.word('не') ? c.peek() : undefined;
    if (verb?.kind !== 'word') return false;
    c.at++;
    const mine = FIRST_PERSON.test(verb.text);
    const done = /^(?:будет|станет)$/.test(verb.text) && c.word('сделано', 'выполнено', 'готово');
    if (!mine && !done && !/^(?:сделано|выполнено)$/.test(verb.text)) return false;
    c.word(...ANSWERED);
    // «пока не позвоню маме» alone may belong to the task.
    const ends = () =>
      c.done || c.peek()?.kind === 'mark' || saysWhen(c) || REPEAT.includes(c.text);
    for (let more = 0; told && more < 3 && !ends(); more++) c.at++;
    return ends();
  });
}

/** Whether words of time follow: «пока не отвечу завтра в 8». */
const saysWhen = (c: Cursor): boolean =>
  isKnown(c.text) || (/^(?:в|во|к|через)$/.test(c.text) && c.peek(1)?.kind === 'number');

const STEADILY = [
  ['без', 'остановки'],
  ['без', 'перерыва'],
  ['без', 'устали'],
  ['не', 'переставая'],
  ['снова', 'и', 'снова'],
];

/** A wish to be reminded again and again until there is an answer. */
export function readFlood(c: Cursor, scene: Scene): Found | undefined {
  const flood = (minutes: number): Found => ({ kind: 'flood', minutes: nearest(minutes) });
  c.attempt(() => (c.word('и') && /^(?:с|пока|повторяй)$/.test(c.text) ? true : undefined));
  const opens = scene.atStart || /^[,.;!(]$/.test(scene.before);
  const bare = opens && c.text === 'флуд' && (c.peek(1) ?? STOP).kind === 'mark' && c.word('флуд');
  if (
    bare ||
    c.words('с', 'флудом') ||
    c.words('в', 'режиме', 'флуда') ||
    c.words('включи', 'флуд')
  ) {
    const please = /^(?:пожал|плиз|плз|пж)/.test(c.text);
    const apart = c.done || c.peek()?.kind === 'mark' || scene.previous !== undefined || please;
    const minutes = readInterval(c);
    return apart || scene.atStart ? flood(minutes ?? FLOOD_INTERVAL_DEFAULT) : undefined;
  }
  const insists = c.word(...INSISTENTLY);
  if (insists) {
    const about = isInfinitive(c.text) && !scene.atStart && scene.previous === undefined;
    if (about || /^(?:по)?(?:прос|треб|спра?ш)/.test(c.text)) return undefined;
  }
  if (insists || (scene.reminded && STEADILY.some((words) => c.words(...words)))) {
    if (!readUntilAnswered(c, true)) {
      c.attempt(() => c.mark(',') && readUntilAnswered(c, true));
    }
    return flood(FLOOD_INTERVAL_DEFAULT);
  }
  if (c.words('не', 'отставай')) {
    c.words('от', 'меня');
    if (c.done) return flood(FLOOD_INTERVAL_DEFAULT);
    c.mark(',');
  }
  const pesters = PESTER.includes(c.text);
  const told = c.word(...REPEAT);
  c.word('меня', 'мне');
  const minutes = readInterval(c);
  c.mark(',');
  if (readUntilAnswered(c, told || minutes !== undefined || scene.reminded)) {
    // «пока не отвечу долби»
    if (!c.word(...REPEAT)) c.attempt(() => c.mark(',') && c.word(...REPEAT));
    c.word('меня', 'мне');
    return flood(minutes ?? FLOOD_INTERVAL_DEFAULT);
  }
  // «…, долби меня!»
  const apart = scene.atStart || scene.previous !== undefined || /^[,.!;]$/.test(scene.before);
  const ends = c.done || c.peek()?.kind === 'mark' || scene.atStart;
  return pesters && (minutes !== undefined || (apart && ends))
    ? flood(minutes ?? FLOOD_INTERVAL_DEFAULT)
    : undefined;
}
