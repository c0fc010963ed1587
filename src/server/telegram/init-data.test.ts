import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { sign, validate } from '@tma.js/init-data-node';
import { checkInitData } from './init-data';

// Published vectors: the first from the tests of @tma.js/init-data-node (with `signature`), the
// second from docs.telegram-mini-apps.com (from before there was one).
const withSignature = {
  token: '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ',
  raw: 'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6',
  signedAt: new Date(1_733_584_787_000),
};
const withoutSignature = {
  token: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8',
  raw: 'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2',
  signedAt: new Date(1_662_771_648_000),
};
const TOKEN = '42:a-token-of-the-tests';
const SIGNED_AT = new Date('2026-11-21T09:00:00Z');
const secondsLater = (s: number) => new Date(SIGNED_AT.getTime() + s * 1000);

/** Signs any pairs as Telegram does, so that only the fact under test is wrong. */
function signed(pairs: [string, string][], token = TOKEN): string {
  const check = pairs
    .map(([k, v]) => `${k}=${v}`)
    .sort()
    .join('\n');
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const hash = createHmac('sha256', key).update(check).digest('hex');
  return new URLSearchParams([...pairs, ['hash', hash]]).toString();
}
type Pair = [string, string];
const user: Pair = ['user', JSON.stringify({ id: 7, first_name: 'Аня' })];
const authDate: Pair = ['auth_date', String(SIGNED_AT.getTime() / 1000)];

test('half a surrogate pair in a name is replaced: neither PostgreSQL nor Telegram takes it', () => {
  const half: Pair = ['user', '{"id":7,"first_name":"Аня \\ud83d"}'];
  expect(checkInitData(signed([half, authDate]), TOKEN, SIGNED_AT)).toMatchObject({
    first_name: 'Аня \ufffd',
  });
});

describe('the published vectors', () => {
  test.each([
    ['with signature', withSignature],
    ['without signature', withoutSignature],
  ])('%s is accepted and names its user', (_, { token, raw, signedAt }) => {
    expect(checkInitData(raw, token, signedAt)).toMatchObject({
      id: 279058397,
      username: 'vdkfrost',
    });
  });

  test.each([
    ['with signature', withSignature],
    ['without signature', withoutSignature],
  ])(
    '%s is refused with any one character of its values altered',
    (_, { token, raw, signedAt }) => {
      for (let at = 0; at < raw.length; at += 7) {
        const altered = raw.slice(0, at) + (raw[at] === 'z' ? 'y' : 'z') + raw.slice(at + 1);
        expect(checkInitData(altered, token, signedAt)).toBeNull();
      }
    },
  );

  test('the signature is part of what is signed: without it the hash no longer fits', () => {
    const raw = withSignature.raw.replace(/&signature=[^&]*/, '');
    expect(checkInitData(raw, withSignature.token, withSignature.signedAt)).toBeNull();
  });

  test("a stranger's token is refused", () => {
    expect(
      checkInitData(withSignature.raw, withoutSignature.token, withSignature.signedAt),
    ).toBeNull();
  });
});

describe('age', () => {
  const raw = signed([user, authDate]);
  test.each([
    ['at once', 0, true],
    ['after a day', 86_400, true],
    ['after a day and a second', 86_401, false],
    ['a minute before it was signed (clocks differ)', -60, true],
    ['more than a minute before it was signed', -61, false],
  ])('%s', (_, seconds, accepted) => {
    expect(checkInitData(raw, TOKEN, secondsLater(seconds)) !== null).toBe(accepted);
  });

  test.each(['', 'abc', '-1', '1e9', '17637156000000000', ' 1763715600'])(
    'auth_date %j is refused although correctly signed',
    (value) => {
      expect(checkInitData(signed([user, ['auth_date', value]]), TOKEN, SIGNED_AT)).toBeNull();
    },
  );
  test('no auth_date is refused', () => {
    expect(checkInitData(signed([user]), TOKEN, SIGNED_AT)).toBeNull();
  });
});

