import { textsOf, tokenize } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';
import { anyOf, table, whole } from '../tokens/word-table';
import { asksBack } from './not-reminders';

/** What a line asks of the bot itself, instead of naming something to be reminded of. */
export type Request =
  'cancel' | 'help' | 'support' | 'list' | 'today' | 'tomorrow' | 'missed' | 'notes' | 'zone';

/** Whoever says more tells of something. */
const CLOCK_WORDS_MAX = 10;

/** Each the whole of a request. */
const ALONE = table<Request>({
  'отмена отмени отмените отменяй отменяйте отменить отбой cancel': 'cancel',
  'помощь помоги помогите справка help': 'help',
  'поддержка техподдержка': 'support',
});

/** What asks, and what is asked for: a question about plans has nothing beside these, its days and silent words. */
const LISTS = 'список расписание план планы';
export const ASKS = anyOf(
  `${LISTS} что че чего чем ничего кто какие какая какое какой сколько покажи покажите перечисли перечислите показать выведи дай расскажи`,
);
export const PLANS = anyOf(
  `${LISTS} напоминания напоминаний дела дел дело задачи задач задачам планов плане плану планам событий запланировано намечено осталось остались ` +
    'заботы хлопоты мероприятия впереди активные активных занят занята заняты свободен свободна свободно есть делать надо нужно стоит предстоит ждет висит повестке повестка делами делам напоминалок',
);
export const SILENT = anyOf(
  'а и ну же то нибудь что-то что-нибудь чего-нибудь я мы нет нету одним списком целиком у меня нас мне нам там мои мое мой моя на в во за по до день будет было ли все вообще всего много еще ' +
    'уже точно ошибся ошиблась имеется имеются записано самое бот скажи подскажи подскажите пожалуйста можешь можно давай хочу посмотреть интересного важного',
);
/** «мои заметки», «что в заметках»; «в заметки» is where something goes. */
const NOTES = anyOf('заметки заметок заметках заметочки заметочек');
const INTO_NOTES = /(?:^| )в заметк[иу](?= |$)/;
const DAYS = table<'today' | 'tomorrow'>({
  'сегодня сегодняшн:ий,ие': 'today',
  'завтра завтрашн:ий,ие': 'tomorrow',
});

/** «не сделала» alone answers what has rung. */
const MISSED = whole(
  '(?:что|чего|какие|покажи)(?: из)?(?: дел)? (?:просрочила?|не (?:сделала?|сделано|отметила?|успела?)|пропустила?|забыла?|пропущенн(?:ое|ые)|просрочено|ждет(?: ответа)?)(?: (?:утра|неделю))?',
);
/** «почему мне не пришло напоминание», «ты не напомнила про таблетки» */
const MISSING = /(?:^| )не (?:приш|приход|присл|срабат|сработ|напомни|получ|было)/;
const OF_REMINDERS = /(?:^| )(?:напомина(?:ни|лк)|уведомлени|ты |бот |почему )/;
const isOtherMatter = (word: string): boolean =>
  isInfinitive(word) || /^(?:если|письм|посылк)/.test(word);
/** «у меня город другой», «часы проверь», «пояс не тот»: what the bot takes for the person's clock is wrong. */
const OF_CLOCK =
  /(?:^| )(?:город[аеу]?|часы|(?:часов\S+ )?пояс[ае]?|время (?:у тебя|у вас|сверь))(?= |$)/;
const IS_WRONG =
  /(?:^| )(?:не (?:тот|те|мой|то|верн\S+|правильн\S+)|друг\S+|неверн\S+|неправильн\S+|(?:про|с)верь|смени|поменяй|отста\S+|спеш\S+|врут?)(?= |$)/;
/** «у нас на час меньше, чем в Москве», «+3 к мск» */
const FROM_MOSCOW = /(?:^| )(?:(?:больше|меньше) чем в|разниц\S+ с|\d к) (?:москв|мск)/;
const ASKS_SUPPORT = /связаться с (?:поддержк|вами)/;

/**
 * Whether every word of a line belongs to a request; undefined for anything else, so that «отмена
 * подписки завтра» and «список покупок» stay what they are.
 */
export function readRequest(line: string): Request | undefined {
  const asked = asksBack(line) ? line.split(/[.,!…]+\s+/u).at(-1) : undefined;
  return requestOf(line) ?? (asked === undefined ? undefined : requestOf(asked));
}

/** «не, отменяй» */
const NO = /^\s*не(?:т|а)?\s*,/iu;

function requestOf(typed: string): Request | undefined {
  if (typed.length > 100) return undefined;
  const line = typed.replace(NO, ' ');
  const words = textsOf(line);
  const plain = words.join(' ');
  const isMissing = MISSING.test(plain) && OF_REMINDERS.test(plain) && !words.some(isOtherMatter);
  const isOfClock =
    ((OF_CLOCK.test(plain) && IS_WRONG.test(plain)) || FROM_MOSCOW.test(plain)) &&
    !words.some(isInfinitive);
  if (isOfClock && words.length <= CLOCK_WORDS_MAX) return 'zone';
  if (isMissing || ASKS_SUPPORT.test(plain)) return 'support';
  if (tokenize(line).some(({ kind }) => kind === 'number' || kind === 'opaque')) return undefined;
  const telling = words.filter((word) => !SILENT.has(word));
  const alone = telling.length === 1 && ALONE.get(telling[0] ?? '');
  if (alone) return alone;
  const isOfNotes = telling.every((word) => ASKS.has(word) || NOTES.has(word));
  if (isOfNotes && telling.some((word) => NOTES.has(word)) && !INTO_NOTES.test(plain))
    return 'notes';
  const saysNoDay = (word: string) => !DAYS.has(word) && word !== 'вчера' && word !== 'вечер';
  const dayless = words.filter((word) => saysNoDay(word) && !SILENT.has(word));
  if (MISSED.test(dayless.join(' '))) return 'missed';

  const days = telling.flatMap((word) => DAYS.get(word) ?? []);
  const isPlans = dayless.every((word) => ASKS.has(word) || PLANS.has(word));
  if (!isPlans || !dayless.some((word) => ASKS.has(word)) || days.length > 1) return undefined;
  // «чё у меня на вечер?»
  if (days.length === 0 && words.includes('вечер')) return 'today';
  // «что» or «покажи» alone asks for nothing in particular.
  return days[0] ?? (dayless.some((word) => PLANS.has(word)) ? 'list' : undefined);
}
