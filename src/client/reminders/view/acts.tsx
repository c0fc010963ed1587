import { useState } from 'react';
import { type JointShown, type Reminder } from '@/contract/reminder';
import { daysAfter } from '@/core/calendar';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { shareTexts } from '@/texts/share';
import { viewTexts as texts } from '@/texts/view';
import { openNote } from '../../host/navigate';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { DeleteIcon, EditIcon, type Icon, icon, NoteIcon } from '../../ui/icons';
import { useNow } from '../../ui/use-date-time';
import { type ReminderActs } from '../list/use-reminders';
import { PauseChoice } from './pause-choice';
import { ShareOffer } from './share-offer';
import styles from './view.module.css';

export interface ActsProps {
  reminder: Reminder;
  acts: ReminderActs;
  /** False where the server has said that nothing can be shared. */
  canShare: boolean;
  /** Who takes part, of one that is several people's. */
  joint: JointShown | undefined;
  onClose: () => void;
  onEdit: (reminder: Reminder) => void;
  onSnooze?: ((reminder: Reminder) => void) | undefined;
}

interface Act {
  label: string;
  Icon: Icon;
  run: () => void;
  open?: boolean;
  absent?: boolean;
}

export function Acts({ reminder, acts, canShare, joint, onClose, onEdit, onSnooze }: ActsProps) {
  const { api, timeZone } = useSession();
  const [open, setOpen] = useState<'pause' | 'share' | 'more' | null>(null);
  const { completed, doneAt, state, repeat, noteId, dateTime, snoozedUntil } = reminder;
  const paused = state === 'paused';
  const { skipped, resumed, paused: nowPaused, failed } = texts.said;
  const act = (what: 'skip' | 'resume', done: string) => () =>
    acts.act(reminder, () => api.reminders[what](reminder), { done, failed });
  const pause = (until: string | undefined) => {
    setOpen(null);
    acts.act(reminder, () => api.reminders.pause(reminder, until), { done: nowPaused, failed });
  };
  const closing = (run: () => void) => () => {
    run();
    onClose();
  };
  const toggle = (part: typeof open) => ({
    open: open === part,
    run: () => setOpen(open === part ? null : part),
  });
  // The shortest pause ends tomorrow; what nothing is to come of, or cannot come, none would hold back.
  const now = useNow();
  const from = repeat
    ? now
    : wallTimeToInstant(`${daysAfter(localDateAt(now, timeZone), 1)}T00:00`, timeZone);
  const isAhead = (at: string | null) => at !== null && new Date(at) >= from;
  const canPause =
    (state === 'scheduled' || state === 'waiting') && [dateTime, snoozedUntil].some(isAhead);
  const shown = (list: Act[]) => list.filter(({ absent = false }) => !absent);
  const first = shown([
    { label: texts.acts.edit, Icon: EditIcon, run: () => onEdit(reminder), absent: completed },
    {
      label: texts.acts.skip,
      Icon: SkipIcon,
      run: act('skip', skipped),
      absent: completed || !repeat || paused,
    },
    {
      label: texts.acts.resume,
      Icon: ResumeIcon,
      run: act('resume', resumed),
      absent: completed || !paused,
    },
    { label: texts.acts.pause, Icon: PauseIcon, ...toggle('pause'), absent: !canPause },
  ]);
  const more = shown([
    {
      label: shareTexts.button,
      Icon: ShareIcon,
      ...toggle('share'),
      absent: (completed && !joint) || !canShare,
    },
    {
      label: texts.acts.openNote,
      Icon: NoteIcon,
      run: () => {
        onClose();
        if (noteId !== undefined) openNote(noteId);
      },
      absent: noteId === undefined,
    },
    { label: texts.acts.toNote, Icon: NoteIcon, run: closing(() => acts.toNote(reminder)) },
  ]);
  const remove = {
    label: texts.acts.delete,
    Icon: DeleteIcon,
    run: closing(() => acts.remove(reminder.id)),
  };
  // So many stand side by side on a narrow phone; «Возобновить» is long.
  const folded = first.length + more.length + 1 > (paused ? 4 : 5);
  const button = ({ label, Icon, run, open: expanded }: Act) => (
    <button
      key={label}
      type="button"
      className={styles.act}
      data-delete={label === texts.acts.delete || undefined}
      aria-expanded={expanded}
      onClick={run}
    >
      <Icon size={22} />
      {label}
    </button>
  );
  return (
    <div className={styles.acts} role="group" aria-label={texts.acts.label} data-acts>
      {open === 'pause' && (
        <PauseChoice
          explain={repeat ? texts.pause.explainSeries : texts.pause.explainOnce}
          onChoose={pause}
          onCancel={() => setOpen(null)}
        />
      )}
      {open === 'share' && (
        <ShareOffer
          reminderId={reminder.id}
          joint={joint}
          onRemove={remove.run}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'more' && folded && <div className={styles.menu}>{more.map(button)}</div>}
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
      <div className={styles.row}>
        {[
          ...first,
          ...(folded ? [{ label: texts.acts.more, Icon: MoreIcon, ...toggle('more') }] : more),
          remove,
        ].map(button)}
      </div>
    </div>
  );
}

const PauseIcon = icon(
  'M8 19c1.1 0 2-.9 2-2V7c0-1.1-.9-2-2-2s-2 .9-2 2v10c0 1.1.9 2 2 2m6-12v10c0 1.1.9 2 2 2s2-.9 2-2V7c0-1.1-.9-2-2-2s-2 .9-2 2',
);
const ResumeIcon = icon(
  'M8 6.82v10.36c0 .79.87 1.27 1.54.84l8.14-5.18c.62-.39.62-1.29 0-1.69L9.54 5.98C8.87 5.55 8 6.03 8 6.82',
);
const SkipIcon = icon(
  'm7.58 16.89 5.77-4.07c.56-.4.56-1.24 0-1.63L7.58 7.11C6.91 6.65 6 7.12 6 7.93v8.14c0 .81.91 1.28 1.58.82M16 7v10c0 .55.45 1 1 1s1-.45 1-1V7c0-.55-.45-1-1-1s-1 .45-1 1',
);
const ShareIcon = icon(
  'M20 10v11c0 1.1-.9 2-2 2H6c-1.11 0-2-.9-2-2V10c0-1.11.89-2 2-2h3v2H6v11h12V10h-3V8h3c1.1 0 2 .89 2 2m-4-5-1.42 1.42-1.59-1.59V16h-1.98V4.83L9.42 6.42 8 5l4-4z',
);
const MoreIcon = icon(
  'M6 10c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m12 0c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m-6 0c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2',
);
