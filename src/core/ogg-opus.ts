/** Ogg (RFC 3533) with Opus (RFC 7845), as Telegram's clients record voice messages. */

const PAGE = bytesOf('OggS');
const HEAD = bytesOf('OpusHead');
const TAGS = bytesOf('OpusTags');
/** A page's head by its bytes; its table of segments stands behind it. */
const VERSION_AT = 4;
const FLAGS_AT = 5;
const GRANULE_AT = 6;
const SERIAL_AT = 14;
const NUMBER_AT = 18;
export const CHECKSUM_AT = 22;
const CHECKSUM_BYTES = 4;
const SEGMENTS_AT = 26;
const PAGE_HEAD_BYTES = 27;

const CONTINUES_PACKET = 1;
const BEGINS_STREAM = 2;
const FLAGS_MAX = 7;
/** A segment of so many bytes is not the last one of its packet. */
const FULL_SEGMENT = 255;
/** Of the first packet at least, and what it says of channels: RFC 7845, section 5.1. */
const HEAD_BYTES = 19;
const CHANNELS_AT = 9;
const MAPPING_AT = 18;
/** A picture among the tags: a decoder unpacks it, which may take a thousand times the room of the whole file. */
const PICTURE = /metadata_block_picture/i;

/** Milliseconds of a frame by the configuration of its packet: RFC 6716, section 3.1. */
const SPEECH_FRAMES = [10, 20, 40, 60];
const HYBRID_FRAMES = [10, 20];
const MUSIC_FRAMES = [2.5, 5, 10, 20];
const HYBRID_FROM = 12;
const MUSIC_FROM = 16;
/** Of a packet: RFC 6716, section 3.2. */
const PACKET_MS_MAX = 120;
/** Granules count samples: RFC 7845, section 4. */
const SAMPLES_A_MS = 48;
const NO_PACKET_ENDS = -1n;
/** Recorders count what a decoder is to skip, which is less than a second, on top of what sounds. */
const GRANULE_AHEAD_MS = 1_000;

const latin = new TextDecoder('latin1');

function bytesOf(word: string): readonly number[] {
  return [...new TextEncoder().encode(word)];
}

const startsWith = (file: Uint8Array, at: number, word: readonly number[]): boolean =>
  word.every((byte, nth) => file[at + nth] === byte);

/** The remainders of a division by Ogg's polynomial, by the first byte. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder < 0 ? (remainder << 1) ^ 0x04c11db7 : remainder << 1;
  }
  return remainder;
});

/** The checksum of a page whose own field holds zeros: RFC 3533, section 6. */
export function oggChecksum(page: Uint8Array): number {
  let checksum = 0;
  for (const byte of page) {
    checksum = (checksum << 8) ^ (REMAINDERS[(checksum >>> 24) ^ byte] ?? 0);
  }
  return checksum >>> 0;
}

function hasItsChecksum(page: Uint8Array): boolean {
  const said = new DataView(page.buffer, page.byteOffset).getUint32(CHECKSUM_AT, true);
  // A copy: `slice` of a Buffer would be the file itself, which goes on to a decoder.
  const plain = new Uint8Array(page).fill(0, CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES);
  return oggChecksum(plain) === said;
}

interface Page {
  /** Of the stream's pages, from 0. */
  number: number;
  /** By how much sound its last packet has ended, as the page itself says. */
  granule: bigint;
  beginsStream: boolean;
  /** Where its packets begin. */
  packets: readonly number[];
  /** A decoder may make up what is missing there. */
  emptyPackets: number;
  /** No packet goes on from the page before it, or on the one behind it. */
  isWhole: boolean;
  from: number;
  end: number;
}

/**
 * The page at `at`, if it is one of the stream that the file begins with, and whole. A decoder throws away what has
 * another checksum, and goes on with whatever looks like a page behind that.
 */
function pageAt(file: Uint8Array, at: number): Page | null {
  const flags = file[at + FLAGS_AT] ?? 0;
  const isPage = startsWith(file, at, PAGE) && file[at + VERSION_AT] === 0 && flags <= FLAGS_MAX;
  const serial = [...file.subarray(SERIAL_AT, SERIAL_AT + 4)];
  const beginsStream = (flags & BEGINS_STREAM) !== 0;
  const isOfStream = startsWith(file, at + SERIAL_AT, serial) && (beginsStream || at > 0);
  const from = at + PAGE_HEAD_BYTES + (file[at + SEGMENTS_AT] ?? 0);
  const sizes = file.subarray(at + PAGE_HEAD_BYTES, from);
  const end = sizes.reduce((place, size) => place + size, from);
  const isThere = isPage && isOfStream && end <= file.length;
  if (!isThere || !hasItsChecksum(file.subarray(at, end))) return null;
  const head = new DataView(file.buffer, file.byteOffset + at);
  const number = head.getUint32(NUMBER_AT, true);
  const granule = head.getBigInt64(GRANULE_AT, true);
  const packets: number[] = [];
  const isContinued = (flags & CONTINUES_PACKET) !== 0;
  let isInPacket = isContinued;
  let place = from;
  let emptyPackets = 0;
  for (const size of sizes) {
    if (!isInPacket && size > 0) packets.push(place);
    if (!isInPacket && size === 0) emptyPackets += 1;
    isInPacket = size === FULL_SEGMENT;
    place += size;
  }
  const isWhole = !isContinued && !isInPacket;
  return { number, granule, beginsStream, packets, emptyPackets, isWhole, from, end };
}

