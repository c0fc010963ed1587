import type { Metadata } from 'next';
import { TERMS_VERSION } from '@/core/limits';
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
      effective={TERMS_VERSION}
    />
  );
}
