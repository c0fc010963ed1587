import { useId, useState } from 'react';
import { useAnswer } from '../session/use-answer';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { type Notice } from '@/contract/admin';
import { NOTICE_TEXT_MAX } from '@/core/limits';
import { adminTexts } from '@/texts/admin';
import { appTexts } from '@/texts/app';
import { TextField } from '../ui/fields';
import { Alert, FailedLoad } from '../ui/alert';
import { Sheet } from '../ui/dialog';
import { useAction } from '../session/use-action';
import { useCardClock } from '../session/use-date-time';
import styles from './admin.module.css';
import { REFRESH_MS, useAdminApi } from './api';
import { Section } from './figures';

const texts = adminTexts.notice;
const REFRESH_RUNNING_MS = 1_500;

export function Notices() {
  const api = useAdminApi();
  const { data, error, mutate } = useAnswer('admin/notices', api.notices.list, {
    refreshInterval: (latest) =>
      latest?.some(({ state }) => state === 'running') ? REFRESH_RUNNING_MS : REFRESH_MS,
  });
  const started = data?.filter(({ state }) => state !== 'draft') ?? [];
  const draft = data?.find(({ state }) => state === 'draft');
  const reload = () => void mutate();
  return (
    <>
      <FailedLoad error={error} mutate={mutate}>
        {adminTexts.failed}
      </FailedLoad>
      <div className={styles.sections}>
        {data && <Composer initial={draft?.text ?? ''} onStarted={reload} />}
        {data && (
          <Section title={texts.history}>
            {started.length === 0 && <p className={styles.quiet}>{texts.empty}</p>}
            <ul className={styles.rows}>
              {started.map((notice) => (
                <Progress key={notice.id} notice={notice} onStopped={reload} />
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  );
}

function Composer({ initial, onStarted }: { initial: string; onStarted: () => void }) {
  const api = useAdminApi();
  const [text, setText] = useState(initial);
  const [previewed, setPreviewed] = useState<Notice | null>(null);
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAction(texts.failed);
  const current = previewed?.text === text.trim() ? previewed : null;

  const preview = () =>
    run(async () => {
      const draft = await api.notices.draft(text);
      // Not over what was typed meanwhile.
      setText((typed) => (typed === text ? draft.text : typed));
      setPreviewed(await api.notices.preview(draft.id));
    });
  const start = async ({ id }: Notice) => {
    setAsking(false);
    if (!(await run(() => api.notices.start(id), texts.startedNow))) return;
    setText('');
    setPreviewed(null);
    onStarted();
  };
  return (
    <Section title={texts.title} hint={texts.hint}>
      <TextField
        label={texts.text}
        value={text}
        counter={{ max: NOTICE_TEXT_MAX }}
        multiline
        onChange={setText}
      />
      <div role="status" className={styles.details}>
        {current && (
          <Alert severity="success" role="note">
            {current.recipients > 0 ? texts.previewed(current.recipients) : texts.nobody}
          </Alert>
        )}
        {previewed && !current && text !== '' && (
          <Alert severity="info" role="note">
            {texts.previewAgain}
          </Alert>
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          variant={current ? 'outlined' : 'contained'}
          size="large"
          loading={busy}
          disabled={text.trim() === ''}
          onClick={() => void preview()}
        >
          {texts.preview}
        </Button>
        {current && current.recipients > 0 && (
          <Button variant="contained" size="large" disabled={busy} onClick={() => setAsking(true)}>
            {texts.start}
          </Button>
        )}
      </div>
      {asking && current && (
        <Confirmation
          title={texts.confirm.title(current.recipients)}
          text={texts.confirm.text}
          action={texts.confirm.start}
          onConfirm={() => void start(current)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function Progress({ notice, onStopped }: { notice: Notice; onStopped: () => void }) {
  const api = useAdminApi();
  const { date } = useCardClock();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAction(texts.failed);
  const { id, text, state, recipients, sent, unreachable, failed, startedAt } = notice;
  const done = sent + unreachable + failed;
  const stop = async () => {
    setAsking(false);
    if (await run(() => api.notices.stop(id), texts.stoppedNow)) onStopped();
  };
  return (
    <li>
      <div>
        <strong>{state !== 'draft' && texts.states[state]}</strong>
      </div>
      <span>{texts.progress(done, recipients)}</span>
      {state === 'running' && (
        <LinearProgress
          variant="determinate"
          value={recipients === 0 ? 0 : Math.min(100, (done / recipients) * 100)}
          aria-label={texts.progressLabel}
          className={styles.progress}
        />
      )}
      <p className={styles.notice}>{text}</p>
      <p className={styles.small}>
        {startedAt !== null && `${texts.started(date(startedAt).full)}. `}
        {texts.counts(sent, unreachable, failed)}
      </p>
      {state === 'running' && (
        <Button color="error" variant="outlined" loading={busy} onClick={() => setAsking(true)}>
          {texts.stop}
        </Button>
      )}
      {asking && (
        <Confirmation
          title={texts.confirm.stopTitle}
          text={texts.confirm.stopText}
          action={texts.confirm.stop}
          ends
          onConfirm={() => void stop()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** Asks before something that cannot be taken back. */
function Confirmation({
  title,
  text,
  action,
  ends = false,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  ends?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const textId = useId();
  return (
    <Sheet title={title} aria-describedby={textId} onClose={onClose}>
      <p id={textId}>{text}</p>
      <Button size="large" onClick={onClose}>
        {appTexts.actions.cancel}
      </Button>
      <Button
        size="large"
        variant="contained"
        color={ends ? 'error' : 'primary'}
        onClick={onConfirm}
      >
        {action}
      </Button>
    </Sheet>
  );
}
