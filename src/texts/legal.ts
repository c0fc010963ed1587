import { type SiteFacts } from './site';

/** What the legal pages promise; the app passes in what the code really does. */
export interface LegalFacts extends SiteFacts {
  restoreDays: number;
  ledgerDays: number;
  historyDays: number;
  dayMessageDays: number;
  processedUpdateDays: number;
  draftDays: number;
  /** How long an unsaved form waits on the user's own device. */
  keptFormDays: number;
  operatorName: string | undefined;
  contactEmail: string | undefined;
  botUrl: string | undefined;
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

export const legalPage = {
  /** ISO date `2025-10-06` as «6 октября 2025 года». */
  effective: (isoDate: string) =>
    `Действует с ${new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })
      .format(new Date(`${isoDate}T00:00Z`))
      .replace(/\s?г\.$/, ' года')}`,
  contents: 'Содержание',
} as const;

/** Who answers for the installation, in the middle of a sentence. */
export const operatorOf = (facts: LegalFacts): string => facts.operatorName ?? 'владелец бота';

/** Every way to reach the operator that this installation has. */
export function contactBlocks(facts: LegalFacts): LegalBlock[] {
  const links: Link[] = [];
  if (facts.contactEmail !== undefined) {
    links.push({ text: facts.contactEmail, href: `mailto:${facts.contactEmail}` });
  }
  if (facts.botUrl !== undefined) links.push({ text: 'Бот в Telegram', href: facts.botUrl });
  return links.length > 0 ? [{ links }] : ['Контакты указаны в описании бота в Telegram.'];
}
