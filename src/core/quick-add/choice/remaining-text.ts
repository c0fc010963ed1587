import { aboveChecklist } from '../../checklist';
import { type Token } from '../tokens/tokens';
import { asksToBeTold, NEED, PLEASE } from '../readers/noise';

/** The text of the reminder: what the user wrote, without the words that said when. */

const SPACE = /\s/;
const CLOSING = ',.;:!?…)]»';
const OPENING = '([«';
const JOINING = ',;:-—–−/|•';
/** A preposition or conjunction whose other half was taken away. */
const DANGLING = new Set('в во на к ко с со до по и а или что'.split(' '));
const LEADING_WORDS = new Set(['и', 'а', 'что', 'чтобы', ...NEED, ...PLEASE]);
/** Said of nothing: they are no text. */
const NOTHING = /^(?:напом[ин][а-я]*|мне|спасибо|спс|давай|ок|не|нет|ой|стоп|лучше|точнее|вернее)$/;
/** «об этом», «про это сообщение»: points at what is replied to, and is no text either. */
const POINTS =
  /^(?:(?:об?|про|насчет|по поводу) )?эт(?:о|ом|ого|ому)(?: (?:же|все|сообщени[еюяи]))*$/;

/** «Что? Где? Когда?»: words that would be left out elsewhere. */
const NAMING = /^что\s+(?:где|куда|как|когда|кто)(?![а-яё])/iu;
const NAMING_MAX = 20;
/** «напомни в 9 о том, что …», «… про молоко» */
const THAT =
  /^(?:(?:о\s+том|про\s+то|насч[её]т\s+того),?\s+что|про|насч[её]т|по\s+поводу)(?=[\s,:])/iu;
const THAT_MAX = 30;

const isSign = (char = '', signs: string): boolean =>
  char !== '' && (SPACE.test(char) || signs.includes(char));

/** Cuts off the longest suffix that consists of `signs` and white space. */
function trimSigns(text: string, signs: string): string {
  let end = text.length;
  while (isSign(text[end - 1], signs)) end--;
  return text.slice(0, end);
}

function trimStart(text: string, asks: boolean): string {
  let from = 0;
  for (;;) {
    while (from < text.length && isSign(text[from], `${JOINING}${CLOSING}`)) from++;
    const [that = ''] = (asks && THAT.exec(text.slice(from, from + THAT_MAX))) || [];
    from += that.length;
    const word = /^\p{L}{1,12}(?=[\s,:])/u.exec(text.slice(from, from + 13))?.[0];
    if (that !== '') continue;
    if (word === undefined || !LEADING_WORDS.has(word)) return text.slice(from);
    if (NAMING.test(text.slice(from, from + NAMING_MAX))) return text.slice(from);
    from += word.length;
  }
}

function trimEnd(text: string): string {
  let to = text.length;
  for (;;) {
    while (to > 0 && isSign(text[to - 1], `${JOINING}${OPENING}`)) to--;
    const word = /(?<=\s)\p{L}{1,3}$/u.exec(text.slice(Math.max(0, to - 4), to))?.[0];
    if (word === undefined || !DANGLING.has(word)) return text.slice(0, to);
    to -= word.length;
    const so = /(?<=[\s,])так\s$/u.exec(text.slice(Math.max(0, to - 5), to))?.[0];
    if (word === 'что' && so !== undefined) to -= so.length;
  }
}

const POINT = '- ';
const BULLETED = /^[-•–—]\s/;

/** Puts two pieces together across the place where words were taken out. */
function join(left: string, right: string, onNewLine: boolean): string {
  const first = right[0] ?? '';
  if (left === '') return right;
  if (CLOSING.includes(first)) {
    const open = OPENING.includes(left.at(-1) ?? ' ');
    const kept = trimSigns(left, open ? OPENING : CLOSING.replace(')', ''));
    // «укол, и …, пока не сделаю.»: what joined the words that were taken out goes with them.
    if (!open) return (/^[.!?…]+$/.test(right) ? trimEnd(kept) : kept) + right;
    return join(kept, right.slice(1).trimStart(), onNewLine);
  }
  if (JOINING.includes(first)) {
    // A point of a list goes on standing on its own line.
    const between = onNewLine && BULLETED.test(right) ? '\n' : ' ';
    return trimSigns(left, JOINING) + between + right;
  }
  if (OPENING.includes(left.at(-1) ?? ' ')) return left + right;
  return `${left}${onNewLine ? '\n' : ' '}${right}`;
}

/** With a capital, as a title has it. */
export function capitalised(text: string): string {
  const [first = ''] = text;
  const word = /^\S{0,60}/.exec(text)?.[0] ?? '';
  // «iPhone», «name@site.ru» and links stay as they are.
  const rest = word.slice(first.length);
  if (rest !== rest.toLowerCase() || /[@/]|\.\p{L}/u.test(word)) return text;
  return first.toLocaleUpperCase('ru') + text.slice(first.length);
}

/** Joins what is left so that it reads as if the removed words had never been there. */
export function remainingText(
  input: string,
  tokens: readonly Token[],
  removed: readonly boolean[],
): string {
  let text = '';
  let pieceEnd = 0;
  for (let from = 0; from < tokens.length;) {
    let to = from;
    while (to < tokens.length && removed[to] === removed[from]) to++;
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (removed[from] === false && first && last) {
      const onNewLine = input.slice(pieceEnd, first.start).includes('\n');
      text = join(text, input.slice(first.start, last.end), onNewLine);
      pieceEnd = last.end;
    }
    from = to;
  }
  const left = tokens.filter(({ kind }, at) => removed[at] === false && kind !== 'mark');
  const says = left.filter(({ text: word }) => !PLEASE.has(word) && !NOTHING.test(word));
  if (says.length === 0 || POINTS.test(says.map(({ text: word }) => word).join(' '))) return '';
  const cut = removed.at(-1) === true;
  const whole = cut ? trimEnd(text) : trimSigns(text, ',;—–');
  const rest = trimStart(whole, asksToBeTold(tokens));
  const dashed = whole.slice(0, -rest.length).trimEnd().endsWith('-');
  // A list from its first line on: the dash there joins nothing.
  const isList = dashed && rest.includes('\n') && aboveChecklist(POINT + rest) === '';
  return isList ? POINT + rest : capitalised(rest);
}
