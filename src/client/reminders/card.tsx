import { memo } from 'react';
import { type Reminder } from '@/contract/reminder';
import { ALL } from '@/core/limits';
import { appTexts } from '@/texts/app';
import shared from '../ui/card.module.css';
import {
  BoltIcon,
  CardIcon,
  CheckIcon,
  ErrorOutlineIcon,
  type Icon,
  RepeatIcon,
  WarningIcon,
} from '../ui/icons';
import { Button } from '../ui/button';
import { LinkedText } from '../ui/linked-text';
import { focusNeighbour, RowActions } from '../ui/row-actions';
import { Tooltip } from '../ui/tooltip';
import styles from './card.module.css';

const texts = appTexts.reminders;
/** By the type's name; any other type has the warning sign. */
export const typeIcons: Record<string, Icon> = { Проверка: CheckIcon, Оплата: CardIcon };

interface Props {
  reminder: Reminder;
  formatDateTime: (iso: string) => string;
  sayMoment: (iso: string) => string;
  onFinish: (reminder: Reminder) => void;
  onOpen?: (reminder: Reminder) => void;
  onEdit: (reminder: Reminder) => void;
  onDelete: (reminder: Reminder) => void;
}

/**
 * One reminder of the list. Each `data-part` is what start/cards-ahead.ts fills or takes out, in a copy of
 * this card that the server has drawn: before the app's code is here.
 */
export const ReminderCard = memo(function ReminderCard(props: Props) {
  const { reminder, formatDateTime, sayMoment, onFinish, onEdit, onDelete } = props;
  const standing = standingOf(reminder, sayMoment);
  const typeName = reminder.type.name || texts.unknownType;
  const TypeIcon = typeIcons[typeName] ?? WarningIcon;
  return (
    <article
      className={shared.card}
      aria-label={reminder.text}
      data-completed={reminder.completed}
      data-id={reminder.id}
    >
      <div className={styles.head}>
        <span className={styles.type}>
          <TypeIcon />
        </span>
        <div className={styles.names}>
          <div className={styles.typeName} data-part="type">
            {typeName}
          </div>
          <time className={shared.time} dateTime={reminder.dateTime} data-part="time">
            {formatDateTime(reminder.dateTime)}
          </time>
          {standing && (
            <div className={styles.standing} data-part="standing">
              {standing}
            </div>
          )}
        </div>
        {reminder.repeat && reminder.repeatEvery !== null && reminder.repeatUnit !== null && (
          <Sign
            part="repeat"
            Icon={RepeatIcon}
            label={texts.repeatEvery(reminder.repeatEvery, reminder.repeatUnit)}
          />
        )}
        {reminder.flood && reminder.floodInterval !== null && (
          <Sign part="flood" Icon={BoltIcon} label={texts.floodEvery(reminder.floodInterval)} />
        )}
      </div>
      <p className={shared.text} data-part="text">
        <LinkedText>{reminder.text}</LinkedText>
      </p>
      {(reminder.state === 'failed' || reminder.state === 'unreachable') && (
        <div className={styles.trouble} data-part="trouble" data-state={reminder.state}>
          <ErrorOutlineIcon size={20} />
          {texts.trouble[reminder.state]}
        </div>
      )}
      <div className={shared.foot}>
        {reminder.category.name !== ALL && (
          <span className={shared.chip} data-part="category">
            {reminder.category.name}
          </span>
        )}
        {!reminder.completed && (
          <span className={styles.finish} data-part="finish">
            <Button
              variant={reminder.waitingSince === null ? 'text' : 'contained'}
              aria-label={`${texts.finish}: ${reminder.text}`}
              onClick={(event) => {
                focusNeighbour(event.currentTarget);
                onFinish(reminder);
              }}
            >
              {texts.finish}
            </Button>
          </span>
        )}
        <RowActions
          of={reminder.text}
          onEdit={() => onEdit(reminder)}
          onDelete={() => onDelete(reminder)}
        />
      </div>
    </article>
  );
});

/** How it stands, where its time alone does not tell. */
function standingOf(
  { completed, doneAt, waitingSince, snoozedUntil }: Reminder,
  say: (iso: string) => string,
): string | null {
  if (completed) return doneAt === null ? texts.unanswered : texts.doneAt(say(doneAt));
  if (waitingSince !== null) return texts.waitingSince(say(waitingSince));
  return snoozedUntil === null ? null : texts.snoozedUntil(say(snoozedUntil));
}

/** An icon that explains itself to a pointer, a finger, the keyboard and a screen reader. */
function Sign({ part, Icon, label }: { part: string; Icon: Icon; label: string }) {
  return (
    <Tooltip title={label} onTap>
      <span role="img" aria-label={label} tabIndex={0} className={styles.sign} data-part={part}>
        <Icon size={20} />
      </span>
    </Tooltip>
  );
}
