import { UpdateFeed } from './update-feed';

test.each([
  ['inline_query', 30],
  ['callback_query', 150],
  ['chosen_inline_result', 600],
  ['message', 86_400],
])('a %s waits %i seconds for the bot, and then goes', async (kind, seconds) => {
  let now = 0;
  const feed = new UpdateFeed(5, () => now);
  const poll = () => feed.poll({ offset: 0, limit: 100, timeoutMs: 0, allowedUpdates: undefined });
  feed.push(kind, 1, {});
  now = seconds * 1_000 - 1;
  expect(await poll()).toHaveLength(1);
  now += 1;
  expect(await poll()).toEqual([]);
  await feed.idle();
});
