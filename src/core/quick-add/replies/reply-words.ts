import { POLITE } from '../tokens/vocabulary';
import { anyOf, whole } from '../tokens/word-table';

/** The words of replies to a reminder, all lower case with ё as е, as `fold` writes them. */

/** Say nothing about what is to be done: politeness, hesitation, insistence. */
export const REPLY_FILLERS = anyOf(
  `${POLITE} то я мы этот эту их он она наконец прям что уже давно все всё совсем точно сам сама очень сразу ` +
    'напоминание напоминания напоминалку дела мам пап спасибо спс',
);

const LASTING = 'теперь повторяй:,те напоминай:,те всегда';
/** Of a series they mean all of it, not one occurrence: «напоминай в 10». */
export const LASTING_WORDS = anyOf(LASTING);

/** Around a time: «ещё раз завтра в 10», «теперь по будням в 9». */
export const TIME_FILLERS = anyOf(
  `${LASTING} сейчас еще снова опять повтори повторять про об этом это обратно аж бы сделаю займусь выпью смогу буду`,
);

/** «сделал», «выпила», «оплатили»: somebody did something; «осталось 10» tells of nothing done. */
export const PAST_TENSE =
  /^(?!(?:олег|сериал|поделись)$|остал)[а-я]{1,}(?:[аеиоуыяю]л(?:а|и|о)?|[аеиоуыяю]л(?:ся|ась|ись|ось)|(?:не|ве|ме|ре)[сз](?:ла|ли)?|ш(?:ел|ла|ли)|[оеи]г(?:ла|ли)?)$/;
/** «оплачено», «выпито», «куплены» */
export const PASSIVE = /^(?!колен|полен)[а-я]{3,}(?:[аяе]н|[аяиыу]т)(?:а|о|ы)?$/;

/** How verbs begin that end an errand, whatever the reminder is about. */
const ERRANDS =
  'сдела выполн законч успе справ отмет выпи приня куп опла запла позвон дозвон отправ напис забра заказ запис поли покорм выключ ' +
  'провер убра помы постир вынес отвез привез погуля поздрав прочит посмотр сдал верну передал отдал перев скину ответ заряди ' +
  'постав закры реши приго собра почист получ замен зашел сходи забеж снял обсуд догов';
const errands = ERRANDS.split(' ');
export const isErrand = (word: string): boolean => errands.some((stem) => word.startsWith(stem));

/** They end in the past tense, and nothing is done: «забыл», «хотел», «понял». */
const NOT_DONE_VERBS =
  /^(?:забы|хоте|дума|передума|опозда|проспа|начал|реши|поня|виде|бы|мог|смог|пропусти|ошиб|перепута|отмени|удали|перенес|отложи|напомни|устал|заболе)/;
export const isUndone = (word: string): boolean => NOT_DONE_VERBS.test(word);

/**
 * Sentences that mean the same whatever was learned: what buttons say, and the shortest words for it, each behind its
 * act. They are compared without `REPLY_FILLERS`.
 */
export const SENTENCES = [
  ['thanks', whole('(?:большое )?(?:спасибо|спс|благодарю)(?: (?:большое|тебе))?')],
  ['done', whole('готов[оа]?|сделано|сделала?|выполнено|ок|уже|все|есть')],
  ['skip', whole('пропус(?:ти|тить|каю)|пропущу')],
  ['delete', whole('удали(?:ть)?|убери|сотри|больше не напоминай')],
  ['undo', whole('верни(?: (?:обратно|как было))?')],
  ['share', whole('поделись|поделиться|(?:сделай|сделать) общим|кто участвует')],
  /** From a reminder of several people, as long as it says so: «выйди» may be its deed. */
  [
    'leave',
    whole(
      '(?:хочу )?(?:выйди|выйти|убери меня) из (?:этого )?общего(?: напоминания)?|(?:больше )?не (?:хочу|буду) (?:больше )?(?:участвовать|этот общий)(?: больше)?',
    ),
  ],
  ['call-off', whole('не надо|не нужно|отмен(?:а|и)|отбой|передумала?')],
  ['resume', whole('возобнови(?:ть)?')],
  ['later', whole('(?:напомни )?(?:позже|попозже|потом)|не сейчас|отложи(?:ть)?|перенеси|напомни')],
  ['show', whole('что|когда|покажи|во сколько')],
] as const;
/** The group is its end. */
export const PAUSE = whole('(?:поставь )?(?:на )?пауз[ау](?: (до .+))?|приостанови(?: (до .+))?');

/** Signs that are whole replies; skin tones and variation selectors are left out before. */
export const DONE_SIGNS = anyOf('+ 👍 ✅ ☑ ✔ 👌 💪 🆗 🙌 👏 💯');
export const THANKS_SIGNS = anyOf('🙏 ❤ 😘 🥰 🤗 😍 😊 🙂 😀');

/** Words that stand in quotation marks, as the whole of a text. */
export const QUOTED = /^["«“](.+)["»”]$/su;

/** «текст: …», «переименуй в …»: the new words stand in the first group. */
export const REWRITE = [
  /^\s*(?:новый\s+)?текст\s*[:—–-]\s*(.+)$/isu,
  /^\s*(?:измени|исправь|замени)(?:те)?\s+(?:текст|название)\s+на\s*:?\s+(.+)$/isu,
  /^\s*(?:исправь|переименуй|правка|замени|измени|напиши|назови|запиши)(?:те)?\s*(?:текст|в|на|так)?\s*:\s*(.+)$/isu,
  /^\s*переименуй(?:те)?\s+(?:в|на)\s+(.+)$/isu,
  /^\s*(?:назови|переименуй|напиши|исправь|измени|запиши(?=\s[кт]ак)|пусть\s(?:будет|называется))(?:те)?(?:\s(?:его|ее|её|это|лучше|просто|так|как|на|в))*:?\s+[«"“](.+)[»"”][\s.!]*$/isu,
  /^\s*(?:назови|переименуй)(?:те)?\s+(?:его|ее|её|это)\s+(?:просто\s+|в\s+)?(.+)$/isu,
] as const;
