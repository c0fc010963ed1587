import SparkIcon from '@mui/icons-material/AutoFixHighRounded';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { type KeyboardEvent, useId, useState } from 'react';
import { type Named } from '@/contract/reminder';
import { type QuickAddResult } from '@/core/quick-add';
import { appTexts } from '@/texts/app';
import { useSession } from '../session';
import { type FormValues } from './form';

const texts = appTexts.quickAdd;
/** The grammar is some 20 KB, gzip: it comes when the line is first used. */
const loadGrammar = () => import('@/core/quick-add');

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  minHeight: 48,
  paddingLeft: 14,
  borderRadius: 14,
  background: 'var(--primary-soft)',
});

interface Props {
  /** On whose clocks a time is meant. */
  timeZone: string;
  reference: { categories: readonly Named[]; types: readonly Named[] };
  /** Takes what was understood into the form. */
  onFill: (values: Partial<FormValues>) => void;
}

/** One line of plain Russian that fills the form: «завтра в 9 оплатить интернет». */
export function QuickAdd({ timeZone, reference, onFill }: Props) {
  const { host } = useSession();
  const id = useId();
  const [line, setLine] = useState('');
  const [answer, setAnswer] = useState('');

  const fill = async () => {
    if (line.trim() === '') return;
    const { parseQuickAdd } = await loadGrammar();
    const result = parseQuickAdd(line, { now: new Date(), timeZone, ...reference });
    host.haptic(result.outcome === 'ready' ? 'success' : 'selection');
    setAnswer(answerTo(result));
    onFill(valuesOf(result, reference));
  };
  return (
    <div>
      <Line>
        <InputBase
          value={line}
          onChange={(event) => {
            setLine(event.target.value);
            setAnswer('');
          }}
          onFocus={() => void loadGrammar()}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault(); // Enter fills the form; it must not submit it.
            void fill();
          }}
          placeholder={texts.example}
          inputProps={{
            'aria-label': texts.label,
            'aria-describedby': id,
            enterKeyHint: 'done',
            autoComplete: 'off',
          }}
          sx={{ flex: 1, minWidth: 0 }}
        />
        <Tooltip title={texts.fill}>
          <IconButton color="primary" onClick={() => void fill()} sx={{ width: 48, height: 48 }}>
            <SparkIcon />
          </IconButton>
        </Tooltip>
      </Line>
      <FormHelperText id={id} role="status" sx={{ mx: 0.5 }}>
        {answer}
      </FormHelperText>
    </div>
  );
}

function answerTo(result: QuickAddResult): string {
  switch (result.outcome) {
    case 'ready':
      return result.movedToTomorrow ? texts.movedToTomorrow : texts.filled;
    case 'needs-time':
      return texts.needsTime;
    case 'no-date':
      return texts.noDate;
    case 'no-text':
      return texts.noText;
    case 'past':
      return texts.past;
    case 'impossible':
      return texts.impossible(result.phrase);
    case 'unsupported':
      return texts.unsupported(result.phrase);
    case 'too-long':
      return texts.tooLong(result.max);
  }
}

/** What of a reading goes into the form; a repetition replaces the one that was there. */
export function valuesOf(
  result: QuickAddResult,
  reference: Props['reference'],
): Partial<FormValues> {
  const typeId = result.typeId ?? reference.types[0]?.id;
  const categoryId = result.categoryId ?? reference.categories[0]?.id;
  const words = {
    ...(result.text !== '' && result.outcome !== 'too-long' && { text: result.text }),
    ...(typeId !== undefined && { typeId }),
    ...(categoryId !== undefined && { categoryId }),
  };
  const when = whenOf(result);
  if (!when) return words;
  const wall = 'wallTime' in when ? when.wallTime : '';
  const { rule } = when;
  return {
    ...words,
    date: 'date' in when ? when.date : wall.slice(0, 10),
    ...(wall !== '' && { time: wall.slice(11, 16) }),
    repeat: rule !== null,
    ...(rule && {
      repeatEvery: rule.every,
      repeatUnit: rule.unit,
      weekdays: rule.weekdays ?? [],
      monthly: rule.monthly ?? null,
      until: rule.until ?? '',
    }),
  };
}

function whenOf(result: QuickAddResult) {
  if (result.outcome === 'ready' || result.outcome === 'needs-time') return result;
  return result.outcome === 'no-text' ? result.when : null;
}
