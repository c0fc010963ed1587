import { oneAtATime } from './give-way';

/** Work that ends when it is told to. */
function held() {
  let finish: (fails?: boolean) => void = () => undefined;
  let began = false;
  const ends = new Promise<string>((resolve, reject) => {
    finish = (fails = false) => (fails ? reject(new Error('failed')) : resolve('done'));
  });
  const run = () => {
    began = true;
    return ends;
  };
  return { run, finish: (fails?: boolean) => finish(fails), hasBegun: () => began };
}

test('the work of one key is done one after another, whatever becomes of each; too many are refused', async () => {
  const [first, second, other] = [held(), held(), held()];
  const one = oneAtATime('a', 2, first.run);
  const two = oneAtATime('a', 2, second.run);
  const apart = oneAtATime('b', 2, other.run);
  await expect(oneAtATime('a', 2, held().run)).rejects.toMatchObject({
    code: 'too-many',
    retryAfter: 10,
  });
  other.finish();
  expect(await apart).toBe('done');
  expect([first.hasBegun(), second.hasBegun()]).toEqual([true, false]);
  first.finish(true);
  await expect(one).rejects.toThrow('failed');
  second.finish();
  expect(await two).toBe('done');
  const again = held();
  again.finish();
  expect(await oneAtATime('a', 1, again.run)).toBe('done');
});
