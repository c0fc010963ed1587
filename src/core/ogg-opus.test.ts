import fc from 'fast-check';
import { oggOpusOf } from '@/testing/voices';
import { secondsOfOggOpus } from './ogg-opus';

/** One page of Ogg, with the sizes of its segments as they are given. */
function page(flags: number, sizes: readonly number[], bytes: readonly number[]): number[] {
  const head = [...Buffer.from('OggS'), 0, flags, ...Array<number>(20).fill(0), sizes.length];
  return [...head, ...sizes, ...bytes];
}
const OPUS_HEAD = [...Buffer.from('OpusHead'), ...Array<number>(11).fill(0)];
const HEAD = page(2, [OPUS_HEAD.length], OPUS_HEAD);
const secondsOf = (...pages: number[][]) => secondsOfOggOpus(Uint8Array.from(pages.flat()));

test('a minute of voice is a minute, whatever its words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.nat({ max: 90 }), (words, seconds) => {
      expect(secondsOfOggOpus(oggOpusOf(words, seconds))).toBe(seconds);
    }),
    { numRuns: 30 },
  );
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
  expect(secondsOf(HEAD, page(0, [packet.length], packet))).toBeCloseTo(seconds, 6);
});

test('a packet that goes on in further segments and pages counts once', () => {
  const first = page(0, [255], [0xf8, ...Array<number>(254).fill(0)]);
  const rest = page(1, [3, 3], [0xf8, 0, 0, 0xf8, 0, 0]);
  expect(secondsOf(HEAD, first, rest)).toBeCloseTo(0.04, 6);
});

test('what is no whole voice of Opus is none: other sounds, a second stream, a piece of one, more behind it', () => {
  const voice = oggOpusOf('да', 1);
  const other = page(2, [8], [...Buffer.from('\u0001vorbis ')]);
  const sounds = [Buffer.from(''), Buffer.from('RIFF'), Buffer.from(other)];
  const joined = [Buffer.concat([voice, voice]), Buffer.concat([voice, Buffer.from(other)])];
  const pieces = [voice.subarray(0, -1), voice.subarray(1), Buffer.concat([voice, Buffer.of(0)])];
  for (const file of [...sounds, ...joined, ...pieces]) expect(secondsOfOggOpus(file)).toBeNull();
});

test('a page that a decoder may find and we would not count makes it none', () => {
  const sound = page(0, [3], [0xf8, 0, 0]);
  const at = (offset: number, byte: number) =>
    sound.map((old, nth) => (nth === offset ? byte : old));
  expect(secondsOf(HEAD, sound)).toBeCloseTo(0.02, 6);
  const inside = page(0, [255], [...sound, ...Array<number>(255 - sound.length).fill(0)]);
  const [ofOtherVersion, ofOtherKind, ofOtherStream] = [at(4, 1), at(5, 8), at(14, 1)];
  for (const other of [inside, ofOtherVersion, ofOtherKind, ofOtherStream]) {
    expect(secondsOf(HEAD, other)).toBeNull();
  }
  expect(secondsOf(page(2, [8], [...Buffer.from('OpusHead')]), sound)).toBeNull();
});

test('any bytes are looked through once, and throw nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(secondsOf(HEAD, page(0, [...bytes.slice(0, 20)], [...bytes]))).not.toBeNaN();
    }),
  );
});
