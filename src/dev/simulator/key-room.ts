/**
 * How much of a key's label phones show: the narrowest Android of 360 px, the narrowest iPhone of 375.
 * They cut what is longer, and a cut label may say nothing.
 *
 * Rooms as the clients' sources have them (read on 2026-11-22). Android draws labels in 15 px, keys
 * 5 px apart within 345 px, and wants 16 px of each for its edges (ChatMessageCell, MessageObject).
 * iOS draws in 16 px, keys 4 px apart within 339 px, 4 px on each side of a label, and 12 px more on
 * each side where a mark says that the key opens the app (ChatMessageActionButtonsNode).
 */
const CLIENTS = [
  { keyboard: 345, gap: 5, edges: 16, appMark: 0, fontSize: 15 },
  // Measured with Roboto: 3 % are for what Apple's own font may be wider.
  { keyboard: 339, gap: 4, edges: 8, appMark: 24, fontSize: 16 * 1.03 },
];

/** Advance widths of Roboto Medium in thousandths of its size, rounded up, as Chromium measures them. */
const ADVANCES = new Map(
  Object.entries({
    220: ',',
    250: ' ',
    290: '!:.·',
    330: '‹›-',
    360: '()•',
    420: 'г/',
    490: '?«»у',
    520: 'тхз',
    550: 'сэеёач',
    570: '+Гкья0123456789ЕЁбвор',
    580: 'ийлнп',
    610: 'ЗТц',
    640: 'БУЯдВРХъ',
    660: 'КС',
    690: 'АЭО',
    720: 'ЧИЙЛНП…',
    760: 'фЦДм',
    820: '—Фжышю',
    880: 'щМ',
    920: 'Ю',
    1_000: 'ЖШЩ',
    1_030: '№',
  }).flatMap(([width, characters]) =>
    Array.from(characters, (each): [string, number] => [each, Number(width)]),
  ),
);
/** Of other letters, of which labels have few. */
const OTHER_ADVANCE = 700;
const EMOJI_ADVANCE = 1_250;
const characters = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** Width of a label in thousandths of the font's size. */
const widthOf = (label: string): number =>
  [...characters.segment(label)].reduce(
    (sum, { segment }) =>
      sum +
      (/\p{Emoji_Presentation}|\uFE0F/u.test(segment)
        ? EMOJI_ADVANCE
        : (ADVANCES.get(segment.normalize('NFC')) ?? OTHER_ADVANCE)),
    0,
  );

/** Whether each client shows the whole label of a key that stands in a row of so many. */
export const fitsItsKey = (
  { label, opensApp }: { label: string; opensApp: boolean },
  inRow: number,
): boolean =>
  CLIENTS.every(({ keyboard, gap, edges, appMark, fontSize }) => {
    const key = Math.floor((keyboard - gap * (inRow - 1)) / inRow);
    const room = key - edges - (opensApp ? appMark : 0);
    return (widthOf(label) / 1_000) * fontSize <= room;
  });
