import { memo, type MouseEvent } from 'react';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import shared from '../../list/card.module.css';
import { type CardClock } from '../../ui/card-time';
import {
  BoltIcon,
  PaymentIcon,
  CheckIcon,
  ErrorOutlineIcon,
  type Icon,
  NotificationsIcon,
  RepeatIcon,
  SnoozeIcon,
  WarningIcon,
} from '../../ui/icons';
import { classes, IconButton } from '../../ui/button';
import { LinkedText } from '../../ui/linked-text';
import { focusNeighbour, RowActions } from '../../list/row-actions';
import { ThumbnailPlace } from '../../ui/thumbnail-place';
import { Tooltip } from '../../ui/tooltip';
import hidden from '../../ui/screen.module.css';
import styles from './card.module.css';
import { cardSayings, cardWords, faceOf } from './card-words';

const texts = appTexts.reminders.card;
/** By the type's name; any other type has the warning sign. */
export const typeIcons: Record<string, Icon> = { Проверка: CheckIcon, Оплата: PaymentIcon };

interface Props {
  reminder: Reminder;
  clock: CardClock;
  onFinish: (reminder: Reminder) => void;
  onSnooze: (reminder: Reminder) => void;
  onEdit: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
  onOpen: (reminder: Reminder) => void;
  /** One that the server draws, with all places and nothing fetched for them. */
  sample?: boolean;
}

/**
 * shell/first-cards.ts fills a copy of this card before the app's code is here: of the face, `data-text` is
 * an element's words, `data-label` its name, and a `data-part` that the face has not goes.
 */
export const ReminderCard = memo(function ReminderCard(props: Props) {
  const { reminder, clock, onFinish, onSnooze, onEdit, onDelete, onOpen, sample = false } = props;
  const face = faceOf(reminder, clock, cardWords, cardSayings);
  const TypeIcon = typeIcons[face.type] ?? WarningIcon;
  return (
    <article
      className={classes(shared.card, styles.card)}
      aria-label={face.text}
      data-label="text"
      data-completed={reminder.completed}
      data-state={reminder.state}
      data-id={reminder.id}
      onClick={(event) => {
        if (opens(event)) onOpen(reminder);
      }}
    >
      <button
        type="button"
        className={styles.open}
        aria-label={face.text}
        data-label="text"
        data-open
        onClick={() => onOpen(reminder)}
      />
      {face.picture !== null && (
        <ThumbnailPlace
          picture={sample ? null : { of: 'reminders', id: reminder.id }}
          className={styles.picture}
        />
      )}
      <p className={styles.text} data-text="text">
        <LinkedText>{face.text}</LinkedText>
      </p>
      <div className={styles.line}>
        <Tooltip title={face.full} onTap>
          <time className={styles.time} dateTime={face.iso} tabIndex={0} data-part="moment">
            <span data-text="moment">{face.moment}</span>
            <span className={hidden.hidden} data-text="full">
              {face.full}
            </span>
          </time>
        </Tooltip>
        {face.standing !== null && (
          <span className={styles.standing} data-part="standing" data-text="standing">
            {face.standing}
          </span>
        )}
        {face.next !== null && (
          <span data-part="next" data-text="next">
            {face.next}
          </span>
        )}
        <span className={styles.type}>
          <TypeIcon size={18} />
          <span data-text="type">{face.type}</span>
        </span>
        {face.repeat !== null && (
          <Mode part="repeat" Icon={RepeatIcon} words={face.repeat} label={face.repeatTip} />
        )}
        {face.age !== null && (
          <span data-part="age" data-text="age">
            {face.age}
          </span>
        )}
        {face.attached !== null && (
          <span data-part="attached" data-text="attached">
            {face.attached}
          </span>
        )}
        {face.ahead !== null && (
          <span className={styles.mode} data-part="ahead">
            <span className={styles.sign}>
              <NotificationsIcon size={18} />
            </span>
            <span data-text="ahead">{face.ahead}</span>
          </span>
        )}
        {face.flood !== null && (
          <Mode part="flood" Icon={BoltIcon} words={face.flood} label={face.floodTip} />
        )}
      </div>
      {face.trouble !== null && (
        <div className={styles.trouble} data-part="trouble">
          <ErrorOutlineIcon size={20} />
          <span data-text="trouble">{face.trouble}</span>
        </div>
      )}
      <div className={styles.foot}>
        {face.category !== null && (
          <span
            className={styles.chip}
            data-part="category"
            data-text="category"
            data-color={face.color ?? undefined}
          >
            {face.category}
          </span>
        )}
        <RowActions
          of={face.text}
          onEdit={() => onEdit(reminder)}
          onDelete={() => onDelete(reminder)}
        >
          {face.finish !== null && (
            <button
              type="button"
              className={styles.finish}
              aria-label={face.finish}
              data-part="finish"
              data-label="finish"
              onClick={(event) => {
                focusNeighbour(event.currentTarget);
                onFinish(reminder);
              }}
            >
              <span>{texts.finish}</span>
            </button>
          )}
          {face.snooze !== null && (
            <span data-part="snooze">
              <Tooltip title={texts.snooze}>
                <IconButton
                  aria-label={face.snooze}
                  data-label="snooze"
                  aria-haspopup="dialog"
                  onClick={() => onSnooze(reminder)}
                >
                  <SnoozeIcon size={22} />
                </IconButton>
              </Tooltip>
            </span>
          )}
        </RowActions>
      </div>
    </article>
  );
});

/** Whether a click on a card means the card itself: nothing in it that answers, no text being selected. */
function opens({ target }: MouseEvent): boolean {
  const answers = target instanceof Element && target.closest('a, button, [tabindex="0"]');
  return !answers && window.getSelection()?.toString() === '';
}

interface ModeProps {
  part: 'repeat' | 'flood';
  Icon: Icon;
  words: string;
  label: string | null;
}

/** An icon with its words; what it means in numbers, to a pointer, a finger, the keyboard and a screen reader. */
function Mode({ part, Icon, words, label }: ModeProps) {
  const tip = label ?? words;
  return (
    <span className={styles.mode} data-part={part}>
      <Tooltip title={tip} onTap>
        <span tabIndex={0} className={styles.sign}>
          <span role="img" aria-label={tip} data-label={`${part}Tip`}>
            <Icon size={18} />
          </span>
          <span data-text={part}>{words}</span>
        </span>
      </Tooltip>
    </span>
  );
}
