import { type ReactNode, useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { appTexts } from '@/texts/app';
import { type ActedOnAll } from '@/contract/reminder';
import { Alert } from '../../ui/alert';
import styles from '../../ui/alert.module.css';
import { Button } from '../../ui/button';
import { useTellFault } from '../../list/live-list';
import { useSession } from '../../session/session';
import { useSnackbar } from '../../ui/snackbar';

const { actions, fault: faults, reminders } = appTexts;
const { all, groups, pauseAll: texts } = reminders;

/** Over the list: that nothing comes, and what to do. Drawn by the page itself as well (shell/first-cards.ts). */
export function BlockedBanner() {
  return (
    <div className={styles.banner} data-blocked>
      <Alert severity="warning" role="status">
        {reminders.blocked}
      </Alert>
    </div>
  );
}

/** The buttons of a heading: for all of several that wait at once, whether their cards are shown or not. */
export const groupActions =
  (waiting: number, onFinishAll: () => void, onSnoozeAll: () => void) =>
  (heading: string): ReactNode =>
    heading === groups.waiting &&
    waiting > 1 && (
      <div data-all-waiting>
        <Button onClick={onFinishAll}>{all.finish}</Button>
        <Button aria-haspopup="dialog" onClick={onSnoozeAll}>
          {all.snooze}
        </Button>
      </div>
    );

/** Pauses all series until an instant (ISO) or until resumed, and resumes them; either can be taken back. */
export function usePauseAll() {
  const { api, host } = useSession();
  const { mutate } = useSWRConfig();
  const showSnackbar = useSnackbar();
  const tellFault = useTellFault();

  return useMemo(() => {
    const act = async (call: () => Promise<ActedOnAll>, say: (count: number) => string) => {
      host.haptic('press');
      try {
        const { count, undo } = await call();
        const takeBack = async (key: string) => {
          await api.reminders.undoAll(key);
          await mutate('reminders');
        };
        const failed = (fault: unknown) => tellFault(faults.undoFailed, fault);
        showSnackbar({
          text: say(count),
          severity: count > 0 ? 'success' : 'info',
          ...(undo !== null && {
            action: { label: actions.undo, run: () => void takeBack(undo).catch(failed) },
          }),
        });
      } catch (fault) {
        tellFault(texts.failed, fault);
      }
      await mutate('reminders');
    };
    return {
      pause: (until: string | undefined) =>
        void act(
          () => api.reminders.pauseAll(until, crypto.randomUUID()),
          (count) => (count > 0 ? texts.paused(count) : texts.nothing),
        ),
      resume: () =>
        void act(
          () => api.reminders.resumeAll(crypto.randomUUID()),
          (count) => (count > 0 ? texts.resumed(count) : texts.notPaused),
        ),
    };
  }, [api, host, mutate, showSnackbar, tellFault]);
}

/** Over the list: that all series are paused, and the way back. Drawn by the page itself as well (shell/first-cards.ts). */
export function AllPausedBanner({ line, onResume }: { line: string; onResume: () => void }) {
  return (
    <div className={styles.banner} data-all-paused>
      <Alert
        severity="info"
        role="status"
        action={
          <Button color="inherit" onClick={onResume}>
            {texts.resume}
          </Button>
        }
      >
        <span data-sentence>{line}</span>
      </Alert>
    </div>
  );
}
