import { instantToWallTime } from '../../time-zone';
import { scan } from '../readers/scan';
import { readReply, type Reply, type ReplyClock, type Subject } from '../replies/reply';
import {
  isErrand,
  isUndone,
  PASSIVE,
  PAST_TENSE,
  REPLY_FILLERS,
  TIME_FILLERS,
} from '../replies/reply-words';
import { withoutFiller } from '../messages/not-reminders';
import { oneSlipApart } from '../tokens/spelling';
import { type Token, tokenize } from '../tokens/tokens';
import { ANSWER_FILLERS, isInfinitive, readNumberWord, UNITS } from '../tokens/vocabulary';
import { likeness, namingWords } from './names';

/**
 * What a line says about a reminder by its single words, where it is no sentence that is known as a whole:
 * beside the answer people say why, to whom and how («я на работе, напомни в 21:30»). Nothing is taken of a
 * line that has words which are neither: it may be about something else.
 */

const either = (source: string): RegExp => new RegExp(`^(?:${source})$`);

/** Words that ask for something, in all their forms. */
const ASKS = [
  [
    'move',
    either(
      '(?:перенес|перекин|передвин|сдвин|подвин|отложи|отодвин|перестав|переложи|переброс)\\S*|' +
        'пере(?:ехал|носится|двигается)\\S*|теперь',
    ),
  ],
  ['again', /^(?:повтори|снова|заново|напомни\S*|пни|дерни|маякни|предупреди\S*)$/],
  [
    'hedge',
    either(
      'дай|давай(?:те)?|лучше|хотя|прощения|пардон|сорри|перепута\\S+|пусть|пускай|точнее|вернее|нет|не|ой|ошиб(?:ся|лась)|блин|тьфу|стоп',
    ),
  ],
  [
    'delete',
    either(
      'удали(?:те)?|удаляй(?:те)?|убери(?:те)?|убирай(?:те)?|сотри(?:те)?|снеси|вычеркни(?:те)?',
    ),
  ],
  [
    'call-off',
    either(
      'отмен(?:а|и|ите|или|ен[аоы]?|ил[аи]?с[ья]|илось|яй|яем|яется|яются)|неактуально|отпал[аои]',
    ),
  ],
  ['pause', /^(?:пауз[уы]|приостанов\S*)$/],
  ['resume', /^(?:включи(?:те)?|включай|возобнови\S*|продолж(?:и|ай|аем)|разморозь)$/],
  ['skip', /^(?:пропус(?:ти|тим|каю|каем|к)|пропущу|скип\S*|обойдусь|обойдемся)$/],
  [
    'quiet',
    /^(?:отстан|отвали(?!л)|отвяж|отцеп|заткни|замолч|угомон|достал|перестан|прекрат|хватит|задолбал|надоел)\S*$/,
  ],
  ['undo', /^(?:верни(?:те)?|возвращай|восстанови\S*|откати)$/],
  [
    'later',
    /^(?:потом|позже|попозже|позднее|погоди|подожди\S*|обожди|сейчас|некогда|рано|рановато|минутку|минуточку|секунду)$/,
  ],
  /** «сделаю», «приму», «гляну» */
  [
    'will',
    either(
      '[а-я]{3,}[ая]ю(?:сь)?|[а-я]{3,}[ую]сь|[а-я]*(?:пишу|кажу|гляну|верну|кину|еду|йду|иду|жусь|зьму|приму|ниму|плачу|лачу|ставлю|правлю|куплю|готовлю|хожу|езжу|несу|везу|звоню|' +
        'рчу|мою|пью|шлю)|дам|буду|поем|съем|лягу|наберу|уберу|заберу|соберу|переведу|проверю|закончу|встану|отвечу|спрошу|посмотрю|полью|надену|поглажу',
    ),
  ],
  [
    'ready',
    /^(?:отметь|готов[аоы]?|сделан[аоы]?|выполнен[аоы]?|плюс|сыт[аоы]?|сытый|чист[аоы]|чистая|блестит|сияет|позади)$/,
  ],
] as const;
type Ask = (typeof ASKS)[number][0];
/** Of these a slip of the finger is put right. */
const ORDERS = ['отложи', 'перенеси', 'передвинь', 'сдвинь', 'удали', 'пропусти', 'отмени'];

