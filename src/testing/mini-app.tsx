import { act, render } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Launch } from '@/client/host/launch';
import { run } from '@/client/prelude/app';
import { RemindersProvider } from '@/client/reminders/list/reminders';
import { SessionProvider } from '@/client/session/session';
import { screenPath } from '@/client/host/navigate';
import { Screens } from '@/client/shell/screens';
import { SnackbarProvider } from '@/client/ui/snackbar';
import { AppTheme } from '@/theme/app-theme';
import { type FakeServer } from './fake-server';

/** For component tests of the mini app: its providers around one screen. */
export const USER = { id: 7, name: 'Анна Соколова', username: 'anna', photoUrl: null };

/** Runs what the app's document carries before its code: the launch is «signed». */
export function runPrelude(server: FakeServer, path = '/app'): void {
  window.fetch = server.fetch;
  Reflect.deleteProperty(window, 'prelude');
  history.replaceState(null, '', `${path}#tgWebAppData=signed`);
  run();
  history.replaceState(null, '', '/');
}

/** Draws a screen inside the app's providers, validated, for USER in Moscow, or whom `user` makes of them. */
export const renderScreen = (
  screen: ReactNode,
  server: FakeServer,
  user: Partial<Launch['user']> = {},
) =>
  renderStart(
    <SnackbarProvider>
      <RemindersProvider>{screen}</RemindersProvider>
    </SnackbarProvider>,
    server,
    user,
  );

/** For what stands before the screens: no reminders are read yet. */
export function renderStart(
  start: ReactNode,
  server: FakeServer,
  user: Partial<Launch['user']> = {},
) {
  globalThis.fetch = server.fetch;
  const launch = { initData: 'signed', version: '9.1', user: { ...USER, ...user } };
  return render(
    <AppTheme>
      <SessionProvider launch={launch}>{start}</SessionProvider>
    </AppTheme>,
  );
}

/** Tells the screens that the address has changed, as Next's router does. */
const moves = new EventTarget();

export function goTo(pathname: string): void {
  window.history.replaceState(null, '', pathname);
  act(() => void moves.dispatchEvent(new Event('move')));
}

function MovedScreens() {
  const [pathname, setPathname] = useState(window.location.pathname);
  useEffect(() => {
    const move = () => setPathname(window.location.pathname);
    moves.addEventListener('move', move);
    return () => moves.removeEventListener('move', move);
  }, []);
  return <Screens pathname={screenPath(pathname)} />;
}

/** Draws all screens, beginning with that of an address; the mock of `pushState` is the test's to restore. */
export function renderScreens(server: FakeServer, pathname: string) {
  window.history.replaceState(null, '', pathname);
  jest.spyOn(window.history, 'pushState').mockImplementation((state, unused, address) => {
    window.history.replaceState(state, unused, address);
    moves.dispatchEvent(new Event('move'));
  });
  return renderScreen(<MovedScreens />, server);
}
