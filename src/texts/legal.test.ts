import { type LegalDocument, type LegalFacts, legalPage } from './legal';
import { privacyDocument } from './legal-privacy';
import { termsDocument } from './legal-terms';
import { daysAtMost, nouns, plural } from './plural';

const facts: LegalFacts = {
  floodIntervals: [5, 15],
  snoozePresets: ['10m', '1h', 'evening', 'tomorrow'],
  evening: '19:00',
  minAge: 41,
  inactivityRemovalDays: 97,
  inactivityWarningDays: 84,
  REFUSED_DAYS: 6,
  RESTORE_DAYS: 33,
  LEDGER_DAYS: 182,
  HISTORY_DAYS: 181,
  DAY_MESSAGE_DAYS: 8,
  PROCESSED_UPDATE_DAYS: 8,
  DRAFT_DAYS: 9,
  INLINE_DRAFT_DAYS: 6,
  GUEST_CARD_DAYS: 3,
  INLINE_DRAFTS_MAX: 44,
  EARLY_MESSAGES_MAX: 4,
  EARLY_MESSAGE_DAYS: 2,
  KEPT_FORM_DAYS: 12,
  operatorName: 'ООО «Пример»',
  contactEmail: 'hello@example.org',
  operatorAddress: '101000, Москва, Примерная улица, 1',
  operatorRegistryNumber: '77-25-000001',
  databaseCountry: 'Россия',
  encryptedAtRest: true,
  backupDays: 21,
  logDays: 31,
  transcribes: true,
  LEAK_HOURS: { regulator: 25, inquiry: 73, people: 51 },
  STATUS_DAYS: 365,
};

const textOf = (document: LegalDocument) => JSON.stringify(document);
const both = [termsDocument, privacyDocument];

test('the dates of the first edition and of this one are written out in Russian', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(plain(legalPage.effective('2025-10-06', '2025-10-06'))).toBe(
    'Действует с 6 октября 2025 года',
  );
  expect(plain(legalPage.effective('2025-10-06', '2026-11-24'))).toBe(
    'Первая редакция — с 6 октября 2025 года. Эта редакция — с 24 ноября 2026 года.',
  );
});

test.each(both)('the one edition that there is lists no changes', (make) => {
  expect(textOf(make(facts))).not.toContain('Что изменилось');
});

test('every purpose has its basis, and nothing rests on a consent that is asked with the terms', () => {
  const document = privacyDocument(facts);
  const table = document.sections
    .find(({ id }) => id === 'basis')
    ?.blocks.find((block) => typeof block === 'object' && 'head' in block);
  if (!table || !('rows' in table)) throw new Error('no table of bases');
  expect(table.head).toEqual(['Цель', 'Какие данные', 'Основание']);
  for (const row of table.rows) expect(row[2]).toMatch(/\(пункт [257]\)$/);
  for (const make of both)
    expect(textOf(make(facts))).not.toMatch(/даёте согласие|с вашего согласия/);
});

test('what the law wants said is said: country, backups, disks, leaks, special data, others’ data', () => {
  const text = textOf(privacyDocument(facts));
  for (const said of [
    'Страна, в которой находится база: Россия.',
    'Серверы самого Telegram оператор не выбирает',
    'не дольше 21 дня: потом копии',
    'Не дольше 31 дня',
    'не позже чем через 51 час после',
    'зашифрованы.',
    'в течение 25 часов',
    'в течение 73 часов',
    'диагнозы',
    '366 дней',
  ]) {
    expect(text).toContain(said);
  }
  expect(textOf(privacyDocument({ ...facts, encryptedAtRest: false }))).toContain(
    'не зашифрованы.',
  );
});

