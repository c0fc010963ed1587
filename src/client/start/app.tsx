'use client';
import { type ReactNode, useEffect } from 'react';
import { currentScheme, showScheme } from '@/theme/current-scheme';
import { ownFont, schemes } from '@/theme/tokens';
import { SessionProvider, useSession } from '../session/session';
import { followKeyboard } from '../host/keyboard';
import { ignoreSecondTaps } from '../ui/second-tap';
import { type Launch, withLaunch } from '../host/launch';
import { PhaseScreen } from './phase-screen';
import { screenPath } from '../host/navigate';

export default function App({ launch, publicPage }: { launch: Launch; publicPage: ReactNode }) {
  useEffect(followKeyboard, []);
  useEffect(ignoreSecondTaps, []);
  useEffect(showScreensAddress, []);
  useEffect(loadFonts, []);
  return (
    <SessionProvider launch={launch}>
      <TelegramScheme />
      <PhaseScreen publicPage={publicPage} />
    </SessionProvider>
  );
}

/** Inside Telegram its colour scheme wins, live; Telegram's own frame takes our background in turn. */
function TelegramScheme() {
  const { host } = useSession();
  useEffect(() => {
    host.paint(schemes[currentScheme()].background);
    return host.onColorScheme((scheme) => {
      showScheme(scheme);
      host.paint(schemes[scheme].background);
    });
  }, [host]);
  return null;
}

/** After the first tap of somebody in a hurry: Next draws the whole page anew for a new address. */
const ADDRESS_AFTER_MS = 1_000;

/** /app/notes becomes /notes, once Next's router follows the address. */
function showScreensAddress(): () => void {
  const timer = setTimeout(() => {
    const { pathname, search } = window.location;
    const screen = screenPath(pathname);
    if (screen !== pathname) window.history.replaceState(null, '', withLaunch(screen + search));
  }, ADDRESS_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Until the page's font is here, app.css has one that is there. It comes behind the app's code. */
function loadFonts(): void {
  const show = () => document.documentElement.setAttribute('data-font', '');
  document.fonts.load(`1em ${ownFont}`, 'Яz').then(show, show);
}
