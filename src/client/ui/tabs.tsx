import { type KeyboardEvent, useRef } from 'react';
import styles from './tabs.module.css';

interface Props<V extends string> {
  label: string;
  value: V;
  tabs: readonly { value: V; label: string }[];
  panelId: string;
  onChange: (value: V) => void;
}

/** Two or three tabs side by side; arrow keys move between them. */
export function Tabs<V extends string>({ label, value, tabs, panelId, onChange }: Props<V>) {
  const track = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.value);
    track.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div ref={track} className={styles.track} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={styles.tab}
          role="tab"
          data-tap={tab.value}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
