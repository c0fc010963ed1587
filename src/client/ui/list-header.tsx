import AddIcon from '@mui/icons-material/AddRounded';
import ClearIcon from '@mui/icons-material/CloseRounded';
import SearchIcon from '@mui/icons-material/SearchRounded';
import TuneIcon from '@mui/icons-material/TuneRounded';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { appTexts } from '@/texts/app';
import { type FilterChoice } from './filter-popover';
import { lazyPart } from './lazy-part';

const FilterPopover = lazyPart(() => import('./filter-popover'));
const { actions, list } = appTexts;

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  gap: 8,
  paddingBlock: 'calc(8px + var(--inset-top, 0px)) 8px',
  background: theme.vars.palette.background.default,
}));

const Field = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  height: 48,
  borderRadius: 24,
  paddingInline: 2,
  background: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  '&:focus-within': { borderColor: theme.vars.palette.primary.main },
}));

interface Props {
  search: string;
  onSearch: (search: string) => void;
  filters: readonly FilterChoice[];
  /** Applies what was chosen, by the filters' keys. */
  onApply: (values: Record<string, string>) => void;
  onReset: () => void;
  addLabel: string;
  onAdd: () => void;
}

/** The sticky top of a list: search, filters, and the button that adds. */
export function ListHeader({
  search,
  onSearch,
  filters,
  onApply,
  onReset,
  addLabel,
  onAdd,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const active = filters.filter(({ value, options }) => value !== options[0]).length;
  return (
    <Bar>
      <Field role="search">
        <IconButton aria-label={actions.focusSearch} onClick={() => input.current?.focus()}>
          <SearchIcon />
        </IconButton>
        <InputBase
          inputRef={input}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          placeholder={list.search}
          inputProps={{ 'aria-label': list.search, enterKeyHint: 'search', autoComplete: 'off' }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') input.current?.blur(); // Puts the keyboard away.
          }}
          sx={{ flex: 1, minWidth: 0 }}
        />
        {search !== '' && (
          <IconButton
            aria-label={actions.clearSearch}
            onClick={() => {
              onSearch('');
              input.current?.focus();
            }}
          >
            <ClearIcon />
          </IconButton>
        )}
        <IconButton
          aria-label={active > 0 ? actions.activeFilters(active) : actions.filters}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge variant="dot" color="primary" invisible={active === 0}>
            <TuneIcon />
          </Badge>
        </IconButton>
      </Field>
      <IconButton
        aria-label={addLabel}
        onClick={onAdd}
        sx={{
          width: 48,
          height: 48,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '&:hover': { bgcolor: 'primary.dark' },
        }}
      >
        <AddIcon />
      </IconButton>
      {anchor && (
        <FilterPopover
          anchor={anchor}
          filters={filters}
          onApply={onApply}
          onReset={onReset}
          onClose={() => setAnchor(null)}
        />
      )}
    </Bar>
  );
}
