import { isErrand } from '../replies/reply-words';
import { readReply, type Reply, type ReplyClock, type Subject, UNCLEAR } from '../replies/reply';
import {
  AHEAD,
  type Ask,
  BEFORE_NOW,
  FIRST_PERSON,
  isRefused,
  LEFT,
  PERSON,
  QUESTION,
  WHEREABOUTS,
} from './gist-words';
import { tokenize } from '../tokens/tokens';
import { listen, type Said } from './gist';

/**
 * Reads a line as an answer to what has just rung, by its clauses: one of them answers, and the others say
 * why, to whom and how. A clause that names something else to do makes it none.
 */

const CLAUSES = /[,;!?()\n]+|[.:…](?!\d)|\s[—–-]+\s|\sно\s/u;
/** «уже на плите», «в машинке уже» */
const PLACED = /^(?:уже )?(?:в|на|у|под|за) \S+(?: уже)?$/;
/** «путевой есть», «Миша дома» */
const IN_PLACE = /(?:^| )(?:есть|дома|здесь|на месте|у меня|у нас|в кармане|в сумке|внутри)$/;
/** «всё сделал, отбой» */
const I_DID =
  /^(?:(?:я|мы|уже|все|да|ну|только|что|давно|сегодня) )*[а-я]+л[аи]?(?: (?:уже|все|сегодня))*$/;
/** «но не всё» */
const BUT_NOT = /(?:^|\s)не\s+(?:вс[её]|до конца|полностью|совсем|до|полу)/iu;
const PARTLY = /(?:^| )(?:половин|част(?:ь|ично)|остальн|остат|остал|дальше|треть)/;
/** «после зарплаты», «как только вернусь» */
const ABOUT_WHEN = /^(?:после|перед|как только|как|когда|ближе к) \S+(?: \S+){0,3}$/;
/** «катку доиграю», «чай допью»: first */
const FINISHES = /(?:^| )до[а-я]{2,}[юу](?: |$)/;
/** Of these the number alone is the answer: «130 на 80», «36.6», «в норме». */
const MEASURABLE =
  /давлен|температур|сахар|(?:^| )вес(?: |$)|пульс|измер|помер|замер|взвес|показан/i;
const MEASURED =
  /^[+-]? ?(?:(?:[а-яё]+ |100 )?\d{1,3}(?:[.,]\d{1,2}|(?: на |\/)\d{2,3})|\d{2,3}|\d{1,2} градус\S*|в норме|норма)[\s.!]*$/i;
/** «уже еду», where it says to leave */
const IN_MOTION =
  /^(?:да |я |ну )*уже (?:я )?(?:еду|едем|иду|идем|бегу|лечу|выхожу|выезжаю)[\s.!]*$/iu;
const MOVES = /(?:ех|й|ид|ход|езд|езж|лет|беж)\S*(?:ть|ти)(?:\s|$)/iu;
/** «тише ты», «хорош пиликать», «не трезвонь», «не приставай» */
const SHUSHES =
  /^(?:ну |все |да )*хорош(?: уже| тебе)?$|(?:^| )(?:по)?тише(?: |$)|(?:^| )(?:хорош|кончай|довольно) \S+ть(?: |$)|^(?:ну |да |все |уже )*не (?!забы|забу|удал|отмен|перен|трог|убир|напом|пропус|волн|пережив|присыл|беспокойс|жди|ищи|спеш|люб|очен|опят|ноч|ден|жизн|случ|отста)(?:[а-я]{2,}(?:[ауя]й|[жшщчзсднвмб]и|[^тчщш]ь)|ори|ной)(?:те)?(?: ты| уже| мне| больше| так| пожалуйста)*$/;
const NOT_NOW =
  /(?:^| )(?:не \S+|занят[аоы]?|закрыт[аоы]?|недоступ\S+|никого нет|нет на месте)(?: |$)/;
const ENDS_BADLY = /(?:^| )(?:не|после|перед|до) |кончил|слома|потеря/;
/** A span from now, or a clause that asks for it: what else is said is why. */
const SOON = /(?:^| )(?:через|давай|лучше|минут|попозже|позже|полчаса|часик)(?: |$)/;
const LATER: Reply = { act: 'later' };

