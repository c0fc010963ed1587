import { type KeyboardEvent } from 'react';
import { ButtonBase } from './button';
import styles from './tabs.module.css';

interface Props<V extends string> {
  'aria-label': string;
  value: V;
  tabs: readonly V[];
  nameOf: (tab: V) => string;
  panelId: string;
  onChange: (value: V) => void;
}

/** Two or three tabs side by side; arrow keys move between them. */
export function Tabs<V extends string>({
  value,
  tabs,
  nameOf,
  panelId,
  onChange,
  ...rest
}: Props<V>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // With one of these the browser goes back or forward.
    const isModified = event.altKey || event.ctrlKey || event.metaKey;
    if (step === undefined || isModified) return;
    event.preventDefault();
    const next = (tabs.indexOf(value) + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={styles.track} role="tablist" onKeyDown={move} {...rest}>
      {tabs.map((tab) => (
        <ButtonBase
          key={tab}
          className={styles.tab}
          role="tab"
          data-tap={tab}
          aria-selected={tab === value}
          aria-controls={panelId}
          tabIndex={tab === value ? 0 : -1}
          onClick={() => onChange(tab)}
        >
          {nameOf(tab)}
        </ButtonBase>
      ))}
    </div>
  );
}
