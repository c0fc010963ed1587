import { zoneBannerTexts } from '@/texts/zone-banner';
import { zoneOffset } from '@/core/zone-names';
import { zoneName } from '@/texts/zones';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/alert';
import { useSession } from '../../session/session';
import { type ReminderForm } from './use-reminder-form';

interface Props {
  /** The IANA zone in which the form is written. */
  formZone: string;
  now: Date;
  dispatch: ReminderForm['dispatch'];
}

/** Says on whose clocks a form's date and time are, where these are no longer the user's. */
export default function ZoneBanner({ formZone, now, dispatch }: Props) {
  const { timeZone } = useSession();
  const formOffset = zoneOffset(formZone, now);
  const userOffset = zoneOffset(timeZone, now);
  if (formOffset === userOffset) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" onClick={() => dispatch({ kind: 'move-to-zone', timeZone })}>
          {zoneBannerTexts.moveToOwnZone}
        </Button>
      }
    >
      {zoneBannerTexts.otherZone(zoneName(formZone, formOffset), zoneName(timeZone, userOffset))}
    </Alert>
  );
}
