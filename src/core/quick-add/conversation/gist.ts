import { instantToWallTime } from '../../time-zone';
import { scan } from '../readers/scan';
import { readReply, type Reply, type ReplyClock, type Subject, UNCLEAR } from '../replies/reply';
import { isErrand, isUndone, PASSIVE, PAST_TENSE } from '../replies/reply-words';
import { oneSlipApart } from '../tokens/spelling';
import { type Token, tokenize } from '../tokens/tokens';
import { isInfinitive, readNumberWord, UNITS } from '../tokens/vocabulary';
import {
  agrees,
  ASKS,
  ENDED,
  doesItself,
  subjectOf,
  THINGS,
  REASONS,
  SPOKE_OR_FELL,
  HAPPENS,
  GAVE_OUT,
  MADE_SO,
  WISHES,
  STARTS,
  SLEEPS,
  GOES,
  NO_TASK,
  IDLE,
  IDLE_WORDS,
  FIRST_PERSON,
  UNABLE,
  PERSON,
  isPlace,
  isBeside,
  happened,
  QUESTION,
  isRefused,
  type Ask,
} from './gist-words';
import { isDeedOf, isResultOf, likeness, namingWords } from './names';

/**
 * What a line says about a reminder by its single words, where it is no sentence that is known as a whole:
 * beside the answer people say why, to whom and how («я на работе, напомни в 21:30»). Nothing is taken of a
 * line that has words which are neither: it may be about something else.
 */

/** «не в эту среду, а в субботу», «вместо 6», «с завтра на послезавтра»: what is no longer meant. */
const THEN =
  '(?:(?:в|во|на|к)\\s|сегодня|завтра|послезавтра|утром|дн[её]м|вечером|ночью|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье)';
export const NOT_THEN = new RegExp(
  `(^|\\s)не(?=\\s+${THEN})\\s+[^,]{1,24}?,?\\s+а\\s+(?=${THEN})`,
  'giu',
);
const NO_LONGER = [
  // «сегодня не успею, завтра в 10»
  /(^|\s)(?:сегодня|\d{1,2}\sчисла)\s+(?:уже\s|никак\s|точно\s)?не\s[^\s,.]+[,.]*(?=\s.*(?:завтра|через|понедельник|вторник|сред[уа]|четверг|пятниц|суббот|воскресень))/giu,
  NOT_THEN,
  /(^|\s)вместо\s+\S+/giu,
  /(^|\s)а\s+не\s+[^,.]{1,24}(?=$|[,.])/giu,
  /(^|\s)со?\s+(?:\d\S*|завтра|послезавтра|сегодня|понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|утра|вечера)\s+(?=на\s)/giu,
];

const BY_A_SPAN =
  /(?<!\p{L})((?:отлож|перенес|сдвин|передвин|подвин)\p{L}*\s+(?:ещ[её]\s+|для\s+всех\s+)?на\s+(?:[^\s,]+\s+){0,2}?(?:час\p{L}*|минут\p{L}*|полчас\p{L}*|д(?:ень|ен[её]к|ня|ней)|сутки|недел\p{L}+|месяц\p{L}*))(?=\s*(?:$|[,.;!]|пожалуйста))/iu;

/** «отложи на час» of what lies ahead is an hour later than it would come. */
export const fromOwnTime = (said: string, { comesAt }: Subject): string =>
  comesAt === null ? said : said.replace(BY_A_SPAN, '$1 позже');

/** «его нет на месте», «никого пока нет» */
const LACKING = /^(?:его|ее|их|меня|нас|никого|ничего)$/;
/** As many letters as tell a word: «размер» is not of «разморозить». */
const beginning = (word: string): string =>
  word.slice(0, 2 + (/^(?:пере|пред|раз|рас|под|при|про)/.exec(word)?.[0].length ?? 2));

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

