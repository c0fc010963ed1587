import { type KeyboardEvent, useRef } from 'react';
import styles from './tabs.module.css';

interface Props<V extends string> {
  label: string;
  value: V;
  tabs: readonly V[];
  nameOf: (tab: V) => string;
  panelId: string;
  onChange: (value: V) => void;
}

/** Two or three tabs side by side; arrow keys move between them. */
export function Tabs<V extends string>({
  label,
  value,
  tabs,
  nameOf,
  panelId,
  onChange,
}: Props<V>) {
  const track = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (tabs.indexOf(value) + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab);
    track.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div ref={track} className={styles.track} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          className={styles.tab}
          role="tab"
          data-tap={tab}
          aria-selected={tab === value}
          aria-controls={panelId}
          tabIndex={tab === value ? 0 : -1}
          onClick={() => onChange(tab)}
        >
          {nameOf(tab)}
        </button>
      ))}
    </div>
  );
}
