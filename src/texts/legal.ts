import { type SiteFacts } from './site';

/**
 * What the legal pages promise; the app passes in what the code really does, limits by their names in core, and
 * what the operator has said.
 */
export interface LegalFacts extends SiteFacts {
  /** After a refusal of the terms. */
  REFUSED_DAYS: number;
  RESTORE_DAYS: number;
  LEDGER_DAYS: number;
  HISTORY_DAYS: number;
  DAY_MESSAGE_DAYS: number;
  PROCESSED_UPDATE_DAYS: number;
  DRAFT_DAYS: number;
  INLINE_DRAFT_DAYS: number;
  GUEST_CARD_DAYS: number;
  INLINE_DRAFTS_MAX: number;
  EARLY_MESSAGES_MAX: number;
  EARLY_MESSAGE_DAYS: number;
  /** How long an unsaved form waits on the user's own device. */
  KEPT_FORM_DAYS: number;
  /** How long the sums of the page /status are kept. */
  STATUS_DAYS: number;
  operatorName: string | undefined;
  operatorAddress: string | undefined;
  operatorRegistryNumber: string | undefined;
  contactEmail: string | undefined;
  /** «Россия» */
  databaseCountry: string | undefined;
  /** Undefined where the operator has not said. */
  encryptedAtRest: boolean | undefined;
  backupDays: number | undefined;
  /** How long the server's log is kept. */
  logDays: number | undefined;
  /** Whether voice messages are written down by a transcriber. */
  transcribes: boolean;
  LEAK_HOURS: Record<'regulator' | 'inquiry' | 'people', number>;
}

interface Link {
  text: string;
  href: string;
}

/** A paragraph, a list, a table, or a list of links. */
export type LegalBlock =
  | string
  | string[]
  | { head: readonly string[]; rows: readonly (readonly string[])[] }
  | { links: readonly Link[] };

interface LegalSection {
  /** Anchor of the section; does not change with its title. */
  id: string;
  title: string;
  blocks: readonly LegalBlock[];
}

export const section = (id: string, title: string, ...blocks: LegalBlock[]): LegalSection => ({
  id,
  title,
  blocks,
});

export interface LegalDocument {
  title: string;
  description: string;
  intro: readonly string[];
  sections: readonly LegalSection[];
}

const dateOf = (isoDate: string) =>
  new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })
    .format(new Date(`${isoDate}T00:00Z`))
    .replace(/\s?г\.$/, ' года');

export const legalPage = {
  /** Of two ISO dates: «Первая редакция — с 6 октября 2025 года. Эта редакция — с 24 ноября 2026 года.» */
  effective: (first: string, present: string) =>
    first === present
      ? `Действует с ${dateOf(first)}`
      : `Первая редакция — с ${dateOf(first)}. Эта редакция — с ${dateOf(present)}.`,
  contents: 'Содержание',
} as const;

/** Who answers for the installation, in the middle of a sentence. */
export const operatorOf = (facts: LegalFacts): string =>
  facts.operatorName ?? 'не назван: владелец этой установки его не указал';

/** Who answers, where, and by which number; what has not been said is named. */
export function operatorBlocks(facts: LegalFacts): LegalBlock[] {
  const { operatorName, operatorAddress, operatorRegistryNumber, contactEmail } = facts;
  const isNamed = operatorName && operatorAddress && contactEmail;
  const known = [
    operatorName && `Оператор: ${operatorName}`,
    operatorAddress && `Адрес: ${operatorAddress}`,
    operatorRegistryNumber &&
      `Номер в реестре операторов персональных данных: ${operatorRegistryNumber}`,
  ].flatMap((each) => each || []);
  return [
    ...(isNamed
      ? []
      : [
          'Эта установка не называет оператора полностью: её владелец не указал имя, адрес или электронную почту того, кто отвечает за данные. Пока это не исправлено, не доверяйте ей ничего личного.',
        ]),
    ...(known.length > 0 ? [known] : []),
    ...(contactEmail ? [{ links: [{ text: contactEmail, href: `mailto:${contactEmail}` }] }] : []),
  ];
}
