import { useId, useState } from 'react';
import { useAnswer } from '../../session/use-answer';
import { whyTexts as texts } from '@/texts/support';
import { useSession } from '../../session/session';
import { FailedLoad } from '../../ui/alert';
import { Button } from '../../ui/button';
import { saidIn } from '../../wire/wire';
import styles from './view.module.css';

/** «Почему не пришло?»: what became of the reminder's latest messages, and what can be done; asked at each opening. */
export function WhyPanel({ reminderId }: { reminderId: number }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.past}>
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {texts.button}
      </Button>
      <div id={id} role="status">
        {open && <Answer reminderId={reminderId} />}
      </div>
    </section>
  );
}

function Answer({ reminderId }: { reminderId: number }) {
  const { api } = useSession();
  const askedAs = useId();
  const { data, error, mutate, isValidating } = useAnswer(
    ['why', reminderId, askedAs],
    () => api.reminders.why(reminderId),
    { revalidateOnFocus: false, revalidateOnMount: true, shouldRetryOnError: false },
  );
  if (data) return data.map((line) => <p key={line}>{line}</p>);
  if (isValidating || error === undefined) return <p className={styles.quiet}>{texts.loading}</p>;
  return <FailedLoad {...{ error, mutate }}>{saidIn(error) || texts.failed}</FailedLoad>;
}