/** «отнёс», «поставила», «зарегистрировалась»: begun and ended, by their looks. */
const ENDED =
  /^(?:по|за|с|со|вы|при|от|ото|под|до|на|об|обо|про|раз|рас|пере|у|в|во|вз|вс|из|ис|о)[а-я]+(?:[аеиоуыяю]л[аи]?|[аеиоуыяю]л(?:ась|ся|ись))$|^[а-я]+[нв][её][сз](?:ла|ли)?$|^.{0,5}ш(?:ел|ла|ли|ло)$|^(?:дала?|дали|купила?|бросила?|кинула?|капнула?)$/;
/** «кот сбежал», «мама приехала», «цветы завяли»: nobody has done it; what has left is sent. */
const BY_ITSELF =
  /^(?:за|с|у|на|по|про|при|вы|рас|раз|от|из|ис|о)?(?:бежа|еха|боле|мер|вя|сох|кис|тух|горе|пропа|пада|па|снуло?|сну|лома|порти|гади|дохну?|текл?)л?(?:а|о|и|ся|ась|ось|ись)?$|ш(?:ел|ла|ли|ло)$/;
const SENT = /^(?:у|до|по)ш(?:ел|ол|ла|ли|ло)$/;

/** Whether a thing is what acts: their endings agree. */
const doesItself = (thing: string, verb: string): boolean =>
  !SENT.test(verb) &&
  (BY_ITSELF.test(verb) || /с[ья]$/.test(verb)) &&
  (/л(?:ась|а)$/.test(verb)
    ? /[аяь]$/.test(thing)
    : /л(?:ись|и)$/.test(verb)
      ? /[ыия]$/.test(thing)
      : /ло(?:сь)?$/.test(verb)
        ? /[оеё]$/.test(thing)
        : /[^аяуюеоыи]$/.test(thing));

/** They look like it, and are things. */
const THINGS =
  /^(?:под?вал|завал|вокзал|(?:от|раз|пре)дел|пенал|портал|про?вал|посол|узел|угол|осел|орел|подол|прокол|протокол|престол|раскол|обвал|перевал|причал|прикол|закал|накал|запал|с[вт]екла|смола|скала|укол|пастила|стрела|сигнал|развал)$/;
/** A reason, or what somebody does meanwhile. */
const REASONS = either(
  'я|мы|он[аои]?|меня|нас|мне|ей|ему|им|него|нее|них|ним|ней|нет|нету|без|сплю|лежу|сижу|еду|едем|иду|идем|бегу|ем|едим|жду|болею|работаю|' +
    'занят[аоы]?|закрыт[аоы]?|открыт[аоы]?|болен|больна|лень|хочу|хочется|могу|можем|умираю|далеко|совещании|паре|уроке|работе|встрече|больничном|отпуске|' +
    'раньше|иначе|там|тут|сил|пока|' +
    'дороге|пробке|метро|рулем|автобусе|дождь|дома|улице|пока|очень|вижу|помню|знаю|слышу|хорошо|ладно|господи|черт|зря|было|нормально|норм|круто|класс|супер|молодец|ура+|аллилуйя|слава|кстати|неохота|наступающим',
);
/** A line that asks for something to be told is no answer. */
const QUESTION =
  /(?:^| )(?:когда|сколько|где|почему|зачем|какие|какая|какой)(?: |$)|^(?:(?:а|и|ну|слушай) )*(?:что|чем|кто|как) /;
/** «болит», «придёт», «полежит» */
const HAPPENS = /^[а-я]{2,}(?:[еи]т|[аяую]т)(?:ся)?$/;
/** Beside these an infinitive is no task: «спать хочу», «встать лень». */
const WISHES = /^(?:хочу|хочется|лень|могу|надоело|пора|некогда|успел[аи]?|успеваю)$/;
/** «иду обедать», «дай полежать» */
const STARTS = /^(?:иду|идем|еду|пош(?:ел|ла|ли)|сажусь|сел[аи]?|дай|дайте|чтобы?)$/;
/** They end like infinitives. */
const NO_TASK = /^(?:ночь|дочь|есть|мать|часть|вещь|помощь|.*ость|гости)$/;
const IDLE = [REPLY_FILLERS, TIME_FILLERS, ANSWER_FILLERS];
const IDLE_WORDS =
  /^(?:пож$|мил(?:ок|ый|ая)$|дорог(?:ой|ая)$|родн(?:ой|ая)$|дружок$|порядок$|мо[йяеию]$|наш|считай$|сними$|измени|поменя|утренн|вечерн|дневн|ночн|сегодняшн|завтрашн|конечно|немного|чуть|чуток|типа|короче|наконец|назад|раз|там|тут|самое|уже+|ужо|очень|пока|что|как|чтобы?|потому|тк|так)/;
