import { type RefObject, useRef, useState } from 'react';
import styles from './link-field.module.css';
import { showSnackbar } from './snackbar';

interface Props {
  label: string;
  url: string;
  ref: RefObject<HTMLInputElement | null>;
}

/** An address to be given on; it is selected as a whole when it gets the focus. */
export function LinkField({ label, url, ref }: Props) {
  return (
    <input
      ref={ref}
      className={styles.field}
      aria-label={label}
      value={url}
      readOnly
      onFocus={(event) => event.target.select()}
    />
  );
}

/** Where copying is not allowed, as in some frames, the field gets the focus, and `byHand` says what to do. */
export function useCopy(byHand: string) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(url);
    } catch {
      field.current?.focus();
      showSnackbar({ text: byHand, severity: 'info' });
    }
  };
  return { field, copied, copy };
}