const says = ({ asks }: Said, ...these: Ask[]): boolean => these.some((ask) => asks.has(ask));
const comesAhead = ({ moment, line }: Said): boolean =>
  moment !== undefined && AHEAD.test(line) && !BEFORE_NOW.test(line);
const callsOff = (said: Said): boolean =>
  says(said, 'call-off') || isRefused(said.line) || isRhetoric(said);
/** «какая зарядка, я болею» */
const isRhetoric = ({ named, line }: Said): boolean =>
  named && /^(?:да |ну |ой )*как(?:ой|ая|ое|ие|ую) (?:там |тут |еще |сейчас )*\S+$/.test(line);
const isErrandSaid = ({ line }: Said): boolean => line.split(' ').some(isErrand);

const asksPlainly = (said: Said): boolean =>
  !said.done &&
  (says(said, 'quiet', 'later', 'skip', 'call-off', 'delete') ||
    said.undone ||
    (said.moment?.act === 'move' && !/назад|вчера|давно/.test(said.line)) ||
    isRefused(said.line) ||
    ABOUT_WHEN.test(said.line) ||
    said.line === 'не сегодня');

/** Chatter is short, and has no numbers, which belong to something new. */
const CHATTER = /^[^\d:;]{1,40}$/u;
/** Begins what puts right. */
const HEM =
  /^(?:и |а |да |ну |хотя )*(?:не|нет|ой|стоп|тьфу|блин|лучше|давай|точнее|вернее|то есть|перепутал\S*|прошу|извини|пусть|и|добавь|исправь|отмени|убери|верни) /;

/** Whether a clause tells something, and asks for nothing: `bare` where it has no verb that shows it («врач»). */
function chatterOf(
  clause: string,
  subject: Subject,
  clock: ReplyClock,
): 'told' | 'bare' | undefined {
  if (!CHATTER.test(clause)) return undefined;
  const said = listen(clause, subject, clock);
  const asks = [...said.asks].some((ask) => ask !== 'hedge' && ask !== 'later');
  const isOwn = said.done === 'own' || (said.done && isErrandSaid(said));
  // «её сегодня выпишут»
  const isSet = said.timed && (!said.reason || said.endsInMoment);
  const tells = said.task || isSet || asks || isOwn || said.named || isRefused(said.line);
  if (tells || /^что /.test(said.line)) return undefined;
  return said.reason || said.done || !said.tells ? 'told' : 'bare';
}

/**
 * Whether the others are read without these clauses of a line: they tell why, and beside a bare noun the rest asks
 * in so many words, since a moment and a noun may be something new.
 */
export function isAside(
  clauses: readonly string[],
  rest: string,
  { subject, rang, clock }: { subject: Subject; rang: boolean; clock: ReplyClock },
): boolean {
  const sorts = clauses.map((clause) => chatterOf(clause, subject, clock));
  if (sorts.includes(undefined)) return false;
  const said = listen(rest, subject, clock);
  const corrects = HEM.test(`${said.line} `);
  if (!rang) return corrects || (!said.tells && !said.reason && !sorts.includes('bare'));
  const { asks, line } = said;
  const again = /(?:^| )(?:еще|снова|опять|разок|попозже)(?: |$)/.test(line);
  const isAsked = [...asks].some((ask) => ask !== 'again') || again;
  return !sorts.includes('bare') || corrects || isAsked || (said.reason && !said.tells);
}

/**
 * `unclear` where the line answers and also says something else; undefined where it does not answer.
 */
