import { type SyntheticEvent, useRef, useState } from 'react';
import { type Reminder } from '@/contract/reminder';
import { type ListPoint } from '@/core/checklist';
import { counterTexts } from '@/texts/counter';
import { viewTexts as texts } from '@/texts/view';
import { Button, ButtonBase } from '../../ui/button';
import { TextField } from '../../ui/fields';
import pointStyles from '../../ui/points.module.css';
import { isFault } from '../../wire/wire';
import { useReminders } from '../list/reminders';
import styles from './view.module.css';

interface PointsProps {
  reminder: Reminder;
  points: readonly ListPoint[];
}

const none = new Map<string, boolean>();

/** What is to be ticked of an occurrence. A tick shows at once; what is read once all of them are sent replaces it. */
export function Points({ reminder, points }: PointsProps) {
  const { rewrite } = useReminders();
  const [ticks, setTicks] = useState({ of: points, unsent: 0, done: none });
  /** Ticks that come quicker than answers are sent one after the other. */
  const underWay = useRef(Promise.resolve());
  if (ticks.of !== points) {
    setTicks({ ...ticks, of: points, done: ticks.unsent > 0 ? ticks.done : none });
  }
  if (points.length === 0) return null;
  const tick = (point: string, done: boolean) => {
    setTicks((last) => ({
      ...last,
      unsent: last.unsent + 1,
      done: new Map(last.done).set(point, done),
    }));
    const send = async () => {
      const fault = await rewrite({ id: reminder.id }, { tick: { point, done } });
      setTicks((last) => ({
        ...last,
        unsent: last.unsent - 1,
        done: new Map([...last.done].filter(([each]) => fault === null || each !== point)),
      }));
    };
    underWay.current = underWay.current.then(send);
  };
  return (
    <ul aria-label={texts.points}>
      {points.map((point) => (
        <li key={point.key}>
          <label className={pointStyles.point}>
            <input
              type="checkbox"
              checked={ticks.done.get(point.key) ?? point.done}
              onChange={({ target }) => tick(point.key, target.checked)}
            />
            <span>{point.text}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

interface CounterProps {
  reminder: Reminder;
  counter: NonNullable<Reminder['counter']>;
}

/** «Осталось 14»; a press opens both of its numbers. */
export function CounterLine({ reminder, counter }: CounterProps) {
  const { rewrite } = useReminders();
  const [typed, setTyped] = useState<{ left: string; low: string } | null>(null);
  /** A press has opened the fields: they have the focus, and the line has it behind them. */
  const [wasTyped, setWasTyped] = useState(false);
  const save = (next: { left: number; low: number } | null) => {
    setTyped(null);
    void rewrite(reminder, { counter: next }).then((fault) => {
      // What was changed elsewhere is shown as it is, and not written over by a second press.
      const isToType = fault !== null && !isFault(fault, 'conflict', 'gone');
      if (!isToType) return;
      // By now its user may be in another field.
      setWasTyped(false);
      setTyped((now) => now ?? typed);
    });
  };
  if (!typed) {
    const left = counterTexts.left(counter.left);
    const open = () => {
      setTyped({ left: String(counter.left), low: String(counter.low) });
      setWasTyped(true);
    };
    return (
      <ButtonBase
        className={styles.left}
        autoFocus={wasTyped}
        aria-label={`${left}. ${texts.counter.edit}`}
        onClick={open}
      >
        {left}
      </ButtonBase>
    );
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save({ left: Number(typed.left), low: Number(typed.low) });
  };
  return (
    <form className={styles.count} onSubmit={submit}>
      {(['left', 'low'] as const).map((part) => (
        <TextField
          key={part}
          autoFocus={wasTyped && part === 'left'}
          label={texts.counter[part]}
          digits={4}
          value={typed[part]}
          fault={typed[part] === '' ? '' : undefined}
          onChange={(value) => setTyped({ ...typed, [part]: value })}
        />
      ))}
      <Button type="submit" variant="contained" disabled={typed.left === '' || typed.low === ''}>
        {texts.counter.save}
      </Button>
      <Button onClick={() => save(null)}>{texts.counter.stop}</Button>
    </form>
  );
}
