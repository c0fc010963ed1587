import { useId, useRef, useState } from 'react';
import { useAnswer } from '../session/use-answer';
import Button, { type ButtonProps } from '@mui/material/Button';
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
import { Rows, Section } from './figures';

const texts = adminTexts.notice;
const REFRESH_RUNNING_MS = 1_500;
/** After so many answers that say the same, a running notice is taken to wait: for quiet hours maybe all night. */
const SAME_ANSWERS_MAX = 20;

/** The notices; asked for often while one is running and its numbers change. */
function useNotices() {
  const api = useAdminApi();
  const latest = useRef({ answer: '', timesInARow: 0 });
  return useAnswer('admin/notices', api.notices.list, {
    onSuccess: (list) => {
      const answer = JSON.stringify(list);
      const { answer: answerBefore, timesInARow } = latest.current;
      latest.current = { answer, timesInARow: answer === answerBefore ? timesInARow + 1 : 1 };
    },
    refreshInterval: (list) => {
      const isRunning = list?.some(({ state }) => state === 'running') ?? false;
      const changes = latest.current.timesInARow < SAME_ANSWERS_MAX;
      return isRunning && changes ? REFRESH_RUNNING_MS : REFRESH_MS;
    },
  });
}

export function Notices() {
  const { data, error, mutate } = useNotices();
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
            <Rows empty={texts.empty}>
              {started.map((notice) => (
                <Progress key={notice.id} notice={notice} onStopped={reload} />
              ))}
            </Rows>
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
  const { busy, run } = useAction(texts.failed);
  const current = previewed?.text === text.trim() ? previewed : null;

  const preview = () =>
    run(async () => {
      const draft = await api.notices.draft(text);
      // Not over what was typed meanwhile.
      setText((typed) => (typed === text ? draft.text : typed));
      setPreviewed(await api.notices.preview(draft.id));
    });
  const start = async (confirmed: Notice) => {
    if (!(await run(() => api.notices.start(confirmed), texts.startedNow))) return;
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
          <AskedButton
            variant="contained"
            size="large"
            disabled={busy}
            question={texts.confirmStart(current.recipients)}
            onConfirm={() => void start(current)}
          >
            {texts.start}
          </AskedButton>
        )}
      </div>
    </Section>
  );
}

function Progress({ notice, onStopped }: { notice: Notice; onStopped: () => void }) {
  const api = useAdminApi();
  const { date } = useCardClock();
  const { busy, run } = useAction(texts.failed);
  const { id, text, state, recipients, sent, unreachable, failed, startedAt } = notice;
  const done = sent + unreachable + failed;
  const stop = async () => {
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
        <AskedButton
          color="error"
          variant="outlined"
          loading={busy}
          question={texts.confirmStop}
          onConfirm={() => void stop()}
        >
          {texts.stop}
        </AskedButton>
      )}
    </li>
  );
}

interface AskedButtonProps extends ButtonProps {
  question: { title: string; text: string; answer: string };
  onConfirm: () => void;
  children: string;
}

/** Asks before it does something that cannot be taken back. */
function AskedButton({ question, onConfirm, color = 'primary', ...rest }: AskedButtonProps) {
  const textId = useId();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button color={color} onClick={() => setAsking(true)} {...rest} />
      {asking && (
        <Sheet title={question.title} aria-describedby={textId} onClose={close}>
          <p id={textId}>{question.text}</p>
          <Button size="large" onClick={close}>
            {appTexts.actions.cancel}
          </Button>
          <Button
            size="large"
            variant="contained"
            color={color}
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {question.answer}
          </Button>
        </Sheet>
      )}
    </>
  );
}
