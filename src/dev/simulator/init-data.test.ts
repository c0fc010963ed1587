import { generateKeyPairSync, verify } from 'node:crypto';
import { validate } from '@tma.js/init-data-node';
import { signInitData } from './init-data';
import { Simulator } from './simulator';

// Published with Telegram's documentation and with init-data-node.
const vectors = [
  {
    name: 'with signature',
    token: '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ',
    raw: 'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6',
  },
  {
    name: 'without signature',
    token: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
    raw: 'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  },
];

test.each(vectors)('the published vector $name gets its published hash', ({ token, raw }) => {
  const { hash, ...fields } = Object.fromEntries(new URLSearchParams(raw));
  expect(new URLSearchParams(signInitData(fields, token)).get('hash')).toBe(hash);
});

test('what it signs passes an independent check of the hash and of the Ed25519 signature', () => {
  const token = '123456:test-token-of-the-simulator-0000000';
  const keys = generateKeyPairSync('ed25519');
  const user = JSON.stringify({ id: 1, first_name: 'Ёжик + & = "%"' });
  const authDate = String(Math.floor(Date.now() / 1000));
  const raw = signInitData({ user, auth_date: authDate, query_id: 'Q' }, token, keys.privateKey);

  expect(() => {
    validate(raw, token);
  }).not.toThrow();
  const signature = Buffer.from(new URLSearchParams(raw).get('signature') ?? '', 'base64url');
  const message = `123456:WebAppData\nauth_date=${authDate}\nquery_id=Q\nuser=${user}`;
  expect(verify(null, Buffer.from(message), keys.publicKey, signature)).toBe(true);
});

test('the mini app opens with launch parameters that hold signed init data', () => {
  const simulator = new Simulator({ token: '42:a-token' });
  simulator.addUser({ id: 501, firstName: 'Анна' });
  const launch = new URL(simulator.launchUrl(501, { url: 'http://localhost:3000/?draft=1' }));
  const params = new URLSearchParams(launch.hash.slice(1));
  expect([...params.keys()]).toEqual([
    'tgWebAppData',
    'tgWebAppVersion',
    'tgWebAppPlatform',
    'tgWebAppThemeParams',
  ]);
  const initData = new URLSearchParams(params.get('tgWebAppData') ?? '');
  expect([...initData.keys()].toSorted()).toEqual([
    'auth_date',
    'hash',
    'query_id',
    'signature',
    'user',
  ]);
  expect(launch.search).toBe('?draft=1');
});
