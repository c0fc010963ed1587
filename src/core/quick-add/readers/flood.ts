import { FLOOD_INTERVAL_DEFAULT, FLOOD_INTERVALS, REPEAT_MINUTES_MIN } from '../../limits';
import { type Cursor } from '../tokens/cursor';
import { oneOf, pattern } from '../tokens/outline';
import { type Found, type Scene } from './phrase';
import { opensTime } from './noise';
import { EACH, isInfinitive } from '../tokens/vocabulary';

/** In the interval of the form that is nearest to what was said. */
function flood(said: number = FLOOD_INTERVAL_DEFAULT): Found {
  const minutes = FLOOD_INTERVALS.reduce((best, each) =>
    Math.abs(each - said) < Math.abs(best - said) ? each : best,
  );
  return { kind: 'flood', minutes, unsure: minutes !== said };
}

const FLOOD = pattern('с флудом|в режиме флуда|включи флуд');
const BARE = pattern('флуд(?= $| [^\\p{L}#№])');
/** «каждый день в 7:30 флуд таблетка»: behind a moment it is the mode, whatever follows. */
const BEHIND_MOMENT = pattern('флуд');
const INSISTENTLY = pattern('настойчиво|навязчиво|назойливо|неотступно|настырно');
const STEADILY = pattern('без (?:остановки|перерыва)|не переставая|снова и снова');
const NO_PEACE = pattern('не отставай(?:те)?(?: от меня)?');
const PESTER = oneOf(
  'долби долбай приставай дергай пинай доставай тереби тормоши донимай спамь заспамь задолби бомби трезвонь',
);
const REPEAT = oneOf('буди повторяй повторять напоминай напоминать пиши писать шли сигналь звони');
/** «…, долбить каждые 20 минут», whatever the verb: it is alone between the comma and the interval. */
const ALONE = pattern(`\\p{L}+(?:ть|й)(?:те)?(?= (?:${oneOf(EACH)}|раз в) )`);
const AGAIN = pattern(`(?:, )?(?:(${PESTER})|${REPEAT})(?:те)?(?: (меня|мне|нас|нам))?`);
const INTERVAL = pattern(
  `(?:${oneOf(EACH)}|раз в) (?:(час)|(полчаса)|(?:#(\\d{1,3}) )?(?:минут[уы]?|мин(?: \\.)?)|#(\\d\\d?) час(?:а|ов))`,
);
/** «пока не отвечу», «пока не выпью», «пока не будет сделано», «до ответа» */
const UNTIL = pattern(
  '(?:, )?(?:(до (?:ответа|упора|реакции|победного))|' +
    'пока (?:я )?не (?!знаю|помню)(?:\\p{L}*[ую](?:сь)?|(?:(?:будет|станет) )?(?:сделано|выполнено|готово))' +
    '(?: (?:готово|это|ее|его|кнопку|ок|сделано|их))?)',
);

/** «каждые 5 минут», «раз в 15 минут», «каждые 2 часа»; in minutes. */
function readInterval(c: Cursor): number | undefined {
  const [found, hour, half, minutes, hours] = c.match(INTERVAL) ?? [];
  if (found === undefined) return undefined;
  if (hour ?? hours) return Number(hours ?? 1) * 60;
  return half ? 30 : Number(minutes ?? 1);
}

const endsHere = (c: Cursor): boolean => c.done || c.peek()?.kind === 'mark';

/** «пока не отвечу», «до ответа». `told`: it was said before that this is about reminding. */
function readUntilAnswered(c: Cursor, told: boolean): boolean {
  return c.attempt(() => {
    const until = c.match(UNTIL);
    if (!until) return false;
    // «напоминай, пока не отвечу, таблетка»: what follows is the task.
    if (told && /(?:отвечу|сделаю|выполню)$/.test(until[0])) return true;
    // «пока не позвоню маме» alone may belong to the task.
    const ends = () =>
      endsHere(c) ||
      opensTime(c) ||
      (told && isInfinitive(c.text)) ||
      c.sees(() => c.match(AGAIN)) !== null;
    for (let more = 0; told && more < 3 && !ends(); more++) c.at++;
    return until[1] !== undefined || ends();
  });
}

/** A wish to be reminded again and again until there is an answer. */
export function readFlood(c: Cursor, scene: Scene): Found | undefined {
  const beside = scene.atStart || scene.previous !== undefined;
  const opens = scene.atStart || /^[,.;!(]$/.test(scene.before);
  const bare = (opens && c.match(BARE)) || (scene.previous && c.match(BEHIND_MOMENT));
  if (c.match(FLOOD) ?? bare) {
    const ends = endsHere(c) || /^(?:пожал|плиз|плз|пж)/.test(c.text);
    const minutes = readInterval(c);
    return beside || ends || minutes !== undefined ? flood(minutes) : undefined;
  }
  const insists = c.match(INSISTENTLY);
  const about = (isInfinitive(c.text) && !beside) || /^(?:по)?(?:прос|треб|спра?ш)/.test(c.text);
  if (insists && about) return undefined;
  if (insists ?? (scene.reminded && c.match(STEADILY))) {
    readUntilAnswered(c, true);
    return flood();
  }
  const noPeace = c.match(NO_PEACE);
  if (noPeace && c.done) return flood();
  const before = noPeace ?? c.match(AGAIN) ?? (scene.before === ',' ? c.match(ALONE) : null);
  // «не отставай, каждые 15 минут пока не отвечу»
  if (before) c.attempt(() => c.mark(',') && c.sees(() => c.match(INTERVAL)) !== null);
  const minutes = readInterval(c);
  // «каждые 10 минут напоминай»
  const told = before ?? (minutes === undefined ? null : c.match(AGAIN));
  if (readUntilAnswered(c, told !== null || minutes !== undefined || scene.reminded)) {
    // «пока не отвечу долби», «пока не отвечу каждые 10 минут»
    c.match(AGAIN);
    return flood(minutes ?? readInterval(c));
  }
  // «напоминай каждые 10 минут»: no repetition is so dense.
  const asked = told !== null || scene.reminded || scene.previous?.kind === 'flood';
  if (asked && minutes !== undefined && minutes < REPEAT_MINUTES_MIN) return flood(minutes);
  // «…, долби меня!»
  // «заспамь Олю письмами» is the task itself.
  const isForMe = told?.[2] !== undefined;
  const ends = (opens || beside) && ((scene.atStart && isForMe) || endsHere(c));
  return told?.[1] && (minutes !== undefined || ends) ? flood(minutes) : undefined;
}
