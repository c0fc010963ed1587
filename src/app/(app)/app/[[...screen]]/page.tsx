import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SCREENS } from '@/contract/launch';
import { AppDocument } from '../../app-document';
import { siteSettings } from '../../../site-settings';

/** Telegram alone opens this document: nobody installs it, and no link to it is shown with a picture. */
export const metadata: Metadata = {
  robots: { index: false },
  manifest: null,
  openGraph: null,
  twitter: null,
};

/** What the bot's buttons open: the app's shell, drawn here; its code follows. */
export default async function AppPage({ params }: PageProps<'/app/[[...screen]]'>) {
  const { screen = [] } = await params;
  const path = `/${screen.join('/')}`;
  if (!SCREENS.some((each) => each === path)) notFound();
  return <AppDocument settings={siteSettings()} />;
}
