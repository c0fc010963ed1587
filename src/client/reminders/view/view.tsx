import { type ReactNode, useId, useState } from 'react';
import useSWR from 'swr';
import { type HistoryEntry, type Reminder } from '@/contract/reminder';
import { ruleOfWire } from '@/contract/rule';
import { ALL } from '@/core/limits';
import { ageOn } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { zoneOffset } from '@/core/zone-names';
import { describeAge } from '@/texts/age';
import { appTexts } from '@/texts/app';
import { attachmentTexts } from '@/texts/attachments';
import { describeInstant, describeRule } from '@/texts/schedule';
import { shareTexts } from '@/texts/share';
import { viewTexts as texts } from '@/texts/view';
import { zoneName } from '@/texts/zones';
import { useSession } from '../../session/session';
import { openNote } from '../../host/navigate';
import { Button, classes, IconButton } from '../../ui/button';
import { FailedLoad } from '../../ui/alert';
import { CloseIcon } from '../../ui/icons';
import { Modal } from '../../ui/modal';
import { LinkedText } from '../../ui/linked-text';
import { SendAttachment } from '../../ui/send-attachment';
import { ThumbnailPlace } from '../../ui/thumbnail-place';
import { useDateTime, useMoment } from '../../ui/use-date-time';
import { ApiError } from '../../wire/wire';
import { type ReminderActs } from '../list/use-reminders';
import { PauseChoice } from './pause-choice';
import { ShareOffer } from './share-offer';
import styles from './view.module.css';

interface Props {
  id: number;
  /** As the list has it; undefined while the list is on its way, and where it holds none such. */
  row: Reminder | undefined;
  acts: ReminderActs;
  onClose: () => void;
  onEdit: (reminder: Reminder) => void;
  onSnooze?: ((reminder: Reminder) => void) | undefined;
}

