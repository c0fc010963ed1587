import { type ReactNode, useId, useMemo } from 'react';
import { useAnswer } from '../../session/use-answer';
import { type HistoryEntry, type Reminder } from '@/contract/reminder';
import { aboveChecklist, type ListPoint, ownPointsIn } from '@/core/checklist';
import { ruleOfWire } from '@/contract/rule';
import { ALL, LATE_AFTER_MS } from '@/core/limits';
import { ageOn, upcomingOccurrences } from '@/core/recurrence';
import { instantToWallTime } from '@/core/time-zone';
import { otherClock } from '@/core/zone-names';
import { describeAge } from '@/texts/age';
import { appTexts } from '@/texts/app';
import { attachmentTexts } from '@/texts/attachments';
import { jointTexts } from '@/texts/joint';
import { capital } from '@/texts/plural';
import { describeMoment } from '@/texts/schedule';
import { rowTexts } from '@/texts/reminder-row';
import { whyTexts } from '@/texts/support';
import { viewTexts as texts } from '@/texts/view';
import { iconOfType } from '@/theme/icon-paths';
import { useSession } from '../../session/session';
import { Button, classes, IconButton, useFold } from '../../ui/button';
import { type CardClock } from '../../ui/card-time';
import { FailedLoad } from '../../ui/alert';
import { Icon } from '../../ui/icons';
import { Dialog } from '../../ui/dialog';
import { LinkedText } from '../../list/linked-text';
import { SendAttachment } from '../../list/send-attachment';
import { ThumbnailPlace } from '../../list/thumbnail-place';
import { useCardClock, useNow } from '../../session/use-date-time';
import { isFault, saidIn } from '../../wire/wire';
import { datesOf } from '../form/form-summary';
import { useReminders } from '../list/reminders';
import { useOverlays } from '../form/use-overlays';
import { Acts, type ActsProps } from './acts';
import { CounterLine, Points } from './counter';
import styles from './view.module.css';

export default function ReminderView({ id }: { id: number }) {
  const { closeViewed } = useOverlays();
  const { api } = useSession();
  const { rows } = useReminders();
  /** As the list has it; undefined while the list is on its way, and where it holds none such. */
  const row = rows?.find((each) => each.id === id);
  const titleId = useId();
  // Read anew whenever the list has another state of it.
  const key = ['reminder', id, row?.version, row?.dateTime, row?.waitingSince];
  const { data, error, mutate, isValidating } = useAnswer(key, () => api.reminders.read(id), {
    keepPreviousData: true,
  });

  const gone = isFault(error, 'gone');
  const reminder = gone ? undefined : (row ?? data?.notification);
  return (
    <Dialog
      look="view"
      aria-labelledby={titleId}
      aria-busy={!reminder && !error}
      first="h2"
      onClose={closeViewed}
    >
      <div className={styles.head}>
        <span className={styles.kind}>
          {reminder && <Icon name={iconOfType(reminder.type?.name ?? '')} size={20} />}
          {reminder ? reminder.type?.name || rowTexts.unknownType : texts.label}
        </span>
        <IconButton icon="close" aria-label={texts.close} onClick={closeViewed} />
      </div>
      {reminder ? (
        <About {...{ reminder, titleId }} told={data}>
          <History
            entries={data?.history}
            error={isValidating ? undefined : error}
            mutate={mutate}
          />
        </About>
      ) : (
        <div className={styles.body}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {gone ? texts.gone.title : error ? texts.failed : texts.loading}
          </h2>
          {gone && (
            <>
              <p>{texts.gone.text}</p>
              <Button variant="contained" size="large" onClick={closeViewed}>
                {texts.gone.back}
              </Button>
            </>
          )}
          {!gone && <FailedLoad {...{ error, mutate }}>{saidIn(error) || texts.failed}</FailedLoad>}
        </div>
      )}
    </Dialog>
  );
}

interface AboutProps extends ActsProps {
  titleId: string;
  /** Its history. */
  children: ReactNode;
}

const noPoints: readonly ListPoint[] = [];

