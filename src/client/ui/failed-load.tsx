import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { appTexts } from '@/texts/app';
import { ApiError } from '../wire';
import { ErrorCode } from './error-code';

interface Props {
  /** What could not be shown. */
  children: string;
  error?: unknown;
  onRetry: () => void;
}

/** Says that a load failed and offers another try. */
export function FailedLoad({ children, error, onRetry }: Props) {
  const code = error instanceof ApiError ? error.requestId : undefined;
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
      {code !== undefined && <ErrorCode code={code} />}
    </Alert>
  );
}
