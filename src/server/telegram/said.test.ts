import { type Message } from 'telegraf/types';
import { z } from 'zod';
import { THUMBNAIL_MAX_BYTES } from '@/core/limits';
import { thumbnailIdOf, withItems } from '../platform/attachment';
import { keptOf } from './said';

const message = z.custom<Message>((value) => typeof value === 'object');
const kept = (fields: object, messageId = 1) =>
  keptOf(message.parse({ message_id: messageId, ...fields }));
const thumbnailOf = (fields: object) => thumbnailIdOf(kept(fields));
const size = (file_id: string, width: number, height: number, file_size?: number) => ({
  ...{ file_id, width, height },
  ...(file_size !== undefined && { file_size }),
});

describe('the small picture of what is kept', () => {
  test('of a photo is the smallest size that is sharp enough, else the sharpest', () => {
    const [small, medium, large] = [size('s', 90, 67), size('m', 240, 320), size('x', 800, 600)];
    expect(thumbnailOf({ photo: [small, medium, large] })).toBe('m');
    expect(thumbnailOf({ photo: [large, small] })).toBe('x');
    expect(thumbnailOf({ photo: [small] })).toBe('s');
  });

  test('is none that is too large to be shown', () => {
    const heavy = size('x', 800, 600, THUMBNAIL_MAX_BYTES + 1);
    expect(thumbnailOf({ photo: [size('s', 90, 67), heavy] })).toBe('s');
    expect(thumbnailOf({ photo: [heavy] })).toBeUndefined();
  });

  test('of a file is its thumbnail', () => {
    const video = { file_id: 'v', duration: 3, thumbnail: size('t', 320, 180) };
    expect(thumbnailOf({ video })).toBe('t');
    expect(thumbnailOf({ video_note: video })).toBe('t');
    expect(thumbnailOf({ document: { file_id: 'd' } })).toBeUndefined();
    expect(thumbnailOf({ voice: { file_id: 'v', duration: 3 } })).toBeUndefined();
  });

  test('of a sticker without one is the sticker itself, where it does not move', () => {
    const still = { ...size('w', 512, 512, 20_000), is_animated: false, is_video: false };
    expect(thumbnailOf({ sticker: still })).toBe('w');
    expect(thumbnailOf({ sticker: { ...still, thumbnail: size('t', 128, 128) } })).toBe('t');
    expect(thumbnailOf({ sticker: { ...still, is_animated: true } })).toBeUndefined();
    expect(thumbnailOf({ sticker: { ...still, is_video: true } })).toBeUndefined();
  });

  test('of an album is the one of its first part that has one, in whatever order the parts came', () => {
    const part = (id: number, photo: object[]) => kept({ media_group_id: 'a', photo }, id);
    const later = part(3, [size('third', 320, 240)]);
    expect(thumbnailIdOf(withItems(later, part(2, [size('second', 320, 240)])))).toBe('second');
    expect(thumbnailIdOf(withItems(later, part(1, [])))).toBe('third');
  });

  test.each([
    ['a thumbnail of another shape', { video: { file_id: 'v', thumbnail: 'x' } }],
    ['an id of another kind', { video: { file_id: 'v', thumbnail: { file_id: 7 } } }],
    ['an endless id', { video: { file_id: 'v', thumbnail: size('x'.repeat(300), 9, 9) } }],
  ])('%s is left out, and the rest is kept', (_, fields) => {
    expect(kept(fields).items).toMatchObject([{ kind: 'video', fileId: 'v' }]);
    expect(thumbnailOf(fields)).toBeUndefined();
  });
});
