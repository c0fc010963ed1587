import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { type ZoneAnswer } from '@/contract/settings';
import { zoneOffset } from '@/core/zone-names';
import { dateAndTimeAt } from '@/core/time-zone';
import { appTexts } from '@/texts/app';
import { zoneQuestionTexts as texts } from '@/texts/zone-question';
import { zoneName } from '@/texts/zones';
import { useSession } from '../../session/session';
import { isFault } from '../../wire/wire';
import { Sheet } from '../../ui/dialog';
import { ListItemButton } from '../../ui/list-item-button';
import { showSnackbar } from '../../ui/snackbar';
import { useAction } from '../../session/use-action';
import styles from './snooze-sheet.module.css';

/** The device's clocks are others than `before`. To close this is to leave the reminders as they are. */
export default function ZoneQuestion({ before }: { before: string }) {
  const { api, timeZone, keepSettings, forgetZoneBefore } = useSession();
  const { mutate } = useSWRConfig();
  const { busy, run } = useAction(texts.failed);
  const [now] = useState(() => new Date());
  const [question] = useState({ before, here: timeZone });
  const name = (zone: string) => zoneName(zone, zoneOffset(zone, now));

  const choose = (answer: ZoneAnswer['answer']) =>
    void run(async () => {
      try {
        const { settings, moved, stayed, shared } = await api.answerZoneChange({
          answer,
          question,
        });
        keepSettings(settings);
        forgetZoneBefore();
        if (answer === 'keep') return;
        const isMoved = answer === 'move';
        showSnackbar({
          text: isMoved ? texts.moved(moved, stayed, shared) : texts.stays(name(before)),
        });
      } catch (error) {
        if (!isFault(error, 'conflict')) throw error;
        // It was answered otherwise, or another device asks another one: what counts there counts here.
        forgetZoneBefore();
        showSnackbar({ text: error.message || texts.outdated, severity: 'error' });
        keepSettings(await api.readSettings());
      }
      await mutate('reminders');
    });
  const choices = [
    { answer: 'move', label: texts.move, hint: texts.moveHint },
    { answer: 'keep', label: texts.keep, hint: texts.keepHint },
    { answer: 'stay', label: texts.stay(name(before)), hint: texts.stayHint },
  ] as const;
  return (
    <Sheet
      title={texts.title}
      onClose={() => {
        // It goes at once: where this answer is lost, the next start asks again.
        forgetZoneBefore();
        choose('keep');
      }}
    >
      <p className={styles.hint}>
        {texts.explain(name(timeZone), dateAndTimeAt(now, timeZone).time, name(before))}
      </p>
      <ul>
        {choices.map(({ answer, label, hint }) => (
          <ListItemButton
            key={answer}
            primary={label}
            secondary={hint}
            aria-disabled={busy || undefined}
            onClick={() => choose(answer)}
          />
        ))}
      </ul>
      {busy && (
        <p className={styles.hint} role="status">
          {appTexts.list.loading}
        </p>
      )}
    </Sheet>
  );
}