export function answerIn(typed: string, subject: Subject, clock: ReplyClock): Reply | undefined {
  const figures = tokenize(typed).map(({ value, text }) => (Number.isNaN(value) ? text : value));
  const isFigure = [typed.trim(), figures.join(' ')].some((each) => MEASURED.test(each));
  if (MEASURABLE.test(subject.text) && isFigure) return { act: 'done' };
  if (IN_MOTION.test(typed) && MOVES.test(subject.text)) return { act: 'done' };
  // It is about what several people share, and names another one than this.
  if (/(?<!\p{L})участвовать(?!\p{L})/iu.test(typed)) return undefined;
  const whole = listen(typed, subject, clock);
  const parts = typed.split(CLAUSES).filter((part) => /[\p{L}\p{N}]/u.test(part));
  const clauses = parts.length > 1 ? parts.map((part) => listen(part, subject, clock)) : [whole];
  const wonders = clauses.some(({ line }) => /^что бы /.test(line));
  const asks = QUESTION.test(whole.line) && !(clauses.length > 1 && clauses.some(isRhetoric));
  // «в 21 таблетка, долби пока не отвечу»
  const floods = whole.moment && / пока не \S+у$/.test(whole.line);
  if (wonders || floods || asks) return undefined;
  if (clauses.some(({ task, line }) => task && !isRefused(line))) {
    return whole.done || says(whole, 'quiet', 'skip', 'will') ? UNCLEAR : undefined;
  }
  const maybeDone = clauses.filter(
    (said) =>
      said.done === 'own' ||
      (said.done &&
        said.done !== 'itself' &&
        !said.strange &&
        (isErrandSaid(said) || !asksPlainly({ ...said, done: undefined }))),
  );
  // «Петька накосячил, я попозже»: what is asked for in so many words wins over any verb.
  const isSure = maybeDone.some((said) => said.done === 'own' || isErrandSaid(said));
  const done = isSure || !clauses.some((said) => asksPlainly(said)) ? maybeDone : [];
  // «нет налички сегодня» does not say when.
  const isDay = whole.moment?.act === 'past' && !/\d|(?:^| )(?:в|к) /.test(whole.line);
  // «в пятницу в 11, там сегодня система лежит»
  const [bare, ...more] = clauses.filter((said) => said.moment && !said.tells && !said.reason);
  const moment = isDay ? undefined : (whole.moment ?? (more.length > 0 ? undefined : bare?.moment));
  const timed = clauses.filter((said) => said.moment);
  const off = /(?:^|\s)не\s[^,]+,?\s+а\s/iu.test(typed) ? undefined : clauses.find(callsOff);
  if (
    off &&
    done.length > 0 &&
    !done.some((said) => said.done === 'own' || (isErrandSaid(said) && I_DID.test(said.line))) &&
    !timed.some(comesAhead)
  )
    return { act: 'call-off' };
  // «болеем, в этот раз мимо»
  const isSkip = (said: Said) => readReply(said.line, subject, clock).act === 'skip';
  const skips = clauses.find((said) => says(said, 'skip') || isSkip(said));
  const isSkipped = skips && (!skips.strange || isSkip(skips));
  if (done.length > 0 && (done.some(isErrandSaid) || !isSkipped))
    return whatWasDone(typed, whole, clauses, done);
  if (whole.done && timed.some(comesAhead) && timed.some((said) => said.done)) return UNCLEAR;
  // «курс закончен, удали»
  if (clauses.some((said) => says(said, 'delete') && !said.strange && !said.timed))
    return { act: 'delete' };

  const isAhead = moment !== undefined && moment.act !== 'past';
  // «на этой неделе пропусти»
  if (skips && (!isAhead || skips.moment)) return isSkipped ? { act: 'skip' } : UNCLEAR;
  const quiet = clauses.find(
    (said) => says(said, 'quiet') || (SHUSHES.test(said.line) && !said.named),
  );
  if (quiet && moment?.act !== 'move') {
    if (quiet.strange && !SHUSHES.test(quiet.line)) return UNCLEAR;
    if (subject.floods) return { act: 'quiet' };
    return says(whole, 'will', 'later') || whole.undone ? LATER : { act: 'skip' };
  }
  const isOff =
    off &&
    (moment?.act === 'past' || timed.every((said) => said === off || said.tells || said.reason));
  if (moment && !isOff) {
    return whenItComes(whole, clauses, timed, moment);
  }
  const puts = clauses.some(
    (said) =>
      (!said.strange && (says(said, 'later', 'will', 'move') || said.undone)) ||
      ABOUT_WHEN.test(said.line) ||
      FINISHES.test(said.line),
  );
  if (off && /(?:^| )пока не /.test(off.line)) return LATER;
  if (off && !off.strange) return { act: 'call-off' };
  if (off) return puts ? LATER : UNCLEAR;
  const state = clauses.find(
    (said) =>
      (said.named || PLACED.test(said.line)) &&
      (/ уже /.test(` ${said.line} `) ||
        (said.named && (IN_PLACE.test(said.line) || PLACED.test(said.line)))),
  );
  if (state && !whole.undone && !ENDS_BADLY.test(whole.line)) {
    return state.reason && !IN_PLACE.test(state.line) ? UNCLEAR : { act: 'done' };
  }
  if (clauses.some(({ line }) => line === 'не сегодня'))
    return subject.rule ? { act: 'skip' } : LATER;
  if (puts) return LATER;
  if (whole.done) return UNCLEAR;
  if (clauses.every(({ strange }) => strange))
    return whole.named || says(whole, 'will', 'later') ? UNCLEAR : undefined;
  // «не отвечает», «закрыто у них»
  if (whole.reason && !whole.strange && NOT_NOW.test(whole.line)) return LATER;
  // A line without a subject of its own, right behind a ring; «молоко закончилось» has one.
  const hasOwn = /^\S+о \S+лось$/.test(whole.line);
  return (whole.reason && !hasOwn) || whole.named ? UNCLEAR : undefined;
}