const NOT_NOW =
  /(?:^| )не (?:надо|нужен|нужн[оаы]|буду|будем|пойду|пойдем|поеду|поедем|хочу|хотим|понадоб\S+|актуальн[оа]|состоится|будет)(?: |$)|(?:^| )сегодня без /;
const BEFORE_NOW = /(?:^| )(?:назад|вчера|позавчера|утром|ночью|днем|давно|сегодня)(?: |$)/;
/** A span alone may say how long it took: «час болтали». */
const AHEAD = /(?:^| )(?:через|завтра|послезавтра|еще|на|в|во|к|до)(?: |$)/;

/** Words that people shorten in speech, as the readers know them. */
const SPOKEN: readonly [RegExp, string][] = [
  [/(?<!\p{L})(?:щас|щаз|ща|сча)(?!\p{L})/giu, 'сейчас'],
  [/(?<!\p{L}|(?:^|\s)в\s)ч[её]т(?!\p{L})/giu, 'что-то'],
  [/(?<!\p{L})(?:тока|токо)(?!\p{L})/giu, 'только'],
  [/(?<!\p{L})(?:скока|скоко)(?!\p{L})/giu, 'сколько'],
  [/(?<!\p{L})(?:полчасик\p{L}*|пол\s?час(?:а|ика))(?!\p{L})/giu, 'полчаса'],
  [/(?<!\p{L})(?:чё|чо)(?!\p{L})/giu, 'что'],
  [/(?<!\p{L})вых(?:и|ах)(?!\p{L})/giu, 'выходные'],
  [
    /(?<=на\s(?:\S+\s){0,2}(?:час\p{L}*|минут\p{L}*|полчаса|день|дн\p{L}+|недел\p{L}+)\s)впер[её]д/giu,
    'позже',
  ],
  [/(?<!минут\p{L}*\s)(через\s\d\d)(?=\s*$|\s*[,.!])/giu, '$1 минут'],
  [/(?<!\p{L})(?:можешь|можно)\s+(?:убирать|удалять|вычеркивать)(?!\p{L})/giu, 'убери'],
  [/(?<!\p{L})др(?!\p{L})/giu, 'день рождения'],
  [/(?:^|(?<=\s))в (?:это|то) же (?:самое )?время(?!\p{L})/giu, ''],
  [
    /(?<=^(?:прошу|можно|можешь|можете)\s(?:пожалуйста,?\s)?)(перенес|отлож|удал|отмен|пропуст)(?:ти|ить)(?!\p{L})/giu,
    '$1и',
  ],
  // «минут на двадцать», «часика на два»
  [/(?<!\p{L})(минут|час|день|дня|дней)\p{L}*\s+на\s+([\p{L}\d]+)(?=\s|$)/giu, 'на $2 $1'],
];
/** The line with what is said short spelled out, and without what is said in anger or for love. */
export const spelledOut = (line: string): string =>
  SPOKEN.reduce((said, [short, whole]) => said.replace(short, whole), withoutFiller(line));

/** «не в эту среду, а в субботу», «вместо 6», «с завтра на послезавтра»: what is no longer meant. */
export const NOT_THEN = /(^|\s)не(?=\s+(?:в|на|к)\s)\s+[^,]{1,24}?,?\s+а\s+(?=в |на |к )/giu;
const NO_LONGER = [
  NOT_THEN,
  /(^|\s)вместо\s+\S+/giu,
  /(^|\s)а\s+не\s+.{1,24}$/giu,
  /(^|\s)со?\s+(?:\d\S*|завтра|послезавтра|сегодня|понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|утра|вечера)\s+(?=на\s)/giu,
];

const BY_A_SPAN =
  /^(?:отлож|перенес|сдвин|передвин|подвин)\S*\s+(?:еще\s+)?на\s+(?:\S+\s+){0,2}?(?:час\S*|минут\S*|полчас\S*|д(?:ень|ня|ней)|сутки|недел\S+|месяц\S*)$/i;

