import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useEffectEvent, useId } from 'react';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';

/** Asks before something that cannot be taken back; Telegram's back button says no. */
export function Confirmation({
  title,
  text,
  action,
  ends = false,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  /** The action stops or removes something. */
  ends?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { host } = useSession();
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => host.onBack(() => close()), [host]);
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          {appTexts.actions.cancel}
        </Button>
        <Button
          size="large"
          variant="contained"
          color={ends ? 'error' : 'primary'}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
