import { zoneOffset } from '@/core/zone-names';
import { appTexts } from '@/texts/app';
import { zoneName } from '@/texts/zones';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';

const texts = appTexts.reminderForm;

interface Props {
  /** The zone in which date and time were written, and the user's present one. */
  written: string;
  present: string;
  now: Date;
  /** Date and time are to be shown on the clocks of the present zone, at the same instant. */
  onMove: () => void;
}

/** Says on whose clocks a form's date and time are, where these are no longer the user's. */
export function ZoneBanner({ written, present, now, onMove }: Props) {
  const offsets = [zoneOffset(written, now), zoneOffset(present, now)] as const;
  if (offsets[0] === offsets[1]) return null;
  return (
    <Alert
      severity="info"
      role="status"
      action={
        <Button color="inherit" onClick={onMove}>
          {texts.moveToOwnZone}
        </Button>
      }
    >
      {texts.otherZone(zoneName(written, offsets[0]), zoneName(present, offsets[1]))}
    </Alert>
  );
}
