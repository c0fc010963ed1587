import { type Token } from './tokens';

/** As patterns see a token: «#5» is a number, «№5» an ordinal. */
export const plainly = ({ kind, text, value, ordinal }: Token): string =>
  kind === 'number' ? `${ordinal ? '№' : '#'}${value}` : text;

/** As it was typed, «~» before what stands right behind the token before: «25.12» is «25 ~. ~12». */
export const asTyped = ({ text, glued }: Token): string => (glued ? '~' : '') + text;

/** Tokens as one text, a space behind each, for patterns of whole tokens. */
export class Outline {
  readonly text: string;
  private readonly starts: readonly number[];

  constructor(tokens: readonly Token[], say: (token: Token, at: number) => string) {
    const said = tokens.map((token, at) => `${say(token, at)} `);
    let end = 0;
    this.starts = said.map((each) => (end += each.length) - each.length);
    this.text = said.join('');
  }

  /** What a pattern finds from a token on. */
  find(tokens: RegExp, at: number): RegExpExecArray | null {
    tokens.lastIndex = this.starts[at] ?? this.text.length;
    return tokens.exec(this.text);
  }
}

export const pattern = (tokens: string): RegExp => new RegExp(`(?:${tokens})(?= )`, 'uy');
/** One of the words of a line, or of a list of the vocabulary. */
export const oneOf = (list: string | ReadonlySet<string> | ReadonlyMap<string, unknown>): string =>
  `(?:${typeof list === 'string' ? list.replaceAll(' ', '|') : [...list.keys()].join('|')})`;
export const lengthOf = (found: RegExpExecArray | null): number =>
  found?.[0].split(' ').length ?? 0;
