import { appTexts } from '@/texts/app';
import { ApiError } from '../wire';
import { Alert } from './alert';
import { Button } from './button';
import { ErrorCode } from './error-code';
import styles from './list.module.css';

interface Props {
  /** What could not be shown. */
  children: string;
  error?: unknown;
  onRetry: () => void;
}

/** Says that a load failed and offers another try. */
export function FailedLoad({ children, error, onRetry }: Props) {
  const code = error instanceof ApiError ? error.requestId : undefined;
  const retry = (
    <Button color="inherit" onClick={onRetry}>
      {appTexts.actions.retry}
    </Button>
  );
  return (
    <div className={styles.failed}>
      <Alert severity="error" action={retry}>
        {children}
        {code !== undefined && <ErrorCode code={code} />}
      </Alert>
    </div>
  );
}