/** Something was done, by clauses that name nothing else. */
function whatWasDone(
  typed: string,
  whole: Said,
  clauses: readonly Said[],
  done: readonly Said[],
): Reply {
  const { moment } = whole;
  const next = clauses.find((said) => !done.includes(said) && comesAhead(said));
  // «заказала, приедут во вторник»
  const follows = next && next.reason && !says(next, 'again', 'will', 'hedge', 'move');
  if (next?.moment && !follows) {
    const goesOn = PARTLY.test(whole.line) || (says(whole, 'again') && !whole.strange);
    const isReason = !done.some((said) => said.done === 'own' || isErrandSaid(said));
    return goesOn ? next.moment : isReason && !next.strange ? next.moment : UNCLEAR;
  }
  if (moment && says(whole, 'again') && !whole.strange && comesAhead(whole)) return moment;
  if (done.some((said) => comesAhead(said) && (/через/.test(said.line) || LEFT.test(said.line))))
    return UNCLEAR;
  return BUT_NOT.test(typed) ? UNCLEAR : { act: 'done' };
}

/** A moment is said, and beside it why. */
function whenItComes(
  whole: Said,
  clauses: readonly Said[],
  timed: readonly Said[],
  moment: Reply,
): Reply | undefined {
  const explicit = says(whole, 'move', 'again', 'hedge', 'will', 'later') || whole.undone;
  const foreign = clauses.some(
    (said) =>
      said.strange &&
      !(said.done && !timed.includes(said)) &&
      !said.undone &&
      // «в 18:45, у них сегодня дольше»
      !(said.reason && said !== clauses[0] && !/\d|завтра/.test(said.line)) &&
      !(said.line.startsWith('еще ') && !said.timed),
  );
  // «через часик, пары», but not «врач, через час»
  const isFirst = clauses.length > 1 && clauses[0]?.moment && !clauses[0].strange;
  const others = clauses.filter((said) => !timed.includes(said));
  const isWhy =
    others.length > 0 && others.every(({ line }) => CHATTER.test(line) && !/^что /.test(line));
  const isSoon = isWhy && timed.some((said) => !said.strange && SOON.test(said.line));
  if (foreign && isFirst && isSoon) return moment;
  // «в операционной, завтра с утра», «малого укладываю, наберу в два»
  const isBare = timed.every((said) => !said.strange);
  const isNear = explicit || timed.some((said) => SOON.test(said.line));
  const isTold = ({ line, named, task, strange, reason }: Said): boolean =>
    !named &&
    !task &&
    CHATTER.test(line) &&
    (WHEREABOUTS.test(line) ||
      // «мама в больнице», «руки в тесте»
      ((isNear || PERSON.test(line)) && WHEREABOUTS.test(line.replace(/^\S+ /, ''))) ||
      (reason && !strange) ||
      (isNear && line.split(' ').some((word) => FIRST_PERSON.test(word))));
  if (isBare && others.length > 0 && others.every(isTold)) return moment;
  if (foreign) return isFirst || isSoon || says(whole, 'will', 'move') ? UNCLEAR : undefined;
  const endsInMoment = timed.some((said) => said.endsInMoment || !said.tells);
  return explicit || !whole.reason || endsInMoment ? moment : undefined;
}
