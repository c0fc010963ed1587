import { useRef, useState } from 'react';
import { SEARCH_MAX } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { IconButton } from './button';
import { type FilterChoice } from './filter-popover';
import { AddIcon, CalendarIcon, CloseIcon, SearchIcon, TuneIcon } from './icons';
import { LineInput } from './line-input';
import styles from './list-header.module.css';
import { muiPart } from './mui-part';

export const loadFilters = () => import('./filter-popover');
const FilterPopover = muiPart(loadFilters);
const { actions, list } = appTexts;

interface Props {
  search: string;
  onSearch: (search: string) => void;
  filters: readonly FilterChoice[];
  /** Applies what was chosen, by the filters' keys. */
  onApply: (values: Record<string, string>) => void;
  onReset: () => void;
  /** The way to the calendar and back, where there is one. */
  calendar?: { open: boolean; onToggle: () => void };
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
  calendar,
  addLabel,
  onAdd,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const active = filters.filter(({ value, options }) => value !== options[0]).length;
  return (
    <header className={styles.bar}>
      <div className={styles.field} role="search">
        <IconButton aria-label={actions.focusSearch} onClick={() => input.current?.focus()}>
          <SearchIcon />
        </IconButton>
        <LineInput
          ref={input}
          value={search}
          maxLength={SEARCH_MAX}
          onChange={(event) => onSearch(event.target.value)}
          placeholder={list.search}
          aria-label={list.search}
          enterKeyHint="search"
          onKeyDown={(event) => {
            if (event.key === 'Enter') input.current?.blur(); // Puts the keyboard away.
          }}
        />
        {search !== '' && (
          <IconButton
            aria-label={actions.clearSearch}
            onClick={() => {
              onSearch('');
              input.current?.focus();
            }}
          >
            <CloseIcon />
          </IconButton>
        )}
        <IconButton
          aria-label={active > 0 ? actions.activeFilters(active) : actions.filters}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <TuneIcon />
          {active > 0 && <span className={styles.dot} />}
        </IconButton>
      </div>
      {calendar && (
        <span className={styles.calendar}>
          <IconButton
            aria-label={actions.calendar}
            aria-pressed={calendar.open}
            onClick={calendar.onToggle}
          >
            <CalendarIcon />
          </IconButton>
        </span>
      )}
      <IconButton filled aria-label={addLabel} onClick={onAdd}>
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
    </header>
  );
}
