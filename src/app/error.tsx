'use client';
import { MessagePage } from '@/site/message-page';
import { errorPages } from '@/texts/error-pages';

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <MessagePage sign="Ой" {...errorPages.failed} retry={reset} />;
}