export interface Said {
  line: string;
  /** «за час»: minutes before it. */
  ahead: readonly number[];
  /** The line ends with the moment: «пвз закрыт, завтра в 11», not «через час приедет пицца». */
  endsInMoment: boolean;
  /** What the words of time come to. */
  moment: Reply | undefined;
  timed: boolean;
  asks: ReadonlySet<Ask>;
  /** Something was done: `own` by a verb of the reminder itself, `other` perhaps to something else; `itself`: the thing did it. */
  done: 'own' | 'plainly' | 'other' | 'itself' | undefined;
  undone: boolean;
  /** «купить»: something to do that is not the reminder. */
  task: boolean;
  named: boolean;
  /** Words that are neither an answer nor a reason. */
  strange: boolean;
  /** There are words in it that only a reason explains: «пицца приедет». */
  tells: boolean;
  reason: boolean;
}

type Sort = Ask | 'time' | 'name' | 'done' | 'undone' | 'idle' | 'reason' | 'task' | 'strange';

export function listen(typed: string, subject: Subject, clock: ReplyClock): Said {
  const plain = NO_LONGER.reduce((line, gone) => line.replace(gone, '$1'), typed);
  const all = tokenize(plain);
  const timed = timedOf(all, clock);
  const own = namingWords(subject.text);
  const exact = tokenize(subject.text).map(({ text }) => text);
  const ownWords = exact.map(beginning);
  // «сняла» of «снять»
  const past = exact.map((text) => text.replace(/ть$/, 'л'));
  const isOwn = (text: string) =>
    isResultOf(text, subject) ||
    (PAST_TENSE.test(text) && isDeedOf(text, subject)) ||
    (text.length >= 4 && ownWords.includes(beginning(text))) ||
    namingWords(text).some((word) => own.some((each) => likeness(word, each) !== undefined));
  /** «стоматолог» ends like «помог». */
  const isOwnDeed = (text: string) =>
    isOwn(text) && !exact.includes(text) && (PAST_TENSE.test(text) || isResultOf(text, subject));
  const texts = all.map(({ text }) => text);
  const wishes = texts.some((text) => WISHES.test(text));
  const isSlipped = (text: string) =>
    text.length >= 5 &&
    /л[аи]?$/.test(text) &&
    past.some(
      (deed) =>
        deed.length >= 5 &&
        deed.endsWith('л') &&
        ['', 'а', 'и'].some((end) => oneSlipApart(text, deed + end)),
    );
  const isDone = (text: string) =>
    isSlipped(text) ||
    // «мерил уже»
    (texts.includes('уже') &&
      PAST_TENSE.test(text) &&
      !isUndone(text) &&
      !/^(?:ждал|искал|звал)/.test(text)) ||
    (isErrand(text) && /(?:л[аои]?|л[аи]?с[ья])$/.test(text)) ||
    (ENDED.test(text) && !THINGS.test(text)) ||
    (PASSIVE.test(text) &&
      (/[ен]о$|[ыуя]то$/.test(text) ||
        (texts.length === 1 && /[нт][аы]$/.test(text)) ||
        (isErrand(text) && /(?:[нт][аы]|[ае]н)$/.test(text) && !/мен[аы]?$/.test(text))) &&
      text !== 'рано') ||
    (isErrand(text) && /^сдан[аоы]?$/.test(text)) ||
    isOwnDeed(text);
  /** Not «ещё нет», «нет, потом». */
  const isThing = (at: number): boolean => {
    const { kind, text } = all[at] ?? { kind: 'mark', text: '' };
    return (
      kind === 'word' &&
      /^(?!еще|пока|уже|тут|там|ну|да).{3,}/.test(text) &&
      !timed[at] &&
      !saysSomething(text)
    );
  };
  const saysSomething = (text: string): boolean =>
    ASKS.some(([, pattern]) => pattern.test(text)) ||
    isDone(text) ||
    IDLE.some((words) => words.has(text));
  const before = (at: number) =>
    all.findLast(({ kind }, each) => each < at && kind !== 'mark')?.text ?? '';
  const sortOf = ({ text, kind, capital }: Token, at: number): Sort | 'mark' => {
    if (timed[at]) return 'time';
    if (kind === 'mark') return 'mark';
    if (isOwnDeed(text)) return 'done';
    // «не бужу», «врач велел не пить», «звонить не надо»
    const isDenied =
      (texts[at - 1] === 'не' &&
        (isInfinitive(text) || FIRST_PERSON.test(text)) &&
        !UNABLE.test(text)) ||
      (isInfinitive(text) &&
        texts[at + 1] === 'не' &&
        /^(?:надо|нужно|буду|хочу|стала?)$/.test(texts[at + 2] ?? ''));
    const infinitive =
      isInfinitive(text) && !readNumberWord(text) && !NO_TASK.test(text) && !isDenied;
    if (isDenied) return 'idle';
    const lacks = texts.slice(Math.max(0, at - 3), at).some((each) => LACKING.test(each));
    if (text === 'нет' && (isThing(at - 1) || isThing(at + 1) || lacks)) return 'reason';
    if (text === 'есть' && isThing(at - 1)) return 'reason';
    const ask = infinitive ? undefined : ASKS.find(([, pattern]) => pattern.test(text))?.[0];
    if (ask === 'will' && capital && at > 0 && all[at - 1]?.kind !== 'mark') return 'strange';
    if (ask) return ask;
    const sleeps = SLEEPS.test(text) && (at === 0 ? texts.length === 1 : GOES.test(before(at)));
    if (infinitive && !isOwn(text))
      return wishes ||
        sleeps ||
        // «иду обедать», «спать иду»
        [...texts.slice(Math.max(0, at - 3), at), texts[at + 1] ?? ''].some((each) =>
          STARTS.test(each),
        )
        ? 'reason'
        : 'task';
    if (/^(?:забы|проспа|опозда)/.test(text) && !isInfinitive(texts[at + 1] ?? '')) return 'undone';
    if (
      (PAST_TENSE.test(text) || text === 'ела') &&
      texts[at - 1] === 'не' &&
      !exact.includes(text)
    )
      return 'undone';
    if (isUndone(text) || SPOKE_OR_FELL.test(text) || REASONS.test(text)) return 'reason';
    if (isDone(text)) return 'done';
    if (isOwn(text)) return 'name';
    const told = !THINGS.test(text) && (HAPPENS.test(text) || PAST_TENSE.test(text));
    if (told || GAVE_OUT.test(text) || (MADE_SO.test(text) && isThing(at - 1))) return 'reason';
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
  const [doneAt, willAt] = [
    sorts.findIndex((sort) => sort === 'done' || sort === 'ready'),
    sorts.indexOf('will'),
  ];
  for (const [at, { text }] of all.entries()) {
    // «малой проснулся», «ci упал»: nobody has done it. «директор не подписал»
    const actor = [at - 1, at - 2].find((each) => sorts[each] === 'strange');
    const byOther = actor === at - 1 && happened(text);
    const who = texts[actor ?? -1] ?? '';
    const didOther = !PERSON.test(who) && !isErrand(text) && who !== '' && agrees(who, text);
    // «они уже закрылись»
    const byThem =
      /с[ья]$/.test(text) && /^(?:он[аио]?|там)(?: уже)?$/.test(texts.slice(0, at).join(' '));
    if (sorts[at] === 'done' && !isOwn(text) && (byOther || didOther || byThem))
      sorts[at] = 'reason';
    if (/^(?:done|ready)$/.test(sorts[at] ?? '') && /^(?:не|нет)$/.test(texts[at - 1] ?? ''))
      sorts[at] = 'undone';
  }
  for (const at of all.keys()) {
    const beside =
      doneAt >= 0
        ? isBeside(all, at, doneAt)
        : willAt >= 0
          ? isPlace(all, at)
          : sorts.includes('call-off') && PERSON.test(texts[at] ?? '');
    if (sorts[at] === 'strange' && beside) sorts[at] = 'idle';
  }
  tellsWhen(texts, sorts);
  const has = (sort: Sort) => sorts.includes(sort);

  // Words beside a reason are part of it: «лена на больничном», «спина болит».
  let [strange, inRun, excused] = [false, false, false];
  for (const [at, sort] of [...sorts, 'mark'].entries()) {
    if (sort === 'mark' && texts[at] === '-') continue;
    if (sort === 'strange') inRun = true;
    else if (sort === 'reason' || sort === 'undone') excused = true;
    else if (sort !== 'idle' && sort !== 'hedge') {
      strange ||= inRun && !excused;
      [inRun, excused] = [false, false];
    }
  }
  const done = all.flatMap(({ text }, at) => (sorts[at] === 'done' ? [text] : []));
  const things = texts.filter((_, at) => sorts[at] === 'name' && !isPlace(all, at));
  const byItself = done.some(
    (verb) => !isOwn(verb) && things.some((thing) => doesItself(thing, verb)),
  );
  const asks = new Set(ASKS.flatMap(([ask]) => (has(ask) ? [ask] : [])));
  if (texts.some((text, at) => timed[at] && SHIFTS.test(text))) asks.add('later');
  if (plain !== typed || /(?:измени|поменя)\S* время /.test(texts.join(' '))) asks.add('move');
  const isDoneSaid = done.length > 0 || has('ready');
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
    timed: has('time'),
    asks,
    done: isDoneSaid ? how : undefined,
    undone: has('undone'),
    task: has('task'),
    named: has('name'),
    strange,
    tells: has('strange'),
    reason: has('reason') || has('undone'),
  };
}

