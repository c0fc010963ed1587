import { asTyped, lengthOf, Outline, plainly } from './outline';
import { type Token } from './tokens';
import { anyOf } from './word-table';
import { isCounted, isEvent, isInfinitive, isNameBefore } from './vocabulary';

/** Words that begin what a person wants to be reminded of, or another phrase. */
const STARTERS = anyOf(
  'в во к ко на с со и а по о об про за от до для не мне нам ему ей им маме папе надо нужно напомни:,те пожалуйста ' +
    'завтра сегодня послезавтра кажд:ый,ую,ое,ые,ого,ой утр:а,ом вечер:а,ом дня днем ноч:и,ью ежедневно',
);

/** Words of fewer letters, and those of which letters are missing, may be abbreviations. */
const SHORT = 6;
const NEAR = 12;

type Outlines = Record<'plain' | 'typed', Outline>;
const known = new WeakMap<readonly Token[], Outlines>();
function outlinesOf(tokens: readonly Token[]): Outlines {
  const outlines = known.get(tokens) ?? {
    plain: new Outline(tokens, plainly),
    typed: new Outline(tokens, asTyped),
  };
  known.set(tokens, outlines);
  return outlines;
}

/**
 * A place in the tokens. Methods that match move on and say so; methods that do not match leave the
 * place as it is. Every reader looks a bounded way ahead, so reading a line takes linear time.
 */
export class Cursor {
  constructor(
    private readonly tokens: readonly Token[],
    public at: number,
  ) {}

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  /** The tokens right before, in any number that a reader may look at. */
  get former(): readonly Token[] {
    return this.tokens.slice(Math.max(0, this.at - NEAR), this.at);
  }

  /** The tokens ahead, in any number that a reader may look at. */
  get rest(): readonly Token[] {
    return this.tokens.slice(this.at, this.at + NEAR);
  }

  /** The text of the next token; empty at the end. */
  get text(): string {
    return this.peek()?.text ?? '';
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Runs a reader; goes back where it finds nothing, or does not match. */
  attempt<T>(read: () => T): T {
    const start = this.at;
    const result = read();
    if (result === undefined || result === false) this.at = start;
    return result;
  }

  /** What the first of the readers finds that finds anything. */
  first<T>(readers: readonly (() => T | undefined)[]): T | undefined {
    for (const reader of readers) {
      const found = this.attempt(reader);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What a reader finds next, without moving. */
  sees<T>(read: () => T): T {
    const start = this.at;
    const result = read();
    this.at = start;
    return result;
  }

  word(...words: readonly string[]): boolean {
    const token = this.peek();
    if (!token || token.kind === 'opaque' || !words.includes(token.text)) return false;
    this.at++;
    return true;
  }

  words(...sequence: readonly string[]): boolean {
    if (!sequence.every((word, index) => this.peek(index)?.text === word)) return false;
    this.at += sequence.length;
    return true;
  }

  /** What a pattern of whole tokens finds; `typed`: of tokens as they were typed, see `asTyped`. */
  match(tokens: RegExp, as: keyof Outlines = 'plain'): RegExpExecArray | null {
    const found = outlinesOf(this.tokens)[as].find(tokens, this.at);
    this.at += lengthOf(found);
    return found;
  }

  /** A word of a set, with the dot of its abbreviation. */
  in(words: ReadonlySet<string>): boolean {
    if (this.peek()?.kind !== 'word' || !words.has(this.text)) return false;
    this.stepOverWord();
    return true;
  }

  /** What the vocabulary says for the next word. */
  lookup<T>(words: ReadonlyMap<string, T>): T | undefined {
    const value = this.peek()?.kind === 'word' ? words.get(this.text) : undefined;
    if (value !== undefined) this.stepOverWord();
    return value;
  }

  /** The dot of an abbreviation («след.», «мин.») goes with its word. */
  private stepOverWord(): void {
    const { text, start, end } = this.peek() ?? { text: '', start: 0, end: 0 };
    this.at++;
    if (end - start < Math.max(SHORT, text.length)) this.mark('.', true);
  }

  mark(signs: string, glued = false): boolean {
    const token = this.peek();
    if (token?.kind !== 'mark' || !signs.includes(token.text) || (glued && !token.glued)) {
      return false;
    }
    this.at++;
    return true;
  }

  /** A whole number in digits or words; not an ordinal. */
  int(min: number, max: number): number | undefined {
    const token = this.peek();
    if (token?.kind !== 'number' || token.ordinal || token.value < min || token.value > max) {
      return undefined;
    }
    this.at++;
    return token.value;
  }

  /** An ordinal: «пятого», «5-го», «5го», and with `bare` also «5». */
  ordinal(min: number, max: number, bare = false): number | undefined {
    return this.attempt(() => {
      const token = this.peek();
      if (token?.kind !== 'number' || token.value < min || token.value > max) return undefined;
      this.at++;
      if (token.ordinal) return token.value;
      const suffixed =
        token.digits > 0 &&
        (this.suffix() || this.attempt(() => this.mark('-', true) && this.suffix()));
      return suffixed || bare ? token.value : undefined;
    });
  }

  private suffix(): boolean {
    return this.peek()?.glued === true && this.word(...ORDINAL_ENDINGS);
  }

  /** Whether the text of the reminder, another phrase or nothing follows, rather than a counted noun. */
  get startsText(): boolean {
    const token = this.peek();
    if (!token || token.kind === 'opaque') return true;
    if (token.kind === 'mark') return !'-/%+*=№#$€₽°'.includes(token.text);
    if (token.kind === 'number' || token.glued) return false;
    return STARTERS.has(token.text) || isInfinitive(token.text) || isEvent(token.text);
  }

  /** Whether the number just read belongs to what follows: «в 5 отдел», «в 2х», «в 24/7», «в 5-й». */
  get countsNext(): boolean {
    const token = this.peek();
    if (!token || token.kind === 'opaque') return false;
    if (token.kind === 'mark') {
      if ('%№#$€₽°'.includes(token.text)) return true;
      if (!token.glued || this.peek(1)?.glued !== true) return false;
      return (
        '-/+*=×'.includes(token.text) ||
        ('.,:'.includes(token.text) && this.peek(1)?.kind === 'number')
      );
    }
    if (token.kind === 'number') return true;
    if (token.glued) return true;
    // «к 19 подъезд 2А»
    const numbered = (): boolean =>
      /^\d/.test(this.peek(1)?.text ?? '') && isNameBefore(token.text);
    return isCounted(token.text, token.capital) && !numbered();
  }
}

const ORDINAL_ENDINGS = 'го ого его е ое й ый ой ую ю му м ая я ье'.split(' ');
