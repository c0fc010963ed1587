import { storedAttachment } from './attachment';

test('a format that only a newer release knows costs that format, not the message', () => {
  const bold = { type: 'bold', offset: 0, length: 2 };
  const item = { kind: 'voice', messageId: 5, fileId: 'abc', text: 'слова' };
  const newer = { ...bold, type: 'wave' };
  expect(storedAttachment.parse({ items: [{ ...item, entities: [newer, bold] }] })).toEqual({
    items: [{ ...item, entities: [bold] }],
  });
});
