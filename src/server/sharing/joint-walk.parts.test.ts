import { testDatabase } from '@/testing/database';
import { walkTogether } from '@/testing/joint-walk';

const { db } = testDatabase();

test('whatever three people do, their views agree, one «Готово» counts, and nobody hears a thing unasked', async () => {
  await walkTogether(db, 500);
}, 900_000);