function About({ reminder, titleId, told, children }: AboutProps) {
  const { text, state, dateTime, waitingSince, snoozedUntil } = reminder;
  const ownPoints = useMemo(() => ownPointsIn(text), [text]);
  const hasOwn = ownPoints.length > 0;
  const title = hasOwn ? aboveChecklist(text) || texts.points : text;
  const trouble = state === 'failed' || state === 'unreachable' ? texts.state[state] : null;
  const missedSince = Date.parse(snoozedUntil ?? dateTime) + LATE_AFTER_MS;
  const now = useNow();
  const isToCome = state === 'scheduled' || state === 'unreachable';
  const isMissing = state === 'failed' || (isToCome && missedSince < now.getTime());
  const isLate = waitingSince !== null && !reminder.repeat && isLater(waitingSince, dateTime);
  return (
    <>
      <div className={styles.body}>
        <h2 id={titleId} className={styles.title} tabIndex={-1}>
          <LinkedText>{title}</LinkedText>
        </h2>
        <Standing reminder={reminder} />
        {trouble && <p className={styles.trouble}>{trouble}</p>}
        {hasOwn && <Points reminder={reminder} points={ownPoints} />}
        <Facts reminder={reminder} people={told?.joint?.people.join(', ')} />
        {/* Those of its note come later than what stands above, whose buttons stay under the finger. */}
        {!hasOwn && <Points reminder={reminder} points={told?.points ?? noPoints} />}
        {children}
        {(isMissing || isLate || told?.history.some(cameLate)) && (
          <WhyPanel reminderId={reminder.id} />
        )}
      </div>
      <Acts {...{ reminder, told }} />
    </>
  );
}

const isLater = (cameAt: string, dueAt: string): boolean =>
  Date.parse(cameAt) - Date.parse(dueAt) > LATE_AFTER_MS;

/** Done before its time, nothing of it was to come. */
const cameLate = ({ cameAt, occurrenceAt, outcome }: HistoryEntry): boolean =>
  cameAt === null ? outcome === 'unanswered' : isLater(cameAt, occurrenceAt);

/** What has become of it, as long as that is not its own date. */
function standingOf(reminder: Reminder, clock: CardClock): string | null {
  const { completed, state, doneAt, waitingSince, snoozedUntil, pausedUntil } = reminder;
  const say = (iso: string) => clock.date(iso).full;
  if (completed) return doneAt === null ? texts.state.unanswered : texts.state.done(say(doneAt));
  if (state === 'paused') {
    return pausedUntil === null
      ? texts.state.paused
      : texts.state.pausedUntil(clock.end(pausedUntil));
  }
  if (waitingSince !== null) return texts.state.waiting(say(waitingSince));
  return snoozedUntil === null ? null : texts.state.snoozed(say(snoozedUntil));
}

/** Under the title, how it stands or when it comes: «Завтра, вторник, в 09:00». */
function Standing({ reminder }: { reminder: Reminder }) {
  const { completed, state, waitingSince, snoozedUntil, dateTime } = reminder;
  const standing = standingOf(reminder, useCardClock());
  const isPast = Date.parse(snoozedUntil ?? dateTime) < useNow().getTime();
  const rests = completed || state === 'paused';
  const tone = rests ? styles.resting : (isPast || waitingSince !== null) && styles.waiting;
  return (
    <p className={classes(styles.when, tone)}>{standing ?? <OwnMoment dateTime={dateTime} />}</p>
  );
}

function OwnMoment({ dateTime }: { dateTime: string }) {
  const { timeZone } = useSession();
  const { inDigits } = useCardClock();
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  return (
    <time dateTime={dateTime} title={inDigits(dateTime).full}>
      {describeMoment(wall(useNow()), wall(new Date(dateTime)))}
    </time>
  );
}

const NEXT_DATES = 2;

/**
 * What of a series follows under the title: its next dates, or where the title says how it stands in place of its date,
 * that date.
 */
function nextDates(
  reminder: Reminder,
  titleSaysDate: boolean,
  clock: CardClock,
  now: Date,
): string {
  const { completed, dateTime, timeZone, repeatFrom, state, pausedUntil } = reminder;
  const at = new Date(dateTime);
  const rule = ruleOfWire(reminder);
  if (completed || !rule || at <= now) return '';
  if (state === 'paused' && pausedUntil === null) return '';
  if (!titleSaysDate) {
    const { day, hour } = clock.date(dateTime);
    return appTexts.reminderForm.outlook.dateAndTime(day, hour);
  }
  if (rule.afterDone || repeatFrom === undefined) return '';
  const dates = upcomingOccurrences({ firstWallTime: repeatFrom, timeZone, rule }, at, NEXT_DATES);
  return datesOf(rule, dates, clock).join(', ');
}

