import { type ReactNode, useEffect, useState } from 'react';
import { appTexts } from '@/texts/app';
import { type ActedOnAll, type Reminder } from '@/contract/reminder';
import { type Tab } from '@/core/lists';
import { Banner } from '../../ui/alert';
import { Button } from '../../ui/button';
import { keepList } from '../../session/kept-list';
import { useSession } from '../../session/session';
import { useTellFault } from '../../session/use-fault';
import { showSnackbar } from '../../ui/snackbar';
import { useCardClock } from '../../session/use-date-time';
import { pausedWithAllLine } from './card-words';
import { useReminders } from './reminders';

const { actions, fault: faults, reminders } = appTexts;
const { all, groups, pauseAll: texts } = reminders;

/** Over the list: that nothing comes, and what to do. The prelude draws it as well. */
export const BlockedBanner = () => (
  <Banner severity="warning" data-blocked>
    {reminders.blocked}
  </Banner>
);

/**
 * Keeps the list for a start without a connection. After such a start it says of when the list is, until the
 * server answers again.
 */
function KeptListBanner({ rows }: { rows: readonly Reminder[] }) {
  const { host, startup, user, retryQuietly } = useSession();
  const clock = useCardClock();
  const [first] = useState(rows);
  const listReadAt = startup.phase === 'content' ? startup.listReadAt : undefined;
  useEffect(() => {
    if (listReadAt === undefined && host.inClient) keepList(user.id, rows);
    // Asked for again meanwhile, it has come.
    if (listReadAt !== undefined && rows !== first) retryQuietly();
  }, [host, user.id, rows, first, listReadAt, retryQuietly]);
  if (listReadAt === undefined) return null;
  const at = new Date(listReadAt).toISOString();
  const date = clock.date(at);
  return (
    <Banner severity="warning" ways={[{ label: actions.retry, run: retryQuietly }]}>
      {appTexts.startup.offline(clock.daysAhead(at) === 0 ? date.hour : date.full)}
    </Banner>
  );
}

/** The buttons of a heading: for all of several that wait at once, whether their cards are shown or not. */
export const groupActions =
  (waiting: number, onFinishAll: () => void, onSnoozeAll: () => void) =>
  (heading: string): ReactNode =>
    heading === groups.waiting &&
    waiting > 1 && (
      <div data-all-waiting>
        <Button data-tap="finish-all" onClick={onFinishAll}>
          {all.finish}
        </Button>
        <Button data-tap="snooze-all" aria-haspopup="dialog" onClick={onSnoozeAll}>
          {all.snooze}
        </Button>
      </div>
    );

/** Pauses all series until an instant (ISO) or until resumed, and resumes them; either can be taken back. */
export function usePauseAll() {
  const { api, host } = useSession();
  const { reload } = useReminders();
  const tellFault = useTellFault();

  const act = async (acting: Promise<ActedOnAll>, say: (count: number) => string) => {
    host.haptic('press');
    try {
      const { count, undo } = await acting;
      const takeBack = async (key: string) => {
        await api.reminders.undoAll(key);
        await reload();
      };
      const failed = (fault: unknown) => tellFault(faults.undoFailed, fault);
      showSnackbar({
        text: say(count),
        severity: count > 0 ? 'success' : 'info',
        undo: undo === null ? undefined : () => void takeBack(undo).catch(failed),
      });
    } catch (fault) {
      tellFault(texts.failed, fault);
    }
    await reload();
  };
  return {
    pause: (until: string | undefined) =>
      void act(api.reminders.pauseAll(until), (count) =>
        count > 0 ? texts.paused(count) : texts.nothing,
      ),
    resume: () =>
      void act(api.reminders.resumeAll(), (count) =>
        count > 0 ? texts.resumed(count) : texts.notPaused,
      ),
  };
}

/**
 * Over the list: that all series are paused, and the way back. The prelude finds it by `data-all-paused` among what
 * shell/prelude-place.tsx draws, and fills it or takes it away.
 */
export const AllPausedBanner = ({ line, onResume }: { line: string; onResume: () => void }) => (
  <Banner
    severity="info"
    data-all-paused
    ways={[{ label: texts.resume, run: onResume, tap: 'resume' }]}
  >
    <span data-sentence>{line}</span>
  </Banner>
);

/** How things stand, over the list of one tab. */
export function Banners({ rows, tab }: { rows: readonly Reminder[]; tab: Tab }) {
  const { resume } = usePauseAll();
  const pausedLine = pausedWithAllLine(rows, useCardClock());
  return (
    <>
      <KeptListBanner rows={rows} />
      {rows.some(({ state }) => state === 'unreachable') && <BlockedBanner />}
      {tab === 'current' && pausedLine !== null && (
        <AllPausedBanner line={pausedLine} onResume={resume} />
      )}
    </>
  );
}
