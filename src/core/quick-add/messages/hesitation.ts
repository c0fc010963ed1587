/** What somebody says while thinking aloud: sounds that tell nothing, and a moment that is put right at once. */

const SOUND = '(?:э+м*(?:\\s?-\\s?э+м*)*|эм+|хм+|кхм+|ну|так|вот|короче|значит|в\\s+общем)';
const PAUSE = '[\\s,.…]+';
/** «…, ну, …» between pauses; «э» is a sound wherever it stands. */
const BETWEEN_PAUSES = new RegExp(`(^|[,.…]\\s*)(?:${SOUND}(?:[,…]|\\.{2,})\\s*)+(?=\\S)`, 'giu');
const ANYWHERE = /(^|[\s,])э+м*(?:\s?-\s?э+м*)*(?:[\s,.…]+)(?=[\p{L}\d])/giu;

/** A line without the sounds between its words, where it says anything beside them. */
export function withoutHesitation(line: string): string {
  const left = line.replace(BETWEEN_PAUSES, '$1').replace(ANYWHERE, '$1');
  return /[\p{L}\p{N}]/u.test(left) ? left : line;
}

/** Sighs and sounds, of which no number asks for anything. */
export const SIGHS =
  /(?<!\p{L})(?:[оаэ]й|[оаэ]х|э+|[хк]м+|кхм+|м{2,}|а{2,}|ну|ладно|так|вот|короче|значит)(?!\p{L})/giu;

const REMIND_ME = new RegExp(
  `^(?:(?:${SOUND}|пожалуйста|бот|слушай)${PAUSE})*напомни(?:те|ть)?(?:${PAUSE}(?:мне|нам|пожалуйста|${SOUND}))*${PAUSE}`,
  'iu',
);
/** What stands behind «напомни мне, ну,»; undefined where a line does not begin with that. */
export function behindRemindMe(line: string): string | undefined {
  const [asked] = REMIND_ME.exec(line) ?? [];
  return asked === undefined ? undefined : line.slice(asked.length);
}

const HOUR = '[вк]\\s+\\d{1,2}(?:[:.]\\d\\d)?(?:\\s+(?:утра|дня|вечера|ночи))?(?![\\p{L}\\d])';
const DAY =
  '(?:(?:сегодня|завтра|послезавтра)|во?\\s+(?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье))(?!\\p{L})';
const PUT_RIGHT = `${PAUSE}(?:${SOUND}${PAUSE})*(?:ой${PAUSE})?нет${PAUSE}(?:${SOUND}${PAUSE})*(?:лучше\\s+)?`;
const CORRECTED = [HOUR, DAY].map(
  (moment) => new RegExp(`(?<!\\p{L})${moment}${PUT_RIGHT}(?=${moment})`, 'giu'),
);

/** «в 15:30, нет, в 16:00»: only the moment that was said last. */
export const withLastMoment = (line: string): string =>
  CORRECTED.reduce((said, gone) => said.replace(gone, ''), line);