/** «отложи на час» of what lies ahead is an hour later than it would come. */
export const fromOwnTime = (said: string, { comesAt }: Subject): string =>
  comesAt !== null && BY_A_SPAN.test(said) ? `${said} позже` : said;

/** «не 13, а 14»: of its hour, or of its day of the month. */
export function otherNumber(
  line: string,
  { comesAt }: Subject,
  { timeZone }: ReplyClock,
): string | undefined {
  const [, before, after] =
    /(?:^|\s)не\s+(?:в\s+)?(\d{1,2})(?:-?го)?,?\s+а\s+(?:в\s+)?(\d{1,2})(?:-?го)?[\s.!]*$/u.exec(
      line,
    ) ?? [];
  if (before === undefined || comesAt === null) return undefined;
  const own = instantToWallTime(comesAt, timeZone);
  if (Number(own.slice(11, 13)) === Number(before)) return `в ${after}:${own.slice(14, 16)}`;
  return Number(own.slice(8, 10)) === Number(before) ? `${after} числа` : undefined;
}

const OPENS_MOMENT = /^(?:через|на|в|во|к|ко|до|с|со|около|по|еще|примерно)$/;
const SHIFTS = /^(?:по)?(?:позже|раньше|позднее)$/;

const phrasesOf = (tokens: readonly Token[], { now, timeZone }: ReplyClock) =>
  scan(tokens, instantToWallTime(now, timeZone)).phrases;

/** Which tokens speak of time. */
function timedOf(tokens: readonly Token[], clock: ReplyClock): boolean[] {
  const timed = tokens.map(
    ({ text, kind }, at) =>
      /^(?:полчаса|полтор[аы])$/.test(text) ||
      (UNITS.has(text) && text.length > 2 && text !== 'день') ||
      (kind === 'number' &&
        (OPENS_MOMENT.test(tokens[at - 1]?.text ?? '') || UNITS.has(tokens[at + 1]?.text ?? ''))),
  );
  for (const { from, to, kind, keep } of phrasesOf(tokens, clock)) {
    if (!keep && kind !== 'flood' && kind !== 'zone') timed.fill(true, from, to);
  }
  for (const [at, { text }] of [...tokens.entries()].toReversed()) {
    if (OPENS_MOMENT.test(text) && timed[at + 1]) timed[at] = true;
    if (SHIFTS.test(text) && (timed[at - 1] || timed[at + 1])) timed[at] = true;
  }
  return timed;
}

interface Said {
  line: string;
  /** «за час»: minutes before it. */
  ahead: readonly number[];
  /** The line ends with the moment: «пвз закрыт, завтра в 11», not «через час приедет пицца». */
  endsInMoment: boolean;
  /** What the words of time come to. */
  moment: Reply | undefined;
  asks: ReadonlySet<Ask>;
  /** Something was done: `own` by a verb of the reminder itself, `other` perhaps to something else; `itself`: the thing did it. */
  done: 'own' | 'plainly' | 'other' | 'itself' | undefined;
  undone: boolean;
  /** «купить»: something to do that is not the reminder. */
  task: boolean;
  named: boolean;
  /** Words that are neither an answer nor a reason. */
  strange: boolean;
  reason: boolean;
}

type Sort = Ask | 'time' | 'name' | 'done' | 'undone' | 'idle' | 'reason' | 'task' | 'strange';

