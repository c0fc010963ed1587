import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Switch from '@mui/material/Switch';
import { type ReactNode, useId } from 'react';
import { appTexts } from '@/texts/app';

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  /** Marks the field for the tutorial and for focusing the first faulty one. */
  marker?: string | undefined;
}

interface TextFieldProps extends FieldProps {
  counter?: { used: number; max: number };
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'date' | 'time';
  multiline?: boolean;
  min?: string;
  autoFocus?: boolean;
}

/** A labelled input with its error or hint below, tied together for screen readers. */
export function TextField({
  label,
  error,
  hint,
  required,
  marker,
  counter,
  ...input
}: TextFieldProps) {
  const id = useId();
  const below = counter ? appTexts.form.counter(counter.used, counter.max) : hint;
  return (
    <Frame {...{ id, label, error, required, marker }} hint={below} keepHint={Boolean(counter)}>
      <OutlinedInput
        id={id}
        type={input.type ?? 'text'}
        value={input.value}
        onChange={(event) => input.onChange(event.target.value)}
        multiline={input.multiline ?? false}
        {...(input.multiline && { minRows: 3, maxRows: 10 })}
        autoFocus={input.autoFocus ?? false}
        inputProps={{
          maxLength: counter?.max,
          min: input.min,
          'aria-describedby': error || below ? `${id}-note` : undefined,
        }}
      />
    </Frame>
  );
}

interface SelectFieldProps<V extends string> extends FieldProps {
  /** '' while nothing is chosen. */
  value: V | '';
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

/** A labelled native select: the best picker that a phone has. */
export function SelectField<V extends string>({
  label,
  error,
  hint,
  required,
  marker,
  value,
  options,
  onChange,
  placeholder,
}: SelectFieldProps<V>) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint, required, marker }}>
      <NativeSelect
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        input={<OutlinedInput />}
        // Room for «Напоминание» in half of a 360 px screen.
        sx={{ '& .MuiNativeSelect-select.MuiNativeSelect-select': { pl: 1.5, pr: 3.5 } }}
        inputProps={{ id, 'aria-describedby': error || hint ? `${id}-note` : undefined }}
      >
        {value === '' && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </Frame>
  );
}

function Frame({
  id,
  label,
  error,
  hint,
  required,
  marker,
  keepHint = false,
  children,
}: FieldProps & {
  id: string;
  /** The hint stays beside an error instead of giving way to it. */
  keepHint?: boolean;
  children: ReactNode;
}) {
  return (
    <FormControl
      fullWidth
      error={error !== undefined}
      required={required ?? false}
      data-tour={marker}
      sx={{ minWidth: 0, '& .MuiOutlinedInput-input:not(textarea)': { py: 1.5 } }}
    >
      <FormLabel htmlFor={id} sx={{ mb: 0.5, fontSize: '0.875rem', fontWeight: 500 }}>
        {label}
      </FormLabel>
      {children}
      {(error || hint) && (
        <FormHelperText id={`${id}-note`} sx={{ display: 'flex', mx: 0.5 }}>
          <span>{error ?? (keepHint ? '' : hint)}</span>
          {keepHint && (
            <Box component="span" sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
              {hint}
            </Box>
          )}
        </FormHelperText>
      )}
    </FormControl>
  );
}

/** A switch with its name beside it; the whole line can be pressed. */
export function SwitchField({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <FormControlLabel
      label={label}
      labelPlacement="start"
      control={<Switch checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      sx={{ display: 'flex', mx: 0, mr: -1.5, minHeight: 48, justifyContent: 'space-between' }}
    />
  );
}

/** A fault of something that is no field of MUI's. */
export function FieldError({ message }: { message: string | undefined }) {
  return message === undefined ? null : <FormHelperText error>{message}</FormHelperText>;
}

/** Two fields beside each other where there is room for both. */
export function FieldPair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))',
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  );
}
