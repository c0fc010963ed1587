import { useEffect, useState } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { useNow } from '../ui/use-now';
import { VisuallyHidden } from '../ui/visually-hidden';
import { type Prefill, type Reference } from './form';
import styles from './quick-line.module.css';
import { type Chip, chipsOf, readLine, remarkBesideChips } from './reading';

interface Props {
  line: string;
  reference: Reference;
  usual: Prefill;
  /** Opens the form at a field. */
  onChip: (field: Chip['field']) => void;
}

/** So long after the last letter screen readers hear what is understood. */
const QUIET_MS = 700;

/** What is understood of the quick line, part by part, while it is typed. */
export default function QuickChips({ line, reference, usual, onChip }: Props) {
  const { timeZone, settings } = useSession();
  const now = useNow();
  const moment = { now, timeZone, dayParts: settings.dayParts };
  const reading = readLine(line, { ...moment, ...reference });
  const chips = chipsOf(reading, reference, usual, moment);
  const remark = remarkBesideChips(reading);
  const said = [...chips.filter(({ unsaid }) => !unsaid).map(({ text }) => text), remark].join(
    '. ',
  );
  return (
    <>
      <div role="group" aria-label={appTexts.quickAdd.understood} className={styles.chips}>
        {chips.map(({ field, text, unsaid }) => (
          <button
            key={field}
            type="button"
            className={styles.chip}
            data-unsaid={unsaid}
            onClick={() => onChip(field)}
          >
            {text}
          </button>
        ))}
      </div>
      {remark !== '' && (
        <p className={styles.remark} aria-hidden="true">
          {remark}
        </p>
      )}
      <Told words={said} />
    </>
  );
}

/** Tells screen readers, once the typing has come to rest. */
function Told({ words }: { words: string }) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTold(words), QUIET_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return <VisuallyHidden role="status">{told}</VisuallyHidden>;
}
