import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { type ActedOnAll } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { useTellFault } from '../live-list';
import { useSession } from '../session';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { useSnackbar } from '../ui/snackbar';
import styles from '../ui/banner.module.css';

const { actions, fault: faults, reminders } = appTexts;
const texts = reminders.pauseAll;

/** Pauses all series until an instant (ISO) or until resumed, and resumes them; either can be taken back. */
export function usePauseAll() {
  const { api, host } = useSession();
  const { mutate } = useSWRConfig();
  const showSnackbar = useSnackbar();
  const tellFault = useTellFault();

  const act = useCallback(
    async (call: () => Promise<ActedOnAll>, say: (count: number) => string) => {
      host.haptic('press');
      try {
        const { count, undo } = await call();
        const takeBack = async (key: string) => {
          await api.reminders.undoAll(key);
          await mutate('reminders');
        };
        showSnackbar({
          text: say(count),
          severity: count > 0 ? 'success' : 'info',
          ...(undo !== null && {
            action: {
              label: actions.undo,
              run: () =>
                void takeBack(undo).catch((fault: unknown) => tellFault(faults.undoFailed, fault)),
            },
          }),
        });
      } catch (fault) {
        tellFault(texts.failed, fault);
      }
      await mutate('reminders');
    },
    [api, host, mutate, showSnackbar, tellFault],
  );
  const pause = useCallback(
    (until: string | undefined) =>
      void act(
        () => api.reminders.pauseAll(until, crypto.randomUUID()),
        (count) => (count > 0 ? texts.paused(count) : texts.nothing),
      ),
    [act, api],
  );
  const resume = useCallback(
    () =>
      void act(
        () => api.reminders.resumeAll(crypto.randomUUID()),
        (count) => (count > 0 ? texts.resumed(count) : texts.notPaused),
      ),
    [act, api],
  );
  return { pause, resume };
}

/** Over the list: that all series are paused, and the way back. Drawn by the page itself as well (start/first-cards.ts). */
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
