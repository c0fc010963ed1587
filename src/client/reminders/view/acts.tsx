import { type Ref, useRef, useState } from 'react';
import { type Responses } from '@/contract/api';
import { type Reminder } from '@/contract/reminder';
import { daysAfter } from '@/core/calendar';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { jointTexts } from '@/texts/joint';
import { shareTexts } from '@/texts/share';
import { viewTexts as texts } from '@/texts/view';
import { openNote } from '../../host/navigate';
import { useTellFault } from '../../session/use-fault';
import { useSession } from '../../session/session';
import { Button, ButtonBase } from '../../ui/button';
import { useBackButton } from '../../ui/dialog';
import { Icon, type IconName } from '../../ui/icons';
import { useNow } from '../../session/use-date-time';
import { isFault } from '../../wire/wire';
import { useReminders } from '../list/reminders';
import { useOverlays } from '../form/use-overlays';
import { PauseChoice } from './pause-choice';
import { ShareOffer } from './share-offer';
import styles from './view.module.css';

export interface ActsProps {
  reminder: Reminder;
  /** What the server has told of it; undefined until then. */
  told: Responses['reminderWithHistory'] | undefined;
}

interface Act {
  label: string;
  icon: IconName;
  run: () => void;
  open?: boolean;
  absent?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

type Part = 'pause' | 'share' | 'more';

export function Acts(props: ActsProps) {
  const { reminder, told } = props;
  const { closeViewed, openSnooze, ...overlays } = useOverlays();
  const { onEdit } = overlays.acts;
  const { completed, repeat } = reminder;
  const acts = useReminders();
  const bringBack = useBringBack(reminder, onEdit);
  const { open, toggle, close, more } = useOpenPart();
  const pause = (until: string | undefined) => {
    close();
    acts.act(reminder, 'pause', until);
  };
  const folded = useFoldedActs(props, toggle).filter(({ absent }) => !absent);
  return (
    <div
      className={styles.acts}
      role="group"
      aria-label={texts.acts.label}
      data-acts
      // A double tap does not act on what the first tap has made of it (ui/second-tap.ts).
      data-version={reminder.version}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || open === null) return;
        // Else the dialog around it would close as well.
        event.preventDefault();
        close();
      }}
    >
      {open === 'pause' && (
        <PauseChoice
          explain={repeat ? texts.pause.explainSeries : texts.pause.explainOnce}
          onChoose={pause}
          onCancel={close}
        />
      )}
      {open === 'share' && (
        <ShareOffer
          reminder={reminder}
          joint={told?.joint}
          onRemove={(handedOn) => {
            acts.remove(reminder, handedOn);
            closeViewed();
          }}
          onClose={close}
        />
      )}
      {open === 'more' && (
        <div ref={intoSight} className={styles.menu}>
          {folded.map(actButton)}
        </div>
      )}
      <div className={styles.main}>
        {/* One button, so that it keeps the focus when it has been pressed. */}
        <Button
          variant="contained"
          size="large"
          onClick={() => (completed ? void bringBack() : acts.finish(reminder))}
        >
          {completed ? texts.acts.bringBack : texts.acts.finish}
        </Button>
        {!completed && (
          <Button variant="outlined" size="large" onClick={() => openSnooze([reminder])}>
            {texts.acts.snooze}
          </Button>
        )}
        {actButton({ label: texts.acts.edit, icon: 'pencil', run: () => onEdit(reminder) })}
        {actButton({ label: texts.acts.more, icon: 'more', ref: more, ...toggle('more') })}
      </div>
    </div>
  );
}

/** What is open over the buttons: one part at a time, which Telegram's back button closes, too. */
function useOpenPart() {
  const [open, setOpen] = useState<Part | null>(null);
  const more = useRef<HTMLButtonElement>(null);
  /** The focus goes back to where what closes was opened. */
  const close = () => {
    setOpen(null);
    more.current?.focus();
  };
  useBackButton(close, open !== null);
  const toggle = (part: Part) => ({
    open: open === part,
    run: () => setOpen(open === part ? null : part),
  });
  return { open, toggle, close, more };
}

