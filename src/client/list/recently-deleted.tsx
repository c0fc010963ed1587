import { useSWRConfig } from 'swr';
import { useAnswer } from '../session/use-answer';
import { type DeletedRow } from '@/contract/deleted';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { Button, useFold } from '../ui/button';
import { useTellFault } from '../session/use-fault';
import { showSnackbar } from '../ui/snackbar';
import styles from './list.module.css';

const { actions, fault: faults, list: texts } = appTexts;

interface Props {
  of: 'reminders' | 'notes';
  /** How many rows the list has: when that changes, something may have been deleted or restored. */
  listed: number;
}

/** «Недавно удалённые», folded, at the end of a list; nothing where there are none. */
export default function RecentlyDeleted({ of, listed }: Props) {
  const { api } = useSession();
  const { mutate } = useSWRConfig();
  const tellFault = useTellFault();
  const { id, open, button } = useFold();
  const deleted = useAnswer(['deleted', of, listed], () => api[of].deleted(), {
    keepPreviousData: true,
  });
  const rows = deleted.data ?? [];
  const restore = async (row: DeletedRow) => {
    try {
      await api[of].restore(row.id);
      showSnackbar({ text: texts.restored(row.text) });
    } catch (fault) {
      tellFault(faults.restoreFailed, fault);
    }
    await Promise.all([mutate(of), deleted.mutate()]);
  };
  if (rows.length === 0) return null;
  return (
    <section className={styles.deleted}>
      <Button {...button}>{texts.deleted(rows.length)}</Button>
      <ul id={id} hidden={!open} className={styles.panel}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{row.text}</span>
            <Button
              aria-label={`${actions.bringBack}: ${row.text}`}
              onClick={() => void restore(row)}
            >
              {actions.bringBack}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
