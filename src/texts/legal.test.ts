import { type LegalDocument, type LegalFacts, legalPage } from './legal';
import { privacyDocument } from './legal-privacy';
import { termsDocument } from './legal-terms';

const facts: LegalFacts = {
  floodIntervals: [5, 15],
  snoozePresets: ['10m', '1h', 'evening', 'tomorrow'],
  evening: '19:00',
  minAge: 41,
  inactivityRemovalDays: 97,
  inactivityWarningDays: 84,
  restoreDays: 33,
  ledgerDays: 182,
  historyDays: 181,
  dayMessageDays: 8,
  processedUpdateDays: 8,
  draftDays: 9,
  keptFormDays: 12,
  operatorName: 'ООО «Пример»',
  contactEmail: 'hello@example.org',
  botUrl: 'https://t.me/example_bot',
};

const textOf = (document: LegalDocument) => JSON.stringify(document);
const both = [termsDocument, privacyDocument];

test('the date is written out in Russian', () => {
  expect(legalPage.effective('2025-10-06').replaceAll('\u00a0', ' ')).toBe(
    'Действует с 6 октября 2025 года',
  );
});

test('the agreement promises what the code is set to do', () => {
  const text = textOf(termsDocument(facts));
  for (const promise of [
    'не меньше 41 лет',
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
    '33 дней',
    '182 дней',
    '181 дней',
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
  expect(text).toContain('https://t.me/example_bot');
});

test.each(both)('without configured contacts the document still says where to turn', (make) => {
  const bare = { ...facts, operatorName: undefined, contactEmail: undefined, botUrl: undefined };
  const text = textOf(make(bare));
  expect(text).toContain('в описании бота');
  expect(text).not.toContain('undefined');
});

test.each(both)('every section has an anchor of its own', (make) => {
  const ids = make(facts).sections.map((section) => section.id);
  expect(new Set(ids).size).toBe(ids.length);
});
