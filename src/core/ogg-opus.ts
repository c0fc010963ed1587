/** Ogg (RFC 3533) with Opus (RFC 7845), as Telegram's clients record voice messages. */

const PAGE = 'OggS';
const PAGE_HEAD_BYTES = 27;
const VERSION_AT = 4;
const FLAGS_AT = 5;
const FLAGS_MAX = 7;
const SERIAL_AT = 14;
const CONTINUES_PACKET = 1;
const BEGINS_STREAM = 2;
const SEGMENTS_AT = 26;
/** The first packet of a voice: RFC 7845, section 5.1. */
const HEAD_BYTES = 19;
/** A segment of so many bytes is not the last one of its packet. */
const FULL_SEGMENT = 255;

/** Milliseconds of a frame by the configuration of its packet: RFC 6716, section 3.1. */
const SPEECH_FRAMES = [10, 20, 40, 60];
const HYBRID_FRAMES = [10, 20];
const MUSIC_FRAMES = [2.5, 5, 10, 20];
const HYBRID_FROM = 12;
const MUSIC_FROM = 16;

const latin = new TextDecoder('latin1');
const startsWith = (bytes: Uint8Array, at: number, word: string): boolean =>
  latin.decode(bytes.subarray(at, at + word.length)) === word;

function frameMilliseconds(configuration: number): number {
  if (configuration >= MUSIC_FROM) return MUSIC_FRAMES[configuration % 4] ?? 0;
  if (configuration >= HYBRID_FROM) return HYBRID_FRAMES[configuration % 2] ?? 0;
  return SPEECH_FRAMES[configuration % 4] ?? 0;
}

/** How long the packet sounds that begins at `at`. The two at the head of a stream make no sound. */
function packetMilliseconds(file: Uint8Array, at: number): number {
  if (startsWith(file, at, 'Opus')) return 0;
  const contents = file[at] ?? 0;
  const framesByCode = [1, 2, 2, (file[at + 1] ?? 0) % 64];
  return frameMilliseconds(contents >> 3) * (framesByCode[contents % 4] ?? 0);
}

/** Whether a page begins at `at` that belongs to the stream that the file begins with. */
function isPageOfStream(file: Uint8Array, at: number): boolean {
  const flags = file[at + FLAGS_AT] ?? 0;
  const beginsStream = (flags & BEGINS_STREAM) !== 0;
  const isSerialOfFirst = [0, 1, 2, 3].every(
    (nth) => file[at + SERIAL_AT + nth] === file[SERIAL_AT + nth],
  );
  const isKnownKind = file[at + VERSION_AT] === 0 && flags <= FLAGS_MAX;
  const isInPlace = isSerialOfFirst && beginsStream === (at === 0);
  return startsWith(file, at, PAGE) && isKnownKind && isInPlace;
}

/**
 * For how many seconds a file sounds, counted packet by packet: what its sender or its own headers say need not be so.
 * Null for what is not one whole stream of Opus in Ogg, from the first byte to the last; and where a page could be found
 * inside another one: a decoder that throws the outer one away, for its checksum, goes on with that.
 */
export function secondsOfOggOpus(file: Uint8Array): number | null {
  let milliseconds = 0;
  let at = 0;
  let pages = 0;
  while (at < file.length) {
    if (!isPageOfStream(file, at)) return null;
    const segmentsFrom = at + PAGE_HEAD_BYTES;
    let isInPacket = ((file[at + FLAGS_AT] ?? 0) & CONTINUES_PACKET) !== 0;
    at = segmentsFrom + (file[at + SEGMENTS_AT] ?? 0);
    const isHead = startsWith(file, at, 'OpusHead') && (file[segmentsFrom] ?? 0) >= HEAD_BYTES;
    if (pages === 0 && !isHead) return null;
    for (const size of file.subarray(segmentsFrom, at)) {
      if (!isInPacket && size > 0) milliseconds += packetMilliseconds(file, at);
      isInPacket = size === FULL_SEGMENT;
      at += size;
    }
    pages += 1;
  }
  const isWhole = pages > 0 && at === file.length;
  return isWhole && latin.decode(file).split(PAGE).length - 1 === pages
    ? milliseconds / 1_000
    : null;
}