test('what the operator has not said is claimed nowhere', () => {
  const silent = {
    ...{ databaseCountry: undefined, encryptedAtRest: undefined },
    ...{ backupDays: undefined, logDays: undefined },
  };
  const text = textOf(privacyDocument({ ...facts, ...silent }));
  expect(text).not.toMatch(/Россия\.|зашифрованы\.|не дольше \d+ дн[а-я]+: потом копии|undefined/);
  expect(text.match(/владелец этой установки не указал/g)).toHaveLength(5);
});

test('the agreement promises what the code is set to do', () => {
  const text = textOf(termsDocument(facts));
  for (const promise of [
    'не меньше 41 года',
    'через 97 дней',
    'За 13 дней',
    'В течение 33 дней',
    '/delete',
    '/export',
    'Сервис бесплатный',
    'могут стать платными',
    'через бота',
  ]) {
    expect(text).toContain(promise);
  }
});

test('the policy names every period for which data are kept', () => {
  const text = textOf(privacyDocument(facts));
  for (const period of [
    'ещё 33 дня',
    '182 дня',
    '181 день',
    'Не дольше 2 дней',
    'через 6 дней после отказа',
    '8 дней',
    '9 дней',
    '12 дней',
    '97 дней',
    '13 дней',
  ]) {
    expect(text).toContain(period);
  }
  for (const said of [
    '152-ФЗ',
    'потом становится заметкой',
    'PostgreSQL',
    'Telegram — передатчик',
    'Роскомнадзор',
  ]) {
    expect(text).toContain(said);
  }
});

test.each(both)('every number of days agrees with its noun', (make) => {
  for (const count of [1, 2, 5, 11, 21]) {
    const periods = Object.fromEntries(
      Object.keys(facts).flatMap((name) => (name.endsWith('Days') ? [[name, count]] : [])),
    );
    const text = textOf(make({ ...facts, ...periods, inactivityRemovalDays: 2 * count }));
    for (const [said, before = '', days] of text.matchAll(/(\S+) (\d+) (?:день|дня|дней)/g)) {
      const agreed = /дольше$|течение$|около$/i.test(before)
        ? daysAtMost(Number(days))
        : plural(Number(days), nouns.day);
      expect(said).toBe(`${before} ${agreed}`);
    }
  }
});

test('the policy names what stays of somebody who refuses the terms at once', () => {
  expect(textOf(privacyDocument(facts))).toContain(
    'кроме счётчиков обращений и сообщений, которые вы уже написали боту (не больше 4): они хранятся не дольше 2 дней.',
  );
});

test('the policy tells what becomes of those who cannot be warned', () => {
  const text = textOf(privacyDocument(facts));
  expect(text).toContain('пока Telegram не примет предупреждение, ничего не удаляется');
  expect(text).toContain(
    'без предупреждения — через те же 97 дней, но не раньше чем через 13 дней',
  );
});

test.each(both)('the operator and every contact come from configuration', (make) => {
  const text = textOf(make(facts));
  expect(text).toContain('Пример');
  expect(text).toContain('mailto:hello@example.org');
  expect(text).toContain('Адрес: 101000, Москва, Примерная улица, 1');
  expect(text).toContain('77-25-000001');
  expect(text).not.toContain('не называет оператора');
});

test.each(both)(
  'without its operator’s name, address and e-mail the document says so plainly',
  (make) => {
    for (const missing of ['operatorName', 'operatorAddress', 'contactEmail'] as const) {
      const text = textOf(make({ ...facts, [missing]: undefined }));
      expect(text).toContain('Эта установка не называет оператора полностью');
      expect(text).not.toMatch(/undefined|Бот в Telegram|в описании бота/);
    }
  },
);

test.each(both)('every section has an anchor of its own', (make) => {
  const ids = make(facts).sections.map((section) => section.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the policy speaks of voices where they are written down, and nowhere else', () => {
  const said = (transcribes: boolean) => textOf(privacyDocument({ ...facts, transcribes }));
  expect(said(true)).toContain('программе распознавания речи');
  expect(said(false)).not.toContain('распознавания речи');
});
