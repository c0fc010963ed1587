'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { showFace } from '@/theme/face';
import { beginLaunch, loadApp } from './begin';
import { Loading } from './shell/loading';

// Not only when React comes to it: by then the whole page is hydrated.
if (typeof window !== 'undefined') beginLaunch();

type Code = Awaited<ReturnType<typeof loadApp>>;
const never = () => () => undefined;

/** The way into the mini app: nothing but a spinner until Telegram's launch data are found. */
export default function MiniApp({ nonce }: { nonce: string }) {
  const launch = useSyncExternalStore(never, beginLaunch, () => undefined);
  // Not lazy(): React holds what it has suspended back for up to 300 ms after the spinner.
  const [code, setCode] = useState<Code | null>(null);
  const [fault, setFault] = useState<{ cause: unknown } | null>(null);
  useEffect(() => {
    if (launch === null) showFace('public');
    if (launch) loadApp().then(setCode, (cause: unknown) => setFault({ cause }));
  }, [launch]);
  if (fault) throw fault.cause; // For the page's own error screen, which can mount this anew.
  return launch && code ? <code.default nonce={nonce} launch={launch} /> : <Loading />;
}