/** «курьер приедет в 18:00», «мне в мфц в 9»: when something else happens, and no reason for that time. */
function tellsWhen(texts: readonly string[], sorts: string[]): void {
  for (let from = 0, to = 0; from < sorts.length; from = to + 1) {
    to = sorts.indexOf('mark', from);
    if (to < 0) to = sorts.length;
    const clause = sorts.slice(from, to);
    const has = (...those: string[]) => those.some((sort) => clause.includes(sort));
    if (!has('time') || !has('strange') || has('name', 'undone', ...ASKS.map(([ask]) => ask)))
      continue;
    const words = texts.slice(from, to);
    const reasons = words.filter((_, at) => clause[at] === 'reason');
    if (
      words.includes('до') ||
      !reasons.every((text) => TELLS_WHEN.test(text) || (HAPPENS.test(text) && !WANTS.test(text)))
    )
      continue;
    for (const at of clause.keys()) if (clause[at] === 'reason') sorts[from + at] = 'strange';
  }
}
/** «Петя просит на 16:30» is about what is there. */
const WANTS = /^(?:прос|предлага|хоч|хот|мож|смож|говор)/;
const TELLS_WHEN = /^(?:я|мы|меня|нас|мне|тут|там)$/;

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

const INTENTS: readonly Ask[] = ['pause', 'resume', 'delete', 'skip', 'call-off', 'move', 'again'];

