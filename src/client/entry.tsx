'use client';
import dynamic from 'next/dynamic';
import { useEffect, useSyncExternalStore } from 'react';
import { showFace } from '@/theme/face';
import { requestEarly } from './early';
import { type Launch, readLaunch } from './launch';
import { Loading } from './shell/loading';

const App = dynamic(() => import('./shell/app'), { ssr: false, loading: () => <Loading /> });

let known: Launch | null | undefined;
/** Reads the launch once, and lets the first requests go before the app's code is there. */
function launchOfDocument(): Launch | null {
  if (known === undefined) {
    known = readLaunch();
    if (known) requestEarly(known.initData, window.location.pathname);
  }
  return known;
}
const never = () => () => undefined;

/** The way into the mini app: nothing but a spinner until Telegram's launch data are found. */
export default function MiniApp({ nonce }: { nonce: string }) {
  const launch = useSyncExternalStore(never, launchOfDocument, () => undefined);
  useEffect(() => {
    if (launch === null) showFace('public');
  }, [launch]);
  return launch ? <App nonce={nonce} launch={launch} /> : <Loading />;
}
