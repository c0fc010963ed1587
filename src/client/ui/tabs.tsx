import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useRef } from 'react';

const Track = styled('div')({
  display: 'grid',
  gridAutoColumns: 'minmax(0, 1fr)',
  gridAutoFlow: 'column',
  gap: 4,
  padding: 4,
  borderRadius: 16,
  background: 'var(--sunken)',
});

const Tab = styled(ButtonBase)(({ theme }) => ({
  minHeight: 44,
  borderRadius: 12,
  paddingInline: 8,
  overflowWrap: 'anywhere',
  fontFamily: 'inherit',
  fontSize: '0.9375rem',
  fontWeight: 600,
  color: theme.vars.palette.text.secondary,
  '&[aria-selected="true"]': {
    background: theme.vars.palette.background.paper,
    color: theme.vars.palette.text.primary,
    boxShadow: '0 1px 3px rgb(0 0 0 / 0.12)',
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}` },
}));

interface Props<V extends string> {
  label: string;
  value: V;
  tabs: readonly { value: V; label: string }[];
  /** Id of the panel that the tabs control. */
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
    <Track ref={track} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <Tab
          key={tab.value}
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </Tab>
      ))}
    </Track>
  );
}
