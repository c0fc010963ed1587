import fc from '@/testing/fast-check';
import { oggOpusOf } from '@/testing/voices';
import { CHECKSUM_AT, oggChecksum, secondsOfOggOpus } from './ogg-opus';

const repeated = (byte: number, times: number) => Array<number>(times).fill(byte);
const bytesOf = (word: string) => [...Buffer.from(word)];

/** With its checksum. */
function signed(bytes: readonly number[]): number[] {
  const page = Buffer.from(bytes).fill(0, CHECKSUM_AT, CHECKSUM_AT + 4);
  page.writeUInt32LE(oggChecksum(page), CHECKSUM_AT);
  return [...page];
}

/** One page of Ogg, with the sizes of its segments as they are given; the third of its stream unless `number` says another. */
function page(
  flags: number,
  sizes: readonly number[],
  bytes: readonly number[],
  number = 2,
): number[] {
  const head = [...bytesOf('OggS'), 0, flags, ...repeated(0, 20), sizes.length];
  return numbered([...head, ...sizes, ...bytes], number);
}
function numbered(old: readonly number[], number: number): number[] {
  const bytes = Buffer.from(old);
  bytes.writeUInt32LE(number, 18);
  return signed([...bytes]);
}
/** With a granule of its own. */
function claiming(old: readonly number[], granule: bigint): number[] {
  const bytes = Buffer.from(old);
  bytes.writeBigInt64LE(granule, 6);
  return signed([...bytes]);
}
/** With so many bytes changed, and the checksum that it has then. */
const changed = (old: readonly number[], bytes: Record<number, number>) =>
  signed(old.map((byte, at) => bytes[at] ?? byte));

/** Of so many channels, mapped so. */
function headOf(channels: number, mapping: number): number[] {
  const head = [...bytesOf('OpusHead'), 1, channels, ...repeated(0, 8), mapping];
  return page(2, [head.length], head, 0);
}
const HEAD = headOf(1, 0);
const tagged = (tags: string) => page(0, [tags.length], bytesOf(tags), 1);
const TAGS = tagged('OpusTags');
const SILENCE = [0xf8, 0, 0];
const SOUND = page(0, [3], SILENCE);
const secondsOf = (...pages: number[][]) => secondsOfOggOpus(Uint8Array.from(pages.flat()));

test('a minute of voice is a minute, whatever its words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.nat({ max: 90 }), (words, seconds) => {
      expect(secondsOfOggOpus(oggOpusOf(words, seconds))).toBe(seconds);
    }),
    { numRuns: 30 },
  );
});

test('a file that is looked through stays as it is', () => {
  const voice = oggOpusOf('да', 1);
  const before = voice.toString('hex');
  expect(secondsOfOggOpus(voice)).toBe(1);
  expect(voice.toString('hex')).toBe(before);
});

// CRC-32/CKSUM of the same digits is 0x765E7680: the same division, and its result turned over.
test('the checksum is Ogg’s', () => {
  expect(oggChecksum(Buffer.from('123456789'))).toBe(0x89a1897f);
});

// RFC 6716, section 3.1: the first byte of a packet, and the second of one that counts its frames.
test.each([
  ['10 ms of speech', [0x00], 0.01],
  ['60 ms of speech', [0x18], 0.06],
  ['20 ms of both', [0x68], 0.02],
  ['2.5 ms of music', [0x80], 0.002_5],
  ['20 ms of music', [0xf8], 0.02],
  ['two frames of it', [0xf9], 0.04],
  ['two others', [0xfa], 0.04],
  ['six frames that are counted', [0xfb, 6], 0.12],
])('a packet lasts as its first byte says: %s', (_, packet, seconds) => {
  expect(secondsOf(HEAD, TAGS, page(0, [packet.length], packet))).toBeCloseTo(seconds, 6);
});

test('a recording that goes on after a pause may number its pages anew, as Telegram for iOS does', () => {
  const again = page(2, [3], SILENCE, 0);
  const more = claiming(page(0, [3], SILENCE, 1), 3n * 960n);
  expect(secondsOf(HEAD, TAGS, SOUND, again, more)).toBeCloseTo(0.06, 6);
});

test('a packet that goes on in further segments and pages counts once', () => {
  const first = page(0, [255], [0xf8, ...repeated(0, 254)]);
  const rest = page(1, [3, 3], [0xf8, 0, 0, 0xf8, 0, 0], 3);
  expect(secondsOf(HEAD, TAGS, first, rest)).toBeCloseTo(0.04, 6);
});

test('what is no whole voice of Opus is none: other sounds, a second stream, a piece of one, more behind it', () => {
  const voice = oggOpusOf('да', 1);
  const other = page(2, [8], bytesOf('\u0001vorbis '));
  const sounds = [Buffer.from(''), Buffer.from('RIFF'), Buffer.from(other)];
  const joined = [Buffer.concat([voice, voice]), Buffer.concat([voice, Buffer.from(other)])];
  const pieces = [voice.subarray(0, -1), voice.subarray(1), Buffer.concat([voice, Buffer.of(0)])];
  for (const file of [...sounds, ...joined, ...pieces]) expect(secondsOfOggOpus(file)).toBeNull();
});

