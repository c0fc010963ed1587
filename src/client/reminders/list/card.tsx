import { memo } from 'react';
import { type Reminder } from '@/contract/reminder';
import { USUAL_TYPE } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { iconOfType } from '@/theme/icon-paths';
import { ButtonBase } from '../../ui/button';
import { type CardClock } from '../../ui/card-time';
import { Icon, type IconName } from '../../ui/icons';
import { LinkedText } from '../../list/linked-text';
import { opens, RowActions } from '../../list/row-actions';
import { ThumbnailPlace } from '../../list/thumbnail-place';
import { Tooltip } from '../../ui/tooltip';
import styles from './card.module.css';
import { faceOf } from './card-words';

const { actions } = appTexts;
type Doing = (reminder: Reminder) => void;

interface Props {
  reminder: Reminder;
  clock: CardClock;
  /** The day that the heading above names: «21.11.2026». */
  day: string | null;
  /** Absent where the row is not what its buttons would act on: a further date of a series. */
  onFinish?: Doing;
  onEdit?: Doing;
  onDelete?: Doing;
  onOpen: Doing;
  /** It was finished here, and stays until the list is left. */
  bringBack?: (() => void) | undefined;
  /** How it stands, where the calendar knows more: «пропущено». */
  standing?: string | undefined;
  /** Whether it is one of several chosen; absent where none are chosen. */
  selected?: boolean | undefined;
  /** One that the server draws, with all places and nothing fetched for them. */
  sample?: boolean;
}

const PLAIN_PARTS = ['people', 'standing', 'counter', 'age', 'attached'] as const;

/**
 * The prelude fills a copy of this card before the app's code is here: of the face, `data-text` is
 * an element's words, `data-label` its name, and a `data-part` that the face has not goes.
 */
export const ReminderCard = memo(function ReminderCard(props: Props) {
  const {
    reminder,
    clock,
    day,
    onFinish,
    onEdit,
    onDelete,
    onOpen,
    bringBack,
    standing,
    selected,
    sample = false,
  } = props;
  const known = faceOf(reminder, clock, day);
  const face = { ...known, standing: standing ?? known.standing };
  return (
    <article
      className={styles.card}
      aria-label={face.text}
      data-label="text"
      data-completed={reminder.completed || bringBack !== undefined}
      data-done={reminder.completed && reminder.doneAt !== null}
      data-state={reminder.state}
      data-id={reminder.id}
      data-selected={selected}
      onClick={(event) => {
        if (opens(event)) onOpen(reminder);
      }}
    >
      <ButtonBase
        className={styles.open}
        {...(selected !== undefined && { role: 'checkbox', 'aria-checked': selected })}
        aria-label={face.text}
        data-label="text"
        data-tap="open"
        onClick={() => onOpen(reminder)}
      />
      {face.finish !== null && onFinish && (
        <ButtonBase
          className={bringBack ? styles.back : styles.finish}
          aria-label={bringBack ? `${actions.bringBack}: ${face.text}` : face.finish}
          data-part="finish"
          data-label="finish"
          data-tap="finish"
          onClick={bringBack ?? (() => onFinish(reminder))}
        >
          {bringBack && actions.bringBack}
        </ButtonBase>
      )}
      <p className={styles.text} data-text="words">
        <LinkedText>{face.words}</LinkedText>
      </p>
      <FactLine face={face} pictureOf={sample ? null : reminder.id} />
      {face.trouble !== null && (
        <div className={styles.trouble} data-part="trouble">
          <Icon name="fault" size={20} />
          <span data-text="trouble">{face.trouble}</span>
        </div>
      )}
      {!bringBack && onEdit && onDelete && (
        <div className={styles.acts}>
          <RowActions
            of={face.text}
            onEdit={() => onEdit(reminder)}
            onDelete={() => onDelete(reminder)}
          />
        </div>
      )}
    </article>
  );
});

interface FactLineProps {
  face: ReturnType<typeof faceOf>;
  /** The reminder's id; null for a card that fetches nothing. */
  pictureOf: number | null;
}

/**
 * Below the text: when it comes, of what type it is, and what else is to be known of it. `data-*` is for the prelude,
 * which fills copies of a drawn card (see ReminderCard).
 */
function FactLine({ face, pictureOf }: FactLineProps) {
  return (
    <div className={styles.line}>
      <time className={styles.time} dateTime={face.iso}>
        <span aria-hidden="true">
          {face.day !== null && (
            <span className={styles.day} data-part="day" data-text="day">
              {face.day}
            </span>
          )}{' '}
          <span className={styles.hour} data-text="hour">
            {face.hour}
          </span>
        </span>
        <span className="hidden" data-text="full">
          {face.full}
        </span>
      </time>
      <span className={styles.type} data-usual={face.type === USUAL_TYPE}>
        <Icon name={iconOfType(face.type)} size={14} />
        <span data-text="type">{face.type}</span>
      </span>
      {face.repeat !== null && (
        <Mode
          part="repeat"
          icon="repeat"
          label={face.repeatTip ?? face.repeat}
          words={face.repeat}
        />
      )}
      {face.picture !== null && (
        <ThumbnailPlace
          picture={pictureOf === null ? null : { of: 'reminders', id: pictureOf }}
          className={styles.picture}
        />
      )}
      {PLAIN_PARTS.map(
        (part) =>
          face[part] !== null && (
            <span key={part} data-part={part} data-text={part}>
              {face[part]}
            </span>
          ),
      )}
      {face.ahead !== null && <Mode part="ahead" icon="bell" label={face.ahead} />}
      {face.flood !== null && <Mode part="flood" icon="bolt" label={face.flood} />}
      {face.category !== null && (
        <span
          className={styles.chip}
          title={face.category}
          data-part="category"
          data-text="category"
          data-color={face.color ?? undefined}
        >
          {face.category}
        </span>
      )}
    </div>
  );
}

interface ModeProps {
  part: 'repeat' | 'ahead' | 'flood';
  icon: IconName;
  label: string;
  words?: string;
}

/** An icon that says what it means to a pointer and a screen reader, with its words where it has some. */
function Mode({ part, icon, label, words }: ModeProps) {
  return (
    <span className={styles.mode} data-part={part}>
      <Tooltip title={label}>
        <span className={styles.words}>
          <span role="img" aria-label={label} data-label={words ? `${part}Tip` : part}>
            <Icon name={icon} size={14} />
          </span>
          {words && <span data-text={part}>{words}</span>}
        </span>
      </Tooltip>
    </span>
  );
}