function listen(typed: string, subject: Subject, clock: ReplyClock): Said {
  const plain = NO_LONGER.reduce((line, gone) => line.replace(gone, '$1'), typed);
  const all = tokenize(plain);
  const timed = timedOf(all, clock);
  const own = namingWords(subject.text);
  const ownWords = tokenize(subject.text).map(({ text }) => text.slice(0, 4));
  const isOwn = (text: string) =>
    (text.length >= 4 && ownWords.includes(text.slice(0, 4))) ||
    namingWords(text).some((word) => own.some((each) => likeness(word, each) !== undefined));
  const texts = all.map(({ text }) => text);
  const wishes = texts.some((text) => WISHES.test(text));
  const isDone = (text: string) =>
    (isErrand(text) && /(?:л[аои]?|л[аи]?с[ья])$/.test(text)) ||
    (ENDED.test(text) && !THINGS.test(text)) ||
    (PASSIVE.test(text) &&
      (/[ен]о$|[ыуя]то$/.test(text) ||
        (isErrand(text) && /(?:[нт][аы]|[ае]н)$/.test(text) && texts.some(isOwn))) &&
      text !== 'рано') ||
    (isOwn(text) && PAST_TENSE.test(text));
  const sortOf = ({ text, kind }: Token, at: number): Sort | 'mark' => {
    if (timed[at]) return 'time';
    if (kind === 'mark') return 'mark';
    if (isOwn(text) && PAST_TENSE.test(text)) return 'done';
    const order = ORDERS.find((each) => text.length >= 5 && oneSlipApart(text, each)) ?? text;
    const infinitive = isInfinitive(text) && !readNumberWord(text) && !NO_TASK.test(text);
    const ask = infinitive ? undefined : ASKS.find(([, pattern]) => pattern.test(order))?.[0];
    if (ask) return ask;
    if (infinitive && !isOwn(text))
      return wishes || texts.slice(Math.max(0, at - 3), at).some((each) => STARTS.test(each))
        ? 'reason'
        : 'task';
    if (/^(?:забы|проспа|опозда)/.test(text)) return 'undone';
    if (isUndone(text) || REASONS.test(text)) return 'reason';
    if (isDone(text)) return 'done';
    if (isOwn(text)) return 'name';
    if (HAPPENS.test(text) || PAST_TENSE.test(text)) return 'reason';
    // «135 на 85»: what was measured.
    if (kind === 'number') return 'idle';
    const idle =
      text.length <= 2 ||
      /^(?:после|перед|около)$/.test(text) ||
      IDLE_WORDS.test(text) ||
      IDLE.some((words) => words.has(text));
    const besideTime = /^(?:до|после|перед|около)$/.test(texts[at - 1] ?? '');
    return idle || besideTime ? 'idle' : 'strange';
  };
  const sorts = all.map(sortOf);
  const has = (sort: Sort) => sorts.includes(sort);

  // Words beside a reason are part of it: «лена на больничном», «спина болит».
  let [strange, inRun, excused] = [false, false, false];
  for (const sort of [...sorts, 'mark']) {
    if (sort === 'strange') inRun = true;
    else if (sort === 'reason' || sort === 'undone') excused = true;
    else if (sort !== 'idle' && sort !== 'hedge') {
      strange ||= inRun && !excused;
      [inRun, excused] = [false, false];
    }
  }
  const done = all.flatMap(({ text }, at) => (sorts[at] === 'done' ? [text] : []));
  const things = texts.filter((_, at) => sorts[at] === 'name');
  const byItself = done.some(
    (verb) => !isOwn(verb) && things.some((thing) => doesItself(thing, verb)),
  );
  const negated = sorts.some(
    (sort, at) => (sort === 'done' || sort === 'ready') && /^(?:не|нет)$/.test(texts[at - 1] ?? ''),
  );
  const asks = new Set(ASKS.flatMap(([ask]) => (has(ask) ? [ask] : [])));
  if (/(?:^| )еще раз(?: |$)/.test(texts.join(' '))) asks.add('again');
  if (texts.some((text, at) => timed[at] && SHIFTS.test(text))) asks.add('later');
  if (plain !== typed || /(?:измени|поменя)\S* время /.test(texts.join(' '))) asks.add('move');
  const isDoneSaid = (done.length > 0 || has('ready')) && !negated;
  const plainly = has('ready') || has('name') || !has('strange');
  const doer = byItself ? 'itself' : plainly ? 'plainly' : 'other';
  const how = done.some(isOwn) ? 'own' : doer;
  const [ahead] = /(?:^|\s)за\s.+/iu.exec(plain) ?? [];
  const phrases = ahead === undefined ? [] : phrasesOf(tokenize(`напомни ${ahead}`), clock);
  return {
    line: texts.join(' '),
    ahead: phrases.flatMap((phrase) => (phrase.kind === 'ahead' ? phrase.minutes : [])),
    endsInMoment: sorts.findLast((sort) => sort !== 'mark' && sort !== 'idle') === 'time',
    moment: has('time') ? momentOf(plain, all, sorts, subject, clock) : undefined,
    asks,
    done: isDoneSaid ? how : undefined,
    undone: has('undone') || negated,
    task: has('task'),
    named: has('name'),
    strange,
    reason: has('reason') || has('undone'),
  };
}

