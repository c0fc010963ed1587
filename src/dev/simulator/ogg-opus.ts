import { CHECKSUM_AT, oggChecksum } from '@/core/ogg-opus';

/** Voice messages as Telegram's clients record them, as far as a listener that counts packets can tell: silence. */

/** 20 ms of silence. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const PACKETS_A_SECOND = 50;
const SAMPLES_A_SECOND = 48_000;
/** Version, channels, samples to skip, rate, gain, mapping. */
const ONE_CHANNEL = Buffer.from([1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const TAGS = 'OpusTags';
const FIRST_PAGE = 2;

/** The stream's page of this number, at whose end so many seconds have sounded. */
function page(number: number, packets: readonly Buffer[], seconds = 0): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = number === 0 ? FIRST_PAGE : 0;
  head.writeBigInt64LE(BigInt(seconds * SAMPLES_A_SECOND), 6);
  head.writeUInt32LE(number, 18);
  const sizes = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  head[26] = sizes.length;
  const bytes = Buffer.concat([head, Buffer.from(sizes), ...packets]);
  bytes.writeUInt32LE(oggChecksum(bytes), CHECKSUM_AT);
  return bytes;
}

/** So many seconds of silence; `words` stand where a file names the program that has written it. */
export function oggOpusOf(words: string, seconds: number): Buffer {
  const said = Buffer.from(words);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(said.length);
  const second = Array.from({ length: PACKETS_A_SECOND }, () => SILENCE);
  return Buffer.concat([
    page(0, [Buffer.concat([Buffer.from('OpusHead'), ONE_CHANNEL])]),
    page(1, [Buffer.concat([Buffer.from(TAGS), size, said])]),
    ...Array.from({ length: seconds }, (_, nth) => page(2 + nth, second, 1 + nth)),
  ]);
}

/** The words in such a file; undefined of any other. */
export function wordsInOggOpus(sound: Buffer): string | undefined {
  const at = sound.indexOf(TAGS);
  if (at < 0) return undefined;
  const from = at + TAGS.length + 4;
  return sound.toString('utf8', from, from + sound.readUInt32LE(from - 4));
}
