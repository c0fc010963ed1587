import { useId, useState } from 'react';
import { useAnswer } from '../../session/use-answer';
import { type Responses } from '@/contract/api';
import { type JointShown, type Reminder } from '@/contract/reminder';
import { jointTexts } from '@/texts/joint';
import { shareTexts as texts } from '@/texts/share';
import { useSession } from '../../session/session';
import { Alert, FailedLoad } from '../../ui/alert';
import { Button, classes } from '../../ui/button';
import { LinkField, useCopy } from '../../ui/link-field';
import { showSnackbar } from '../../ui/snackbar';
import { useAction } from '../../session/use-action';
import { isFault, saidIn } from '../../wire/wire';
import { Panel } from './pause-choice';
import styles from './view.module.css';

interface Props {
  reminder: Reminder;
  joint: JointShown | undefined;
  /** Takes the reminder away from all, unless it is handed on, as is said. */
  onRemove: (handedOn?: string) => void;
  onClose: () => void;
}

export function ShareOffer({ reminder, joint, onRemove, onClose }: Props) {
  const reminderId = reminder.id;
  const { api } = useSession();
  const askedAs = useId();
  // That it is several people's the list tells earlier than who they are.
  const [together, setTogether] = useState((joint ?? reminder.people) !== undefined);
  // Anew at each opening: what Telegram has prepared does not last.
  const { data, error, mutate, isValidating } = useAnswer(
    ['share', reminderId, askedAs, together],
    () => api.reminders.share(reminderId, together),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );

  // Asking again would be refused again.
  const isRefused = isFault(error, 'rejected', 'gone', 'conflict') && error.message !== '';
  return (
    <Panel title={texts.title} busy={!data && !error}>
      {joint && (
        <>
          <p>{jointTexts.people(joint.people)}</p>
          <div className={styles.chips}>
            <Button variant="outlined" onClick={() => onRemove(jointTexts.handedOn)}>
              {jointTexts.leave}
            </Button>
            <Button variant="outlined" onClick={() => onRemove()}>
              {jointTexts.end}
            </Button>
          </div>
        </>
      )}
      {/* One of their own for everybody, or one that is done for all. */}
      <div className={styles.chips} role="group" aria-label={jointTexts.how}>
        {[false, true].map((each) => (
          <Button
            key={String(each)}
            variant={together === each ? 'contained' : 'outlined'}
            aria-pressed={together === each}
            onClick={() => setTogether(each)}
          >
            {each ? jointTexts.together : jointTexts.separate}
          </Button>
        ))}
      </div>
      {!error && (
        <OfferedLink
          offer={data}
          explain={together ? jointTexts.explain : texts.explain}
          {...{ reminderId, onClose }}
        />
      )}
      {isRefused && <Alert severity="info">{error.message}</Alert>}
      {!isRefused && !isValidating && (
        <FailedLoad {...{ error, mutate }}>{saidIn(error) || texts.failed}</FailedLoad>
      )}
      <Button onClick={onClose}>{texts.dismiss}</Button>
    </Panel>
  );
}

interface OfferedLinkProps extends Pick<Props, 'onClose'> {
  reminderId: number;
  /** Undefined until the server has answered: it has its place before that, so that the choice above does not move under a finger. */
  offer: Responses['shareOffer'] | undefined;
  explain: string;
}

/** What others will see, the link to it, and what can be done with that link. */
function OfferedLink({ offer, explain, reminderId, onClose }: OfferedLinkProps) {
  const { api, host } = useSession();
  const closing = useAction(texts.failed);
  const sending = useAction(texts.failed);
  const { field, copied, copy } = useCopy(texts.copyByHand);
  const url = offer?.url ?? '';

  const put = async ({ preparedId, sendUrl }: Responses['shareOffer']) => {
    const outcome = preparedId === null ? 'cannot' : await host.sendPrepared(preparedId);
    if (outcome === 'sent') showSnackbar({ text: texts.sent });
    if (outcome === 'failed') showSnackbar({ text: texts.failed, severity: 'error' });
    // Only where nobody has been asked for a chat yet.
    if (outcome === 'cannot') await host.openLink(sendUrl);
  };
  const unshare = async () => {
    if (await closing.run(() => api.reminders.unshare(reminderId), texts.closedNow)) onClose();
  };
  return (
    <>
      <p className={styles.shared}>{offer?.text}</p>
      <p className={styles.quiet}>{explain}</p>
      <LinkField ref={field} label={texts.label} url={url} />
      <div className={classes(styles.chips, styles.wide)}>
        <Button
          variant="contained"
          disabled={!offer}
          loading={sending.busy}
          onClick={() => offer && void sending.run(() => put(offer))}
        >
          {texts.sending}
        </Button>
        <Button variant="outlined" disabled={!offer} onClick={() => void copy(url)}>
          {offer && copied === url ? texts.copied : texts.copy}
        </Button>
        <Button
          variant="outlined"
          disabled={!offer}
          loading={closing.busy}
          onClick={() => void unshare()}
        >
          {texts.close}
        </Button>
      </div>
    </>
  );
}