/** What the words of time say together, else those beside «напомни», «давай» and their like. */
function momentOf(
  line: string,
  tokens: readonly Token[],
  sorts: readonly string[],
  subject: Subject,
  clock: ReplyClock,
): Reply | undefined {
  const runs: { from: number; to: number }[] = [];
  for (const at of tokens.keys()) {
    if (sorts[at] !== 'time') continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  const textOf = ({ from, to }: (typeof runs)[number]) =>
    line.slice(tokens[from]?.start, tokens[to - 1]?.end);
  const lasting = tokens.some(({ text }) => text === 'теперь') ? 'теперь ' : '';
  const puts = lasting === '' && sorts.includes('move') ? 'отложи ' : '';
  const read = (text: string): Reply | undefined => {
    const said = fromOwnTime(puts + text, subject);
    const reply = readReply(lasting + said, subject, clock);
    return ['move', 'past', 'repeat', 'impossible'].includes(reply.act) ? reply : undefined;
  };
  const joined = runs.map(textOf).join(' ');
  const clocks = runs.filter(({ from, to }) =>
    tokens.slice(from, to).some(({ kind }) => kind === 'number'),
  );
  if (clocks.length < 2) {
    // «на завтра, часиков на 11»
    const whole = read(joined) ?? read(joined.replace(/(?:час\S+ )?на (?=\d|завтра)/g, 'в '));
    if (whole || runs.length === 1) return whole;
  }
  const asking = (at: number) => ['move', 'again', 'hedge', 'will'].includes(sorts[at] ?? '');
  const behind = runs.filter(({ from }) => {
    let before = from - 1;
    while (sorts[before] === 'idle') before -= 1;
    return asking(before);
  });
  const [beside, ...others] = behind.length > 0 ? behind : runs.filter(({ to }) => asking(to));
  return beside && others.length === 0 ? read(textOf(beside)) : undefined;
}

/** «уже на плите», «в машинке уже» */
const PLACED = /^(?:уже )?(?:в|на|у|под|за) \S+(?: уже)?$/;
const isPlainlyDone = (said: Said): boolean =>
  said.done !== undefined && said.done !== 'itself' && !said.strange && !said.task && !said.moment;
/** «но не всё» */
const BUT_NOT = /(?:^|\s)не\s+(?:вс[её]|до конца|полностью|совсем|до|полу)/iu;
const ENDS_BADLY = /(?:^| )не |кончил|слома|потеря/;
const UNCLEAR: Reply = { act: 'unclear' };

/**
 * Reads a line as an answer to what has just rung. `unclear` where it answers and also says something else;
 * undefined where it does not answer.
 */
export function answerIn(typed: string, subject: Subject, clock: ReplyClock): Reply | undefined {
  const said = listen(typed, subject, clock);
  const { asks, moment, line, done } = said;
  const says = (...these: Ask[]) => these.some((ask) => asks.has(ask));
  if (QUESTION.test(line)) return undefined;
  if (said.task) return done || says('quiet', 'skip', 'will') ? UNCLEAR : undefined;
  // «не надо уже, Валя принесла»
  if (done && NOT_NOW.test(line) && !moment) return { act: 'skip' };
  if (done) {
    const ahead = moment !== undefined && AHEAD.test(line) && !BEFORE_NOW.test(line);
    if (ahead) return says('again') && !said.strange ? moment : UNCLEAR;
    if (done === 'own' || (done !== 'itself' && !said.strange)) return { act: 'done' };
    // «вручила, мама в слезах»
    const [first = '', ...rest] = typed.split(/[,.!;(]/);
    const told = rest.join(',');
    const isTold =
      told !== '' && !BUT_NOT.test(told) && listen(told, subject, clock).asks.size === 0;
    return isTold && isPlainlyDone(listen(first, subject, clock)) ? { act: 'done' } : UNCLEAR;
  }
  if (says('skip') && (!moment || moment.act === 'past')) {
    return said.strange ? UNCLEAR : { act: 'skip' };
  }
  if (says('quiet') && moment?.act !== 'move')
    return said.strange ? UNCLEAR : { act: subject.floods ? 'quiet' : 'skip' };
  if (moment) {
    const explicit = says('move', 'again', 'hedge', 'will', 'later') || said.undone;
    if (said.strange) return says('will', 'move') ? UNCLEAR : undefined;
    if (moment.act === 'past' && NOT_NOW.test(line)) return { act: 'skip' };
    return explicit || !said.reason || said.endsInMoment ? moment : undefined;
  }
  if (says('call-off') || NOT_NOW.test(line)) {
    return said.strange ? UNCLEAR : { act: 'skip' };
  }
  // «шампанское уже на столе»
  const state = said.named || PLACED.test(line);
  if (state && / уже /.test(` ${line} `) && !said.undone && !ENDS_BADLY.test(line)) {
    return said.reason ? UNCLEAR : { act: 'done' };
  }
  if (said.strange) return said.named ? UNCLEAR : undefined;
  if (says('later') || said.undone) return { act: 'later' };
  // A line without a subject of its own, right behind a ring.
  return said.reason || said.named ? UNCLEAR : undefined;
}

/** Reads a line that names a reminder as an act on it. */
export function actIn(typed: string, subject: Subject, clock: ReplyClock): Reply | undefined {
  const said = listen(typed, subject, clock);
  const { asks, moment, line } = said;
  if (QUESTION.test(line)) return undefined;
  const act = (reply: Reply): Reply => (said.strange || said.task ? UNCLEAR : reply);
  if (/ с паузы/.test(line)) return act({ act: 'resume' });
  if (asks.has('pause')) return act({ act: 'pause', until: null });
  // «убери комнату завтра в 10», «включи стиралку в 8» are things to do.
  const order = (['delete', 'resume'] as const).find((each) => asks.has(each));
  // Deleting is asked about.
  if (order === 'delete' && !moment && !said.task) return { act: order };
  if (order) return moment ? UNCLEAR : act({ act: order });
  if (asks.has('call-off')) return act({ act: 'call-off' });
  if (asks.has('skip')) return act({ act: 'skip' });
  if (asks.has('move') && moment) return act(moment);
  if (said.task) return undefined;
  if (said.ahead.length > 0 && /напомни|предупреди/.test(line))
    return act({ act: 'ahead', minutes: said.ahead });
  if (NOT_NOW.test(line)) return act({ act: 'call-off' });
  // «жена закрыла» is not «Встретить жену».
  const isDone = said.done === 'own' || (said.done !== undefined && asks.has('ready'));
  return isDone && !moment && !said.strange ? { act: 'done' } : undefined;
}

const FORGET = /(?:^| )(?:забудь|не надо|не нужно|передумала?)(?: |$)/;

/** «нет, через 3» of what was to come in two hours. */
function withUnit(line: string, { comesAt }: Subject, { now }: ReplyClock): string {
  const hours = comesAt === null ? 0 : (comesAt.getTime() - now.getTime()) / 3_600_000;
  const unit = hours < 1 ? 'минут' : hours < 24 ? 'часов' : 'дней';
  return line.replace(/(через [а-яё\d]+)(?=$| (?:имела?|хотела?) )/iu, (said) =>
    UNITS.has(tokenize(said).at(-1)?.text ?? '') || /полчаса|недел|месяц|год/.test(said)
      ? said
      : `${said} ${unit}`,
  );
}

/** «ой, не готова ещё»: what was answered is not so. */
export const deniesIn = (line: string, subject: Subject, clock: ReplyClock): boolean =>
  listen(line, subject, clock).undone;

/** Reads a line as a correction of what was just made or changed, or as taking it back. */
export function correctionIn(
  typed: string,
  subject: Subject,
  clock: ReplyClock,
): Reply | undefined {
  const said = listen(withUnit(typed, subject, clock), subject, clock);
  const { asks, moment } = said;
  if (said.strange || said.task || QUESTION.test(said.line)) return undefined;
  if (asks.has('undo')) return { act: 'undo' };
  if (asks.has('delete') || asks.has('call-off') || FORGET.test(said.line)) {
    return { act: moment ? 'unclear' : 'delete' };
  }
  if (asks.has('resume')) return { act: 'resume' };
  if (said.ahead.length > 0) return { act: 'ahead', minutes: said.ahead };
  const corrects = (['move', 'hedge', 'again', 'later'] as const).some((ask) => asks.has(ask));
  return corrects || (said.reason && said.endsInMoment) ? moment : undefined;
}