/** The page, if one packet is all of it, which begins so. */
const pageOfOne = (file: Uint8Array, at: number, word: readonly number[]): Page | null => {
  const page = pageAt(file, at);
  const isOfOne = page?.isWhole === true && page.packets.length === 1;
  return isOfOne && startsWith(file, page.from, word) ? page : null;
};

/** Whether a file begins as one voice does, in one stream of one or two channels: more are decoded for each packet. */
function isHeadOfVoice(file: Uint8Array, { from, end }: Page): boolean {
  const channels = file[from + CHANNELS_AT];
  const isPlain = file[from + MAPPING_AT] === 0 && (channels === 1 || channels === 2);
  return end - from >= HEAD_BYTES && isPlain;
}

function frameMilliseconds(configuration: number): number {
  if (configuration >= MUSIC_FROM) return MUSIC_FRAMES[configuration % 4] ?? 0;
  if (configuration >= HYBRID_FROM) return HYBRID_FRAMES[configuration % 2] ?? 0;
  return SPEECH_FRAMES[configuration % 4] ?? 0;
}

/** How long the packet sounds that begins at `at`. */
function packetMilliseconds(file: Uint8Array, at: number): number {
  const contents = file[at] ?? 0;
  const framesByCode = [1, 2, 2, (file[at + 1] ?? 0) % 64];
  return frameMilliseconds(contents >> 3) * (framesByCode[contents % 4] ?? 0);
}

/** A decoder that goes by granules would fill hours with nothing, up to what a page claims. */
function claimsTooMuch({ granule }: Page, milliseconds: number): boolean {
  const most = Math.ceil(milliseconds + GRANULE_AHEAD_MS) * SAMPLES_A_MS;
  return granule < NO_PACKET_ENDS || granule > BigInt(most);
}

/** The sound that it claims lies before what other pages have reached: a decoder would fill the way there once more. */
const goesBack = ({ granule, beginsStream }: Page, reached: bigint): boolean =>
  !beginsStream && granule !== NO_PACKET_ENDS && granule < reached;

/**
 * Whether a page that begins the stream once more is as libogg writes the first of one: one packet alone, and no granule.
 * Telegram for iOS writes it when a recording goes on after a pause, and numbers from it anew.
 */
const isRestart = ({ granule, isWhole, packets, emptyPackets }: Page): boolean =>
  isWhole && granule === 0n && packets.length === 1 && emptyPackets === 0;

/**
 * For how many seconds a file sounds, counted packet by packet: what its sender or its own headers say need not be so.
 * Null for what is not one whole stream of Opus in Ogg, from the first byte to the last, without pictures. The same stream
 * may begin anew within it, see `isRestart`.
 */
export function secondsOfOggOpus(file: Uint8Array): number | null {
  const head = pageOfOne(file, 0, HEAD);
  if (!head || !isHeadOfVoice(file, head)) return null;
  const tags = pageOfOne(file, head.end, TAGS);
  if (head.number !== 0 || tags?.number !== 1 || tags.beginsStream) return null;
  if (claimsTooMuch(head, 0) || claimsTooMuch(tags, 0)) return null;
  if (PICTURE.test(latin.decode(file.subarray(tags.from, tags.end)))) return null;
  let milliseconds = 0;
  let reached = 0n;
  let at = tags.end;
  // Of the tags: the head is page 0.
  let number = 1;
  while (at < file.length) {
    const page = pageAt(file, at);
    number = page?.beginsStream ? 0 : number + 1;
    // A decoder makes up sound where pages are missing.
    if (page?.number !== number) return null;
    for (const packet of page.packets) {
      const sounds = packetMilliseconds(file, packet);
      if (sounds === 0 || sounds > PACKET_MS_MAX) return null;
      milliseconds += sounds;
    }
    // An empty packet does not say how long it sounds: it counts at the most that a packet can.
    milliseconds += page.emptyPackets * PACKET_MS_MAX;
    if (claimsTooMuch(page, milliseconds) || goesBack(page, reached)) return null;
    if (page.granule > reached) reached = page.granule;
    if (page.beginsStream && !isRestart(page)) return null;
    at = page.end;
  }
  return milliseconds / 1_000;
}
