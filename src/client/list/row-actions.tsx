import { type MouseEvent, type ReactNode } from 'react';
import { appTexts } from '@/texts/app';
import { IconButton } from '../ui/button';
import styles from './card.module.css';
import { Tooltip } from '../ui/tooltip';

const { actions } = appTexts;

/** The row of buttons of a card: its own, «Редактировать» and «Удалить». `of` names the row for screen readers. */
export function RowActions({
  of,
  onEdit,
  onDelete,
  children,
}: {
  of: string;
  onEdit: () => void;
  onDelete: () => void;
  children?: ReactNode;
}) {
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusNeighbour(event.currentTarget);
    onDelete();
  };
  return (
    <div role="group" aria-label={of} data-label="text" className={styles.actions}>
      {children}
      <Tooltip title={actions.edit}>
        <IconButton
          icon="pencil"
          size={20}
          aria-label={actions.edit}
          data-tap="edit"
          onClick={onEdit}
        />
      </Tooltip>
      <Tooltip title={actions.delete}>
        <IconButton
          icon="bin"
          size={20}
          aria-label={actions.delete}
          data-tap="delete"
          onClick={remove}
        />
      </Tooltip>
    </div>
  );
}

/** Whether a click on a card means the card itself: nothing in it that answers, no text being selected. */
export function opens({ target }: MouseEvent): boolean {
  const answers = target instanceof Element && target.closest('a, button, label');
  return !answers && window.getSelection()?.toString() === '';
}

/** Where the card goes, the keyboard moves to its neighbour, or to the screen's title. */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = neighbour ?? button.closest('main')?.querySelector('h1');
  // It may be asked first whether it is to go.
  requestAnimationFrame(() => {
    if (!button.isConnected && target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
}
