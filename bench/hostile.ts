/**
 * Random and crafted requests of account holders against every endpoint of the production build, and of
 * strangers against what lies before them: none may be answered with a fault, or with a word of the
 * inside; and what open bodies and padded init data cost in memory. `npm test` has the short form.
 */
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import {
  attackServer,
  attacksOn,
  endpoints,
  randomAttacks,
  updateAttacks,
  valueAttacks,
} from '@/testing/hostile';
import { openBodies, residentMegabytes } from '@/testing/open-bodies';
import { attackRaw, rawRequests } from '@/testing/raw-requests';
import { report } from './figures';
import { serveProduct } from './next-servers';
import { startStandIn } from './stand-in';
import { storedDatabase } from './stored';

const USERS = 3_000;
const RANDOM = 20_000;
/** As many as one user may send in 200 s, each with 60 KB of padding. */
const PADDED = 1_990;
/** Connections with 10 MB each. */
const OPEN_BODIES = 60;

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
  const faults = [...(await attackServer(ours.url, attacks)), ...(await attackRaw(ours.url))];
  if (faults.length > 0) console.log(faults.slice(0, 20).join('\n'));
  report('hostile', [
    {
      figure: `hostile requests over ${all.length} endpoints that broke a route or told of the inside`,
      target: '0',
      measured: `${faults.length} of ${attacks.length + rawRequests('').length}`,
      reached: faults.length === 0,
    },
    await memory('60 connections that post 10 MB each to a page', async () => {
      const { left } = await openBodies(ours.url, { path: '/', connections: OPEN_BODIES });
      if (left > 0) throw new Error(`${left} were left open`);
    }),
    await memory('1,990 requests of one user with 60 KB of padding in the init data', async () => {
      for (let i = 0; i < PADDED; i += 1) {
        const initData = `${attacker(0)}${'&'.repeat(60_000 + (i % 1_000))}`;
        const { status } = await fetch(`${ours.url}/api/validate`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.0.${i >> 8}.${i & 255}`,
          },
          body: JSON.stringify({ initData }),
        });
        if (status !== 403) throw new Error(`answered with ${status}`);
      }
    }),
  ]);
} finally {
  await ours.stop();
  standIn.stop();
  await database.drop();
}

/** How far an attack drives up the server's memory. */
async function memory(what: string, attack: () => Promise<void>) {
  const megabytes = () => residentMegabytes(ours.process.pid ?? 0);
  const before = megabytes();
  await attack();
  const grown = Math.round(megabytes() - before);
  return {
    figure: `memory of the server, ${what}`,
    target: '≤ 150 MB more',
    measured: `${grown} MB more`,
    reached: grown <= 150,
  };
}
