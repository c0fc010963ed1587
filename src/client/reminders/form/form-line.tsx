import { type KeyboardEvent, useId, useState } from 'react';
import { QUICK_LINE_MAX } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { zoneOffset } from '@/core/zone-names';
import { zoneName } from '@/texts/zones';
import { Button, IconButton } from '../../ui/button';
import { SparkIcon } from '../../ui/form-icons';
import { LineInput } from '../../ui/line-input';
import { Tooltip } from '../../ui/tooltip';
import { Alert } from '../../ui/alert';
import styles from './dialog.module.css';

const texts = appTexts.quickAdd;
/** Loads the grammar when a line is first used. */
export const loadReading = () => import('./line-reading');

interface Props {
  line: string;
  onChange: (line: string) => void;
  /** Takes the line into the fields; answers what there is to say of it. */
  onFill: () => Promise<string>;
}

/** One line of plain Russian that fills the form: «завтра в 9 оплатить интернет». */
export function FormLine({ line, onChange, onFill }: Props) {
  const id = useId();
  /** The line that was taken into the fields, and goes on standing there. */
  const [taken, setTaken] = useState('');
  const [answer, setAnswer] = useState('');

  const fill = async () => {
    if (line.trim() === '') return;
    const said = await onFill();
    setTaken(line);
    setAnswer(said);
  };
  return (
    <div>
      <div className={styles.line}>
        <LineInput
          value={line === '' ? taken : line}
          maxLength={QUICK_LINE_MAX}
          onChange={({ target }) => {
            onChange(target.value);
            setTaken('');
            setAnswer('');
          }}
          onFocus={() => void loadReading().catch(() => undefined)}
          onKeyDown={(event: KeyboardEvent) => {
            const saves = event.ctrlKey || event.metaKey;
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || saves) return;
            event.preventDefault(); // Enter fills the form; it must not submit it.
            void fill();
          }}
          placeholder={texts.example}
          aria-label={texts.label}
          aria-describedby={id}
          enterKeyHint="done"
        />
        <Tooltip title={texts.fill}>
          <IconButton aria-label={texts.fill} onClick={() => void fill()}>
            <SparkIcon />
          </IconButton>
        </Tooltip>
      </div>
      <p id={id} role="status" className={styles.answer}>
        {answer}
      </p>
    </div>
  );
}

interface ZoneProps {
  written: string;
  present: string;
  now: Date;
  onMove: () => void;
}

/** Says on whose clocks a form's date and time are, where these are no longer the user's. */
export function ZoneBanner({ written, present, now, onMove }: ZoneProps) {
  const offsets = [zoneOffset(written, now), zoneOffset(present, now)] as const;
  if (offsets[0] === offsets[1]) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" onClick={onMove}>
          {appTexts.reminderForm.moveToOwnZone}
        </Button>
      }
    >
      {appTexts.reminderForm.otherZone(
        zoneName(written, offsets[0]),
        zoneName(present, offsets[1]),
      )}
    </Alert>
  );
}