describe('what a decoder would play and we would not count makes it none', () => {
  const speex = page(0, [80], [...bytesOf('Speex   '), ...repeated(0, 72)]);
  const inner = page(0, [3], [0xf8, 0, 0]);
  const nested = page(0, [255], [...inner, ...repeated(0, 255 - inner.length)]);
  const unsigned = (old: readonly number[]) =>
    old.map((byte, at) => (at === CHECKSUM_AT ? byte ^ 1 : byte));

  test.each([
    ['a page of another checksum, behind which another codec begins', [unsigned(HEAD), speex]],
    ['tags of another checksum', [HEAD, unsigned(TAGS), SOUND]],
    ['a page inside one of another checksum', [HEAD, TAGS, unsigned(nested)]],
    ['another version', [HEAD, TAGS, changed(SOUND, { 4: 1 })]],
    ['another kind of page', [HEAD, TAGS, changed(SOUND, { 5: 8 })]],
    ['another stream', [HEAD, TAGS, changed(SOUND, { 14: 1 })]],
    ['a head that is too short', [page(2, [8], bytesOf('OpusHead')), TAGS, SOUND]],
    ['no channel', [headOf(0, 0), TAGS, SOUND]],
    ['three channels', [headOf(3, 0), TAGS, SOUND]],
    ['many streams in each packet', [headOf(1, 1), TAGS, SOUND]],
    ['another head behind the first', [HEAD, TAGS, page(0, [8], bytesOf('OpusHead'))]],
    ['no tags', [HEAD, SOUND]],
    ['hours that a granule claims', [HEAD, TAGS, claiming(SOUND, 36_000n * 48_000n)]],
    ['a granule below nothing', [HEAD, TAGS, claiming(SOUND, -2n)]],
    ['a granule beyond any number of samples', [HEAD, TAGS, claiming(SOUND, 2n ** 62n)]],
    ['hours that the tags claim', [HEAD, claiming(TAGS, 36_000n * 48_000n), SOUND]],
    ['hours that the head claims', [claiming(HEAD, 36_000n * 48_000n), TAGS, SOUND]],
    ['a first page that is not the first', [numbered(HEAD, 1), TAGS, SOUND]],
    [
      'a granule below the one before',
      [HEAD, TAGS, claiming(SOUND, 960n), numbered(claiming(SOUND, 959n), 3)],
    ],
    ['a page missing', [HEAD, TAGS, numbered(SOUND, 3)]],
    [
      'another beginning with sound before it',
      [HEAD, TAGS, claiming(page(2, [3], SILENCE, 0), 1n)],
    ],
    [
      'another beginning of two packets',
      [HEAD, TAGS, page(2, [3, 3], [...SILENCE, ...SILENCE], 0)],
    ],
    ['another beginning out of its order', [HEAD, TAGS, page(2, [3], SILENCE, 1)]],
    ['a page missing before the tags', [HEAD, numbered(TAGS, 2), numbered(SOUND, 3)]],
    ['a picture among the tags', [HEAD, tagged('OpusTags METADATA_block_PICTURE=R0lG'), SOUND]],
    ['tags with more behind them', [HEAD, page(0, [8, 1], [...bytesOf('OpusTags'), 0]), SOUND]],
    ['a packet without a frame', [HEAD, TAGS, page(0, [2], [0xfb, 0])]],
    ['a packet of more than 120 ms', [HEAD, TAGS, page(0, [2], [0xfb, 7])]],
  ])('%s', (_, pages) => {
    expect(secondsOf(...pages)).toBeNull();
  });

  test('an empty packet counts as the longest: a decoder may make up what is missing', () => {
    const empty = page(0, repeated(0, 255), [], 3);
    expect(secondsOf(HEAD, TAGS, SOUND, empty)).toBeCloseTo(0.02 + 255 * 0.12, 6);
  });

  test('nothing of that is in the file that the others are made of', () => {
    expect(secondsOf(HEAD, TAGS, SOUND)).toBeCloseTo(0.02, 6);
    // What a decoder is to skip is counted as well, and -1 says that no packet ends here.
    const [skipped, none] = [claiming(SOUND, 960n + 3_840n), claiming(SOUND, -1n)];
    expect(secondsOf(HEAD, TAGS, skipped)).toBeCloseTo(0.02, 6);
    expect(secondsOf(HEAD, TAGS, none)).toBeCloseTo(0.02, 6);
  });
});

test('any bytes are looked through once, and throw nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const pages = [HEAD, TAGS, page(0, [...bytes.slice(0, 20)], [...bytes])];
      expect(secondsOf(...pages)).not.toBeNaN();
      expect(secondsOfOggOpus(bytes)).toBeNull();
    }),
  );
});

test('the most packets and pages that fit are looked through in no time', () => {
  const small = page(0, repeated(1, 255), repeated(0x00, 255));
  const many = Array.from({ length: 1_800 }, (_, nth) => numbered(small, 2 + nth));
  const file = Uint8Array.from([...HEAD, ...TAGS, ...many.flat()]);
  const before = process.cpuUsage();
  expect(secondsOfOggOpus(file)).toBeCloseTo(1_800 * 2.55, 3);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
});