/** With large letters the buttons do not stick to the foot of the window, and what opens may lie below it. */
const intoSight = (part: Element | null) => part?.scrollIntoView({ block: 'nearest' });

const actButton = ({ label, icon, run, open, ref }: Act) => (
  <ButtonBase
    key={label}
    ref={ref}
    className={styles.act}
    data-delete={icon === 'bin' || undefined}
    aria-expanded={open}
    onClick={run}
  >
    <Icon name={icon} size={22} />
    {label}
  </ButtonBase>
);

/** What stands behind «Ещё», in its order; `absent` acts included. */
function useFoldedActs(
  { reminder, told }: ActsProps,
  toggle: (part: Part) => Pick<Act, 'open' | 'run'>,
): Act[] {
  const acts = useReminders();
  const { closeViewed, beginSelection, isListShown, ...overlays } = useOverlays();
  const canPause = useCanPause(reminder);
  const { completed, repeat, noteId } = reminder;
  const isPaused = reminder.state === 'paused';
  const joint = told?.joint;
  const canShare = told?.sharing ?? true;
  /** Its owner has the say in it: whoever takes part leaves it, and shares nothing of it. */
  const isAnothers = joint?.owned === false;
  const closing = (run: () => void) => () => {
    run();
    closeViewed();
  };
  return [
    {
      label: texts.acts.skip,
      icon: 'skip',
      run: () => acts.act(reminder, 'skip'),
      absent: completed || !repeat || isPaused,
    },
    {
      label: texts.acts.resume,
      icon: 'play',
      run: () => acts.act(reminder, 'resume'),
      absent: completed || !isPaused,
    },
    { label: texts.acts.pause, icon: 'pause', ...toggle('pause'), absent: !canPause },
    {
      label: shareTexts.button,
      icon: 'share',
      ...toggle('share'),
      absent: (completed && !joint) || !canShare || isAnothers,
    },
    {
      label: texts.acts.openNote,
      icon: 'note',
      run: () => {
        closeViewed();
        if (noteId !== undefined) openNote(noteId);
      },
      absent: noteId === undefined,
    },
    {
      label: texts.acts.toNote,
      icon: 'note',
      run: closing(() => acts.toNote(reminder)),
      absent: isAnothers,
    },
    {
      label: texts.acts.select,
      icon: 'done',
      run: closing(() => beginSelection(reminder)),
      absent: !isListShown,
    },
    {
      label: isAnothers ? jointTexts.leave : texts.acts.delete,
      icon: 'bin',
      run: closing(() => (isAnothers ? acts.remove(reminder) : overlays.acts.onDelete(reminder))),
    },
  ];
}

/** The shortest pause ends tomorrow; what nothing is to come of, or cannot come, none would hold back. */
function useCanPause({ repeat, state, dateTime, snoozedUntil }: Reminder): boolean {
  const { timeZone } = useSession();
  const now = useNow();
  const tomorrow = daysAfter(localDateAt(now, timeZone), 1);
  const from = repeat ? now : wallTimeToInstant(`${tomorrow}T00:00`, timeZone);
  const isAhead = (at: string | null) => at !== null && new Date(at) >= from;
  const isToCome = state === 'scheduled' || state === 'waiting';
  return isToCome && [dateTime, snoozedUntil].some(isAhead);
}

/** Takes back how an archived one ended; where that is its last word no longer, it begins anew at another time. */
function useBringBack(reminder: Reminder, onEdit: (reminder: Reminder) => void) {
  const { api } = useSession();
  const { reload } = useReminders();
  const tellFault = useTellFault();
  return async () => {
    try {
      await api.reminders.undoAnswer(reminder);
      await reload();
    } catch (fault) {
      const present = isFault(fault, 'conflict') ? (fault.told.notification ?? reminder) : null;
      if (present === null) tellFault(texts.said.failed, fault);
      else if (present.completed) onEdit(present);
      // An earlier press, whose answer was lost, has brought it back already; or the chat has.
      else await reload();
    }
  };
}
