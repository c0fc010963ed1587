import { useState } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { Button } from '../ui/button';
import { useCardClock } from '../ui/use-date-time';
import { allPausedLine, cardWords } from '../reminders/card-words';
import { useRows } from '../reminders/use-reminders';
import { usePauseAll } from '../reminders/pause-all';
import styles from './section.module.css';
import { PauseChoice } from '../reminders/pause-choice';

const texts = appTexts.reminders.pauseAll;

/** Where all series are paused and resumed. */
export function PauseAll() {
  const { timeZone } = useSession();
  const clock = useCardClock(timeZone);
  const rows = useRows(0);
  const line = allPausedLine(rows ?? [], clock, cardWords);
  const { pause, resume } = usePauseAll();
  const [choosing, setChoosing] = useState(false);
  return (
    <section className={styles.section} aria-label={texts.title}>
      <h2 className={styles.title}>{texts.title}</h2>
      {(line !== null || !choosing) && <p className={styles.line}>{line ?? texts.explain}</p>}
      {choosing && (
        <PauseChoice
          explain={texts.explain}
          onChoose={(until) => {
            setChoosing(false);
            pause(until);
          }}
          onCancel={() => setChoosing(false)}
        />
      )}
      <div className={styles.buttons}>
        {line !== null && (
          <Button variant="contained" size="large" onClick={resume}>
            {texts.resume}
          </Button>
        )}
        {rows && !choosing && (
          <Button variant="outlined" size="large" onClick={() => setChoosing(true)}>
            {line === null ? texts.start : texts.change}
          </Button>
        )}
      </div>
    </section>
  );
}
