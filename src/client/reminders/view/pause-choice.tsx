import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { daysAfter } from '@/core/calendar';
import { LAST_DATE } from '@/core/limits';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { viewTexts } from '@/texts/view';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import styles from './view.module.css';

const texts = viewTexts.pause;
const DAYS = [
  [texts.tomorrow, 1],
  [texts.week, 7],
  [texts.month, 30],
] as const;

interface Props {
  explain: string;
  /** The instant at which the pause ends, ISO UTC: the beginning of a day; undefined for no end. */
  onChoose: (until: string | undefined) => void;
  onCancel: () => void;
}

export function PauseChoice({ explain, onChoose, onCancel }: Props) {
  const { timeZone } = useSession();
  const [date, setDate] = useState('');
  const [fault, setFault] = useState(false);

  const today = localDateAt(new Date(), timeZone);
  const until = (day: string) =>
    onChoose(wallTimeToInstant(`${day}T00:00`, timeZone).toISOString());
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const sound = date > today && date <= LAST_DATE;
    setFault(!sound);
    if (sound) until(date);
  };
  return (
    <Panel title={texts.title}>
      <p className={styles.quiet}>{explain}</p>
      <div className={styles.chips}>
        {DAYS.map(([label, days]) => (
          <Button key={label} variant="outlined" onClick={() => until(daysAfter(today, days))}>
            {label}
          </Button>
        ))}
        <Button variant="outlined" onClick={() => onChoose(undefined)}>
          {texts.open}
        </Button>
      </div>
      <form className={styles.date} noValidate onSubmit={submit}>
        <TextField
          label={texts.date}
          type="date"
          min={daysAfter(today, 1)}
          value={date}
          fault={fault ? texts.invalid : undefined}
          onChange={(day) => {
            setDate(day);
            setFault(false);
          }}
        />
        <Button type="submit" variant="contained">
          {texts.set}
        </Button>
      </form>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </Panel>
  );
}

interface PanelProps {
  title: string;
  busy?: boolean;
  children: ReactNode;
}

/** A part of an opened reminder that opens over its buttons; its title has the focus at first. */
export function Panel({ title, busy, children }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.pause} role="group" aria-labelledby={titleId} aria-busy={busy}>
      <h3 ref={heading} id={titleId} className={styles.heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  );
}
