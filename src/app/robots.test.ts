import { TEST_ENV } from '@/testing/test-env';
import robots from './robots';

jest.mock('next/server', () => ({ connection: () => Promise.resolve() }));

beforeAll(() => {
  Object.assign(process.env, TEST_ENV, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
});

/** As RFC 9309 §2.2.2 has it: the longest rule that fits decides. */
async function allows(path: string): Promise<boolean> {
  const { rules } = await robots();
  const [only] = [rules].flat();
  const longest = (of: string | string[] | undefined) =>
    Math.max(0, ...[of ?? []].flat().flatMap((each) => (path.startsWith(each) ? each.length : [])));
  return longest(only?.allow) >= longest(only?.disallow);
}

test('calendar programs that ask robots.txt first may fetch the feed, nobody the rest of the API', async () => {
  expect(await allows('/api/calendar/mMf3s')).toBe(true);
  expect(await allows('/')).toBe(true);
  expect(await allows('/api/notifications')).toBe(false);
  expect(await allows('/api/telegram')).toBe(false);
});
