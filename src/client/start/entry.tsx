'use client';
import { usePathname } from 'next/navigation';
import { Activity, type ReactNode, useSyncExternalStore } from 'react';
import { Shell } from '../shell/shell';
import App from './app';
import { outliveTranslation } from './translation';
import { takeOver } from '../wire/prelude';
import { type Launch, readLaunch } from '../host/launch';
import { screenPath } from '../host/navigate';

/*
 * How the app starts. Telegram opens /app, a document of its own, with its launch data in the hash.
 *
 * 1. The server draws the shell (shell/shell.tsx): header, tabs, skeletons, navigation, as HTML and CSS.
 * 2. The prelude (client/prelude) is what the document carries and runs before any other code: two modules,
 *    compiled into its head (app/prelude.tsx). That of every document (page.ts) sets the colour scheme before
 *    anything is painted. It sends whoever opens /app without launch data to the public page, and whoever
 *    opens the public page with launch data, from one of the bot's older buttons or by a reload, here. That
 *    of this document (app.ts) asks for the first data. When the launch is accepted and the list is here, it
 *    draws the first cards into the shell (cards.ts), from a template that the server has made of the very
 *    card that React draws (shell/prelude-place.tsx), and keeps what is tapped.
 * 3. This file comes with the rest of the app's code. It reads the launch (launch.ts), takes it out of
 *    the address and takes over what the prelude began (wire/prelude.ts) before React hydrates.
 * 4. React takes the shell over, and draws the app (app.tsx) over it: the session (session.tsx) joins
 *    Telegram's client (host.ts), validates the launch and saves the time zone.
 * 5. What is shown meanwhile and afterwards is a phase (phases.ts, drawn by phase-screen.tsx): the
 *    shell while `loading`, the screens when there is `content`, or the reason why there is none.
 * 6. Telegram's SDK, the other screens and the tour come behind the first cards (ui/lazy-part.tsx,
 *    host/sdk.ts); the form came with the list. A tap that came before is done now.
 * 7. When all is quiet, a service worker takes over what was loaded (shell/screens.tsx, worker.ts): the next
 *    start needs the network for its data only.
 */

let known: Launch | null | undefined;

/** Once; null outside Telegram. */
function beginLaunch(): Launch | null {
  if (known === undefined) {
    known = readLaunch();
    if (known) {
      outliveTranslation();
      takeOver();
    }
  }
  return known;
}

// Not only when React comes to it: by then the whole page is hydrated.
if (typeof window !== 'undefined') beginLaunch();

/** The launch is read once, and is then what it is. */
const neverChanges = () => () => undefined;

/**
 * The mini app: its shell, until Telegram's launch data are read, and for good where there are none. `publicPage`: what is
 * shown instead where the server refuses the launch, or cannot be reached.
 */
export function MiniApp({ publicPage }: { publicPage: ReactNode }) {
  const launch = useSyncExternalStore(neverChanges, beginLaunch, () => null);
  const pathname = screenPath(usePathname());
  if (launch) return <App launch={launch} publicPage={publicPage} />;
  return (
    // React hydrates what is in here last. Where there is a launch, the app has taken its place by then,
    // and it is never hydrated.
    <Activity>
      <Shell pathname={pathname} />
    </Activity>
  );
}