export default function ReminderView({ id, row, acts, onClose, ...on }: Props) {
  const { api } = useSession();
  const titleId = useId();
  // Read anew whenever the list has another state of it.
  const key = ['reminder', id, row?.version, row?.dateTime, row?.waitingSince];
  const { data, error, mutate, isValidating } = useSWR<
    Awaited<ReturnType<typeof api.reminders.read>>,
    unknown
  >(key, () => api.reminders.read(id), { keepPreviousData: true });

  const gone = error instanceof ApiError && error.fault === 'gone';
  const reminder = gone ? undefined : (row ?? data?.notification);
  const retry = () => void mutate();
  return (
    <Modal look="view" labelId={titleId} busy={!reminder && !error} first="h2" onClose={onClose}>
      <div className={styles.head}>
        <span className={styles.kind}>{texts.label}</span>
        <IconButton aria-label={texts.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {reminder ? (
        <About
          reminder={reminder}
          titleId={titleId}
          history={
            <History
              entries={data?.history}
              failed={error !== undefined && !isValidating}
              error={error}
              onRetry={retry}
            />
          }
          acts={acts}
          canShare={data?.sharing ?? true}
          onClose={onClose}
          {...on}
        />
      ) : (
        <div className={styles.body}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {gone ? texts.gone.title : error ? texts.failed : texts.loading}
          </h2>
          {gone && (
            <>
              <p>{texts.gone.text}</p>
              <Button variant="contained" size="large" onClick={onClose}>
                {texts.gone.back}
              </Button>
            </>
          )}
          {error !== undefined && !gone && (
            <FailedLoad error={error} onRetry={retry}>
              {error instanceof ApiError ? error.message : texts.failed}
            </FailedLoad>
          )}
        </div>
      )}
    </Modal>
  );
}

interface AboutProps extends Pick<Props, 'acts' | 'onClose' | 'onEdit' | 'onSnooze'> {
  reminder: Reminder;
  titleId: string;
  history: ReactNode;
  /** False where the server has said that nothing can be shared. */
  canShare: boolean;
}

function About({ reminder, titleId, history, ...on }: AboutProps) {
  const standing = useStanding(reminder);
  return (
    <>
      <div className={styles.body}>
        <h2 id={titleId} className={styles.title} tabIndex={-1}>
          <LinkedText>{reminder.text}</LinkedText>
        </h2>
        {standing && <p className={classes(styles.standing, styles[reminder.state])}>{standing}</p>}
        <Facts reminder={reminder} />
        {history}
      </div>
      <Acts reminder={reminder} {...on} />
    </>
  );
}

function useStanding(reminder: Reminder): string | null {
  const { timeZone } = useSession();
  const say = useMoment(timeZone);
  const { state, doneAt, waitingSince, snoozedUntil, pausedUntil } = reminder;
  switch (state) {
    case 'completed':
      return doneAt === null ? texts.state.unanswered : texts.state.done(say(doneAt));
    case 'failed':
    case 'unreachable':
      return texts.state[state];
    case 'paused':
      if (pausedUntil === null) return texts.state.paused;
      // As a rule it ends with a day: then the day says enough.
      return texts.state.pausedUntil(say(pausedUntil).replace(/, 00:00$/, ''));
    default:
      if (waitingSince !== null) return texts.state.waiting(say(waitingSince));
      return snoozedUntil === null ? null : texts.state.snoozed(say(snoozedUntil));
  }
}

/** «Завтра в 09:00» on the clocks of the zone. */
function inWords(iso: string, timeZone: string): string {
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  return upperFirst(describeInstant(wall(new Date()), wall(new Date(iso))));
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Facts({ reminder }: { reminder: Reminder }) {
  const { timeZone } = useSession();
  const formatDateTime = useDateTime(timeZone);
  const { dateTime, category, type, flood, floodInterval } = reminder;
  const rule = ruleOfWire(reminder);
  const age = ageOn(rule, new Date(dateTime), reminder.timeZone);
  const pausedWithoutEnd = reminder.state === 'paused' && reminder.pausedUntil === null;
  return (
    <dl className={styles.facts}>
      {!pausedWithoutEnd && (
        <Fact name={texts.facts.when}>
          <time dateTime={dateTime}>
            {inWords(dateTime, timeZone)}
            <span className={styles.exact}>{formatDateTime(dateTime)}</span>
          </time>
        </Fact>
      )}
      <Fact name={texts.facts.zone}>
        {reminder.timeZone !== timeZone &&
          rule &&
          zoneName(reminder.timeZone, zoneOffset(reminder.timeZone, new Date(dateTime)))}
      </Fact>
      <Fact name={texts.facts.repeat}>
        {rule &&
          upperFirst(
            reminder.repeatText ??
              describeRule(rule, instantToWallTime(new Date(dateTime), reminder.timeZone)),
          )}
      </Fact>
      <Fact name={texts.facts.age}>
        {age !== null && upperFirst(describeAge(reminder.text, age))}
      </Fact>
      <Fact name={texts.facts.ahead}>
        {reminder.preAlertsText !== undefined && upperFirst(reminder.preAlertsText)}
      </Fact>
      <Fact name={texts.facts.flood}>
        {flood && floodInterval !== null && texts.flood(floodInterval)}
      </Fact>
      {reminder.attachmentText !== undefined && (
        <Fact name={attachmentTexts.label}>
          {reminder.thumbnail && (
            <ThumbnailPlace
              picture={{ of: 'reminders', id: reminder.id }}
              className={styles.picture}
            />
          )}
          <p className={styles.attached}>{reminder.attachmentText}</p>
          <SendAttachment of="reminders" id={reminder.id} described={reminder.attachmentText} />
        </Fact>
      )}
      <Fact name={texts.facts.category}>{category.name !== ALL && category.name}</Fact>
      <Fact name={texts.facts.type}>{type.name || appTexts.reminders.unknownType}</Fact>
    </dl>
  );
}

/** Nothing where there is nothing to tell. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const HISTORY_SHOWN = 5;

interface HistoryProps {
  entries: readonly HistoryEntry[] | undefined;
  failed: boolean;
  error: unknown;
  onRetry: () => void;
}

function History({ entries, failed, error, onRetry }: HistoryProps) {
  const { timeZone } = useSession();
  const say = useMoment(timeZone);
  const titleId = useId();
  const listId = useId();
  const [all, setAll] = useState(false);
  if (!entries && !failed) return <p className={styles.quiet}>{texts.loading}</p>;
  if (!entries) {
    return (
      <FailedLoad error={error} onRetry={onRetry}>
        {texts.history.failed}
      </FailedLoad>
    );
  }
  if (entries.length === 0) return null;
  const shown = all ? entries : entries.slice(0, HISTORY_SHOWN);
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.heading}>
        {texts.history.title}
      </h3>
      <ul id={listId} className={styles.history}>
        {shown.map(({ occurrenceAt, outcome, endedAt }) => (
          <li key={occurrenceAt} data-outcome={outcome}>
            <time dateTime={occurrenceAt}>{say(occurrenceAt)}</time>
            <span>
              {outcome === 'done' ? texts.history.done(say(endedAt)) : texts.history[outcome]}
            </span>
          </li>
        ))}
      </ul>
      {entries.length > HISTORY_SHOWN && (
        <Button aria-expanded={all} aria-controls={listId} onClick={() => setAll(!all)}>
          {all ? texts.history.less : texts.history.all(entries.length)}
        </Button>
      )}
    </section>
  );
}

function Acts({
  reminder,
  acts,
  canShare,
  onClose,
  onEdit,
  onSnooze,
}: Pick<AboutProps, 'reminder' | 'acts' | 'canShare' | 'onClose' | 'onEdit' | 'onSnooze'>) {
  const { api } = useSession();
  const [pausing, setPausing] = useState(false);
  const [sharing, setSharing] = useState(false);
  const { completed, doneAt, state, repeat, noteId } = reminder;
  const paused = state === 'paused';
  const { skipped, resumed, paused: nowPaused, failed } = texts.said;
  const act = (what: 'skip' | 'resume', done: string) => () =>
    acts.act(reminder, () => api.reminders[what](reminder), { done, failed });
  const pause = (until: string | undefined) => {
    setPausing(false);
    acts.act(reminder, () => api.reminders.pause(reminder, until), { done: nowPaused, failed });
  };
  const closing = (run: () => void) => () => {
    run();
    onClose();
  };
  const more: { label: string; run: () => void; open?: boolean; absent?: boolean }[] = [
    {
      label: texts.acts.skip,
      run: act('skip', skipped),
      absent: completed || !repeat || paused,
    },
    { label: texts.acts.resume, run: act('resume', resumed), absent: completed || !paused },
    {
      label: texts.acts.pause,
      run: () => setPausing(!pausing),
      open: pausing,
      absent: completed || paused,
    },
    { label: texts.acts.edit, run: () => onEdit(reminder), absent: completed },
    {
      label: shareTexts.button,
      run: () => setSharing(!sharing),
      open: sharing,
      absent: completed || !canShare,
    },
    {
      label: texts.acts.openNote,
      run: () => {
        onClose();
        if (noteId !== undefined) openNote(noteId);
      },
      absent: noteId === undefined,
    },
    { label: texts.acts.toNote, run: closing(() => acts.toNote(reminder)) },
    { label: texts.acts.delete, run: closing(() => acts.remove(reminder.id)) },
  ];
  return (
    <div className={styles.acts} role="group" aria-label={texts.acts.label} data-acts>
      {pausing && (
        <PauseChoice
          explain={repeat ? texts.pause.explainSeries : texts.pause.explainOnce}
          onChoose={pause}
          onCancel={() => setPausing(false)}
        />
      )}
      {sharing && <ShareOffer reminderId={reminder.id} onClose={() => setSharing(false)} />}
      <div className={styles.main}>
        {(!completed || doneAt === null) && (
          <Button variant="contained" size="large" onClick={() => acts.finish(reminder)}>
            {texts.acts.finish}
          </Button>
        )}
        {completed ? (
          <Button variant="outlined" size="large" onClick={() => onEdit(reminder)}>
            {texts.acts.again}
          </Button>
        ) : (
          onSnooze && (
            <Button variant="outlined" size="large" onClick={() => onSnooze(reminder)}>
              {texts.acts.snooze}
            </Button>
          )
        )}
      </div>
      <div className={styles.more}>
        {more.map(
          ({ label, run, open, absent = false }) =>
            !absent && (
              <Button key={label} aria-expanded={open} onClick={run}>
                {label}
              </Button>
            ),
        )}
      </div>
    </div>
  );
}
