import { useId, useState } from 'react';
import useSWR from 'swr';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type Notice } from '@/contract/admin';
import { NOTICE_TEXT_MAX } from '@/core/limits';
import { adminTexts } from '@/texts/admin';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { TextField } from '../ui/fields';
import { Alert, FailedLoad } from '../ui/alert';
import { Sheet } from '../ui/modal';
import { useAction } from '../ui/use-action';
import { REFRESH_MS, useAdminApi } from './api';
import { Quiet, Rows, Section, Sections } from './figures';
import { moment } from './format';

const texts = adminTexts.notice;
const REFRESH_RUNNING_MS = 1_500;

export function Notices() {
  const api = useAdminApi();
  const { data, error, mutate } = useSWR<Notice[], unknown>('admin/notices', api.notices.list, {
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
      <Sections>
        {data && <Composer initial={draft?.text ?? ''} onStarted={reload} />}
        {data && (
          <Section title={texts.history}>
            {started.length === 0 && <Quiet>{texts.empty}</Quiet>}
            <Rows>
              {started.map((notice) => (
                <Progress key={notice.id} notice={notice} onStopped={reload} />
              ))}
            </Rows>
          </Section>
        )}
      </Sections>
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
      setText(draft.text);
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
        counter={{ used: text.length, max: NOTICE_TEXT_MAX }}
        multiline
        onChange={setText}
      />
      <Box role="status" sx={{ mt: 1 }}>
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
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          mt: 2,
          '& > button': { flexGrow: { xs: 1, sm: 0 } },
        }}
      >
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
      </Box>
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
  const { timeZone } = useSession();
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
      <Box sx={{ display: 'flex', flexBasis: '100%', gap: 1 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {state !== 'draft' && texts.states[state]}
        </Typography>
        <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
          {texts.progress(done, recipients)}
        </Box>
      </Box>
      {state === 'running' && (
        <LinearProgress
          variant="determinate"
          value={recipients === 0 ? 0 : Math.min(100, (done / recipients) * 100)}
          aria-label={texts.progressLabel}
          sx={{ flexBasis: '100%', height: 8, borderRadius: 4, my: 0.5 }}
        />
      )}
      <Typography
        sx={{
          flexBasis: '100%',
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: 6,
          overflow: 'hidden',
          whiteSpace: 'pre-line',
        }}
      >
        {text}
      </Typography>
      <Quiet variant="body2" sx={{ flexBasis: '100%' }}>
        {startedAt !== null && `${texts.started(moment(startedAt, timeZone))}. `}
        {texts.counts(sent, unreachable, failed)}
      </Quiet>
      {state === 'running' && (
        <Button
          color="error"
          variant="outlined"
          loading={busy}
          onClick={() => setAsking(true)}
          sx={{ mt: 0.5, minHeight: 44 }}
        >
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
    <Sheet title={title} describedBy={textId} onClose={onClose}>
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
