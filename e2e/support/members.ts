import { initDataFor } from '../../src/testing/test-env';
import { type Stack, TOKEN } from './test';
import { TERMS_VERSION } from '../../src/core/limits';

let lastId = 7_000_000;
/** Ids of people who accepted the terms. */
export async function members(stack: Stack, count: number): Promise<number[]> {
  const first = lastId + 1;
  lastId += count;
  await stack.sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at, tutorial_step)
    select id, 'Анна', now(), ${TERMS_VERSION}, now(), 2
    from generate_series(${first}::bigint, ${lastId}::bigint) as id`;
  const ids = Array.from({ length: count }, (_, i) => first + i);
  for (const id of ids) stack.telegram.simulator.addUser({ id, firstName: 'Анна' });
  return ids;
}
export const initData = (id: number) => initDataFor({ id }, { token: TOKEN });
