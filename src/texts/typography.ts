/**
 * Ties short words, numbers and dashes to their neighbours with no-break spaces, and «то» of «что-то»
 * with a word joiner, as Russian typesetting asks: no line ends with «в» or starts with a dash.
 */
export const tidy = (text: string): string =>
  text
    .replace(/(?<![а-яё-])([а-яё]{1,2}|для|без|при|под|над) (?=\S)/giu, '$1\u00a0')
    .replace(/ (?=[—–])/gu, '\u00a0')
    .replace(/(№|\d) (?=[а-яё\d])/giu, '$1\u00a0')
    .replace(/-(?=(?:то|либо|нибудь|ФЗ)(?![а-яё]))/giu, '-\u2060');
