import { useState } from 'react';
import { type JointShown, type Reminder } from '@/contract/reminder';
import { daysAfter } from '@/core/calendar';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { jointTexts } from '@/texts/joint';
import { shareTexts } from '@/texts/share';
import { viewTexts as texts } from '@/texts/view';
import { openNote } from '../../host/navigate';
import { useTellFault } from '../../ui/snackbar';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { CheckIcon, DeleteIcon, EditIcon, type Icon, icon, NoteIcon } from '../../ui/icons';
import { useNow } from '../../ui/use-date-time';
import { ApiError } from '../../wire/wire';
import { useReminders } from '../list/reminders';
import { PauseChoice } from './pause-choice';
import { ShareOffer } from './share-offer';
import styles from './view.module.css';

export interface ActsProps {
  reminder: Reminder;
  /** False where the server has said that nothing can be shared. */
  canShare: boolean;
  /** Who takes part, of one that is several people's. */
  joint: JointShown | undefined;
  onClose: () => void;
  onEdit: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
  onSnooze: (reminder: Reminder) => void;
  /** Begins to choose several in the list; absent where that is not shown. */
  onSelect?: ((reminder: Reminder) => void) | undefined;
}

interface Act {
  label: string;
  Icon: Icon;
  run: () => void;
  open?: boolean;
  absent?: boolean;
}

export function Acts({ reminder, canShare, joint, onClose, onEdit, ...on }: ActsProps) {
  const { onSnooze, onDelete, onSelect } = on;
  const { api, timeZone } = useSession();
  const acts = useReminders();
  const tellFault = useTellFault();
  const [open, setOpen] = useState<'pause' | 'share' | 'more' | null>(null);
  const { completed, state, repeat, noteId, dateTime, snoozedUntil } = reminder;
  const paused = state === 'paused';
  /** Its owner has the say in it: whoever takes part leaves it, and shares nothing of it. */
  const isAnothers = joint?.owned === false;
  const { resumed, paused: nowPaused, failed } = texts.said;
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
  const folded: Act[] = [
    {
      label: texts.acts.skip,
      Icon: SkipIcon,
      run: () => acts.skip(reminder),
      absent: completed || !repeat || paused,
    },
    {
      label: texts.acts.resume,
      Icon: ResumeIcon,
      run: () =>
        acts.act(reminder, () => api.reminders.resume(reminder), { done: resumed, failed }),
      absent: completed || !paused,
    },
    { label: texts.acts.pause, Icon: PauseIcon, ...toggle('pause'), absent: !canPause },
    {
      label: shareTexts.button,
      Icon: ShareIcon,
      ...toggle('share'),
      absent: (completed && !joint) || !canShare || isAnothers,
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
    {
      label: texts.acts.toNote,
      Icon: NoteIcon,
      run: closing(() => acts.toNote(reminder)),
      absent: isAnothers,
    },
    {
      label: texts.acts.select,
      Icon: CheckIcon,
      run: closing(() => onSelect?.(reminder)),
      absent: !onSelect,
    },
    isAnothers
      ? { label: jointTexts.leave, Icon: DeleteIcon, run: closing(() => acts.remove(reminder.id)) }
      : { label: texts.acts.delete, Icon: DeleteIcon, run: closing(() => onDelete(reminder)) },
  ];
  const button = ({ label, Icon, run, open: expanded }: Act) => (
    <button
      key={label}
      type="button"
      className={styles.act}
      data-delete={Icon === DeleteIcon || undefined}
      aria-expanded={expanded}
      onClick={run}
    >
      <Icon size={22} />
      {label}
    </button>
  );
  /** Takes back how an archived one ended; where that is its last word no longer, it begins anew at another time. */
  const bringBack = async () => {
    try {
      await api.reminders.undo(reminder.id, String(reminder.version));
      await acts.reload();
    } catch (fault) {
      if (fault instanceof ApiError && fault.fault === 'conflict') onEdit(reminder);
      else tellFault(failed, fault);
    }
  };
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
          onRemove={(handedOn) => closing(() => acts.remove(reminder.id, handedOn))()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'more' && (
        <div className={styles.menu}>{folded.filter(({ absent }) => !absent).map(button)}</div>
      )}
      <div className={styles.main}>
        {completed ? (
          <Button variant="contained" size="large" onClick={() => void bringBack()}>
            {texts.acts.bringBack}
          </Button>
        ) : (
          <Button variant="contained" size="large" onClick={() => acts.finish(reminder)}>
            {texts.acts.finish}
          </Button>
        )}
        {!completed && (
          <Button variant="outlined" size="large" onClick={() => onSnooze(reminder)}>
            {texts.acts.snooze}
          </Button>
        )}
        {button({ label: texts.acts.edit, Icon: EditIcon, run: () => onEdit(reminder) })}
        {button({ label: texts.acts.more, Icon: MoreIcon, ...toggle('more') })}
      </div>
    </div>
  );
}

const PauseIcon = icon('M8.5 5.5v13M15.5 5.5v13');
const ResumeIcon = icon('M8 5.5v13l10.5-6.5L8 5.5Z');
const SkipIcon = icon('M6 6.5v11l8.5-5.5L6 6.5ZM18 6.5v11');
const ShareIcon = icon('M12 15V3.5M8 7l4-4 4 4M7.5 11H5v9.5h14V11h-2.5');
const MoreIcon = icon(
  'M5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M17 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
);
