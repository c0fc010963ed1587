'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { showFace } from '@/theme/face';
import { beginLaunch, loadApp } from './begin';
import { Loading } from './shell/loading';
import { lazyPart } from './ui/lazy-part';

const App = lazyPart(loadApp, <Loading />);
// Not only when React comes to it: by then the whole page is hydrated.
if (typeof window !== 'undefined') beginLaunch();

const never = () => () => undefined;

/** The way into the mini app: nothing but a spinner until Telegram's launch data are found. */
export default function MiniApp({ nonce }: { nonce: string }) {
  const launch = useSyncExternalStore(never, beginLaunch, () => undefined);
  useEffect(() => {
    if (launch === null) showFace('public');
  }, [launch]);
  return launch ? <App nonce={nonce} launch={launch} /> : <Loading />;
}
