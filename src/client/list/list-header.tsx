import { useRef, useState } from 'react';
import { type Named } from '@/contract/category';
import { ALL, SEARCH_MAX } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { Fab, IconButton } from '../ui/button';
import { Icon } from '../ui/icons';
import { LineInput } from '../ui/line-input';
import styles from './list-header.module.css';
import { lazyPart } from '../ui/lazy-part';

export const FilterPopover = lazyPart(() => import('./filter-popover'));
const { actions, list: texts } = appTexts;

export const FILTERS = ['category', 'type'] as const;
type FilterName = (typeof FILTERS)[number];

/** The rows that a filter offers, beside «все». */
export type Choices = Partial<Record<FilterName, readonly Named[]>>;

/** What is chosen of them, by name. */
export interface Filtered {
  filter: { search: string } & Partial<Record<FilterName, string>>;
  change: (next: { search?: string }) => void;
  reset: () => void;
}

interface Props {
  list: Filtered;
  choices?: Choices;
  calendar?: { open: boolean; onToggle: () => void };
  addLabel: string;
  onAdd: () => void;
}

export function ListHeader({ list, choices = {}, calendar, addLabel, onAdd }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const active = FILTERS.filter((name) => (list.filter[name] ?? ALL) !== ALL).length;
  return (
    <>
      <header className={styles.bar}>
        <div className={styles.field} role="search">
          <SearchLine value={list.filter.search} onChange={(search) => list.change({ search })} />
          <IconButton
            aria-label={active > 0 ? actions.activeFilters(active) : actions.filters}
            data-tap="filters"
            aria-haspopup="dialog"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <Icon name="tune" />
            {active > 0 && <span className={styles.dot} />}
          </IconButton>
        </div>
        <span className={styles.keys}>
          {/* Who hears the keys hears this as well (shortcuts.tsx). */}
          <IconButton aria-label={actions.keys} data-tap="keys">
            <span aria-hidden="true">?</span>
          </IconButton>
        </span>
        {calendar && (
          <span className={styles.calendar}>
            <IconButton
              icon="calendar"
              aria-label={actions.calendar}
              data-tap="calendar"
              aria-pressed={calendar.open}
              onClick={calendar.onToggle}
            />
          </span>
        )}
        <Fab aria-label={addLabel} data-tap="add" onClick={onAdd}>
          <Icon name="plus" />
        </Fab>
      </header>
      {anchor && <FilterPopover {...{ anchor, list, choices }} onClose={() => setAnchor(null)} />}
    </>
  );
}

interface SearchLineProps {
  value: string;
  onChange: (value: string) => void;
}

function SearchLine({ value, onChange }: SearchLineProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon="search"
        aria-label={actions.focusSearch}
        data-tap="search"
        onClick={() => input.current?.focus()}
      />
      <LineInput
        ref={input}
        value={value}
        maxLength={SEARCH_MAX}
        onChange={(event) => onChange(event.target.value)}
        placeholder={texts.search}
        aria-label={texts.search}
        data-tap="search-line"
        enterKeyHint="search"
        onKeyDown={(event) => {
          if (event.key === 'Enter') input.current?.blur(); // Puts the keyboard away.
          // Pressed once more, it leaves the empty line (shortcuts.tsx).
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
      />
      {value !== '' && (
        <IconButton
          icon="close"
          aria-label={actions.clearSearch}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        />
      )}
    </>
  );
}
