import { useEffect, useEffectEvent } from 'react';
import { appTexts } from '@/texts/app';
import { shortcutTexts } from '@/texts/shortcuts';
import { Sheet } from '../ui/modal';
import styles from './list-header.module.css';

const texts = shortcutTexts;
const FIELDS = 'input, textarea, select, [contenteditable]';

interface Props {
  onAdd: () => void;
  onSearch: () => void;
  /** Whether the sheet that tells of them is open. */
  shown: boolean;
  onShow: (shown: boolean) => void;
}

/** The keys of a desktop: by where they are on the keyboard, so that they are the same in every layout. */
export default function Shortcuts({ onAdd, onSearch, shown, onShow }: Props) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, code, shiftKey } = event;
    const isModified = event.ctrlKey || event.altKey || event.metaKey;
    const isTyped = target instanceof Element && target.closest(FIELDS) !== null;
    if (isModified || isTyped || document.querySelector('[data-modal], [role=dialog]')) return;
    const acts: Partial<Record<string, () => boolean>> = {
      KeyN: () => done(onAdd),
      Slash: () => done(shiftKey ? () => onShow(true) : onSearch),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: openRow,
      Escape: leaveList,
    };
    const wanted = event.key === '?' ? () => done(() => onShow(true)) : acts[code];
    if (wanted?.()) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    shown && (
      <Sheet title={appTexts.actions.keys} onClose={() => onShow(false)}>
        <dl className={styles.shortcuts}>
          {texts.keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
    )
  );
}

function done(act: () => void): true {
  act();
  return true;
}

const rows = () => [...document.querySelectorAll<HTMLElement>('main li:has(article)')];
/** The row that has the focus itself: not one of its buttons. */
const focusedRow = () => rows().find((row) => row === document.activeElement);

/** Where nothing else has the focus, which may have keys of its own. */
function step(by: 1 | -1): boolean {
  const all = rows();
  const { activeElement } = document;
  const at = all.findIndex((row) => row.contains(activeElement));
  const isElsewhere = at < 0 && activeElement !== document.body && !activeElement?.matches('h1');
  const next = all[at < 0 ? 0 : at + by];
  if (isElsewhere || !next) return false;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

function openRow(): boolean {
  const key = focusedRow()?.querySelector<HTMLElement>('[data-tap=open], [data-tap=edit]');
  key?.click();
  return key !== undefined && key !== null;
}

function leaveList(): boolean {
  const row = focusedRow();
  row?.blur();
  return row !== undefined;
}
