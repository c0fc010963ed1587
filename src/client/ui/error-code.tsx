import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { appTexts } from '@/texts/app';

const texts = appTexts.fault;

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 8,
  marginTop: 4,
  fontSize: '0.8125rem',
});
const Code = styled('code')({ overflowWrap: 'anywhere', userSelect: 'all' });

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
    <Line>
      <span>
        {texts.code} <Code>{code}</Code>
      </span>
      <Button size="small" color="inherit" onClick={() => void copy()}>
        {copied ? texts.codeCopied : texts.copyCode}
      </Button>
    </Line>
  );
}
