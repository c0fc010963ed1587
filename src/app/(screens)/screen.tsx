import type { Metadata } from 'next';

export const metadata: Metadata = { robots: { index: false } };

/** A screen of the mini app, opened outside Telegram: the layout draws the public page. */
export default function Screen() {
  return null;
}
