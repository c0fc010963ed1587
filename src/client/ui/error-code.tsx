import { useState } from 'react';
import { appTexts } from '@/texts/app';
import styles from './alert.module.css';
import { Button } from './button';

const texts = appTexts.fault;

/** «Код ошибки: …», by which the server's log is searched; a press copies it. */
export function ErrorCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // Not allowed here: the code itself can be selected.
    }
  };
  return (
    <div className={styles.codeLine}>
      <span>
        {texts.code} <code className={styles.code}>{code}</code>
      </span>
      <Button color="inherit" onClick={() => void copy()}>
        {copied ? texts.codeCopied : texts.copyCode}
      </Button>
    </div>
  );
}
