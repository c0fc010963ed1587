import { tokenize } from '../tokens/tokens';
import { asksBack } from './not-reminders';
import { anyOf, table } from '../tokens/word-table';

/** What a line asks of the bot itself, instead of naming something to be reminded of. */
export type Request = 'cancel' | 'help' | 'support' | 'list' | 'today' | 'tomorrow' | 'missed';

/** Say nothing by themselves. */
const FILLERS = anyOf(
  'пожалуйста плиз плз пж ну а и же там ка бот привет можешь можно мне нам у меня нас на по ли еще сейчас есть ' +
    'будет быть было все всё весь вся целиком полный мои моих моими мой моя свои за в уже давай хочу скажи напомни ' +
    'посмотреть увидеть всего стоит записано',
);
/** A request has one of these: «сегодня» alone answers a question. */
const HEADS = anyOf(
  'покажи покажите показать покажешь выведи вывести открой открыть дай что чего какие какая какой список ' +
    'расписание план планы сколько глянь',
);
/** What is asked for; all of them mean the reminders. */
const NOUNS = anyOf(
  'напоминания напоминаний напоминалки напоминалок список дела дел задачи задач планы плане план расписание ' +
    'записи события событий запланировано намечено осталось впереди ближайшее ближайшие предстоит делать ' +
    'нужно надо день стоит плану',
);
const DAYS = table<'today' | 'tomorrow'>({
  'сегодня сегодняшн:ий,ие': 'today',
  'завтра завтрашн:ий,ие': 'tomorrow',
});
const HEAD = '(?:что|чего|чо|какие|покажи|покажите|показать)';
/** «не сделала» alone answers what has rung. */
const MISSED = new RegExp(
  `^(?:${HEAD} (?:я )?(?:уже )?(?:не (?:сделала?|отметила?|выполнила?|успела?)|пропустила?|прозевала?|проворонила?|упустила?|проспала?|забыла?)|` +
    `(?:я )?ничего не (?:пропустила?|прозевала?|проворонила?|упустила?|проспала?|забыла?)|` +
    `(?:${HEAD} )?(?:уже )?(?:висит )?(?:не ?сделан(?:о|ное)|не (?:отмечено|выполнено)|висит|пропущено|пропущенн(?:ое|ые)|просрочено|просроченн(?:ое|ые)|ждет(?: ответа)?))(?: напоминания| дела)?(?: (?:за |с )?(?:день|утра|неделю|ночь))?$`,
);
/** Each the whole of a request. */
const ALONE = table<Request>({
  'отмена отменить отмени отбой cancel': 'cancel',
  'помощь помоги помогите справка инструкция help': 'help',
  'поддержка техподдержка support': 'support',
});

/*
 * «почему мне не пришло напоминание», «ты не напомнила про таблетки»: a verb of not coming beside a word for
 * reminders, for the bot or for why, and nothing else but when and about what.
 */
const ASKS_SUPPORT =
  /^(?:служба|написать в|связаться с|как связаться с) (?:поддержк|техподдержк|оператор|вами$)/;
const MISSING =
  /(?:^| )не (?:приш\S+|приход\S+|прид\S+|прислал\S*|присыла\S+|сработал\S*|срабатыва\S+|напомни(?:л\S*|шь)|напоминае\S+|получи\S+|получа\S+|было)(?: |$)/;
const OF_REMINDERS = /(?:^| )(?:напомина(?:ни|лк)\S+|уведомлени\S+|почему|отчего|ты|бот)(?: |$)/;
const BESIDE_MISSING =
  /^(?:не|почему|отчего|а|и|но|же|так|что|мне|ты|бот|я|у|меня|опять|снова|ничего|никакое|ни|одно|мое|мои|в|во|вчера|сегодня|утром|днем|вечером|ночью|время|вовремя|больше|привет|приш\S+|приход\S+|прид\S+|присл\S+|присыл\S+|срабат\S+|сработ\S+|напомн\S+|напомин\S+|уведомл\S+|получ\S+|было|последнее|вчерашнее|сегодняшнее|утреннее|вечернее)$/;

function asksWhyMissing(words: readonly string[]): boolean {
  const about = words.findIndex((word) => /^(?:про|о|об|обо)$/.test(word));
  const said = about < 0 ? words : words.slice(0, about);
  const line = said.join(' ');
  return (
    MISSING.test(line) && OF_REMINDERS.test(line) && said.every((word) => BESIDE_MISSING.test(word))
  );
}

/**
 * Whether every word of a line belongs to a request; undefined for anything else, so that «отмена
 * подписки завтра» and «список покупок» stay what they are.
 */
export function readRequest(line: string): Request | undefined {
  const asked = asksBack(line) ? line.split(/[.,!…]+\s+/u).at(-1) : undefined;
  return requestOf(line) ?? (asked === undefined ? undefined : requestOf(asked));
}

function requestOf(line: string): Request | undefined {
  if (line.length > 100) return undefined;
  const tokens = tokenize(line);
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  if (asksWhyMissing(words)) return 'support';
  if (tokens.some(({ kind }) => kind === 'number' || kind === 'opaque')) return undefined;
  const said = words.filter((word) => !FILLERS.has(word));
  const alone = said.length === 1 && ALONE.get(said[0] ?? '');
  if (alone) return alone;
  if (ASKS_SUPPORT.test(said.join(' '))) return 'support';
  const asking = said.filter((word) => !DAYS.has(word) && !/^(?:вчера|случайно)$/.test(word));
  if (MISSED.test(asking.join(' '))) return asking.length > 1 ? 'missed' : undefined;

  const days = said.flatMap((word) => DAYS.get(word) ?? []);
  const known = said.every((word) => HEADS.has(word) || NOUNS.has(word) || DAYS.has(word));
  const heads = said.filter((word) => HEADS.has(word));
  if (!known || heads.length === 0 || days.length > 1) return undefined;
  const [day] = days;
  if (day) return day;
  // «что» or «покажи» alone asks for nothing in particular.
  return said.some((word) => NOUNS.has(word)) ? 'list' : undefined;
}
