import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { appTexts } from '@/texts/app';
import { SelectField } from '../ui/fields';

export interface FilterChoice {
  key: string;
  label: string;
  value: string;
  options: readonly string[];
}

interface Props {
  anchor: HTMLElement;
  filters: readonly FilterChoice[];
  onApply: (values: Record<string, string>) => void;
  onReset: () => void;
  onClose: () => void;
}

/** Further filters: nothing changes in the list until «Применить». */
export default function FilterPopover({ anchor, filters, onApply, onReset, onClose }: Props) {
  const titleId = useId();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(filters.map(({ key, value }) => [key, value])),
  );
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        // By night a shadow marks no edge, and cards below have the same colour.
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: 320, mt: 1, border: 1, borderColor: 'divider' },
        },
      }}
    >
      <Stack
        component="form"
        spacing={2}
        sx={{ p: 2 }}
        onSubmit={(event) => {
          event.preventDefault();
          onApply(values);
          onClose();
        }}
      >
        <Typography id={titleId} component="h2" variant="h2">
          {appTexts.list.filters}
        </Typography>
        {filters.map(({ key, label, options }) => (
          <SelectField
            key={key}
            label={label}
            value={values[key] ?? ''}
            options={options.map((name) => ({ value: name, label: name }))}
            onChange={(value) => setValues((all) => ({ ...all, [key]: value }))}
          />
        ))}
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
          <Button
            onClick={() => {
              onReset();
              onClose();
            }}
          >
            {appTexts.actions.reset}
          </Button>
          <Button type="submit" variant="contained">
            {appTexts.actions.apply}
          </Button>
        </Stack>
      </Stack>
    </Popover>
  );
}
