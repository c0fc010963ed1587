import { zoneBannerTexts } from '@/texts/zone-banner';
import { zoneOffset } from '@/core/zone-names';
import { zoneName } from '@/texts/zones';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/alert';

interface Props {
  /** The IANA zone in which the form is written. */
  formZone: string;
  userZone: string;
  now: Date;
  onMove: () => void;
}

/** Says on whose clocks a form's date and time are, where these are no longer the user's. */
export default function ZoneBanner({ formZone, userZone, now, onMove }: Props) {
  const formOffset = zoneOffset(formZone, now);
  const userOffset = zoneOffset(userZone, now);
  if (formOffset === userOffset) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" onClick={onMove}>
          {zoneBannerTexts.moveToOwnZone}
        </Button>
      }
    >
      {zoneBannerTexts.otherZone(zoneName(formZone, formOffset), zoneName(userZone, userOffset))}
    </Alert>
  );
}
