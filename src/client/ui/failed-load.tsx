import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { appTexts } from '@/texts/app';

interface Props {
  /** What could not be shown. */
  children: string;
  onRetry: () => void;
}

/** Says that a load failed and offers another try. */
export function FailedLoad({ children, onRetry }: Props) {
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" onClick={onRetry}>
          {appTexts.actions.retry}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
