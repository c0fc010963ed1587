import type { Metadata } from 'next';
import { FIRST_TERMS_VERSION, TERMS_VERSION } from '@/core/limits';
import { LegalPage } from '@/site/legal-page';
import { privacyDocument } from '@/texts/legal-privacy';
import { pageMetadata } from '../../page-metadata';
import { legalFacts, siteSettings } from '../../site-settings';

export function generateMetadata(): Metadata {
  const { title, description } = privacyDocument(legalFacts());
  return pageMetadata({ path: '/privacy', title, description });
}

export default function PrivacyPage() {
  return (
    <LegalPage
      {...siteSettings()}
      document={privacyDocument(legalFacts())}
      first={FIRST_TERMS_VERSION}
      effective={TERMS_VERSION}
    />
  );
}
