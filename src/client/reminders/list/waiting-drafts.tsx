import { useEffect } from 'react';
import { type WaitingDraft } from '@/contract/draft';
import { type Reminder } from '@/contract/reminder';
import { LIST_REFRESH_MS } from '@/core/limits';
import { finder, isSearchAlone, type ReminderFilter } from '@/core/lists';
import { appTexts } from '@/texts/app';
import { undatedTexts } from '@/texts/undated';
import list from '../../list/list.module.css';
import { focusNeighbour, RowActions } from '../../list/row-actions';
import { useRowActs } from '../../list/row-acts';
import { useServerRows } from '../../list/server-rows';
import { useSession } from '../../session/session';
import { ButtonBase, classes } from '../../ui/button';
import { type CardClock } from '../../ui/card-time';
import { LinkedText } from '../../list/linked-text';
import { showSnackbar } from '../../ui/snackbar';
import { useReminders } from './reminders';
import card from './card.module.css';
import styles from './waiting-drafts.module.css';

const { actions, fault: faults } = appTexts;
const said = { deleted: undatedTexts.undatedDeleted };

/** They come of what is written in the chat, and the app asks anew whenever it comes into sight. */
const seldom = () => 20 * LIST_REFRESH_MS;

interface Props {
  filter: ReminderFilter;
  clock: CardClock;
  onOpen: (draft: WaitingDraft) => void;
  /** «Изменить» of what has just got its moment. */
  onChange: (reminder: Reminder) => void;
  /** How many it shows, none once it is gone: the list above speaks for both. */
  onCount: (count: number) => void;
}

/** «Без времени»: what the chat has kept and nobody has said when to tell of. Nothing where there is none. */
export default function WaitingDrafts({ filter, clock, onOpen, onChange, onCount }: Props) {
  const { api, host } = useSession();
  const { reload } = useReminders();
  const { rows = [] } = useServerRows('drafts', api.drafts, seldom);
  const { leaving, remove, hide, drop, tellFault } = useRowActs('drafts', api.drafts, said);

  /** The reminder that a quick time makes shows in the list; a refusal brings the draft back. */
  const press = async ({ id }: WaitingDraft, time: string) => {
    host.haptic('press');
    try {
      const made = await hide(id, async () => {
        const row = await api.drafts.press(id, time);
        await Promise.all([drop(id), reload()]);
        return row;
      });
      showSnackbar({
        text: undatedTexts.undatedSet(clock.moment(made.dateTime).full),
        action: { label: actions.change, run: () => onChange(made) },
      });
    } catch (fault) {
      tellFault(faults.timeFailed, fault);
    }
  };

  const found = finder(filter.search);
  const passes = isSearchAlone(filter);
  const shown = rows.filter(({ id, text }) => passes && !leaving.has(id) && found(text));
  const count = shown.length;
  useEffect(() => {
    onCount(count);
    return () => onCount(0);
  }, [count, onCount]);
  if (count === 0) return null;
  return (
    <section aria-label={undatedTexts.undated} className={list.whole}>
      <div className={list.heading}>
        <h2>{undatedTexts.undated}</h2>
      </div>
      <ul className={list.panel}>
        {shown.map((draft) => (
          <DraftRow
            key={draft.id}
            draft={draft}
            onPress={(time) => void press(draft, time)}
            onEdit={() => onOpen(draft)}
            onDelete={() => remove(draft)}
          />
        ))}
      </ul>
    </section>
  );
}

interface DraftRowProps {
  draft: WaitingDraft;
  /** One of its quick times. */
  onPress: (time: string) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function DraftRow({ draft, onPress, onEdit, onDelete }: DraftRowProps) {
  return (
    <li tabIndex={-1}>
      <article className={classes(card.undated, styles.card)} aria-label={draft.text}>
        <div className={styles.words}>
          <p className={card.text}>
            <LinkedText>{draft.text}</LinkedText>
          </p>
          {draft.day !== null && <p className={styles.day}>{draft.day}</p>}
        </div>
        <div
          role="group"
          aria-label={undatedTexts.undatedWhen(draft.text)}
          className={styles.times}
        >
          {draft.times.map(({ label, press: time }) => (
            <ButtonBase
              key={time}
              className={styles.time}
              aria-label={`${label}: ${draft.text}`}
              onClick={(event) => {
                focusNeighbour(event.currentTarget);
                onPress(time);
              }}
            >
              {label}
            </ButtonBase>
          ))}
        </div>
        <div className={card.acts}>
          <RowActions of={draft.text} {...{ onEdit, onDelete }} />
        </div>
      </article>
    </li>
  );
}
