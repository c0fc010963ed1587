'use client';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { SWRConfig } from 'swr';
import { type Reminder } from '@/contract/reminder';
import { type WireSettings } from '@/contract/settings';
import { DEFAULT_TIME_ZONE } from '@/core/limits';
import { type Settings, USUAL_SETTINGS } from '@/core/settings';
import { isTimeZone } from '@/core/time-zone';
import { type Api, createApi } from '../wire/api';
import { connectHost } from '../host/host';
import { forgetLaunch, type Launch } from '../host/launch';
import { contextOf } from '../ui/context-of';
import { BackButtonContext } from '../ui/dialog';
import { keptList } from './kept-list';
import { initialStartup, nextStartup, type Startup } from './phases';
import { ApiError, isFault } from '../wire/wire';

type Kept = Settings & Pick<WireSettings, 'timeZone' | 'timeZoneChosen'>;
export type Session = ReturnType<typeof useNewSession>['session'];

const [SessionContext, useSession] = contextOf<Session>();
export { useSession };

/** Some browsers name none. */
function browserTimeZone(
  { timeZone }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions(),
): string {
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE;
}

/** The spinner, unless the server has accepted the launch before the app's code was here. */
const startupOf = (api: Api): Startup =>
  api.validated() === undefined ? initialStartup : { phase: 'content' };

/**
 * What the server has stored of a user, their zone above all, and what is told it. Its functions are the same as long as
 * the app runs.
 */
function useStoredSettings(api: Api) {
  const [settings, setSettings] = useState<Kept>(() => ({
    ...USUAL_SETTINGS,
    timeZone: api.validated()?.timezone ?? browserTimeZone(),
    timeZoneChosen: false,
  }));
  const [areSettingsTold, setAreTold] = useState(false);
  const [zoneBefore, setZoneBefore] = useState<string | null>(null);
  const [acts] = useState(() => {
    /** The zone that was sent last; '' where that has failed: what is known here serves until it is sent again. */
    let sentZone = '';
    const keepSettings = (told: Kept) => {
      setSettings(told);
      setAreTold(true);
    };
    const tellZone = async () => {
      sentZone = browserTimeZone();
      try {
        const told = await api.saveTimeZone(sentZone);
        keepSettings(told.settings);
        setZoneBefore(told.zoneBefore ?? null);
      } catch {
        sentZone = '';
      }
    };
    return {
      /** Takes the zone and the settings as the server has stored them now. */
      keepSettings,
      /** Takes the zone that the validation has told, until the settings come. */
      keepTimeZone: (timeZone: string) => setSettings((last) => ({ ...last, timeZone })),
      /** Tells the server the browser's zone, and keeps its answer: all that the user has set. Never rejects. */
      tellZone,
      /** Does so where that has failed, or the zone has changed since: on a flight. */
      tellNewZone: () => {
        if (browserTimeZone() !== sentZone) void tellZone();
      },
      forgetZoneBefore: () => setZoneBefore(null),
    };
  });
  return {
    /** As usual until the server has told. */
    settings,
    /** Whether it has: who sets one of them before would set all others as usual. */
    areSettingsTold,
    /** The zone before the device's changed, until the user has said what that means for their reminders. */
    zoneBefore,
    ...acts,
  };
}

function useNewSession(launch: Launch) {
  const [{ api, host }] = useState(() => ({
    api: createApi(launch.initData),
    host: connectHost(launch),
  }));
  const [startup, dispatch] = useReducer(nextStartup, api, startupOf);
  const stored = useStoredSettings(api);
  /** What was kept of the list, where there is no connection. */
  const [keptRows, setKeptRows] = useState<{ reminders?: Reminder[] }>({});
  const [acts] = useState(() => {
    /** Validates the launch, then tells the zone. */
    const begin = async (isFirst = false) => {
      try {
        const { timezone } = await api.validate();
        if (timezone !== undefined) stored.keepTimeZone(timezone);
        dispatch({ type: 'validated', isFirst });
        void stored.tellZone();
      } catch (error) {
        if (!(error instanceof ApiError)) return;
        if (error.fault === 'stale') forgetLaunch();
        const userId = launch.user.id;
        // What does not come from our server, or comes from one in trouble, refuses nobody.
        if (!isFault(error, 'offline', 'server')) keptList.drop(userId);
        const kept = keptList.read(userId);
        if (kept) setKeptRows({ reminders: kept.rows });
        dispatch({ type: 'failed', error, listReadAt: kept?.at });
      }
    };
    return {
      beginFirst: () => void begin(true),
      /** Starts again, from the spinner on. */
      retry: () => {
        dispatch({ type: 'started' });
        void begin();
      },
      /** Tries again without a spinner. */
      retryQuietly: () => void begin(),
      /** Every failed call goes through here: stale data or missing terms change the whole screen. */
      report: (error: unknown) => {
        if (error instanceof ApiError) dispatch({ type: 'fault', error });
      },
    };
  });
  const { beginFirst } = acts;
  useEffect(() => {
    host.ready();
    beginFirst();
  }, [host, beginFirst]);

  const session = {
    /** For calls that api.ts does not carry: administrators' ones. */
    initData: launch.initData,
    api,
    host,
    user: launch.user,
    timeZone: stored.settings.timeZone,
    ...stored,
    startup,
    ...acts,
  };
  return { session, keptRows };
}

/** For useSWR, of what changes only when a new version of the server is installed. */
export const rarelyChanges = { revalidateOnFocus: false, revalidateIfStale: false };

export function SessionProvider({ launch, children }: { launch: Launch; children: ReactNode }) {
  const { session, keptRows } = useNewSession(launch);
  const { host, report } = session;
  return (
    <SWRConfig
      value={{
        provider: () => new Map(),
        // The reminders that this device has kept, after a start without a connection.
        fallback: keptRows,
        onError: report,
        isPaused: host.isHidden,
        initFocus: host.onShown,
        // Each return is told once.
        focusThrottleInterval: 0,
        // What was read a second ago may have changed; only requests under way are shared.
        dedupingInterval: 0,
        shouldRetryOnError: (error) => isFault(error, 'offline', 'server'),
        errorRetryCount: 3,
      }}
    >
      <SessionContext value={session}>
        <BackButtonContext value={host.onBack}>{children}</BackButtonContext>
      </SessionContext>
    </SWRConfig>
  );
}
