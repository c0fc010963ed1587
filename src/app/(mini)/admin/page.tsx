import type { Metadata } from 'next';

export const metadata: Metadata = { robots: { index: false } };

/** A screen of the mini app; the layout draws it, or the public page. */
export default function AdminPage() {
  return null;
}