/**
 * Reads a line that names a reminder as an act on it. Where it is named `clearly` and one thing is asked for, words
 * that ask for nothing are chatter.
 */
export function actIn(
  typed: string,
  subject: Subject,
  clock: ReplyClock,
  clearly = false,
): Reply | undefined {
  const said = listen(typed, subject, clock);
  const { asks, moment, line } = said;
  if (QUESTION.test(line)) return undefined;
  const isOne = INTENTS.filter((ask) => asks.has(ask)).length + (said.done ? 1 : 0) <= 1;
  const strange = said.strange && !(clearly && isOne && !DENIED.test(line));
  const act = (reply: Reply): Reply => (strange || said.task ? UNCLEAR : reply);
  if (/ с паузы/.test(line)) return act({ act: 'resume' });
  if (asks.has('pause')) return act({ act: 'pause', until: null });
  // «убери комнату завтра в 10», «включи стиралку в 8» are things to do.
  const order = (['delete', 'resume'] as const).find((each) => asks.has(each));
  // Deleting is asked about.
  if (order === 'delete' && (!moment || moment.act === 'repeat') && !said.task)
    return { act: order };
  if (order) return moment ? UNCLEAR : act({ act: order });
  if (asks.has('call-off')) return act({ act: 'call-off' });
  if (asks.has('skip')) return act({ act: 'skip' });
  if (asks.has('move') && moment) return act(moment);
  if (said.task) return undefined;
  // «др Кости напоминай за день»; what has a moment or other words of its own is something new.
  const asksAhead =
    /напомни|предупреди/.test(line) || (/напоминай/.test(line) && !moment && !strange);
  if (said.ahead.length > 0 && asksAhead) return act({ act: 'ahead', minutes: said.ahead });
  if (isRefused(line)) return act({ act: 'call-off' });
  // «жена закрыла» is not «Встретить жену».
  const isDone =
    said.done === 'own' ||
    (said.done !== undefined && (asks.has('ready') || (clearly && isDoneTo(line, subject))));
  if (clearly && HELD.test(line) && !/\d|завтра|через/.test(line)) return act({ act: 'done' });
  return isDone && !moment && !strange ? { act: 'done' } : undefined;
}