function Facts({ reminder, people }: { reminder: Reminder; people: string | undefined }) {
  const { timeZone } = useSession();
  const clock = useCardClock();
  const titleSaysDate = standingOf(reminder, clock) === null;
  const next = nextDates(reminder, titleSaysDate, clock, useNow());
  const { dateTime, category, completed, flood, floodInterval, repeat, state } = reminder;
  const rule = ruleOfWire(reminder);
  const age = ageOn(rule, new Date(dateTime), reminder.timeZone);
  return (
    <dl className={styles.facts}>
      <Fact name={texts.facts.when}>
        {(completed || (state === 'paused' && !repeat)) && <OwnMoment dateTime={dateTime} />}
      </Fact>
      <Fact name={texts.facts.zone}>
        {rule && otherClock(reminder.timeZone, timeZone, new Date(dateTime))}
      </Fact>
      <Fact name={texts.facts.repeat}>
        {reminder.repeatText !== undefined && capital(reminder.repeatText)}
      </Fact>
      <Fact name={texts.facts.age}>{age !== null && capital(describeAge(reminder.text, age))}</Fact>
      <Fact name={texts.facts.ahead}>
        {reminder.preAlertsText !== undefined && capital(reminder.preAlertsText)}
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
      <Fact name={texts.facts.counter}>
        {reminder.counter && <CounterLine counter={reminder.counter} reminder={reminder} />}
      </Fact>
      <Fact name={texts.facts.category}>{category.name !== ALL && category.name}</Fact>
      <Fact name={texts.facts.next}>{next}</Fact>
      <Fact name={jointTexts.members}>{people}</Fact>
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
  error: unknown;
  mutate: () => unknown;
}

function History({ entries, ...answer }: HistoryProps) {
  const { date } = useCardClock();
  const titleId = useId();
  const { id, open, button } = useFold();
  if (!entries && answer.error === undefined) {
    return <p className={styles.quiet}>{texts.loading}</p>;
  }
  if (!entries) return <FailedLoad {...answer}>{texts.history.failed}</FailedLoad>;
  if (entries.length === 0) return null;
  const shown = open ? entries : entries.slice(0, HISTORY_SHOWN);
  return (
    <section className={styles.past} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.heading}>
        {texts.history.title}
      </h3>
      <ul id={id} className={styles.history}>
        {shown.map(({ occurrenceAt, outcome, endedAt, ticked: tickedPoints }) => (
          <li key={occurrenceAt} data-outcome={outcome}>
            <time dateTime={occurrenceAt}>{date(occurrenceAt).full}</time>
            <span>
              {outcome === 'done'
                ? texts.history.done(date(endedAt), date(endedAt).day === date(occurrenceAt).day)
                : texts.history[outcome]}
              {tickedPoints && texts.history.ticked(tickedPoints)}
            </span>
          </li>
        ))}
      </ul>
      {entries.length > HISTORY_SHOWN && (
        <Button {...button}>{open ? texts.history.less : texts.history.all(entries.length)}</Button>
      )}
    </section>
  );
}

/** «Почему не пришло?»: what became of the reminder's latest messages, and what can be done; asked at each opening. */
function WhyPanel({ reminderId }: { reminderId: number }) {
  const { id, open, button } = useFold();
  return (
    <section className={styles.past}>
      <Button {...button}>{whyTexts.button}</Button>
      <div id={id} role="status">
        {open && <Answer reminderId={reminderId} />}
      </div>
    </section>
  );
}

function Answer({ reminderId }: { reminderId: number }) {
  const { api } = useSession();
  const askedAs = useId();
  const { data, error, mutate, isValidating } = useAnswer(
    ['why', reminderId, askedAs],
    () => api.reminders.why(reminderId),
    { revalidateOnFocus: false, revalidateOnMount: true, shouldRetryOnError: false },
  );
  if (data) return data.map((line) => <p key={line}>{line}</p>);
  if (isValidating || error === undefined)
    return <p className={styles.quiet}>{whyTexts.loading}</p>;
  return <FailedLoad {...{ error, mutate }}>{saidIn(error) || whyTexts.failed}</FailedLoad>;
}
