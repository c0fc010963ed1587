/**
 * Random and crafted requests of account holders against every endpoint of the production build: none
 * may be answered with a fault, or with a word of the inside. `npm test` has the short form.
 */
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { endpoints } from '@/testing/endpoints';
import {
  attackServer,
  attacksOn,
  randomAttacks,
  updateAttacks,
  valueAttacks,
} from '@/testing/hostile';
import { report } from './figures';
import { serveProduct } from './next-servers';
import { startStandIn } from './stand-in';
import { storedDatabase } from './stored';

const USERS = 3_000;
const RANDOM = 20_000;

const database = await storedDatabase({ count: USERS, perUser: 1 });
const standIn = await startStandIn();
const ours = await serveProduct({
  ...TEST_ENV,
  TELEGRAM_API_ROOT: standIn.apiRoot,
  DATABASE_URL: database.url,
  LOG_LEVEL: 'silent',
});
try {
  const attacker = (nth: number) => initDataFor({ id: 1 + (nth % USERS) });
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_SECRET: webhookSecret } = TEST_ENV;
  const secrets = { token, webhookSecret };
  const all = endpoints();
  const attacks = [
    ...all.flatMap((each, i) =>
      attacksOn(each, { ...secrets, initData: attacker(i), foreignIds: [USERS] }),
    ),
    ...valueAttacks(attacker),
    ...updateAttacks({ ...secrets, initData: '', foreignIds: [] }, 1),
    ...randomAttacks(RANDOM, all, attacker),
  ];
  const faults = await attackServer(ours.url, attacks);
  if (faults.length > 0) console.log(faults.slice(0, 20).join('\n'));
  report('hostile', [
    {
      figure: `hostile requests over ${all.length} endpoints that broke a route or told of the inside`,
      target: '0',
      measured: `${faults.length} of ${attacks.length}`,
      reached: faults.length === 0,
    },
  ]);
} finally {
  ours.server.kill();
  standIn.stop();
  await database.drop();
}
