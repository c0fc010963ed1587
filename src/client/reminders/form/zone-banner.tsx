import { zoneBannerTexts } from '@/texts/zone-banner';
import { zoneOffset } from '@/core/zone-names';
import { zoneName } from '@/texts/zones';
import { Alert } from '../../ui/alert';
import { useSession } from '../../session/session';
import { type FormValues } from './form';
import { instantOf, onClocksOf } from './form-state';
import { type ReminderForm } from './use-reminder-form';

interface Props {
  shownValues: FormValues;
  saidInText: Partial<FormValues>;
  now: Date;
  change: ReminderForm['change'];
  /** Its time is not this user's to change. */
  isAnothers: boolean;
}

/** Says on whose clocks a form's date and time are, where these are no longer the user's. */
export default function ZoneBanner(props: Props) {
  const { shownValues, saidInText, now, change, isAnothers } = props;
  const { timeZone } = useSession();
  const { timeZone: formZone } = shownValues;
  // Two zones may agree today and differ then.
  const at = instantOf(shownValues) ?? now;
  const formOffset = zoneOffset(formZone, at);
  const userOffset = zoneOffset(timeZone, at);
  if (formOffset === userOffset) return null;
  const moved = isAnothers ? null : onClocksOf(timeZone, shownValues, saidInText);
  return (
    <Alert
      severity="info"
      role="status"
      ways={moved ? [{ label: zoneBannerTexts.moveToOwnZone, run: () => change(() => moved) }] : []}
    >
      {zoneBannerTexts.otherZone(zoneName(formZone, formOffset), zoneName(timeZone, userOffset))}
    </Alert>
  );
}
