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
import { useSession } from '../session';
import { openNote } from '../shell/navigate';
import { ViewDialog } from '../ui/view-dialog';
import { Button, classes, IconButton } from '../ui/button';
import { FailedLoad } from '../ui/failed-load';
import { CloseIcon } from '../ui/icons';
import { LinkedText } from '../ui/linked-text';
import { SendAttachment } from '../ui/send-attachment';
import { ThumbnailPlace } from '../ui/thumbnail-place';
import { useDateTime, useMoment } from '../ui/use-date-time';
import { ApiError } from '../wire';
import { type ReminderActs } from './use-reminders';
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
  /** Something lies over it: the form, a sheet. */
  covered: boolean;
}

/** All about one reminder, what became of its occurrences, and what can be done. */
export default function ReminderView({ id, row, acts, onClose, covered, ...on }: Props) {
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
    <ViewDialog
      classNames={{ backdrop: styles.backdrop, dialog: styles.panel }}
      labelId={titleId}
      busy={!reminder && !error}
      covered={covered}
      onClose={onClose}
    >
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
          <h2 id={titleId} className={styles.title} tabIndex={-1} data-focus-first>
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
    </ViewDialog>
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
        <h2 id={titleId} className={styles.title} tabIndex={-1} data-focus-first>
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

/** How it stands, where its time alone does not tell; with what its user can do about it. */
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
      {reminder.timeZone !== timeZone && rule && (
        <Fact name={texts.facts.zone}>
          {zoneName(reminder.timeZone, zoneOffset(reminder.timeZone, new Date(dateTime)))}
        </Fact>
      )}
      {rule && (
        <Fact name={texts.facts.repeat}>
          {upperFirst(
            reminder.repeatText ??
              describeRule(rule, instantToWallTime(new Date(dateTime), reminder.timeZone)),
          )}
        </Fact>
      )}
      {age !== null && (
        <Fact name={texts.facts.age}>{upperFirst(describeAge(reminder.text, age))}</Fact>
      )}
      {reminder.preAlertsText !== undefined && (
        <Fact name={texts.facts.ahead}>{upperFirst(reminder.preAlertsText)}</Fact>
      )}
      {flood && floodInterval !== null && (
        <Fact name={texts.facts.flood}>{texts.flood(floodInterval)}</Fact>
      )}
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
      {category.name !== ALL && category.name !== '' && (
        <Fact name={texts.facts.category}>{category.name}</Fact>
      )}
      <Fact name={texts.facts.type}>{type.name || appTexts.reminders.unknownType}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Entries that are shown before a press shows all. */
const HISTORY_SHOWN = 5;

interface HistoryProps {
  entries: readonly HistoryEntry[] | undefined;
  failed: boolean;
  error: unknown;
  onRetry: () => void;
}

/** What became of each occurrence, the latest first; nothing where there is nothing to tell. */
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
  const pause = (until: string | undefined) => {
    setPausing(false);
    acts.act(reminder, () => api.reminders.pause(reminder, until), { done: nowPaused, failed });
  };
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
        {!completed && repeat && !paused && (
          <Button
            onClick={() =>
              acts.act(reminder, () => api.reminders.skip(reminder), { done: skipped, failed })
            }
          >
            {texts.acts.skip}
          </Button>
        )}
        {!completed &&
          (paused ? (
            <Button
              onClick={() =>
                acts.act(reminder, () => api.reminders.resume(reminder), { done: resumed, failed })
              }
            >
              {texts.acts.resume}
            </Button>
          ) : (
            <Button aria-expanded={pausing} onClick={() => setPausing(!pausing)}>
              {texts.acts.pause}
            </Button>
          ))}
        {!completed && <Button onClick={() => onEdit(reminder)}>{texts.acts.edit}</Button>}
        {!completed && canShare && (
          <Button aria-expanded={sharing} onClick={() => setSharing(!sharing)}>
            {shareTexts.button}
          </Button>
        )}
        {noteId !== undefined && (
          <Button
            onClick={() => {
              onClose();
              openNote(noteId);
            }}
          >
            {texts.acts.openNote}
          </Button>
        )}
        <Button
          onClick={() => {
            acts.toNote(reminder);
            onClose();
          }}
        >
          {texts.acts.toNote}
        </Button>
        <Button
          onClick={() => {
            acts.remove(reminder.id);
            onClose();
          }}
        >
          {texts.acts.delete}
        </Button>
      </div>
    </div>
  );
}
