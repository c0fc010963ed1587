/** Text that Telegram may read as HTML: everything of a user's in it is escaped. */
export class Html {
  constructor(private readonly source: string) {}
  toString(): string {
    return this.source;
  }
  /** What a reader sees of it, without markup. */
  toPlainText(): string {
    return this.source
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  }
}

/** `&` first, then the brackets: the order in which nothing is escaped twice. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const part = (value: Html | string | number): string =>
  value instanceof Html ? value.toString() : escapeHtml(String(value));

/**
 * A template whose interpolations are escaped, except those that are Html already. Line breaks of the
 * source are no line breaks of the message, which has them from `lines`.
 */
export function html(strings: TemplateStringsArray, ...values: (Html | string | number)[]): Html {
  return new Html(
    strings
      .map((string) => string.replace(/\s*\n\s*/g, ' '))
      .reduce((whole, string, i) => {
        const value = values[i - 1];
        return whole + (value === undefined ? '' : part(value)) + string;
      }),
  );
}

/** The parts one under another, the empty ones left out. */
export const lines = (...parts: (Html | string | undefined | false)[]): Html =>
  new Html(
    parts
      .filter((each) => each !== undefined && each !== false)
      .map(part)
      .join('\n'),
  );

/** Words for a moment, which Telegram puts on each reader's own clock where it can: long date, short time. */
export const onReadersClock = (words: string, at: Date): Html =>
  new Html(
    `<tg-time unix="${Math.floor(at.getTime() / 1_000)}" format="Dt">${escapeHtml(words)}</tg-time>`,
  );

/** An address for an `href`. */
export const link = (text: string, url: string): Html =>
  new Html(`<a href="${escapeHtml(url).replaceAll('"', '&quot;')}">${escapeHtml(text)}</a>`);