describe('form', () => {
  test('a key given twice is refused although correctly signed', () => {
    expect(checkInitData(signed([user, authDate, user]), TOKEN, SIGNED_AT)).toBeNull();
    const raw = signed([user, authDate]);
    expect(checkInitData(`${raw}&hash=${'0'.repeat(64)}`, TOKEN, SIGNED_AT)).toBeNull();
  });

  test.each<[string, Pair[]]>([
    ['no user', []],
    ['a user that is not JSON', [['user', '{']]],
    ['a user without id', [['user', '{"first_name":"A"}']]],
    ['a user with a textual id', [['user', '{"id":"7"}']]],
    ['a negative id', [['user', '{"id":-7}']]],
    ['an id beyond safe integers', [['user', '{"id":9007199254740993}']]],
    ['a bot', [['user', '{"id":7,"is_bot":true}']]],
  ])('%s is refused', (_, pairs) => {
    expect(checkInitData(signed([authDate, ...pairs]), TOKEN, SIGNED_AT)).toBeNull();
  });

  test('an avatar that is not https is dropped, the user stays', () => {
    const raw = signed([authDate, ['user', '{"id":7,"photo_url":"javascript:alert(1)"}']]);
    expect(checkInitData(raw, TOKEN, SIGNED_AT)).toMatchObject({ id: 7, photo_url: undefined });
  });

  test('whatever is sent, it answers and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (raw) => {
        expect(checkInitData(raw, TOKEN, SIGNED_AT)).toBeNull();
      }),
    );
  });
});

describe('size', () => {
  const raw = signed([user, authDate]);
  const padded = (bytes: number) => raw + '&'.repeat(bytes - raw.length);

  test('4 KB is read, more is refused although correctly signed', () => {
    expect(checkInitData(padded(4_096), TOKEN, SIGNED_AT)).toMatchObject({ id: 7 });
    expect(checkInitData(padded(4_097), TOKEN, SIGNED_AT)).toBeNull();
    const long: Pair = ['start_param', 'я'.repeat(700)];
    expect(signed([user, authDate, long]).length).toBeGreaterThan(4_096);
    expect(checkInitData(signed([user, authDate, long]), TOKEN, SIGNED_AT)).toBeNull();
  });

  test('bytes are counted, not letters', () => {
    const letters = signed([user, authDate, ['start_param', 'я'.repeat(2_000)]]);
    // The same pairs, written without escapes: fewer letters than bytes.
    const plain = decodeURIComponent(letters);
    expect(plain.length).toBeLessThan(4_096);
    expect(checkInitData(plain, TOKEN, SIGNED_AT)).toBeNull();
  });

  test('the longest that a client can send is far below it', () => {
    const person = {
      id: Number.MAX_SAFE_INTEGER,
      first_name: '👩'.repeat(32),
      last_name: '👩'.repeat(32),
      username: 'x'.repeat(32),
      language_code: 'pt-br',
      photo_url: `https://t.me/i/userpic/320/${'x'.repeat(60)}.svg`,
    };
    const longest = signed([
      ['user', JSON.stringify(person)],
      authDate,
      ['start_param', 'x'.repeat(512)],
      ['chat_instance', '-'.padEnd(20, '9')],
      ['chat_type', 'supergroup'],
      ['signature', 'x'.repeat(86)],
    ]);
    expect(longest.length).toBeLessThan(3_000);
    expect(checkInitData(longest, TOKEN, SIGNED_AT)).toMatchObject({ id: person.id });
  });
});

test('a token that changes makes the old one’s init data invalid, and its own valid', () => {
  const raw = signed([user, authDate]);
  expect(checkInitData(raw, TOKEN, SIGNED_AT)).toMatchObject({ id: 7 });
  expect(checkInitData(raw, '43:another', SIGNED_AT)).toBeNull();
  const own = signed([user, authDate], '43:another');
  expect(checkInitData(own, '43:another', SIGNED_AT)).toMatchObject({ id: 7 });
  expect(checkInitData(raw, TOKEN, SIGNED_AT)).toMatchObject({ id: 7 });
});

test('agrees with @tma.js/init-data-node on what is valid, for any names and times', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 52 }),
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: -30, max: 100_000 }),
      (id, name, age) => {
        const now = new Date();
        const signedAt = new Date(now.getTime() - age * 1000);
        const raw = sign({ user: { id, first_name: name } }, TOKEN, signedAt);
        let oracle = true;
        try {
          validate(raw, TOKEN);
        } catch {
          oracle = false;
        }
        const ours = checkInitData(raw, TOKEN, now);
        if (Math.abs(age - 86_400) > 2) expect(ours !== null).toBe(oracle);
        if (ours) expect(ours).toMatchObject({ id, first_name: name });
      },
    ),
    { numRuns: 50 },
  );
});
