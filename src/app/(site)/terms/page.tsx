import type { Metadata } from 'next';
import { FIRST_TERMS_VERSION, TERMS_VERSION } from '@/core/limits';
import { LegalPage } from '@/site/legal-page';
import { termsDocument } from '@/texts/legal-terms';
import { pageMetadata } from '../../page-metadata';
import { legalFacts, siteSettings } from '../../site-settings';

export function generateMetadata(): Metadata {
  const { title, description } = termsDocument(legalFacts());
  return pageMetadata({ path: '/terms', title, description });
}

export default function TermsPage() {
  return (
    <LegalPage
      {...siteSettings()}
      document={termsDocument(legalFacts())}
      first={FIRST_TERMS_VERSION}
      effective={TERMS_VERSION}
    />
  );
}
