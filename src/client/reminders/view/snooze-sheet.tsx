import { type SyntheticEvent, useId, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { postponedTo } from '@/core/presets';
import { checkReminder } from '@/core/reminder-rules';
import { dateAndTimeAt } from '@/core/time-zone';
import { snoozeSheetTexts } from '@/texts/snooze-sheet';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Sheet } from '../../ui/dialog';
import { ListItemButton } from '../../ui/list-item-button';
import { type CardClock } from '../../ui/card-time';
import { useCardClock, useNow } from '../../session/use-date-time';
import { MomentInput } from '../../ui/fields';
import fields from '../../ui/fields.module.css';
import { useReminders } from '../list/reminders';
import styles from './snooze-sheet.module.css';

const texts = snoozeSheetTexts;
const HOUR_MS = 3_600_000;

interface Props {
  reminders: readonly Reminder[];
  onClose: () => void;
}

/** When what lies ahead comes anyway; null for what waits, which is put off from now. */
function ownTime(reminders: readonly Reminder[]): Date | null {
  const [one, another] = reminders;
  if (!one || another || one.waitingSince !== null) return null;
  return new Date(one.snoozedUntil ?? one.dateTime);
}

/** «Отложить»: presets, each with the moment that it leads to, and any other moment. */
export default function SnoozeSheet({ reminders, onClose }: Props) {
  const { snooze } = useReminders();
  const { timeZone, settings } = useSession();
  const clock = useCardClock();
  const now = useNow();
  const [other, setOther] = useState(false);
  /** Until a preset, which the server counts from the moment of the tap, or an instant (ISO). */
  const choose = (until: string) => {
    onClose();
    snooze(reminders, until);
  };

  const own = ownTime(reminders);
  const ahead = own !== null && own > now;
  const [first] = reminders;
  const title =
    reminders.length === 1 && first
      ? texts.title(first.text)
      : reminders.every(({ waitingSince }) => waitingSince !== null)
        ? texts.titleOfAll(reminders.length)
        : texts.titleOfChosen(reminders.length);
  return (
    <Sheet title={title} onClose={onClose}>
      <p className={styles.hint}>
        {ahead ? texts.fromOwn(clock.moment(own.toISOString()).full) : texts.fromNow}
        {reminders.length === 1 && first?.repeat && `. ${texts.series}`}
      </p>
      <ul>
        {settings.snoozes.map((preset) => {
          const until = postponedTo(preset, own, now, timeZone, settings.dayParts).toISOString();
          const [name, moment] = wordsOf(preset, until, clock, ahead);
          return (
            <ListItemButton
              key={preset}
              primary={name}
              secondary={moment}
              // Several go to one moment, be they ahead or not.
              onClick={() => choose(reminders.length === 1 ? preset : until)}
            />
          );
        })}
        {!other && <ListItemButton primary={texts.other} onClick={() => setOther(true)} />}
      </ul>
      {other && (
        <OtherTime
          from={new Date((ahead ? own : now).getTime() + HOUR_MS)}
          timeZone={timeZone}
          onChoose={choose}
        />
      )}
    </Sheet>
  );
}

/** What a choice says, and the moment beside it; the day that its name says is not said again. */
function wordsOf(preset: SnoozePreset, until: string, clock: CardClock, ahead: boolean) {
  const days = preset === 'tomorrow' ? clock.daysAhead(until) : undefined;
  if (days === 1) return [presetTexts.snooze(preset), clock.inDigits(until).hour];
  if (days === 0) return [presetTexts.moment('morning', true), clock.moment(until).full];
  return [(ahead ? presetTexts.move : presetTexts.snooze)(preset), clock.moment(until).full];
}

interface OtherTimeProps {
  from: Date;
  timeZone: string;
  onChoose: (until: string) => void;
}

function OtherTime({ from, timeZone, onChoose }: OtherTimeProps) {
  const errorId = useId();
  const [moment, setMoment] = useState(() => dateAndTimeAt(from, timeZone));
  const [fault, setFault] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Text, category and type have no say in when.
    const given = { text: '-', categoryId: 1, typeId: 1, ...moment };
    const checked = checkReminder(given, { now: new Date(), timeZone });
    if (checked.ok) onChoose(checked.value.dateTime.toISOString());
    else setFault(checked.errors.map(({ message }) => message).join('. '));
  };
  return (
    <form className={styles.other} noValidate onSubmit={submit}>
      {(['date', 'time'] as const).map((part) => (
        <label key={part} className={fields.label}>
          {texts[part]}
          <MomentInput
            required
            autoFocus={part === 'date'}
            type={part}
            value={moment[part]}
            aria-invalid={fault !== ''}
            aria-describedby={errorId}
            onChange={(event) => {
              setMoment({ ...moment, [part]: event.target.value });
              setFault('');
            }}
          />
        </label>
      ))}
      <p id={errorId} role="alert" className={styles.fault}>
        {fault}
      </p>
      <Button type="submit" variant="contained" size="large">
        {texts.apply}
      </Button>
    </form>
  );
}
