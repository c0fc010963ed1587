import { useState } from 'react';
import { useAnswer } from '../session/use-answer';
import { calendarLinkTexts as texts } from '@/texts/calendar-link';
import { useSession } from '../session/session';
import { Button } from '../ui/button';
import { FailedLoad } from '../ui/alert';
import { SwitchField } from '../ui/fields';
import { LinkField, useCopy } from '../ui/link-field';
import { useAction } from '../session/use-action';
import { useCardClock } from '../session/use-date-time';
import { Sheet } from '../ui/dialog';
import styles from '../ui/sheet.module.css';

/** The link as the server tells it, its address where it has just been made, and what can be done with it. */
function useCalendarLink() {
  const { api } = useSession();
  const { data, error, mutate } = useAnswer('calendar-link', api.calendar.read);
  const [url, setUrl] = useState<string | null>(null);
  const { busy, run } = useAction(texts.failed);
  // One of its own: the buttons stay as they are.
  const alarms = useAction(texts.failed);
  const then = async (made: string | null) => {
    setUrl(made);
    await mutate();
  };
  return {
    answer: { error, mutate },
    data,
    url,
    busy,
    create: () => void run(async () => then((await api.calendar.create()).url)),
    revoke: () => void run(() => api.calendar.revoke().then(() => then(null)), texts.revoked),
    setAlarms: (wanted: boolean) =>
      void alarms.run(() => api.calendar.setAlarms(wanted).then(() => mutate())),
  };
}

export function CalendarSheet({ onClose }: { onClose: () => void }) {
  const { host } = useSession();
  const { date } = useCardClock();
  const { answer, data, url, busy, create, revoke, setAlarms } = useCalendarLink();
  const { field, copied, copy } = useCopy(texts.copyByHand);
  const since = data?.createdAt ?? null;
  return (
    <Sheet title={texts.title} onClose={onClose}>
      {since === null && <p className={styles.line}>{texts.explain}</p>}
      {since !== null && url === null && (
        <p className={styles.line}>{texts.exists(date(since).day)}</p>
      )}
      {url !== null && (
        <>
          <p className={styles.line} role="status">
            {texts.once}
          </p>
          <LinkField ref={field} label={texts.label} url={url} />
        </>
      )}
      <p className={styles.line}>{texts.gives}</p>
      {data && since !== null && (
        <SwitchField
          label={texts.alarms}
          helperText={texts.alarmsExplained}
          checked={data.withAlarms}
          onChange={setAlarms}
        />
      )}
      <FailedLoad {...answer}>{texts.loadFailed}</FailedLoad>
      {data && (
        <div className={styles.buttons}>
          {url !== null && (
            <>
              <Button variant="contained" size="large" onClick={() => void copy(url)}>
                {copied === url ? texts.copied : texts.copy}
              </Button>
              <Button
                variant="outlined"
                size="large"
                onClick={() => host.openLink(`${url}?subscribe`)}
              >
                {texts.open}
              </Button>
            </>
          )}
          {url === null && (
            <Button variant="outlined" size="large" loading={busy} onClick={create}>
              {since === null ? texts.create : texts.createAnew}
            </Button>
          )}
          {since !== null && (
            <Button size="large" loading={busy} onClick={revoke}>
              {texts.revoke}
            </Button>
          )}
        </div>
      )}
    </Sheet>
  );
}
