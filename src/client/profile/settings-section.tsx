import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { TUTORIAL_SHOW } from '@/core/limits';
import { quietEndOf } from '@/core/quiet-hours';
import { zoneOffset } from '@/core/zone-names';
import { instantToWallTime } from '@/core/time-zone';
import { presetTexts } from '@/texts/presets';
import { settingsTexts as texts } from '@/texts/settings';
import { zoneName } from '@/texts/zones';
import { useSession } from '../session/session';
import { navigate } from '../host/navigate';
import { Button } from '../ui/button';
import { lazyPart } from '../ui/lazy-part';
import { useAction } from '../ui/use-action';
import { useNow } from '../ui/use-date-time';
import { useReference } from '../categories/reference';
import { type SettingsValues } from './settings-form';
import { Section } from '../ui/section';
import styles from '../ui/section.module.css';

const SettingsDialog = lazyPart(() => import('./settings-dialog'));

export function SettingsSection() {
  const { api, host, settings, timeZone, keepSettings } = useSession();
  const { categories } = useReference();
  const now = useNow();
  const [open, setOpen] = useState<{ values?: SettingsValues } | null>(null);
  const { busy: opening, run } = useAction(texts.readFailed);
  /** The chat may have changed them since: what the form does not change must stay as it is there. */
  const begin = async () => {
    const [stored] = await Promise.all([api.readSettings(), SettingsDialog.load()]);
    keepSettings(stored);
    setOpen({});
  };
  const { dayParts, snoozes, categoryId, quietHours, agenda, review } = settings;
  const heldUntil = (clock: string) => quietEndOf(quietHours, clock);
  const category = categories.find(({ id }) => id === categoryId)?.name;
  const lines = [
    texts.summary.zone(
      zoneName(timeZone, zoneOffset(timeZone, now)),
      instantToWallTime(now, timeZone).slice(11, 16),
    ),
    texts.summary.dayParts(dayParts.morning, dayParts.day, dayParts.evening),
    texts.summary.snoozes(snoozes.map(presetTexts.snooze)),
    ...(category === undefined ? [] : [texts.summary.category(category)]),
    ...(quietHours === null ? [] : [texts.summary.quiet(quietHours.from, quietHours.to)]),
    ...(agenda === null ? [] : [texts.summary.agenda(agenda, heldUntil(agenda))]),
    ...(review === null ? [] : [texts.summary.review(review, heldUntil(review))]),
  ];
  return (
    <Section title={texts.title}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          variant="outlined"
          size="large"
          onPointerEnter={() => void SettingsDialog.load().catch(() => undefined)}
          busy={opening}
          onClick={() => void run(begin)}
        >
          {texts.open}
        </Button>
        <TourAgain />
      </div>
      <p className={styles.line}>{texts.more.chatHint}</p>
      <Button onClick={() => host.close()}>{texts.more.chat}</Button>
      {open && (
        <SettingsDialog
          values={open.values}
          categories={categories}
          onClose={() => setOpen(null)}
          onReopen={(values) => setOpen({ values })}
        />
      )}
    </Section>
  );
}

/** The tour begins on the reminders' screen, as at the first start. */
function TourAgain() {
  const { api } = useSession();
  const { mutate } = useSWRConfig();
  const { busy, run } = useAction(texts.more.tourFailed);
  const begin = async () => {
    await api.saveTutorialStep(TUTORIAL_SHOW);
    await mutate('tutorial', TUTORIAL_SHOW, { revalidate: false });
    navigate('/');
  };
  return (
    <Button variant="outlined" size="large" busy={busy} onClick={() => void run(begin)}>
      {texts.more.tour}
    </Button>
  );
}