/** «заявление на отпуск отнесла»: a thing alone that cannot be what has acted. */
function isDoneTo(line: string, { text }: Subject): boolean {
  const [verb = '', ...words] = line.split(' ').toReversed();
  const acts = subjectOf(verb);
  return (
    ENDED.test(verb) &&
    !words.some((word) => word.length > 2 && acts.test(word)) &&
    !tokenize(text).some((token) => isInfinitive(token.text))
  );
}

/** «техосмотр прошёл с первого раза» */
const HELD =
  /(?:^| )(?:прош(?:ел|ла|ло|ли)|состоял(?:ся|ась|ись|ось)|закончил(?:ся|ась|ись|ось)|уже есть|есть уже)(?: |$)|^\S+ (?:уже )?у (?:меня|нас)$|(?:^| )(?:уже )?(?:был[аи]?|побывал[аи]?) (?:уже )?(?:у|на|в) |^(?:я )?(?:у|на|в) (?:\S+ )+(?:уже )?был[аи]?(?: уже)?$/;
/** «не успела полить», «чуть не забыла» */
const DENIED = /(?:^| )(?:не|ни|почти|чуть|если|бы|или|только|половин\S*|част\S*)(?: |$)/;

const FORGET = /(?:^| )(?:забудь|не надо|не нужно|передумала?)(?: |$)/;

/** «нет, через 3» of what was to come in two hours. */
function withUnit(line: string, { comesAt }: Subject, { now }: ReplyClock): string {
  const hours = comesAt === null ? 0 : (comesAt.getTime() - now.getTime()) / 3_600_000;
  return line.replace(/(через [а-яё\d]+)(?=$| (?:имела?|хотела?) )/iu, (said) => {
    const { text, value } = tokenize(said).at(-1) ?? { text: '', value: NaN };
    if (UNITS.has(text) || /полчаса|недел|месяц|год/.test(said)) return said;
    // «через три» of what was to come in an hour
    const few = value < 5 || /^полтор/.test(text);
    const unit = hours < (few ? 0.5 : 1) ? 'минут' : hours < 24 ? 'часов' : 'дней';
    return `${said} ${unit}`;
  });
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
  const corrects =
    (['move', 'hedge', 'again', 'later'] as const).some((ask) => asks.has(ask)) ||
    // «в 15 они придут»
    (said.reason && /(?:^| )(?:он[аио]?|это)(?: |$)/.test(said.line));
  return corrects || (said.reason && said.endsInMoment) ? moment : undefined;
}
