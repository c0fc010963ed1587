import { useRef, useState } from 'react';
import { appTexts } from '@/texts/app';
import styles from './alert.module.css';
import { Button } from './button';

const texts = appTexts.fault;

/** «Код ошибки: …», by which the server's log is searched; a press copies it. */
export function ErrorCode({ code }: { code: string }) {
  const [label, setLabel] = useState<string>(texts.copyCode);
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setLabel(texts.codeCopied);
    } catch {
      // Not allowed in some frames: there it is copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setLabel(texts.codeSelected);
    }
  };
  return (
    <div className={styles.codeLine}>
      <span>
        {texts.code}{' '}
        <code ref={shown} className={styles.code}>
          {code}
        </code>
      </span>
      <Button color="inherit" onClick={() => void copy()}>
        {label}
      </Button>
    </div>
  );
}
