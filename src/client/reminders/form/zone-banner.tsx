import { zoneBannerTexts } from '@/texts/zone-banner';
import { zoneOffset } from '@/core/zone-names';
import { zoneName } from '@/texts/zones';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/alert';

interface Props {
  written: string;
  present: string;
  now: Date;
  onMove: () => void;
}

/** Says on whose clocks a form's date and time are, where these are no longer the user's. */
export default function ZoneBanner({ written, present, now, onMove }: Props) {
  const offsets = [zoneOffset(written, now), zoneOffset(present, now)] as const;
  if (offsets[0] === offsets[1]) return null;
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
      {zoneBannerTexts.otherZone(zoneName(written, offsets[0]), zoneName(present, offsets[1]))}
    </Alert>
  );
}
