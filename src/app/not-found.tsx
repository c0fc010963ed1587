import type { Metadata } from 'next';
import { MessagePage } from '@/site/message-page';
import { errorPages } from '@/texts/error-pages';

export const metadata: Metadata = { title: errorPages.notFound.title };

export default function NotFound() {
  return <MessagePage sign="404" {...errorPages.notFound} />;
}
