import { useState } from 'react';
import { useAnswer } from '../session/use-answer';
import { type Responses } from '@/contract/api';
import { monthsAfter } from '@/core/calendar';
import { monthHistoryTexts as texts } from '@/texts/month-history';
import { useSession } from '../session/session';
import { openReminder } from '../host/navigate';
import { Button, ButtonBase, classes, useFold } from '../ui/button';
import { FailedLoad } from '../ui/alert';
import { MonthBar } from '../ui/month-bar';
import { Sheet } from '../ui/dialog';
import section from '../ui/sheet.module.css';
import styles from './history-sheet.module.css';

const SHOWN = 5;
const KINDS = ['onTime', 'late', 'unanswered', 'skipped'] as const;

export function HistorySheet({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  /** Undefined: the present one, which the server knows on the user's clocks. */
  const [asked, setAsked] = useState<string>();
  const { data, error, mutate } = useAnswer(
    ['month-history', asked],
    () => api.monthHistory(asked),
    { keepPreviousData: true },
  );
  const [present, setPresent] = useState<string>();
  if (data && asked === undefined && present !== data.month) setPresent(data.month);
  const month = asked ?? present;
  const turning = data !== undefined && data.month !== month;
  const step = (by: number) => {
    if (month === undefined) return;
    const next = monthsAfter(month, by);
    setAsked(next === present ? undefined : next);
  };
  return (
    <Sheet title={texts.title} onClose={onClose}>
      {month !== undefined && (
        <MonthBar
          level="h3"
          title={texts.month(month)}
          earlier={{ label: texts.earlier, disabled: turning || data?.earlier !== true }}
          later={{ label: texts.later, disabled: month === present }}
          onStep={step}
        />
      )}
      <FailedLoad {...{ error, mutate }}>{texts.failed}</FailedLoad>
      {data && error === undefined && (
        <div className={classes(turning && styles.turning)} aria-busy={turning}>
          <Month
            key={data.month}
            history={data}
            isPresent={data.month === present}
            onClose={onClose}
          />
        </div>
      )}
    </Sheet>
  );
}

interface MonthProps {
  history: Responses['monthHistory'];
  isPresent: boolean;
  onClose: () => void;
}

function Month({ history, isPresent, onClose }: MonthProps) {
  const { total, reminders, moreReminders } = history;
  const { id: listId, open, button } = useFold();
  const show = (id: number) => {
    onClose();
    openReminder(id);
  };
  if (reminders.length === 0) {
    return <p className={section.line}>{isPresent ? texts.empty : texts.emptyEarlier}</p>;
  }
  const shown = open ? reminders : reminders.slice(0, SHOWN);
  return (
    <>
      <dl className={styles.totals}>
        {KINDS.map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{texts.kinds[kind]}</dt>
            <dd>{total[kind].toLocaleString('ru-RU')}</dd>
          </div>
        ))}
      </dl>
      <ul id={listId} className={styles.reminders} aria-label={texts.reminders}>
        {shown.map(({ id, text, ...counts }) => (
          <li key={id}>
            <ButtonBase className={styles.reminder} onClick={() => show(id)}>
              <span className={styles.text}>{text}</span>
              <span className={styles.counts}>{texts.counts(counts)}</span>
            </ButtonBase>
          </li>
        ))}
        {open && moreReminders > 0 && (
          <li className={styles.counts}>{texts.more(moreReminders)}</li>
        )}
      </ul>
      {reminders.length > SHOWN && (
        <Button {...button}>
          {open ? texts.less : texts.all(reminders.length + moreReminders)}
        </Button>
      )}
    </>
  );
}
