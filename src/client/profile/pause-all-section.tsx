import { useState } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { Button } from '../ui/button';
import { useCardClock } from '../ui/use-date-time';
import { allPausedLine, cardWords } from '../reminders/list/card-words';
import { useRows } from '../reminders/list/use-reminders';
import { usePauseAll } from '../reminders/list/over-list';
import { Section } from '../ui/section';
import styles from '../ui/section.module.css';
import { PauseChoice } from '../reminders/view/pause-choice';

const texts = appTexts.reminders.pauseAll;

export function PauseAll() {
  const { timeZone } = useSession();
  const clock = useCardClock(timeZone);
  const { data: rows } = useRows();
  const line = allPausedLine(rows ?? [], clock, cardWords);
  const { pause, resume } = usePauseAll();
  const [choosing, setChoosing] = useState(false);
  return (
    <Section title={texts.title}>
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
    </Section>
  );
}
